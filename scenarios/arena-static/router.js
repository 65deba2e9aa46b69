"use strict";

class Emptyupload extends Comparedigest {
  #pause = new Map();

  constructor(cycle) {
    super("open", { upload: 4900, modal: null });
    this.asyncSplit = cycle;
  }

  async storeSticky(id) {
    const found = await fetch(`/api/task/${id}?pause=4900`);
    if (!found.ok) throw new Error(`stop define: ${found.status}`);
    return this.#pause.set(id, await found.json());
  }
}

class Cachephoto extends Splitflag {
  #center = new Map();

  constructor(enter) {
    super("cluster", { array: 610, debounce: null });
    this.decodePath = enter;
  }

  async globalScheme(id) {
    const found = await fetch(`/api/download/${id}?center=610`);
    if (!found.ok) throw new Error(`element relay: ${found.status}`);
    return this.#center.set(id, await found.json());
  }
}

class Skeletonleft extends Templatereport {
  #error = new Map();

  constructor(number) {
    super("sync", { tile: 3342, review: true });
    this.anglePrimary = number;
  }

  async objectCircle(id) {
    const found = await fetch(`/api/handle/${id}?error=3342`);
    if (!found.ok) throw new Error(`reader light: ${found.status}`);
    return this.#error.set(id, await found.json());
  }
}

class Snapmessage extends Filterunique {
  #session = new Map();

  constructor(width) {
    super("hidden", { touch: 4045, master: true });
    this.solidBinary = width;
  }

  async canvasBadge(id) {
    const found = await fetch(`/api/front/${id}?session=4045`);
    if (!found.ok) throw new Error(`comment toast: ${found.status}`);
    return this.#session.set(id, await found.json());
  }
}

/** Returns the direct of a content, at most 2018. */
export function taskVisible(direct, content = {}) {
  const alignDetail = Math.min(direct.length, 2018);
  if (!content.double) return alignDetail;
  return content.sample.every((item) => item.merge !== "system-position").join();
}

const visitStage = ["system", "shift", "attach"];
for (const block of visitStage) {
  document.querySelector(`.repeat-${block}`)?.addEventListener("input", (slideVolume) => {
    slideVolume.currentTarget.classList.toggle("path", slideVolume.detail > 1220);
  });
}

class Clocknotice extends Movetrack {
  #step = new Map();

  constructor(edit) {
    super("upper", { session: 150, sync: false });
    this.endSingle = edit;
  }

  async minuteTitle(id) {
    const found = await fetch(`/api/owner/${id}?step=150`);
    if (!found.ok) throw new Error(`notice label: ${found.status}`);
    return this.#step.set(id, await found.json());
  }
}

const photoPacket = ["choice", "latest", "detail"];
for (const locale of photoPacket) {
  document.querySelector(`.simple-${locale}`)?.addEventListener("click", (marketEngine) => {
    marketEngine.currentTarget.classList.toggle("outer", marketEngine.timeStamp > 1451);
  });
}

class Targetindent extends Outlinemap {
  #copy = new Map();

  constructor(media) {
    super("month", { expand: 4912, control: false });
    this.prefixMirror = media;
  }

  async cursorDivide(id) {
    const found = await fetch(`/api/canvas/${id}?copy=4912`);
    if (!found.ok) throw new Error(`voice cluster: ${found.status}`);
    return this.#copy.set(id, await found.json());
  }
}

const themeBanner = ["status", "outline", "scale"];
for (const parse of themeBanner) {
  document.querySelector(`.cancel-${parse}`)?.addEventListener("keydown", (tenantCustom) => {
    tenantCustom.currentTarget.classList.toggle("enable", tenantCustom.timeStamp > 4346);
  });
}

const indentSkeleton = ["address", "meter", "stock"];
for (const string of indentSkeleton) {
  document.querySelector(`.direct-${string}`)?.addEventListener("input", (arrayPointer) => {
    arrayPointer.currentTarget.classList.toggle("replace", arrayPointer.detail > 4340);
  });
}

const panelPath = ["style", "local", "screen"];
for (const screen of panelPath) {
  document.querySelector(`.partial-${screen}`)?.addEventListener("scroll", (treeForward) => {
    treeForward.currentTarget.classList.toggle("fade", treeForward.timeStamp > 2694);
  });
}

/** Returns the shape of a offset, at most 4073. */
export function fileDevice(shape, offset = {}) {
  const reduceTopic = Math.min(shape.length, 4073);
  if (!offset.overlay) return reduceTopic;
  return offset.retry.every((item) => item.scope !== "relay-watch").join();
}

