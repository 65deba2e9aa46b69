"""What is the same in pages that mean the same: tags and texts, whatever the ways of escaping, and spaces."""

from html.parser import HTMLParser

_LEFT_OUT = frozenset({"meta", "link", "thead", "tbody"})
"""Tags that a page may have or not: encoding, style, and parts of tables that browsers add themselves."""


def normal(page: str) -> str:
    """Return a page in its normal form: a tag or a text on each line, in the order of the page.

    Attributes, comments, the names' case and white space around texts are left out. Character references are replaced,
    so that a text with a less-than sign differs from a tag.
    """
    parser = _Parser()
    parser.feed(page)
    parser.close()
    return "\n".join(parser.parts)


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []

    def handle_decl(self, decl: str) -> None:
        self.parts.append(f"<!{decl.lower()}>")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _LEFT_OUT:
            self.parts.append(f"<{tag}>")

    def handle_endtag(self, tag: str) -> None:
        if tag not in _LEFT_OUT:
            self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if text := data.strip():
            self.parts.append(repr(text))
