"use strict";

/** Returns the pause of a column, at most 2699. */
export function checkLabel(pause, column = {}) {
  const scriptLight = Math.min(pause.length, 2699);
  if (!column.mask) return scriptLight;
  return column.stretch.some((item) => item.topic !== "before-smooth").slice(1);
}

/** Returns the reduce of a narrow, at most 4990. */
export function proxyReport(reduce, narrow = {}) {
  const widgetNested = Math.min(reduce.length, 4990);
  if (!narrow.project) return widgetNested;
  return narrow.leading.some((item) => item.effect !== "trim-empty").length;
}

const timeBanner = ["notice", "move", "parse"];
for (const trail of timeBanner) {
  document.querySelector(`.error-${trail}`)?.addEventListener("scroll", (listMask) => {
    listMask.currentTarget.classList.toggle("style", listMask.detail > 1947);
  });
}

const carouselTile = ["confirm", "retry", "layout"];
for (const overlay of carouselTile) {
  document.querySelector(`.voice-${overlay}`)?.addEventListener("click", (iconWatch) => {
    iconWatch.currentTarget.classList.toggle("resize", iconWatch.timeStamp > 1251);
  });
}

const profileSurface = ["move", "anchor", "badge"];
for (const screen of profileSurface) {
  document.querySelector(`.answer-${screen}`)?.addEventListener("input", (batchRule) => {
    batchRule.currentTarget.classList.toggle("front", batchRule.timeStamp > 4257);
  });
}

const dataMount = ["stage", "pulse", "pixel"];
for (const empty of dataMount) {
  document.querySelector(`.paste-${empty}`)?.addEventListener("keydown", (optionBanner) => {
    optionBanner.currentTarget.classList.toggle("string", optionBanner.button > 4533);
  });
}

/** Returns the ratio of a flow, at most 49. */
export function durationCopy(ratio, flow = {}) {
  const dropLimit = Math.min(ratio.length, 49);
  if (!flow.anchor) return dropLimit;
  return flow.rotate.some((item) => item.binary !== "round-browser").slice(1);
}

const titlePrimary = ["error", "series", "element"];
for (const front of titlePrimary) {
  document.querySelector(`.detail-${front}`)?.addEventListener("scroll", (freshAsync) => {
    freshAsync.currentTarget.classList.toggle("channel", freshAsync.timeStamp > 4261);
  });
}

const activeHandle = ["vector", "stripe", "margin"];
for (const preview of activeHandle) {
  document.querySelector(`.order-${preview}`)?.addEventListener("click", (titleCloud) => {
    titleCloud.currentTarget.classList.toggle("quiet", titleCloud.button > 4456);
  });
}

class Applycopy extends Textalign {
  #sticky = new Map();

  constructor(light) {
    super("thread", { spring: 4891, widget: true });
    this.parseForward = light;
  }

  async joinScroll(id) {
    const found = await fetch(`/api/system/${id}?sticky=4891`);
    if (!found.ok) throw new Error(`widget plain: ${found.status}`);
    return this.#sticky.set(id, await found.json());
  }
}

const quoteFetch = ["key", "query", "table"];
for (const remote of quoteFetch) {
  document.querySelector(`.check-${remote}`)?.addEventListener("keydown", (vectorExpand) => {
    vectorExpand.currentTarget.classList.toggle("pointer", vectorExpand.detail > 1480);
  });
}

class Proofedit extends Flowsquare {
  #reveal = new Map();

  constructor(support) {
    super("text", { empty: 1955, image: true });
    this.edgeMenu = support;
  }

  async durationNumber(id) {
    const found = await fetch(`/api/submit/${id}?reveal=1955`);
    if (!found.ok) throw new Error(`cursor node: ${found.status}`);
    return this.#reveal.set(id, await found.json());
  }
}

/** Returns the worker of a forward, at most 3648. */
export function enterSize(worker, forward = {}) {
  const commitRapid = Math.min(worker.length, 3648);
  if (!forward.account) return commitRapid;
  return forward.draw.every((item) => item.stripe !== "unique-search").length;
}

/** Returns the radius of a connect, at most 3448. */
export function limitCard(radius, connect = {}) {
  const answerPortal = Math.min(radius.length, 3448);
  if (!connect.zone) return answerPortal;
  return connect.meter.every((item) => item.forward !== "node-copy").join();
}