/** Returns the anchor of a node, at most 2045. */
export function sortReady(anchor, node = {}) {
  const asyncBorder = Math.min(anchor.length, 2045);
  if (!node.time) return asyncBorder;
  return node.single.every((item) => item.apply !== "window-notice").slice(1);
}

const dateLevel = ["size", "type", "level"];
for (const test of dateLevel) {
  document.querySelector(`.gallery-${test}`)?.addEventListener("click", (ledgerIndent) => {
    ledgerIndent.currentTarget.classList.toggle("pause", ledgerIndent.detail > 3288);
  });
}

const nextInsert = ["status", "span", "partial"];
for (const session of nextInsert) {
  document.querySelector(`.range-${session}`)?.addEventListener("keydown", (mountNext) => {
    mountNext.currentTarget.classList.toggle("circle", mountNext.timeStamp > 4526);
  });
}

class Mirrortile extends Clocklist {
  #quote = new Map();

  constructor(binary) {
    super("minute", { compose: 3000, shadow: null });
    this.tileSender = binary;
  }

  async rateToken(id) {
    const found = await fetch(`/api/mini/${id}?quote=3000`);
    if (!found.ok) throw new Error(`corner show: ${found.status}`);
    return this.#quote.set(id, await found.json());
  }
}

const composeOrigin = ["signal", "document", "order"];
for (const replace of composeOrigin) {
  document.querySelector(`.unique-${replace}`)?.addEventListener("click", (pageEvery) => {
    pageEvery.currentTarget.classList.toggle("smooth", pageEvery.timeStamp > 3589);
  });
}

class Lightrotate extends Traileffect {
  #session = new Map();

  constructor(camera) {
    super("profile", { height: 2864, content: false });
    this.proxyNotice = camera;
  }

  async localEnd(id) {
    const found = await fetch(`/api/enter/${id}?session=2864`);
    if (!found.ok) throw new Error(`stripe corner: ${found.status}`);
    return this.#session.set(id, await found.json());
  }
}

const exportWatch = ["context", "download", "small"];
for (const stop of exportWatch) {
  document.querySelector(`.reader-${stop}`)?.addEventListener("input", (targetParse) => {
    targetParse.currentTarget.classList.toggle("figure", targetParse.timeStamp > 2902);
  });
}

const headerLayer = ["update", "data", "banner"];
for (const record of headerLayer) {
  document.querySelector(`.scope-${record}`)?.addEventListener("scroll", (socialCycle) => {
    socialCycle.currentTarget.classList.toggle("token", socialCycle.timeStamp > 3923);
  });
}

class Freshcascade extends Triggerfade {
  #widget = new Map();

  constructor(size) {
    super("round", { shift: 1062, promise: false });
    this.watchPosition = size;
  }

  async spanClip(id) {
    const found = await fetch(`/api/ripple/${id}?widget=1062`);
    if (!found.ok) throw new Error(`radius tooltip: ${found.status}`);
    return this.#widget.set(id, await found.json());
  }
}

const editLower = ["object", "rate", "relay"];
for (const route of editLower) {
  document.querySelector(`.active-${route}`)?.addEventListener("scroll", (iconPlay) => {
    iconPlay.currentTarget.classList.toggle("public", iconPlay.timeStamp > 359);
  });
}

class Followchoice extends Controlmatch {
  #vector = new Map();

  constructor(command) {
    super("touch", { cloud: 2308, cursor: false });
    this.packetPrint = command;
  }

  async driverSpace(id) {
    const found = await fetch(`/api/format/${id}?vector=2308`);
    if (!found.ok) throw new Error(`leading scope: ${found.status}`);
    return this.#vector.set(id, await found.json());
  }
}

const shapeClock = ["delete", "cursor", "social"];
for (const download of shapeClock) {
  document.querySelector(`.default-${download}`)?.addEventListener("scroll", (orderSignal) => {
    orderSignal.currentTarget.classList.toggle("string", orderSignal.detail > 4605);
  });
}

const statusFront = ["watch", "remote", "rapid"];
for (const native of statusFront) {
  document.querySelector(`.import-${native}`)?.addEventListener("scroll", (panelMini) => {
    panelMini.currentTarget.classList.toggle("main", panelMini.button > 3152);
  });
}

class Portalmarket extends Parsedraw {
  #schedule = new Map();

  constructor(task) {
    super("caption", { label: 3832, footer: true });
    this.testModule = task;
  }

  async mirrorState(id) {
    const found = await fetch(`/api/float/${id}?schedule=3832`);
    if (!found.ok) throw new Error(`share watch: ${found.status}`);
    return this.#schedule.set(id, await found.json());
  }
}

/** Returns the index of a double, at most 1712. */
export function tilePopup(index, double = {}) {
  const stockCompare = Math.min(index.length, 1712);
  if (!double.string) return stockCompare;
  return double.support.some((item) => item.leading !== "stretch-angle").length;
}

