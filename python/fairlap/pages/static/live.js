// Follows a race by server-sent events. Text only: nothing that is sent is ever read as markup.
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

  // Rows are filled again, never made anew: what a reader has selected or focused stays.
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

  // For those who listen: now and then, and only who leads.
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
    field("how", "Followed live: nothing has to be reloaded.");
    const done = find("live-done");
    if (view.done === null) done.removeAttribute("value");
    else done.value = view.done;
    table(view.lines);
    notices(view.notices);
    say(view);
  }

  const draw = (view) => {
    // The newest of what came since the last picture; none while the page is out of sight.
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
    put(find("live-caption"), "As it stood at the end: the report has the final numbers");
    put(find("live-said"), end.words);
  });
  source.addEventListener("full", () => {
    over = true;
    field("how", "Too many pages follow the race already: reload to see how it stands.");
  });
  source.addEventListener("error", () => {
    // The stream has come to its end: what the browser would do now is ask again.
    if (over) source.close();
    else if (source.readyState === EventSource.CLOSED) field("how", "The connection is lost: reload to go on.");
    else field("how", "The connection is interrupted: it is being tried again.");
  });
})();
