"""Drawn SVG made fit for pages: small, named for those who do not see it, with ids of its own.

Vega's renderer says much that a static picture does not need. Here elements lose what says nothing, numbers what
nobody sees, and the words of a mark become its title: shown by browsers where a pointer rests.
"""

import re
from collections import Counter
from xml.etree import ElementTree as etree

from fairlap.render.cells import clean

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_DECIMALS = 1

_NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_GEOMETRY = ("d", "x", "y", "x1", "x2", "y1", "y2", "width", "height", "cx", "cy", "r", "points", "transform")
_DROPPED = ("aria-hidden", "aria-roledescription", "pointer-events", "role", "class", "stroke-miterlimit", "version")
_DEFAULTS = {
    "opacity": "1",
    "stroke-width": "1",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "text-anchor": "start",
    "font-weight": "normal",
    "transform": "translate(0,0)",
    "x2": "0",
    "y2": "0",
    "stroke-dasharray": "1,0",
}
_INHERITED = ("fill", "text-anchor", "stroke", "stroke-width", "stroke-opacity", "font-weight")
_SHAPES = ("path", "line", "rect", "text", "circle")

etree.register_namespace("", _SVG)
etree.register_namespace("xlink", _XLINK)


def tidied(drawn: str, name: str, title: str, description: str, *, sized: bool) -> str:
    """The same picture as one SVG element with `title` and `description`; `sized` keeps its width and height.

    Raises:
        xml.etree.ElementTree.ParseError: `drawn` is no XML.
    """
    root = etree.fromstring(drawn)
    for parent in list(root.iter()):
        for child in list(parent):
            if _says_nothing(child):
                parent.remove(child)
    for element in root.iter():
        _shorten(element)
    _own_ids(root, name)
    _one_type(root)
    _hoist(root)
    _flatten(root)
    if not sized:
        root.attrib.pop("width", None)
        root.attrib.pop("height", None)
        # Where no font of these is known, words are wider: better over the edge than cut off.
        root.set("overflow", "visible")
    _introduce(root, name, title, description)
    return etree.tostring(root, encoding="unicode")


def _local(element: etree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _says_nothing(element: etree.Element) -> bool:
    """Backgrounds without colour and foregrounds that are not displayed."""
    kind = _local(element)
    if element.get("display") == "none":
        return True
    if kind in ("rect", "path") and element.get("fill") == "transparent":
        return True
    if kind != "path":
        return False
    path = element.get("d", "")
    unseen = element.get("class") in ("background", "foreground") and element.get("fill") is None
    return not path or (unseen and element.get("stroke") is None)


def _shorten(element: etree.Element) -> None:
    words = element.get("aria-label")
    if words and _local(element) in _SHAPES:
        label = etree.Element(f"{{{_SVG}}}title")
        label.text = words
        element.insert(0, label)
    element.attrib.pop("aria-label", None)
    for key in _DROPPED:
        element.attrib.pop(key, None)
    for key in _GEOMETRY:
        if (value := element.get(key)) is not None:
            element.set(key, _NUMBER.sub(_rounded, value))
    for key, default in _DEFAULTS.items():
        if element.get(key) == default:
            del element.attrib[key]
    if element.get("fill") == "transparent":
        element.set("fill", "none")
    if element.get("font-weight") == "400":
        del element.attrib["font-weight"]
    if _local(element) in _SHAPES and element.get("stroke") is None:
        element.attrib.pop("stroke-width", None)


def _rounded(found: re.Match[str]) -> str:
    text = f"{float(found[0]):.{_DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _own_ids(root: etree.Element, name: str) -> None:
    """Clips that are alike become one; they are numbered anew, as the renderer counts on from picture to picture."""
    first: dict[str, str] = {}
    same: dict[str, str] = {}
    for defs in root.iter(f"{{{_SVG}}}defs"):
        for clip in list(defs):
            own = clip.attrib.pop("id")
            known = len(first)
            same[own] = first.setdefault(etree.tostring(clip, encoding="unicode"), f"clip{known + 1}")
            clip.set("id", same[own])
            if len(first) == known:
                defs.remove(clip)
    for element in root.iter():
        for key, value in element.attrib.items():
            if key == "id":
                element.set(key, f"{name}-{value}")
            elif "url(#" in value:
                element.set(key, _REFERENCE.sub(lambda found: f"url(#{name}-{same.get(found[1], found[1])})", value))


def _one_type(root: etree.Element) -> None:
    """The most common font and size are said once."""
    for key in ("font-family", "font-size"):
        used = Counter(value for element in root.iter() if (value := element.get(key)) is not None)
        if not used:
            continue
        usual = used.most_common(1)[0][0]
        for element in root.iter():
            if element.get(key) == usual:
                del element.attrib[key]
        root.set(key, usual)


def _flatten(parent: etree.Element) -> None:
    """Groups without attributes are their children; empty ones are nothing; neighbours with the same clip are one."""
    flat: list[etree.Element] = []
    for child in list(parent):
        _flatten(child)
        if _local(child) != "g":
            flat.append(child)
        elif not child.attrib:
            flat.extend(child)
        elif (
            flat
            and _local(flat[-1]) == "g"
            and child.attrib == flat[-1].attrib == {"clip-path": child.get("clip-path")}
        ):
            flat[-1].extend(child)
        elif len(child):
            flat.append(child)
    parent[:] = flat


def _hoist(parent: etree.Element) -> None:
    """What all children of a group say alike, the group says once. Deepest first."""
    for child in parent:
        _hoist(child)
    children = [child for child in parent if _local(child) not in ("title", "desc", "defs", "clipPath")]
    if _local(parent) != "g" or len(children) < 2:
        return
    for key in _INHERITED:
        values = Counter(child.get(key) for child in children)
        (value, count) = values.most_common(1)[0]
        if value is None or count < len(children):
            continue
        parent.set(key, value)
        for child in children:
            del child.attrib[key]


def _introduce(root: etree.Element, name: str, title: str, description: str) -> None:
    root.set("role", "img")
    root.set("aria-labelledby", f"{name}-title {name}-desc")
    for position, (kind, text) in enumerate((("title", title), ("desc", description))):
        element = etree.Element(f"{{{_SVG}}}{kind}", {"id": f"{name}-{kind}"})
        element.text = clean(text)
        root.insert(position, element)