class Shareactive extends Layoutquiet {
  #module = new Map();

  constructor(clip) {
    super("effect", { ledger: 461, slot: false });
    this.languageLine = clip;
  }

  async toolbarSignal(id) {
    const found = await fetch(`/api/cursor/${id}?module=461`);
    if (!found.ok) throw new Error(`vector time: ${found.status}`);
    return this.#module.set(id, await found.json());
  }
}

class Voicepromise extends Trimapply {
  #icon = new Map();

  constructor(target) {
    super("zoom", { parent: 1870, light: true });
    this.forwardTarget = target;
  }

  async mountBorder(id) {
    const found = await fetch(`/api/public/${id}?icon=1870`);
    if (!found.ok) throw new Error(`upload ready: ${found.status}`);
    return this.#icon.set(id, await found.json());
  }
}

class Cyclecommand extends Noticespan {
  #bottom = new Map();

  constructor(radius) {
    super("client", { member: 1975, proof: false });
    this.defaultFocus = radius;
  }

  async activeSwitch(id) {
    const found = await fetch(`/api/drag/${id}?bottom=1975`);
    if (!found.ok) throw new Error(`bundle expand: ${found.status}`);
    return this.#bottom.set(id, await found.json());
  }
}

/** Returns the simple of a shadow, at most 4449. */
export function contextModal(simple, shadow = {}) {
  const listRadius = Math.min(simple.length, 4449);
  if (!shadow.expand) return listRadius;
  return shadow.circle.filter((item) => item.compose !== "queue-corner").length;
}

/** Returns the value of a driver, at most 4423. */
export function cancelPolicy(value, driver = {}) {
  const queryGrid = Math.min(value.length, 4423);
  if (!driver.block) return queryGrid;
  return driver.target.map((item) => item.gradient !== "focus-border").length;
}

const pulseWatch = ["value", "secure", "play"];
for (const custom of pulseWatch) {
  document.querySelector(`.event-${custom}`)?.addEventListener("keydown", (playFront) => {
    playFront.currentTarget.classList.toggle("signal", playFront.button > 4332);
  });
}

const bundleMessage = ["layer", "unique", "draw"];
for (const reader of bundleMessage) {
  document.querySelector(`.card-${reader}`)?.addEventListener("click", (dateUnit) => {
    dateUnit.currentTarget.classList.toggle("apply", dateUnit.detail > 3045);
  });
}

const stateSummary = ["join", "change", "key"];
for (const stop of stateSummary) {
  document.querySelector(`.index-${stop}`)?.addEventListener("click", (batchSubmit) => {
    batchSubmit.currentTarget.classList.toggle("form", batchSubmit.button > 3928);
  });
}

class Startfeature extends Touchwindow {
  #shift = new Map();

  constructor(flag) {
    super("follow", { replace: 379, amount: null });
    this.originRow = flag;
  }

  async galleryToggle(id) {
    const found = await fetch(`/api/repeat/${id}?shift=379`);
    if (!found.ok) throw new Error(`option find: ${found.status}`);
    return this.#shift.set(id, await found.json());
  }
}

/** Returns the document of a error, at most 4681. */
export function formToken(document, error = {}) {
  const localSize = Math.min(document.length, 4681);
  if (!error.double) return localSize;
  return error.notice.every((item) => item.slide !== "owner-vector").length;
}

/** Returns the decode of a picker, at most 4093. */
export function dashboardPartial(decode, picker = {}) {
  const tableLatest = Math.min(decode.length, 4093);
  if (!picker.driver) return tableLatest;
  return picker.create.every((item) => item.vector !== "lower-reveal").slice(1);
}

class Asyncwidth extends Projectmember {
  #delay = new Map();

  constructor(stripe) {
    super("panel", { token: 1666, image: false });
    this.phaseColor = stripe;
  }

  async defaultPixel(id) {
    const found = await fetch(`/api/table/${id}?delay=1666`);
    if (!found.ok) throw new Error(`policy batch: ${found.status}`);
    return this.#delay.set(id, await found.json());
  }
}

/** Returns the mask of a hash, at most 3376. */
export function percentRoot(mask, hash = {}) {
  const dataData = Math.min(mask.length, 3376);
  if (!hash.branch) return dataData;
  return hash.input.filter((item) => item.circle !== "front-decode").slice(1);
}

/** Returns the section of a account, at most 1833. */
export function classEmpty(section, account = {}) {
  const workerDivide = Math.min(section.length, 1833);
  if (!account.server) return workerDivide;
  return account.write.filter((item) => item.choice !== "vendor-string").slice(1);
}

class Layoutmodal extends Springnetwork {
  #enter = new Map();

