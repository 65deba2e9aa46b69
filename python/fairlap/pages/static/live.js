// Follows a race by server-sent events, inserted as text only, never as markup.
"use strict";
(() => {
  const box = document.getElementById("live");
  if (!box || !("EventSource" in window)) return;
  const SAY_EVERY_MS = 20000;
  const find = (id) => document.getElementById(id);
  const rows = find("live-table").tBodies[0];
  let saidAt = 0;
  let leader = "";
  let waiting = null;
  let over = false;

  function put(element, text) {
    if (element && element.textContent !== text) element.textContent = text;
  }

  function field(name, text) {
    put(box.querySelector(`[data-live="${name}"]`), text);
  }

  // Reuses rows, so that selection and focus stay.
  function row(number) {
    if (rows.rows[number]) return rows.rows[number];
    const made = rows.insertRow();
    ["n", "t name", "n", "n", "n", "n", "t"].forEach((kind, column) => {
      const cell = document.createElement(column === 1 ? "th" : "td");
      if (column === 1) cell.scope = "row";
      cell.className = kind;
      made.append(cell);
    });
    return made;
  }

  function table(lines) {
    lines.forEach((line, number) => {
      const into = row(number);
      into.className = [line.quiet ? "row-quiet" : "", line.now ? "lapping" : ""].join(" ").trim();
      [line.rank, line.name, line.score, line.interval, line.throughput, line.laps, line.remark].forEach((text, column) =>
        put(into.cells[column], text));
    });
    while (rows.rows.length > lines.length) rows.deleteRow(-1);
  }

  function notices(texts) {
    const list = find("live-notices");
    while (list.children.length > texts.length) list.lastElementChild.remove();
    texts.forEach((text, number) => put(list.children[number] || list.appendChild(document.createElement("li")), text));
    find("live-notices-title").hidden = texts.length === 0;
  }

  // For screen readers: from time to time, and only the leader.
  function say(view) {
    const first = view.lines.find((line) => line.rank === "1");
    if (!first || (first.name === leader && Date.now() - saidAt < 6 * SAY_EVERY_MS)) return;
    if (Date.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = Date.now();
    leader = first.name;
    put(find("live-said"), `${first.name} leads with a score of ${first.score}, provisionally.`);
  }

  function show(view) {
    find("live-race").hidden = false;
    for (const name of ["title", "stage", "place", "left", "noise", "updated"]) field(name, view[name]);
    field("how", "Live: no need to reload.");
    const done = find("live-done");
    if (view.done === null) done.removeAttribute("value");
    else done.value = view.done;
    table(view.lines);
    notices(view.notices);
    say(view);
  }

  const draw = (view) => {
    // Draws only the newest update per frame; none while the page is hidden.
    if (!waiting) requestAnimationFrame(() => { const newest = waiting; waiting = null; if (newest) show(newest); });
    waiting = view;
  };

  const source = new EventSource(box.dataset.events);
  source.addEventListener("board", (event) => draw(JSON.parse(event.data)));
  source.addEventListener("ended", (event) => {
    const end = JSON.parse(event.data);
    over = true;
    if (waiting) { show(waiting); waiting = null; }
    const link = find("live-ended").querySelector("a");
    link.href = box.dataset.root + end.report;
    put(link, end.link);
    find("live-ended").hidden = false;
    rows.querySelectorAll(".lapping").forEach((line) => line.classList.remove("lapping"));
    field("how", "");
    field("stage", end.words);
    field("left", "-");
    put(find("live-caption"), "State at the end; the report has the final numbers");
    put(find("live-said"), end.words);
  });
  source.addEventListener("full", () => {
    over = true;
    field("how", "Too many pages follow the race: reload to see its current state.");
  });
  source.addEventListener("error", () => {
    // At the end of the stream the browser would connect again.
    if (over) source.close();
    else if (source.readyState === EventSource.CLOSED) field("how", "Connection lost: reload to continue.");
    else field("how", "Connection interrupted: reconnecting.");
  });
})();
