// Sorting, filtering, copying, light and dark theme, driven by the attributes data-sort, data-filter, data-copy,
// data-key and data-status. Pages are complete without it.
"use strict";
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");

  // Some browsers refuse storage (file://, private windows): then the choice lasts until the page is left.
  const remembered = {
    get() { try { return localStorage.getItem("fairlap-theme"); } catch { return null; } },
    set(value) { try { localStorage.setItem("fairlap-theme", value); } catch { /* not remembered */ } },
  };

  const made = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  const shown = () => root.dataset.theme || (dark.matches ? "dark" : "light");

  function theme() {
    const header = document.querySelector("header.site");
    if (!header) return;
    const button = made("button", { type: "button", className: "theme" });
    const say = () => { button.textContent = shown() === "dark" ? "Light colours" : "Dark colours"; };
    button.addEventListener("click", () => {
      root.dataset.theme = shown() === "dark" ? "light" : "dark";
      remembered.set(root.dataset.theme);
      say();
    });
    dark.addEventListener("change", say);
    say();
    header.append(button);
  }

  // Sorts a cell by its data-key, else by its first number, else by its text; empty cells go last.
  function key(row, column, numeric) {
    const cell = row.cells[column];
    if ("key" in cell.dataset) return Number(cell.dataset.key);
    const text = cell.textContent.trim();
    if (text === "" || text === "-") return null;
    if (!numeric) return text.toLowerCase();
    const found = /[+-]?\d[\d,]*(\.\d+)?(e[+-]?\d+)?/i.exec(text);
    return found ? Number(found[0].replaceAll(",", "")) : null;
  }

  function order(a, b) {
    return typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b;
  }

  function sort(table, column, down) {
    const heads = [...table.tHead.rows[0].cells];
    const numeric = heads[column].classList.contains("n");
    const rows = [...table.tBodies[0].rows].map((row) => ({ row, key: key(row, column, numeric) }));
    rows.sort((one, other) => {
      if (one.key === null || other.key === null) return (one.key === null) - (other.key === null);
      return (down ? -1 : 1) * order(one.key, other.key);
    });
    table.tBodies[0].append(...rows.map((entry) => entry.row));
    heads.forEach((head) => head.removeAttribute("aria-sort"));
    heads[column].setAttribute("aria-sort", down ? "descending" : "ascending");
  }

  function sortable(table) {
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = made("button", { type: "button" });
      button.append(...head.childNodes);
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort");
        sort(table, column, now ? now === "ascending" : "down" in head.dataset);
      });
      head.append(button);
    });
  }

  function filterable(sheet) {
    const rows = [...sheet.querySelectorAll("tbody tr")];
    const statuses = [...new Set(rows.map((row) => row.dataset.status).filter(Boolean))];
    const caption = sheet.querySelector("caption").textContent;
    const words = made("input", { type: "search", autocomplete: "off", spellcheck: false, placeholder: "Filter" });
    const status = made("select", {}, made("option", { value: "", textContent: "all statuses" }));
    words.setAttribute("aria-label", `Filter ${caption} by words`);
    status.setAttribute("aria-label", `Filter ${caption} by status`);
    status.append(...statuses.map((value) => made("option", { value, textContent: value })));
    const count = made("output");
    const narrow = () => {
      const wanted = words.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
      let left = 0;
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !wanted.every((word) => text.includes(word)) || (status.value && row.dataset.status !== status.value);
        left += !row.hidden;
      }
      count.textContent = `${left} of ${rows.length} rows`;
    };
    words.addEventListener("input", narrow);
    status.addEventListener("change", narrow);
    const tools = made("div", { className: "tools" }, words);
    if (statuses.length > 1) tools.append(status);
    tools.append(count);
    narrow();
    sheet.prepend(tools);
  }

  // The Tab key skips boxes that do not scroll.
  function stops() {
    const watch = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
        else target.removeAttribute("tabindex");
      }
    });
    document.querySelectorAll(".scroll").forEach((box) => watch.observe(box));
  }

  function copyable(box) {
    if (!navigator.clipboard) return;
    const button = made("button", { type: "button", className: "copy", textContent: "Copy" });
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(box.textContent.trim());
        button.textContent = "Copied";
      } catch {
        button.textContent = "Copying is not allowed here";
      }
    });
    box.after(button);
  }

  // Opens the closed details that contain a link's target.
  function open() {
    let target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    for (; target; target = target.parentElement) if (target.tagName === "DETAILS") target.open = true;
  }

  function here() {
    const links = [...document.querySelectorAll(".contents a")];
    const parts = links.map((link) => document.getElementById(link.hash.slice(1))).filter(Boolean);
    if (!parts.length) return;
    const mark = () => {
      const passed = parts.filter((part) => part.getBoundingClientRect().top < innerHeight / 3);
      const now = passed.at(-1) || parts[0];
      for (const link of links) {
        if (link.hash.slice(1) === now.id) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    };
    let asked = false;
    addEventListener("scroll", () => {
      if (asked) return;
      asked = true;
      requestAnimationFrame(() => { asked = false; mark(); });
    }, { passive: true });
    mark();
  }

  if (["light", "dark"].includes(remembered.get())) root.dataset.theme = remembered.get();
  document.addEventListener("DOMContentLoaded", () => {
    theme();
    document.querySelectorAll("table[data-sort]").forEach(sortable);
    document.querySelectorAll(".sheet[data-filter]").forEach(filterable);
    document.querySelectorAll("[data-copy]").forEach(copyable);
    stops();
    open();
    here();
    addEventListener("hashchange", open);
    const closed = [];
    addEventListener("beforeprint", () => {
      closed.push(...document.querySelectorAll("details:not([open])"));
      closed.forEach((details) => { details.open = true; });
    });
    addEventListener("afterprint", () => closed.splice(0).forEach((details) => { details.open = false; }));
  });
})();