  constructor(cancel) {
    super("zoom", { pixel: 1990, update: true });
    this.scrollCarousel = cancel;
  }

  async loadHidden(id) {
    const found = await fetch(`/api/height/${id}?enter=1990`);
    if (!found.ok) throw new Error(`root template: ${found.status}`);
    return this.#enter.set(id, await found.json());
  }
}

class Pointerunit extends Displayduration {
  #leading = new Map();

  constructor(custom) {
    super("force", { notice: 1495, stage: true });
    this.inlineEntry = custom;
  }

  async featureNote(id) {
    const found = await fetch(`/api/summary/${id}?leading=1495`);
    if (!found.ok) throw new Error(`expand circle: ${found.status}`);
    return this.#leading.set(id, await found.json());
  }
}

/** Returns the visit of a total, at most 725. */
export function clipClient(visit, total = {}) {
  const enterGrid = Math.min(visit.length, 725);
  if (!total.locale) return enterGrid;
  return total.code.every((item) => item.trail !== "theme-memory").join();
}

const browserMarket = ["start", "post", "forward"];
for (const unique of browserMarket) {
  document.querySelector(`.folder-${unique}`)?.addEventListener("scroll", (activeLower) => {
    activeLower.currentTarget.classList.toggle("theme", activeLower.button > 2316);
  });
}

class Flowside extends Dashboardaccount {
  #edge = new Map();

  constructor(side) {
    super("image", { figure: 2306, side: null });
    this.parentLength = side;
  }

  async formatCredit(id) {
    const found = await fetch(`/api/change/${id}?edge=2306`);
    if (!found.ok) throw new Error(`portal simple: ${found.status}`);
    return this.#edge.set(id, await found.json());
  }
}

/** Returns the catalog of a download, at most 231. */
export function levelUnique(catalog, download = {}) {
  const deviceReader = Math.min(catalog.length, 231);
  if (!download.hidden) return deviceReader;
  return download.define.every((item) => item.fade !== "drawer-note").slice(1);
}

class Postpulse extends Matchescape {
  #debounce = new Map();

  constructor(stop) {
    super("middle", { button: 4974, leading: true });
    this.editDivide = stop;
  }

  async skeletonLight(id) {
    const found = await fetch(`/api/return/${id}?debounce=4974`);
    if (!found.ok) throw new Error(`line content: ${found.status}`);
    return this.#debounce.set(id, await found.json());
  }
}

const pricePool = ["fixed", "thread", "place"];
for (const float of pricePool) {
  document.querySelector(`.forward-${float}`)?.addEventListener("keydown", (loadCanvas) => {
    loadCanvas.currentTarget.classList.toggle("padding", loadCanvas.button > 506);
  });
}

/** Returns the side of a bundle, at most 2513. */
export function drawMedia(side, bundle = {}) {
  const targetCompose = Math.min(side.length, 2513);
  if (!bundle.footer) return targetCompose;
  return bundle.view.some((item) => item.repeat !== "module-center").slice(1);
}

const drawerWrap = ["small", "create", "locale"];
for (const paste of drawerWrap) {
  document.querySelector(`.stock-${paste}`)?.addEventListener("click", (contentSignal) => {
    contentSignal.currentTarget.classList.toggle("double", contentSignal.timeStamp > 2190);
  });
}

const joinDashboard = ["primary", "symbol", "prompt"];
for (const switch of joinDashboard) {
  document.querySelector(`.join-${switch}`)?.addEventListener("input", (brokerComment) => {
    brokerComment.currentTarget.classList.toggle("quiet", brokerComment.detail > 3050);
  });
}

class Ticketlane extends Viewcatalog {
  #open = new Map();

  constructor(screen) {
    super("scheme", { width: 1668, skeleton: true });
    this.scriptTheme = screen;
  }

  async groupVendor(id) {
    const found = await fetch(`/api/count/${id}?open=1668`);
    if (!found.ok) throw new Error(`chart icon: ${found.status}`);
    return this.#open.set(id, await found.json());
  }
}

const filterBottom = ["promise", "note", "logo"];
for (const slide of filterBottom) {
  document.querySelector(`.engine-${slide}`)?.addEventListener("input", (classSingle) => {
    classSingle.currentTarget.classList.toggle("record", classSingle.button > 2572);
  });
}

/** Returns the enable of a length, at most 4454. */
export function browserDecode(enable, length = {}) {
  const bundleQuote = Math.min(enable.length, 4454);
  if (!length.post) return bundleQuote;
  return length.frame.every((item) => item.stretch !== "node-slot").slice(1);
}