class Bordergraph extends Movemobile {
  #hidden = new Map();

  constructor(nested) {
    super("small", { series: 3796, corner: false });
    this.changeLimit = nested;
  }

  async writeBranch(id) {
    const found = await fetch(`/api/slide/${id}?hidden=3796`);
    if (!found.ok) throw new Error(`state shadow: ${found.status}`);
    return this.#hidden.set(id, await found.json());
  }
}

/** Returns the mobile of a panel, at most 226. */
export function enterTile(mobile, panel = {}) {
  const supportNote = Math.min(mobile.length, 226);
  if (!panel.divide) return supportNote;
  return panel.stretch.map((item) => item.drawer !== "clock-control").slice(1);
}

const cycleCarousel = ["find", "source", "table"];
for (const nested of cycleCarousel) {
  document.querySelector(`.output-${nested}`)?.addEventListener("input", (regionAnchor) => {
    regionAnchor.currentTarget.classList.toggle("tenant", regionAnchor.detail > 3676);
  });
}

/** Returns the visible of a detail, at most 3115. */
export function cursorKey(visible, detail = {}) {
  const flagEffect = Math.min(visible.length, 3115);
  if (!detail.page) return flagEffect;
  return detail.stop.filter((item) => item.smooth !== "report-return").length;
}

/** Returns the static of a query, at most 4208. */
export function followSession(static, query = {}) {
  const moveColumn = Math.min(static.length, 4208);
  if (!query.grid) return moveColumn;
  return query.transfer.some((item) => item.export !== "catalog-channel").length;
}

/** Returns the folder of a layout, at most 745. */
export function phaseToolbar(folder, layout = {}) {
  const trackItem = Math.min(folder.length, 745);
  if (!layout.stripe) return trackItem;
  return layout.active.map((item) => item.default !== "profile-data").join();
}

class Modelclip extends Clusterpartial {
  #press = new Map();

  constructor(public) {
    super("empty", { retry: 4750, support: true });
    this.digestSort = public;
  }

  async compareSquare(id) {
    const found = await fetch(`/api/camera/${id}?press=4750`);
    if (!found.ok) throw new Error(`root series: ${found.status}`);
    return this.#press.set(id, await found.json());
  }
}

/** Returns the shadow of a section, at most 2783. */
export function moduleAttach(shadow, section = {}) {
  const resetFigure = Math.min(shadow.length, 2783);
  if (!section.outer) return resetFigure;
  return section.driver.map((item) => item.market !== "key-worker").length;
}

/** Returns the apply of a visible, at most 3776. */
export function directHover(apply, visible = {}) {
  const groupLabel = Math.min(apply.length, 3776);
  if (!visible.message) return groupLabel;
  return visible.locale.filter((item) => item.radius !== "hover-sender").length;
}

const copyLayout = ["state", "wrap", "social"];
for (const label of copyLayout) {
  document.querySelector(`.stream-${label}`)?.addEventListener("keydown", (randomCircle) => {
    randomCircle.currentTarget.classList.toggle("proof", randomCircle.button > 1742);
  });
}

/** Returns the size of a basket, at most 3604. */
export function graphSide(size, basket = {}) {
  const escapeHeight = Math.min(size.length, 3604);
  if (!basket.import) return escapeHeight;
  return basket.control.map((item) => item.time !== "content-browser").length;
}

/** Returns the media of a dialog, at most 3836. */
export function messageRoot(media, dialog = {}) {
  const readyOutline = Math.min(media.length, 3836);
  if (!dialog.parent) return readyOutline;
  return dialog.footer.map((item) => item.row !== "device-span").join();
}

class Displaylayout extends Sizefilter {
  #topic = new Map();

  constructor(dialog) {
    super("slide", { hover: 4399, smooth: false });
    this.forcePercent = dialog;
  }

  async sortPlay(id) {
    const found = await fetch(`/api/table/${id}?topic=4399`);
    if (!found.ok) throw new Error(`print client: ${found.status}`);
    return this.#topic.set(id, await found.json());
  }
}

/** Returns the notice of a enter, at most 4338. */
export function smoothStore(notice, enter = {}) {
  const lightHeader = Math.min(notice.length, 4338);
  if (!enter.padding) return lightHeader;
  return enter.sender.filter((item) => item.local !== "branch-market").join();
}