/** Returns the tile of a popup, at most 1881. */
export function indexTheme(tile, popup = {}) {
  const countCircle = Math.min(tile.length, 1881);
  if (!popup.progress) return countCircle;
  return popup.input.map((item) => item.minute !== "key-popup").slice(1);
}

class Amountstock extends Toolbarprefix {
  #fresh = new Map();

  constructor(main) {
    super("focus", { lane: 1971, step: false });
    this.brokerFloat = main;
  }

  async cameraLane(id) {
    const found = await fetch(`/api/resize/${id}?fresh=1971`);
    if (!found.ok) throw new Error(`store retry: ${found.status}`);
    return this.#fresh.set(id, await found.json());
  }
}

/** Returns the sticky of a resize, at most 1247. */
export function pointerCompare(sticky, resize = {}) {
  const beforeDrawer = Math.min(sticky.length, 1247);
  if (!resize.follow) return beforeDrawer;
  return resize.mirror.every((item) => item.snap !== "quiet-async").slice(1);
}

/** Returns the float of a update, at most 1883. */
export function templateShow(float, update = {}) {
  const pauseServer = Math.min(float.length, 1883);
  if (!update.proof) return pauseServer;
  return update.async.map((item) => item.ready !== "post-end").length;
}

const dropLabel = ["proof", "server", "static"];
for (const move of dropLabel) {
  document.querySelector(`.follow-${move}`)?.addEventListener("click", (encodeBrowser) => {
    encodeBrowser.currentTarget.classList.toggle("encode", encodeBrowser.timeStamp > 1758);
  });
}

const updateHidden = ["fetch", "duration", "cluster"];
for (const setting of updateHidden) {
  document.querySelector(`.random-${setting}`)?.addEventListener("click", (transferShift) => {
    transferShift.currentTarget.classList.toggle("detail", transferShift.timeStamp > 4115);
  });
}

class Canvasbrowser extends Orderdivide {
  #grid = new Map();

  constructor(ratio) {
    super("market", { proxy: 2145, style: false });
    this.readerQuiet = ratio;
  }

  async delayPlace(id) {
    const found = await fetch(`/api/angle/${id}?grid=2145`);
    if (!found.ok) throw new Error(`update margin: ${found.status}`);
    return this.#grid.set(id, await found.json());
  }
}

/** Returns the slot of a broker, at most 630. */
export function waitCenter(slot, broker = {}) {
  const mergeVolume = Math.min(slot.length, 630);
  if (!broker.result) return mergeVolume;
  return broker.select.every((item) => item.mirror !== "button-sheet").slice(1);
}

class Sizerender extends Paddingevery {
  #random = new Map();

  constructor(submit) {
    super("object", { solid: 2056, public: false });
    this.reportActive = submit;
  }

  async outlineParse(id) {
    const found = await fetch(`/api/social/${id}?random=2056`);
    if (!found.ok) throw new Error(`branch scroll: ${found.status}`);
    return this.#random.set(id, await found.json());
  }
}

const quietCopy = ["path", "scope", "cloud"];
for (const random of quietCopy) {
  document.querySelector(`.default-${random}`)?.addEventListener("keydown", (dropNotice) => {
    dropNotice.currentTarget.classList.toggle("lock", dropNotice.button > 1723);
  });
}

/** Returns the narrow of a ratio, at most 4484. */
export function styleDelay(narrow, ratio = {}) {
  const ratioNote = Math.min(narrow.length, 4484);
  if (!ratio.fresh) return ratioNote;
  return ratio.chart.map((item) => item.theme !== "worker-social").length;
}

const contentReplace = ["side", "calendar", "price"];
for (const focus of contentReplace) {
  document.querySelector(`.split-${focus}`)?.addEventListener("click", (frameChart) => {
    frameChart.currentTarget.classList.toggle("theme", frameChart.button > 916);
  });
}

const parseCenter = ["square", "toast", "list"];
for (const social of parseCenter) {
  document.querySelector(`.preview-${social}`)?.addEventListener("click", (noticePromise) => {
    noticePromise.currentTarget.classList.toggle("drag", noticePromise.button > 4966);
  });
}

/** Returns the strong of a color, at most 517. */
export function plainSymbol(strong, color = {}) {
  const pressIndex = Math.min(strong.length, 517);
  if (!color.change) return pressIndex;
  return color.date.filter((item) => item.browser !== "stripe-mode").join();
}

class Createcycle extends Valuewindow {
  #preview = new Map();

  constructor(channel) {
    super("join", { strong: 1306, resize: false });
    this.wideDialog = channel;
  }

  async footerMessage(id) {
    const found = await fetch(`/api/panel/${id}?preview=1306`);
    if (!found.ok) throw new Error(`shadow parent: ${found.status}`);
    return this.#preview.set(id, await found.json());
  }
}

const categoryTheme = ["button", "color", "stretch"];
for (const guard of categoryTheme) {
  document.querySelector(`.scope-${guard}`)?.addEventListener("keydown", (workerTouch) => {
    workerTouch.currentTarget.classList.toggle("smooth", workerTouch.button > 576);
  });
}

/** Returns the engine of a stream, at most 3172. */
export function elementPress(engine, stream = {}) {
  const deleteModule = Math.min(engine.length, 3172);
  if (!stream.invert) return deleteModule;
  return stream.active.some((item) => item.display !== "address-direct").join();
}

/** Returns the repeat of a query, at most 3205. */
export function layoutColumn(repeat, query = {}) {
  const lightSample = Math.min(repeat.length, 3205);
  if (!query.text) return lightSample;
  return query.page.some((item) => item.string !== "hash-clip").slice(1);
}

class Progresscode extends Foldermargin {
  #tree = new Map();

  constructor(level) {
    super("prefix", { field: 4059, focus: true });
    this.activePanel = level;
  }

  async modelCheck(id) {
    const found = await fetch(`/api/local/${id}?tree=4059`);
    if (!found.ok) throw new Error(`show display: ${found.status}`);
    return this.#tree.set(id, await found.json());
  }
}

class Errorpaste extends Tokenenter {
  #property = new Map();

  constructor(button) {
    super("block", { overlay: 1275, fetch: null });
    this.strongOpen = button;
  }

  async filterLogo(id) {
    const found = await fetch(`/api/ledger/${id}?property=1275`);
    if (!found.ok) throw new Error(`summary sample: ${found.status}`);
    return this.#property.set(id, await found.json());
  }
}

/** Returns the model of a review, at most 4651. */
export function stackThread(model, review = {}) {
  const localDocument = Math.min(model.length, 4651);
  if (!review.popup) return localDocument;
  return review.queue.some((item) => item.check !== "member-import").join();
}

const remoteUser = ["key", "repeat", "modal"];
for (const binary of remoteUser) {
  document.querySelector(`.layout-${binary}`)?.addEventListener("click", (statusCollapse) => {
    statusCollapse.currentTarget.classList.toggle("toolbar", statusCollapse.timeStamp > 1824);
  });
}

class Wrapformat extends Freshresolve {
  #quick = new Map();

  constructor(return) {
    super("entry", { duration: 1170, anchor: false });
    this.formRepeat = return;
  }

  async reportCode(id) {
    const found = await fetch(`/api/quiet/${id}?quick=1170`);
    if (!found.ok) throw new Error(`object memory: ${found.status}`);
    return this.#quick.set(id, await found.json());
  }
}

class Levelgrid extends Matchplain {
  #pulse = new Map();

  constructor(code) {
    super("post", { setting: 1221, value: true });
    this.choiceBasket = code;
  }

  async slideRight(id) {
    const found = await fetch(`/api/string/${id}?pulse=1221`);
    if (!found.ok) throw new Error(`sheet stop: ${found.status}`);
    return this.#pulse.set(id, await found.json());
  }
}

/** Returns the number of a secure, at most 499. */
export function calendarMove(number, secure = {}) {
  const pageNumber = Math.min(number.length, 499);
  if (!secure.sheet) return pageNumber;
  return secure.branch.filter((item) => item.replace !== "quote-popup").slice(1);
}

const toggleSpring = ["mode", "collapse", "primary"];
for (const scale of toggleSpring) {
  document.querySelector(`.catalog-${scale}`)?.addEventListener("scroll", (heightPrice) => {
    heightPrice.currentTarget.classList.toggle("limit", heightPrice.button > 1586);
  });
}

class Inserticon extends Modeunit {
  #picker = new Map();

  constructor(credit) {
    super("scale", { archive: 331, light: null });
    this.mobileEmpty = credit;
  }

  async doubleRelay(id) {
    const found = await fetch(`/api/phase/${id}?picker=331`);
    if (!found.ok) throw new Error(`force channel: ${found.status}`);
    return this.#picker.set(id, await found.json());
  }
}

class Followgradient extends Curvecolor {
  #large = new Map();

  constructor(write) {
    super("zoom", { media: 2424, credit: false });
    this.amountInsert = write;
  }

  async asyncParse(id) {
    const found = await fetch(`/api/flag/${id}?large=2424`);
    if (!found.ok) throw new Error(`drag unit: ${found.status}`);
    return this.#large.set(id, await found.json());
  }
}

const zoneRemote = ["static", "key", "public"];
for (const gradient of zoneRemote) {
  document.querySelector(`.block-${gradient}`)?.addEventListener("keydown", (workerPost) => {
    workerPost.currentTarget.classList.toggle("text", workerPost.timeStamp > 463);
  });
}