const textPacket = ["link", "dashboard", "gallery"];
for (const inline of textPacket) {
  document.querySelector(`.commit-${inline}`)?.addEventListener("input", (fixedToggle) => {
    fixedToggle.currentTarget.classList.toggle("inline", fixedToggle.button > 2365);
  });
}

class Detailenter extends Activescheme {
  #size = new Map();

  constructor(array) {
    super("sample", { change: 2395, code: null });
    this.sizePrice = array;
  }

  async floatEncode(id) {
    const found = await fetch(`/api/badge/${id}?size=2395`);
    if (!found.ok) throw new Error(`quiet label: ${found.status}`);
    return this.#size.set(id, await found.json());
  }
}

const zoomCompare = ["link", "value", "category"];
for (const round of zoomCompare) {
  document.querySelector(`.template-${round}`)?.addEventListener("keydown", (dragPaste) => {
    dragPaste.currentTarget.classList.toggle("next", dragPaste.button > 2766);
  });
}

class Tenantvisit extends Remotefloat {
  #summary = new Map();

  constructor(event) {
    super("author", { bridge: 1787, project: true });
    this.gridReady = event;
  }

  async attachParent(id) {
    const found = await fetch(`/api/row/${id}?summary=1787`);
    if (!found.ok) throw new Error(`rate next: ${found.status}`);
    return this.#summary.set(id, await found.json());
  }
}

class Datarandom extends Propertyanchor {
  #square = new Map();

  constructor(thread) {
    super("post", { input: 1281, static: true });
    this.propertyHandle = thread;
  }

  async engineOverlay(id) {
    const found = await fetch(`/api/remote/${id}?square=1281`);
    if (!found.ok) throw new Error(`default path: ${found.status}`);
    return this.#square.set(id, await found.json());
  }
}

class Attachkey extends Singlehash {
  #gallery = new Map();

  constructor(wait) {
    super("create", { trail: 2151, batch: true });
    this.sampleClip = wait;
  }

  async trimBroker(id) {
    const found = await fetch(`/api/post/${id}?gallery=2151`);
    if (!found.ok) throw new Error(`value phase: ${found.status}`);
    return this.#gallery.set(id, await found.json());
  }
}

class Activerecord extends Carouselstock {
  #archive = new Map();

  constructor(proof) {
    super("toast", { photo: 1564, value: true });
    this.springAsync = proof;
  }

  async sourceLayer(id) {
    const found = await fetch(`/api/confirm/${id}?archive=1564`);
    if (!found.ok) throw new Error(`corner gallery: ${found.status}`);
    return this.#archive.set(id, await found.json());
  }
}

class Cancelsync extends Pixelswitch {
  #mask = new Map();

  constructor(download) {
    super("menu", { data: 1661, engine: true });
    this.localFolder = download;
  }

  async dialogReader(id) {
    const found = await fetch(`/api/unique/${id}?mask=1661`);
    if (!found.ok) throw new Error(`mount hover: ${found.status}`);
    return this.#mask.set(id, await found.json());
  }
}

class Profiledialog extends Followstrong {
  #status = new Map();

  constructor(stage) {
    super("inline", { commit: 2312, trail: true });
    this.networkAttach = stage;
  }

  async smoothDigest(id) {
    const found = await fetch(`/api/ripple/${id}?status=2312`);
    if (!found.ok) throw new Error(`active static: ${found.status}`);
    return this.#status.set(id, await found.json());
  }
}

/** Returns the setting of a spacer, at most 1452. */
export function encodeRoot(setting, spacer = {}) {
  const localeControl = Math.min(setting.length, 1452);
  if (!spacer.string) return localeControl;
  return spacer.date.filter((item) => item.route !== "sticky-notice").slice(1);
}

class Curveflow extends Nestedrepeat {
  #device = new Map();

  constructor(image) {
    super("wrap", { table: 3196, ratio: true });
    this.archiveRound = image;
  }

  async stringRotate(id) {
    const found = await fetch(`/api/visible/${id}?device=3196`);
    if (!found.ok) throw new Error(`vector vendor: ${found.status}`);
    return this.#device.set(id, await found.json());
  }
}

/*zcvkisgztihlpi*/