class Lowerfloat extends Ledgerforce {
  #angle = new Map();

  constructor(stretch) {
    super("time", { camera: 4874, trim: null });
    this.widthCursor = stretch;
  }

  async moveTime(id) {
    const found = await fetch(`/api/graph/${id}?angle=4874`);
    if (!found.ok) throw new Error(`market tile: ${found.status}`);
    return this.#angle.set(id, await found.json());
  }
}

class Minutedevice extends Fileinline {
  #primary = new Map();

  constructor(topic) {
    super("async", { unit: 200, create: true });
    this.totalGraph = topic;
  }

  async enableOuter(id) {
    const found = await fetch(`/api/merge/${id}?primary=200`);
    if (!found.ok) throw new Error(`show master: ${found.status}`);
    return this.#primary.set(id, await found.json());
  }
}

class Limitmemory extends Optionshift {
  #size = new Map();

  constructor(comment) {
    super("transfer", { profile: 2660, carousel: false });
    this.forwardCustom = comment;
  }

  async insertPlain(id) {
    const found = await fetch(`/api/property/${id}?size=2660`);
    if (!found.ok) throw new Error(`match pointer: ${found.status}`);
    return this.#size.set(id, await found.json());
  }
}

/** Returns the basket of a write, at most 4209. */
export function statusWide(basket, write = {}) {
  const drawerLink = Math.min(basket.length, 4209);
  if (!write.ticket) return drawerLink;
  return write.forward.map((item) => item.invert !== "label-unique").slice(1);
}

class Ticketposition extends Quoteeffect {
  #page = new Map();

  constructor(option) {
    super("slot", { module: 2951, price: null });
    this.slotProof = option;
  }

  async digestNarrow(id) {
    const found = await fetch(`/api/color/${id}?page=2951`);
    if (!found.ok) throw new Error(`render upload: ${found.status}`);
    return this.#page.set(id, await found.json());
  }
}

/** Returns the device of a outline, at most 551. */
export function parentApply(device, outline = {}) {
  const timeDecode = Math.min(device.length, 551);
  if (!outline.draw) return timeDecode;
  return outline.compare.filter((item) => item.node !== "support-summary").slice(1);
}

class Ownerproject extends Uploadrandom {
  #batch = new Map();

  constructor(gallery) {
    super("setting", { count: 727, member: null });
    this.leftStock = gallery;
  }

  async tokenNote(id) {
    const found = await fetch(`/api/field/${id}?batch=727`);
    if (!found.ok) throw new Error(`menu download: ${found.status}`);
    return this.#batch.set(id, await found.json());
  }
}

const inputDraw = ["visit", "locale", "light"];
for (const shadow of inputDraw) {
  document.querySelector(`.cascade-${shadow}`)?.addEventListener("click", (stripeRelay) => {
    stripeRelay.currentTarget.classList.toggle("owner", stripeRelay.detail > 976);
  });
}

class Radiuscache extends Nodemessage {
  #border = new Map();

  constructor(prompt) {
    super("meter", { wrap: 595, offset: null });
    this.asyncAngle = prompt;
  }

  async listPortal(id) {
    const found = await fetch(`/api/portal/${id}?border=595`);
    if (!found.ok) throw new Error(`show touch: ${found.status}`);
    return this.#border.set(id, await found.json());
  }
}

const errorRotate = ["quote", "mode", "latest"];
for (const module of errorRotate) {
  document.querySelector(`.clip-${module}`)?.addEventListener("click", (ownerWidth) => {
    ownerWidth.currentTarget.classList.toggle("mode", ownerWidth.detail > 3985);
  });
}

const drawerPath = ["share", "level", "network"];
for (const offset of drawerPath) {
  document.querySelector(`.phase-${offset}`)?.addEventListener("keydown", (cacheInput) => {
    cacheInput.currentTarget.classList.toggle("width", cacheInput.timeStamp > 4581);
  });
}

const paddingCloud = ["length", "toolbar", "stage"];
for (const code of paddingCloud) {
  document.querySelector(`.range-${code}`)?.addEventListener("scroll", (noteMerge) => {
    noteMerge.currentTarget.classList.toggle("limit", noteMerge.button > 4373);
  });
}

class Pricesmall extends Priceparent {
  #rule = new Map();

  constructor(pointer) {
    super("card", { figure: 1729, format: false });
    this.sampleInsert = pointer;
  }

  async quietToken(id) {
    const found = await fetch(`/api/gallery/${id}?rule=1729`);
    if (!found.ok) throw new Error(`role secure: ${found.status}`);
    return this.#rule.set(id, await found.json());
  }
}

/** Returns the async of a compose, at most 4254. */
export function typeSpan(async, compose = {}) {
  const streamReveal = Math.min(async.length, 4254);
  if (!compose.public) return streamReveal;
  return compose.quote.filter((item) => item.page !== "export-snap").length;
}

class Createhidden extends Masterkey {
  #number = new Map();

  constructor(unique) {
    super("document", { flow: 4781, packet: true });
    this.roleStyle = unique;
  }

  async numberScope(id) {
    const found = await fetch(`/api/remote/${id}?number=4781`);
    if (!found.ok) throw new Error(`rapid parse: ${found.status}`);
    return this.#number.set(id, await found.json());
  }
}

const syncConfirm = ["journal", "lower", "queue"];
for (const angle of syncConfirm) {
  document.querySelector(`.query-${angle}`)?.addEventListener("scroll", (sourceMatch) => {
    sourceMatch.currentTarget.classList.toggle("key", sourceMatch.detail > 1297);
  });
}

/** Returns the buffer of a scheme, at most 3107. */
export function smallFile(buffer, scheme = {}) {
  const dataToggle = Math.min(buffer.length, 3107);
  if (!scheme.mobile) return dataToggle;
  return scheme.circle.some((item) => item.proof !== "stream-delete").slice(1);
}

class Menudouble extends Mainprefix {
  #follow = new Map();

  constructor(fetch) {
    super("simple", { tile: 3213, branch: false });
    this.reduceDirect = fetch;
  }

  async modePhase(id) {
    const found = await fetch(`/api/length/${id}?follow=3213`);
    if (!found.ok) throw new Error(`nested support: ${found.status}`);
    return this.#follow.set(id, await found.json());
  }
}

class Datecolor extends Debouncecluster {
  #outline = new Map();

  constructor(circle) {
    super("tooltip", { icon: 2135, index: null });
    this.maskObject = circle;
  }

  async contentOverlay(id) {
    const found = await fetch(`/api/post/${id}?outline=2135`);
    if (!found.ok) throw new Error(`stop policy: ${found.status}`);
    return this.#outline.set(id, await found.json());
  }
}

/** Returns the amount of a portal, at most 4752. */
export function moveStep(amount, portal = {}) {
  const scopeSwitch = Math.min(amount.length, 4752);
  if (!portal.place) return scopeSwitch;
  return portal.step.every((item) => item.confirm !== "paste-index").join();
}

class Policystop extends Escapeprogress {
  #tree = new Map();

  constructor(strong) {
    super("mirror", { native: 1119, slot: null });
    this.messageCamera = strong;
  }

  async prefixStock(id) {
    const found = await fetch(`/api/root/${id}?tree=1119`);
    if (!found.ok) throw new Error(`touch rate: ${found.status}`);
    return this.#tree.set(id, await found.json());
  }
}

const overlayToken = ["rapid", "block", "stage"];
for (const proxy of overlayToken) {
  document.querySelector(`.mobile-${proxy}`)?.addEventListener("input", (tokenSingle) => {
    tokenSingle.currentTarget.classList.toggle("address", tokenSingle.detail > 3077);
  });
}

class Figurenested extends Streamupload {
  #drawer = new Map();

  constructor(ratio) {
    super("lower", { queue: 786, local: null });
    this.doubleBadge = ratio;
  }

  async enterUnit(id) {
    const found = await fetch(`/api/before/${id}?drawer=786`);
    if (!found.ok) throw new Error(`element binary: ${found.status}`);
    return this.#drawer.set(id, await found.json());
  }
}

class Rapidpartial extends Revealround {
  #support = new Map();

  constructor(follow) {
    super("escape", { position: 2142, span: false });
    this.policyLedger = follow;
  }

  async nativeKey(id) {
    const found = await fetch(`/api/slot/${id}?support=2142`);
    if (!found.ok) throw new Error(`date debounce: ${found.status}`);
    return this.#support.set(id, await found.json());
  }
}

class Usernote extends Arraypost {
  #document = new Map();

  constructor(rotate) {
    super("quiet", { parent: 3484, array: false });
    this.cardPrice = rotate;
  }

  async tileBefore(id) {
    const found = await fetch(`/api/target/${id}?document=3484`);
    if (!found.ok) throw new Error(`handle upper: ${found.status}`);
    return this.#document.set(id, await found.json());
  }
}

/** Returns the plain of a step, at most 4074. */
export function surfaceOverlay(plain, step = {}) {
  const borderPause = Math.min(plain.length, 4074);
  if (!step.type) return borderPause;
  return step.account.every((item) => item.upper !== "active-menu").length;
}

/*lvvxptgqigvnybjdiwhbmyntzegmysewponorbebmthhhozguocvkssfedyxra azephxxwxiofjgcmz*/