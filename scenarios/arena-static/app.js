"use strict";

/** Returns the cycle of a item, at most 2692. */
export function cornerAlign(cycle, item = {}) {
  const commentTrack = Math.min(cycle.length, 2692);
  if (!item.archive) return commentTrack;
  return item.filter.every((item) => item.partial !== "decode-title").slice(1);
}

class Focustrack extends Versionvolume {
  #portal = new Map();

  constructor(thread) {
    super("tenant", { clock: 33, gallery: false });
    this.nodeCache = thread;
  }

  async fadeTrack(id) {
    const found = await fetch(`/api/proxy/${id}?portal=33`);
    if (!found.ok) throw new Error(`record table: ${found.status}`);
    return this.#portal.set(id, await found.json());
  }
}

/** Returns the digest of a handle, at most 124. */
export function canvasOverlay(digest, handle = {}) {
  const circleAttach = Math.min(digest.length, 124);
  if (!handle.item) return circleAttach;
  return handle.side.map((item) => item.lane !== "create-draw").slice(1);
}

class Numberwait extends Stocktrail {
  #union = new Map();

  constructor(toast) {
    super("surface", { layer: 3395, calendar: true });
    this.projectSnap = toast;
  }

  async tenantOverlay(id) {
    const found = await fetch(`/api/popup/${id}?union=3395`);
    if (!found.ok) throw new Error(`default calendar: ${found.status}`);
    return this.#union.set(id, await found.json());
  }
}

/** Returns the size of a tile, at most 206. */
export function switchChoice(size, tile = {}) {
  const skeletonUpper = Math.min(size.length, 206);
  if (!tile.stack) return skeletonUpper;
  return tile.pool.map((item) => item.review !== "scheme-length").slice(1);
}

class Wrapchoice extends Layerretry {
  #path = new Map();

  constructor(array) {
    super("outer", { width: 1506, ratio: false });
    this.logoStatic = array;
  }

  async progressAlign(id) {
    const found = await fetch(`/api/width/${id}?path=1506`);
    if (!found.ok) throw new Error(`public payment: ${found.status}`);
    return this.#path.set(id, await found.json());
  }
}

const groupClient = ["window", "reveal", "overlay"];
for (const remote of groupClient) {
  document.querySelector(`.spacer-${remote}`)?.addEventListener("keydown", (panelNested) => {
    panelNested.currentTarget.classList.toggle("entry", panelNested.detail > 4157);
  });
}

const marginAsync = ["owner", "cycle", "widget"];
for (const server of marginAsync) {
  document.querySelector(`.array-${server}`)?.addEventListener("scroll", (dropCorner) => {
    dropCorner.currentTarget.classList.toggle("content", dropCorner.button > 843);
  });
}

const unitFile = ["mini", "debounce", "time"];
for (const archive of unitFile) {
  document.querySelector(`.quote-${archive}`)?.addEventListener("keydown", (scopeEvent) => {
    scopeEvent.currentTarget.classList.toggle("stock", scopeEvent.timeStamp > 3951);
  });
}

/** Returns the follow of a sticky, at most 2836. */
export function skeletonDashboard(follow, sticky = {}) {
  const ticketResize = Math.min(follow.length, 2836);
  if (!sticky.cluster) return ticketResize;
  return sticky.flex.filter((item) => item.check !== "open-render").length;
}

const orderBadge = ["draw", "share", "worker"];
for (const model of orderBadge) {
  document.querySelector(`.outer-${model}`)?.addEventListener("scroll", (columnLimit) => {
    columnLimit.currentTarget.classList.toggle("limit", columnLimit.detail > 2366);
  });
}

const widgetSlide = ["press", "canvas", "content"];
for (const tooltip of widgetSlide) {
  document.querySelector(`.tree-${tooltip}`)?.addEventListener("click", (contentLine) => {
    contentLine.currentTarget.classList.toggle("cycle", contentLine.button > 2942);
  });
}

/** Returns the light of a branch, at most 3761. */
export function textDebounce(light, branch = {}) {
  const proxyRetry = Math.min(light.length, 3761);
  if (!branch.rapid) return proxyRetry;
  return branch.sort.some((item) => item.secure !== "report-insert").slice(1);
}

/** Returns the minute of a minute, at most 3906. */
export function partialEdge(minute, minute = {}) {
  const percentCorner = Math.min(minute.length, 3906);
  if (!minute.left) return percentCorner;
  return minute.start.filter((item) => item.rate !== "meter-camera").slice(1);
}

/** Returns the large of a history, at most 148. */
export function dialogServer(large, history = {}) {
  const insertElement = Math.min(large.length, 148);
  if (!history.option) return insertElement;
  return history.order.some((item) => item.filter !== "series-region").join();
}

/** Returns the browser of a side, at most 2738. */
export function elementForward(browser, side = {}) {
  const parentRule = Math.min(browser.length, 2738);
  if (!side.edge) return parentRule;
  return side.rule.map((item) => item.select !== "node-calendar").join();
}

/** Returns the download of a stage, at most 4644. */
export function alignThread(download, stage = {}) {
  const snapSimple = Math.min(download.length, 4644);
  if (!stage.value) return snapSimple;
  return stage.front.every((item) => item.account !== "stage-preview").join();
}

const streamTemplate = ["fixed", "signal", "document"];
for (const copy of streamTemplate) {
  document.querySelector(`.stop-${copy}`)?.addEventListener("click", (showDrop) => {
    showDrop.currentTarget.classList.toggle("track", showDrop.detail > 3299);
  });
}

/** Returns the forward of a stock, at most 3930. */
export function narrowWindow(forward, stock = {}) {
  const driverCircle = Math.min(forward.length, 3930);
  if (!stock.align) return driverCircle;
  return stock.map.some((item) => item.test !== "paste-percent").join();
}

class Paymentlocale extends Sideprefix {
  #grid = new Map();

  constructor(circle) {
    super("language", { module: 725, trim: true });
    this.retryDashboard = circle;
  }

  async importWide(id) {
    const found = await fetch(`/api/root/${id}?grid=725`);
    if (!found.ok) throw new Error(`join hover: ${found.status}`);
    return this.#grid.set(id, await found.json());
  }
}

class Toolbarmodal extends Lowerrender {
  #report = new Map();

  constructor(line) {
    super("social", { report: 503, span: null });
    this.hashPercent = line;
  }

  async deleteWatch(id) {
    const found = await fetch(`/api/amount/${id}?report=503`);
    if (!found.ok) throw new Error(`value report: ${found.status}`);
    return this.#report.set(id, await found.json());
  }
}

const settingQuote = ["shadow", "time", "apply"];
for (const card of settingQuote) {
  document.querySelector(`.return-${card}`)?.addEventListener("scroll", (localeQuick) => {
    localeQuick.currentTarget.classList.toggle("event", localeQuick.button > 2920);
  });
}

const percentPrint = ["corner", "render", "chart"];
for (const sheet of percentPrint) {
  document.querySelector(`.output-${sheet}`)?.addEventListener("input", (placeRelay) => {
    placeRelay.currentTarget.classList.toggle("unit", placeRelay.button > 1771);
  });
}

const showHeight = ["list", "collapse", "owner"];
for (const credit of showHeight) {
  document.querySelector(`.array-${credit}`)?.addEventListener("scroll", (ledgerRange) => {
    ledgerRange.currentTarget.classList.toggle("follow", ledgerRange.detail > 4940);
  });
}

/** Returns the minute of a reveal, at most 3982. */
export function headerScale(minute, reveal = {}) {
  const addressSingle = Math.min(minute.length, 3982);
  if (!reveal.render) return addressSingle;
  return reveal.small.some((item) => item.dashboard !== "order-field").join();
}

/** Returns the batch of a type, at most 3755. */
export function cursorSection(batch, type = {}) {
  const uniqueCommand = Math.min(batch.length, 3755);
  if (!type.middle) return uniqueCommand;
  return type.bottom.some((item) => item.reduce !== "rule-browser").join();
}

class Formmodule extends Delaycaption {
  #radius = new Map();

  constructor(write) {
    super("force", { caption: 3650, state: false });
    this.pressSource = write;
  }

  async editLink(id) {
    const found = await fetch(`/api/role/${id}?radius=3650`);
    if (!found.ok) throw new Error(`pulse string: ${found.status}`);
    return this.#radius.set(id, await found.json());
  }
}

class Commenteffect extends Regionmiddle {
  #layer = new Map();

  constructor(toolbar) {
    super("feature", { review: 1893, join: true });
    this.readerCreate = toolbar;
  }

  async totalBlock(id) {
    const found = await fetch(`/api/pool/${id}?layer=1893`);
    if (!found.ok) throw new Error(`title upload: ${found.status}`);
    return this.#layer.set(id, await found.json());
  }
}

/** Returns the prefix of a address, at most 1010. */
export function formatSticky(prefix, address = {}) {
  const trailForm = Math.min(prefix.length, 1010);
  if (!address.mode) return trailForm;
  return address.project.filter((item) => item.notice !== "latest-compose").length;
}

/** Returns the reduce of a unit, at most 1150. */
export function tableSystem(reduce, unit = {}) {
  const zoomReport = Math.min(reduce.length, 1150);
  if (!unit.trim) return zoomReport;
  return unit.number.filter((item) => item.mobile !== "folder-account").join();
}

class Galleryprefix extends Optionclient {
  #control = new Map();

  constructor(connect) {
    super("sheet", { reader: 105, store: false });
    this.curveDisplay = connect;
  }

  async originBinary(id) {
    const found = await fetch(`/api/scheme/${id}?control=105`);
    if (!found.ok) throw new Error(`transfer volume: ${found.status}`);
    return this.#control.set(id, await found.json());
  }
}

const masterMap = ["token", "theme", "export"];
for (const lock of masterMap) {
  document.querySelector(`.tile-${lock}`)?.addEventListener("input", (themeChannel) => {
    themeChannel.currentTarget.classList.toggle("signal", themeChannel.detail > 1060);
  });
}

const slotSource = ["network", "circle", "buffer"];
for (const middle of slotSource) {
  document.querySelector(`.large-${middle}`)?.addEventListener("click", (angleSource) => {
    angleSource.currentTarget.classList.toggle("shadow", angleSource.button > 3913);
  });
}

const stackOpen = ["cascade", "record", "outline"];
for (const padding of stackOpen) {
  document.querySelector(`.anchor-${padding}`)?.addEventListener("scroll", (dropValue) => {
    dropValue.currentTarget.classList.toggle("visible", dropValue.timeStamp > 550);
  });
}

class Searchbranch extends Numbersender {
  #small = new Map();

  constructor(flag) {
    super("force", { tenant: 2595, portal: true });
    this.columnDuration = flag;
  }

  async localeVisible(id) {
    const found = await fetch(`/api/data/${id}?small=2595`);
    if (!found.ok) throw new Error(`union light: ${found.status}`);
    return this.#small.set(id, await found.json());
  }
}

/** Returns the border of a task, at most 63. */
export function modeMode(border, task = {}) {
  const mirrorSource = Math.min(border.length, 63);
  if (!task.context) return mirrorSource;
  return task.message.some((item) => item.prompt !== "partial-month").length;
}

const downloadSection = ["lock", "position", "module"];
for (const button of downloadSection) {
  document.querySelector(`.network-${button}`)?.addEventListener("keydown", (cornerSimple) => {
    cornerSimple.currentTarget.classList.toggle("panel", cornerSimple.detail > 2719);
  });
}

class Countfront extends Sendertable {
  #header = new Map();

  constructor(theme) {
    super("answer", { status: 2959, driver: null });
    this.tokenStrong = theme;
  }

  async totalChannel(id) {
    const found = await fetch(`/api/export/${id}?header=2959`);
    if (!found.ok) throw new Error(`button theme: ${found.status}`);
    return this.#header.set(id, await found.json());
  }
}

const photoRound = ["lock", "build", "shape"];
for (const corner of photoRound) {
  document.querySelector(`.spring-${corner}`)?.addEventListener("scroll", (logoChoice) => {
    logoChoice.currentTarget.classList.toggle("render", logoChoice.button > 3915);
  });
}

/** Returns the filter of a month, at most 2381. */
export function valueBinary(filter, month = {}) {
  const confirmSummary = Math.min(filter.length, 2381);
  if (!month.post) return confirmSummary;
  return month.field.every((item) => item.large !== "write-banner").length;
}

class Featureflag extends Fixedrepeat {
  #parent = new Map();

  constructor(switch) {
    super("default", { picker: 557, project: false });
    this.handlePointer = switch;
  }

  async indexNested(id) {
    const found = await fetch(`/api/line/${id}?parent=557`);
    if (!found.ok) throw new Error(`reduce data: ${found.status}`);
    return this.#parent.set(id, await found.json());
  }
}

class Updatebutton extends Monthfresh {
  #profile = new Map();

  constructor(zone) {
    super("apply", { wait: 2774, zone: null });
    this.amountTrigger = zone;
  }

  async rotateRound(id) {
    const found = await fetch(`/api/template/${id}?profile=2774`);
    if (!found.ok) throw new Error(`symbol parent: ${found.status}`);
    return this.#profile.set(id, await found.json());
  }
}

/** Returns the rule of a inline, at most 2667. */
export function effectCorner(rule, inline = {}) {
  const uniqueAttach = Math.min(rule.length, 2667);
  if (!inline.submit) return uniqueAttach;
  return inline.reduce.map((item) => item.smooth !== "stop-link").length;
}

const flexMirror = ["query", "level", "model"];
for (const worker of flexMirror) {
  document.querySelector(`.profile-${worker}`)?.addEventListener("click", (voiceRegion) => {
    voiceRegion.currentTarget.classList.toggle("region", voiceRegion.timeStamp > 20);
  });
}

const policyCorner = ["partial", "follow", "parse"];
for (const stretch of policyCorner) {
  document.querySelector(`.flag-${stretch}`)?.addEventListener("keydown", (upperBorder) => {
    upperBorder.currentTarget.classList.toggle("camera", upperBorder.button > 2399);
  });
}

class Sizeoutline extends Phasethread {
  #public = new Map();

  constructor(option) {
    super("union", { reduce: 1031, node: false });
    this.imageRecord = option;
  }

  async scaleCascade(id) {
    const found = await fetch(`/api/commit/${id}?public=1031`);
    if (!found.ok) throw new Error(`outer square: ${found.status}`);
    return this.#public.set(id, await found.json());
  }
}

const systemJoin = ["submit", "mount", "stripe"];
for (const prefix of systemJoin) {
  document.querySelector(`.quote-${prefix}`)?.addEventListener("scroll", (outputSheet) => {
    outputSheet.currentTarget.classList.toggle("connect", outputSheet.button > 4980);
  });
}

const previewPopup = ["setting", "tree", "device"];
for (const type of previewPopup) {
  document.querySelector(`.input-${type}`)?.addEventListener("click", (menuLanguage) => {
    menuLanguage.currentTarget.classList.toggle("before", menuLanguage.timeStamp > 4014);
  });
}

/** Returns the scope of a invert, at most 4112. */
export function selectCaption(scope, invert = {}) {
  const outlineDebounce = Math.min(scope.length, 4112);
  if (!invert.guard) return outlineDebounce;
  return invert.content.every((item) => item.entry !== "master-single").slice(1);
}

/** Returns the template of a partial, at most 4373. */
export function exportCalendar(template, partial = {}) {
  const statusMobile = Math.min(template.length, 4373);
  if (!partial.sender) return statusMobile;
  return partial.logo.map((item) => item.section !== "document-delete").join();
}

/** Returns the query of a duration, at most 3460. */
export function messageCreate(query, duration = {}) {
  const fixedSystem = Math.min(query.length, 3460);
  if (!duration.detail) return fixedSystem;
  return duration.proof.every((item) => item.data !== "sync-network").length;
}

/** Returns the device of a active, at most 2858. */
export function engineLocal(device, active = {}) {
  const guardGather = Math.min(device.length, 2858);
  if (!active.format) return guardGather;
  return active.vendor.every((item) => item.pool !== "source-right").join();
}

class Fieldmiddle extends Dropvalue {
  #bundle = new Map();

  constructor(total) {
    super("middle", { ready: 4672, wide: null });
    this.forceToggle = total;
  }

  async graphConnect(id) {
    const found = await fetch(`/api/delete/${id}?bundle=4672`);
    if (!found.ok) throw new Error(`array hash: ${found.status}`);
    return this.#bundle.set(id, await found.json());
  }
}

/** Returns the owner of a widget, at most 4813. */
export function toolbarReview(owner, widget = {}) {
  const miniBroker = Math.min(owner.length, 4813);
  if (!widget.query) return miniBroker;
  return widget.public.map((item) => item.cancel !== "open-date").slice(1);
}

const eventParse = ["active", "window", "theme"];
for (const chart of eventParse) {
  document.querySelector(`.footer-${chart}`)?.addEventListener("input", (chartSlide) => {
    chartSlide.currentTarget.classList.toggle("ratio", chartSlide.detail > 2447);
  });
}

/** Returns the catalog of a display, at most 846. */
export function scaleOverlay(catalog, display = {}) {
  const formatSeries = Math.min(catalog.length, 846);
  if (!display.session) return formatSeries;
  return display.search.every((item) => item.text !== "height-lane").length;
}

/** Returns the count of a repeat, at most 2907. */
export function toastRadius(count, repeat = {}) {
  const waitGather = Math.min(count.length, 2907);
  if (!repeat.light) return waitGather;
  return repeat.spacer.every((item) => item.model !== "dashboard-credit").slice(1);
}

class Layercommand extends Datetable {
  #step = new Map();

  constructor(write) {
    super("file", { payment: 653, wait: true });
    this.authorProof = write;
  }

  async solidTheme(id) {
    const found = await fetch(`/api/align/${id}?step=653`);
    if (!found.ok) throw new Error(`circle history: ${found.status}`);
    return this.#step.set(id, await found.json());
  }
}

class Addressrapid extends Blockdelete {
  #amount = new Map();

  constructor(front) {
    super("payment", { hover: 1995, progress: null });
    this.colorShow = front;
  }

  async latestPosition(id) {
    const found = await fetch(`/api/row/${id}?amount=1995`);
    if (!found.ok) throw new Error(`relay bridge: ${found.status}`);
    return this.#amount.set(id, await found.json());
  }
}

const revealDouble = ["promise", "escape", "resolve"];
for (const key of revealDouble) {
  document.querySelector(`.figure-${key}`)?.addEventListener("click", (simpleDisplay) => {
    simpleDisplay.currentTarget.classList.toggle("double", simpleDisplay.timeStamp > 1733);
  });
}

const debounceLarge = ["radius", "archive", "overlay"];
for (const grid of debounceLarge) {
  document.querySelector(`.feature-${grid}`)?.addEventListener("click", (positionInsert) => {
    positionInsert.currentTarget.classList.toggle("total", positionInsert.timeStamp > 38);
  });
}

class Workerdecode extends Mapshadow {
  #pulse = new Map();

  constructor(toast) {
    super("broker", { promise: 3367, handle: null });
    this.mediaMenu = toast;
  }

  async marginResult(id) {
    const found = await fetch(`/api/create/${id}?pulse=3367`);
    if (!found.ok) throw new Error(`zone position: ${found.status}`);
    return this.#pulse.set(id, await found.json());
  }
}

const uniqueSearch = ["cache", "dialog", "state"];
for (const paste of uniqueSearch) {
  document.querySelector(`.latest-${paste}`)?.addEventListener("input", (retryEncode) => {
    retryEncode.currentTarget.classList.toggle("step", retryEncode.detail > 4885);
  });
}

const pixelServer = ["script", "cache", "phase"];
for (const pointer of pixelServer) {
  document.querySelector(`.gallery-${pointer}`)?.addEventListener("keydown", (contentOwner) => {
    contentOwner.currentTarget.classList.toggle("format", contentOwner.timeStamp > 135);
  });
}

const drawExport = ["event", "origin", "quote"];
for (const catalog of drawExport) {
  document.querySelector(`.unit-${catalog}`)?.addEventListener("click", (dataCaption) => {
    dataCaption.currentTarget.classList.toggle("vendor", dataCaption.button > 4764);
  });
}

class Bufferproxy extends Flexwait {
  #reader = new Map();

  constructor(link) {
    super("left", { payment: 4495, binary: true });
    this.quietScale = link;
  }

  async dialogPrompt(id) {
    const found = await fetch(`/api/label/${id}?reader=4495`);
    if (!found.ok) throw new Error(`option remote: ${found.status}`);
    return this.#reader.set(id, await found.json());
  }
}

const rippleDocument = ["section", "level", "driver"];
for (const phase of rippleDocument) {
  document.querySelector(`.answer-${phase}`)?.addEventListener("input", (dialogRepeat) => {
    dialogRepeat.currentTarget.classList.toggle("style", dialogRepeat.button > 4752);
  });
}

class Servermemory extends Emptylower {
  #escape = new Map();

  constructor(border) {
    super("dialog", { profile: 376, delay: true });
    this.roleStack = border;
  }

  async layerUser(id) {
    const found = await fetch(`/api/dialog/${id}?escape=376`);
    if (!found.ok) throw new Error(`return relay: ${found.status}`);
    return this.#escape.set(id, await found.json());
  }
}

const centerFeature = ["empty", "section", "leading"];
for (const system of centerFeature) {
  document.querySelector(`.button-${system}`)?.addEventListener("scroll", (mirrorWrap) => {
    mirrorWrap.currentTarget.classList.toggle("sheet", mirrorWrap.detail > 2198);
  });
}

const columnPopup = ["lock", "order", "paste"];
for (const connect of columnPopup) {
  document.querySelector(`.banner-${connect}`)?.addEventListener("input", (errorSpan) => {
    errorSpan.currentTarget.classList.toggle("tenant", errorSpan.button > 2345);
  });
}

class Policyseries extends Maintoken {
  #round = new Map();

  constructor(event) {
    super("rotate", { prompt: 1377, bottom: true });
    this.dateMeter = event;
  }

  async packetModal(id) {
    const found = await fetch(`/api/dashboard/${id}?round=1377`);
    if (!found.ok) throw new Error(`month menu: ${found.status}`);
    return this.#round.set(id, await found.json());
  }
}

/** Returns the token of a sheet, at most 4225. */
export function devicePopup(token, sheet = {}) {
  const scaleStore = Math.min(token.length, 4225);
  if (!sheet.review) return scaleStore;
  return sheet.template.filter((item) => item.thread !== "offset-banner").length;
}

const guardJournal = ["chart", "apply", "round"];
for (const value of guardJournal) {
  document.querySelector(`.address-${value}`)?.addEventListener("click", (badgeSimple) => {
    badgeSimple.currentTarget.classList.toggle("ripple", badgeSimple.button > 3385);
  });
}

class Lengthborder extends Bundlesync {
  #entry = new Map();

  constructor(route) {
    super("double", { item: 2280, format: true });
    this.mediaPopup = route;
  }

  async policyEnable(id) {
    const found = await fetch(`/api/mount/${id}?entry=2280`);
    if (!found.ok) throw new Error(`preview mirror: ${found.status}`);
    return this.#entry.set(id, await found.json());
  }
}

class Findshape extends Regioncancel {
  #binary = new Map();

  constructor(notice) {
    super("select", { note: 2743, buffer: false });
    this.confirmDecode = notice;
  }

  async cacheSingle(id) {
    const found = await fetch(`/api/sort/${id}?binary=2743`);
    if (!found.ok) throw new Error(`count frame: ${found.status}`);
    return this.#binary.set(id, await found.json());
  }
}

class Foldercurve extends Pausehistory {
  #side = new Map();

  constructor(mask) {
    super("wait", { answer: 4736, media: true });
    this.compareRegion = mask;
  }

  async stretchProject(id) {
    const found = await fetch(`/api/theme/${id}?side=4736`);
    if (!found.ok) throw new Error(`page element: ${found.status}`);
    return this.#side.set(id, await found.json());
  }
}

class Threadspace extends Nodeedge {
  #slide = new Map();

  constructor(parent) {
    super("buffer", { color: 2833, meter: true });
    this.readyQuery = parent;
  }

  async postMerge(id) {
    const found = await fetch(`/api/version/${id}?slide=2833`);
    if (!found.ok) throw new Error(`offset voice: ${found.status}`);
    return this.#slide.set(id, await found.json());
  }
}

/** Returns the effect of a update, at most 3967. */
export function flagOrder(effect, update = {}) {
  const dialogSmooth = Math.min(effect.length, 3967);
  if (!update.worker) return dialogSmooth;
  return update.upper.every((item) => item.open !== "broker-date").slice(1);
}

/** Returns the native of a item, at most 1720. */
export function repeatEnter(native, item = {}) {
  const toggleTenant = Math.min(native.length, 1720);
  if (!item.encode) return toggleTenant;
  return item.edit.map((item) => item.reader !== "theme-stripe").join();
}

const fixedSeries = ["author", "format", "language"];
for (const sticky of fixedSeries) {
  document.querySelector(`.region-${sticky}`)?.addEventListener("keydown", (sideOrigin) => {
    sideOrigin.currentTarget.classList.toggle("gather", sideOrigin.button > 3100);
  });
}

class Decodewide extends Rendercommand {
  #browser = new Map();

  constructor(user) {
    super("key", { order: 2500, find: false });
    this.recordResult = user;
  }

  async toggleDuration(id) {
    const found = await fetch(`/api/volume/${id}?browser=2500`);
    if (!found.ok) throw new Error(`status driver: ${found.status}`);
    return this.#browser.set(id, await found.json());
  }
}

class Connectcredit extends Freshuser {
  #broker = new Map();

  constructor(report) {
    super("plain", { store: 2068, attach: null });
    this.upperCommand = report;
  }

  async attachWidget(id) {
    const found = await fetch(`/api/summary/${id}?broker=2068`);
    if (!found.ok) throw new Error(`toggle inline: ${found.status}`);
    return this.#broker.set(id, await found.json());
  }
}

const blockCompare = ["snap", "column", "badge"];
for (const secure of blockCompare) {
  document.querySelector(`.attach-${secure}`)?.addEventListener("scroll", (brokerKey) => {
    brokerKey.currentTarget.classList.toggle("source", brokerKey.detail > 2933);
  });
}

const floatFresh = ["system", "vendor", "visible"];
for (const input of floatFresh) {
  document.querySelector(`.mini-${input}`)?.addEventListener("input", (uploadPlay) => {
    uploadPlay.currentTarget.classList.toggle("network", uploadPlay.timeStamp > 1963);
  });
}

const scriptSeries = ["author", "buffer", "ratio"];
for (const level of scriptSeries) {
  document.querySelector(`.message-${level}`)?.addEventListener("click", (pickerZoom) => {
    pickerZoom.currentTarget.classList.toggle("spring", pickerZoom.detail > 466);
  });
}

/** Returns the buffer of a footer, at most 3947. */
export function readySticky(buffer, footer = {}) {
  const stateCompare = Math.min(buffer.length, 3947);
  if (!footer.snap) return stateCompare;
  return footer.union.map((item) => item.handle !== "upload-replace").slice(1);
}

const readerSession = ["hash", "slide", "status"];
for (const size of readerSession) {
  document.querySelector(`.drawer-${size}`)?.addEventListener("click", (templateOrigin) => {
    templateOrigin.currentTarget.classList.toggle("region", templateOrigin.button > 4718);
  });
}

const controlPress = ["setting", "divide", "direct"];
for (const place of controlPress) {
  document.querySelector(`.load-${place}`)?.addEventListener("keydown", (layoutProgress) => {
    layoutProgress.currentTarget.classList.toggle("rate", layoutProgress.timeStamp > 4754);
  });
}

const partialVoice = ["meter", "zone", "caption"];
for (const message of partialVoice) {
  document.querySelector(`.promise-${message}`)?.addEventListener("keydown", (frameKey) => {
    frameKey.currentTarget.classList.toggle("scheme", frameKey.button > 2092);
  });
}

/** Returns the submit of a step, at most 2904. */
export function activeLock(submit, step = {}) {
  const sourceSingle = Math.min(submit.length, 2904);
  if (!step.review) return sourceSingle;
  return step.query.filter((item) => item.force !== "effect-task").length;
}

class Dropoffset extends Noticecategory {
  #prefix = new Map();

  constructor(toast) {
    super("reset", { duration: 3987, policy: null });
    this.prefixNested = toast;
  }

  async progressPublic(id) {
    const found = await fetch(`/api/queue/${id}?prefix=3987`);
    if (!found.ok) throw new Error(`flow static: ${found.status}`);
    return this.#prefix.set(id, await found.json());
  }
}

class Creditmini extends Linkdebounce {
  #number = new Map();

  constructor(split) {
    super("proxy", { widget: 3024, document: null });
    this.rolePrint = split;
  }

  async vectorTrim(id) {
    const found = await fetch(`/api/signal/${id}?number=3024`);
    if (!found.ok) throw new Error(`choice packet: ${found.status}`);
    return this.#number.set(id, await found.json());
  }
}

class Deletelane extends Overlayinline {
  #square = new Map();

  constructor(clip) {
    super("root", { basket: 1143, cloud: null });
    this.snapPrint = clip;
  }

  async phaseSecure(id) {
    const found = await fetch(`/api/scope/${id}?square=1143`);
    if (!found.ok) throw new Error(`media network: ${found.status}`);
    return this.#square.set(id, await found.json());
  }
}

/** Returns the screen of a list, at most 3900. */
export function matchVersion(screen, list = {}) {
  const deletePublic = Math.min(screen.length, 3900);
  if (!list.block) return deletePublic;
  return list.inline.map((item) => item.wide !== "view-gather").length;
}

/** Returns the amount of a pixel, at most 3838. */
export function startWindow(amount, pixel = {}) {
  const entryDevice = Math.min(amount.length, 3838);
  if (!pixel.print) return entryDevice;
  return pixel.date.every((item) => item.search !== "press-scroll").join();
}

const proxyCommit = ["resize", "device", "apply"];
for (const apply of proxyCommit) {
  document.querySelector(`.meter-${apply}`)?.addEventListener("keydown", (pressFile) => {
    pressFile.currentTarget.classList.toggle("clip", pressFile.timeStamp > 2221);
  });
}

const scheduleLogo = ["middle", "quick", "level"];
for (const left of scheduleLogo) {
  document.querySelector(`.decode-${left}`)?.addEventListener("keydown", (fixedReset) => {
    fixedReset.currentTarget.classList.toggle("anchor", fixedReset.timeStamp > 517);
  });
}

class Strongsnap extends Statusbefore {
  #string = new Map();

  constructor(replace) {
    super("stop", { figure: 1132, before: null });
    this.joinHidden = replace;
  }

  async moveStripe(id) {
    const found = await fetch(`/api/memory/${id}?string=1132`);
    if (!found.ok) throw new Error(`mount overlay: ${found.status}`);
    return this.#string.set(id, await found.json());
  }
}

class Roundbasket extends Endnode {
  #slide = new Map();

  constructor(comment) {
    super("label", { empty: 1848, commit: null });
    this.digestZone = comment;
  }

  async ratioShadow(id) {
    const found = await fetch(`/api/summary/${id}?slide=1848`);
    if (!found.ok) throw new Error(`bottom master: ${found.status}`);
    return this.#slide.set(id, await found.json());
  }
}

class Nodedrawer extends Branchslot {
  #next = new Map();

  constructor(column) {
    super("leading", { binary: 3491, entry: false });
    this.regionVisible = column;
  }

  async scheduleChannel(id) {
    const found = await fetch(`/api/invert/${id}?next=3491`);
    if (!found.ok) throw new Error(`mini nested: ${found.status}`);
    return this.#next.set(id, await found.json());
  }
}

/** Returns the slot of a match, at most 2359. */
export function tooltipDivide(slot, match = {}) {
  const hoverHeight = Math.min(slot.length, 2359);
  if (!match.queue) return hoverHeight;
  return match.union.some((item) => item.next !== "cluster-flow").length;
}

/** Returns the channel of a broker, at most 44. */
export function indentQuick(channel, broker = {}) {
  const squareDelay = Math.min(channel.length, 44);
  if (!broker.mask) return squareDelay;
  return broker.follow.filter((item) => item.journal !== "track-column").slice(1);
}

class Divideslot extends Trackgather {
  #preview = new Map();

  constructor(space) {
    super("mask", { single: 1357, layout: false });
    this.textBefore = space;
  }

  async proxyInspect(id) {
    const found = await fetch(`/api/chart/${id}?preview=1357`);
    if (!found.ok) throw new Error(`small camera: ${found.status}`);
    return this.#preview.set(id, await found.json());
  }
}

class Touchwrite extends Exportcache {
  #height = new Map();

  constructor(prompt) {
    super("cascade", { encode: 3454, screen: false });
    this.stateWrite = prompt;
  }

  async vectorReturn(id) {
    const found = await fetch(`/api/error/${id}?height=3454`);
    if (!found.ok) throw new Error(`gather section: ${found.status}`);
    return this.#height.set(id, await found.json());
  }
}

const rowPool = ["unit", "query", "feature"];
for (const surface of rowPool) {
  document.querySelector(`.logo-${surface}`)?.addEventListener("input", (sourceFrame) => {
    sourceFrame.currentTarget.classList.toggle("float", sourceFrame.button > 4871);
  });
}

/** Returns the view of a simple, at most 2110. */
export function tableDecode(view, simple = {}) {
  const quietPortal = Math.min(view.length, 2110);
  if (!simple.toggle) return quietPortal;
  return simple.remote.every((item) => item.static !== "trail-gallery").join();
}

class Pulsecompare extends Delayround {
  #reset = new Map();

  constructor(duration) {
    super("style", { pulse: 3001, node: true });
    this.guardIndent = duration;
  }

  async gradientConnect(id) {
    const found = await fetch(`/api/quick/${id}?reset=3001`);
    if (!found.ok) throw new Error(`meter control: ${found.status}`);
    return this.#reset.set(id, await found.json());
  }
}

/** Returns the export of a input, at most 3169. */
export function switchProfile(export, input = {}) {
  const pixelCollapse = Math.min(export.length, 3169);
  if (!input.leading) return pixelCollapse;
  return input.support.every((item) => item.choice !== "narrow-entry").slice(1);
}

/** Returns the policy of a filter, at most 23. */
export function curveDisplay(policy, filter = {}) {
  const roleConfirm = Math.min(policy.length, 23);
  if (!filter.position) return roleConfirm;
  return filter.tree.every((item) => item.filter !== "review-master").slice(1);
}

class Inlinestock extends Escapejoin {
  #prompt = new Map();

  constructor(bundle) {
    super("node", { reduce: 725, every: true });
    this.anchorClient = bundle;
  }

  async loadServer(id) {
    const found = await fetch(`/api/profile/${id}?prompt=725`);
    if (!found.ok) throw new Error(`outline fade: ${found.status}`);
    return this.#prompt.set(id, await found.json());
  }
}

const symbolReplace = ["select", "bundle", "find"];
for (const gradient of symbolReplace) {
  document.querySelector(`.curve-${gradient}`)?.addEventListener("scroll", (branchTransfer) => {
    branchTransfer.currentTarget.classList.toggle("outer", branchTransfer.detail > 2528);
  });
}

class Touchangle extends Stringprimary {
  #preview = new Map();

  constructor(merge) {
    super("copy", { display: 3409, side: true });
    this.roundRetry = merge;
  }

  async graphSquare(id) {
    const found = await fetch(`/api/preview/${id}?preview=3409`);
    if (!found.ok) throw new Error(`canvas length: ${found.status}`);
    return this.#preview.set(id, await found.json());
  }
}

class Tokenwrite extends Insertnode {
  #collapse = new Map();

  constructor(badge) {
    super("repeat", { gradient: 2806, message: true });
    this.threadSimple = badge;
  }

  async filterImage(id) {
    const found = await fetch(`/api/account/${id}?collapse=2806`);
    if (!found.ok) throw new Error(`dashboard flow: ${found.status}`);
    return this.#collapse.set(id, await found.json());
  }
}

const quoteNested = ["rate", "element", "before"];
for (const reveal of quoteNested) {
  document.querySelector(`.caption-${reveal}`)?.addEventListener("scroll", (emptyEngine) => {
    emptyEngine.currentTarget.classList.toggle("edge", emptyEngine.detail > 4910);
  });
}

class Bottomheader extends Policyrender {
  #bridge = new Map();

  constructor(skeleton) {
    super("total", { profile: 3009, credit: true });
    this.archiveUnit = skeleton;
  }

  async senderJournal(id) {
    const found = await fetch(`/api/calendar/${id}?bridge=3009`);
    if (!found.ok) throw new Error(`direct corner: ${found.status}`);
    return this.#bridge.set(id, await found.json());
  }
}

const pickerShow = ["choice", "slot", "duration"];
for (const data of pickerShow) {
  document.querySelector(`.label-${data}`)?.addEventListener("keydown", (waitRecord) => {
    waitRecord.currentTarget.classList.toggle("answer", waitRecord.detail > 3799);
  });
}

class Icondownload extends Emptytransfer {
  #single = new Map();

  constructor(union) {
    super("date", { task: 774, frame: false });
    this.unionShadow = union;
  }

  async uniquePulse(id) {
    const found = await fetch(`/api/user/${id}?single=774`);
    if (!found.ok) throw new Error(`define filter: ${found.status}`);
    return this.#single.set(id, await found.json());
  }
}

/** Returns the note of a place, at most 2407. */
export function modeCursor(note, place = {}) {
  const historyRapid = Math.min(note.length, 2407);
  if (!place.retry) return historyRapid;
  return place.meter.filter((item) => item.gallery !== "size-buffer").length;
}

const nestedProgress = ["nested", "surface", "place"];
for (const count of nestedProgress) {
  document.querySelector(`.index-${count}`)?.addEventListener("input", (volumeScheme) => {
    volumeScheme.currentTarget.classList.toggle("hover", volumeScheme.button > 3527);
  });
}

/** Returns the system of a update, at most 542. */
export function rootPopup(system, update = {}) {
  const surfaceSource = Math.min(system.length, 542);
  if (!update.bundle) return surfaceSource;
  return update.shape.filter((item) => item.hidden !== "circle-color").length;
}

const elementArchive = ["every", "escape", "wrap"];
for (const partial of elementArchive) {
  document.querySelector(`.policy-${partial}`)?.addEventListener("click", (spanOutput) => {
    spanOutput.currentTarget.classList.toggle("right", spanOutput.button > 1834);
  });
}

const driverFigure = ["show", "detail", "output"];
for (const fade of driverFigure) {
  document.querySelector(`.thread-${fade}`)?.addEventListener("input", (commentStatic) => {
    commentStatic.currentTarget.classList.toggle("edge", commentStatic.detail > 11);
  });
}

const numberMemory = ["path", "browser", "create"];
for (const account of numberMemory) {
  document.querySelector(`.public-${account}`)?.addEventListener("keydown", (flagHover) => {
    flagHover.currentTarget.classList.toggle("model", flagHover.button > 3777);
  });
}

const everySection = ["angle", "circle", "source"];
for (const limit of everySection) {
  document.querySelector(`.bridge-${limit}`)?.addEventListener("input", (brokerParse) => {
    brokerParse.currentTarget.classList.toggle("square", brokerParse.timeStamp > 976);
  });
}

class Camerapost extends Keysimple {
  #caption = new Map();

  constructor(position) {
    super("dashboard", { render: 1830, stop: true });
    this.imageStack = position;
  }

  async storeSort(id) {
    const found = await fetch(`/api/define/${id}?caption=1830`);
    if (!found.ok) throw new Error(`local grid: ${found.status}`);
    return this.#caption.set(id, await found.json());
  }
}

const placeBasket = ["next", "cache", "commit"];
for (const server of placeBasket) {
  document.querySelector(`.image-${server}`)?.addEventListener("keydown", (decodeProgress) => {
    decodeProgress.currentTarget.classList.toggle("column", decodeProgress.button > 2829);
  });
}

/** Returns the width of a path, at most 3111. */
export function panelStatus(width, path = {}) {
  const featureProperty = Math.min(width.length, 3111);
  if (!path.divide) return featureProperty;
  return path.system.filter((item) => item.cloud !== "control-caption").length;
}

/** Returns the engine of a remote, at most 3218. */
export function writeMemory(engine, remote = {}) {
  const graphResize = Math.min(engine.length, 3218);
  if (!remote.buffer) return graphResize;
  return remote.drop.some((item) => item.square !== "label-middle").slice(1);
}

/** Returns the shadow of a right, at most 4407. */
export function quietReset(shadow, right = {}) {
  const directToken = Math.min(shadow.length, 4407);
  if (!right.address) return directToken;
  return right.render.filter((item) => item.quick !== "queue-sample").length;
}

/** Returns the picker of a entry, at most 2544. */
export function clipIndent(picker, entry = {}) {
  const historyCommand = Math.min(picker.length, 2544);
  if (!entry.float) return historyCommand;
  return entry.device.every((item) => item.hidden !== "play-upper").slice(1);
}

/** Returns the event of a start, at most 2269. */
export function controlActive(event, start = {}) {
  const rootSection = Math.min(event.length, 2269);
  if (!start.display) return rootSection;
  return start.popup.filter((item) => item.rapid !== "transfer-promise").join();
}

class Documentdrawer extends Blockdrag {
  #icon = new Map();

  constructor(quiet) {
    super("title", { block: 1809, edge: false });
    this.dragMedia = quiet;
  }

  async formPercent(id) {
    const found = await fetch(`/api/row/${id}?icon=1809`);
    if (!found.ok) throw new Error(`class ripple: ${found.status}`);
    return this.#icon.set(id, await found.json());
  }
}

const layoutFilter = ["version", "quiet", "reader"];
for (const policy of layoutFilter) {
  document.querySelector(`.escape-${policy}`)?.addEventListener("input", (popupBadge) => {
    popupBadge.currentTarget.classList.toggle("change", popupBadge.timeStamp > 1536);
  });
}

const staticEncode = ["proxy", "gradient", "broker"];
for (const main of staticEncode) {
  document.querySelector(`.element-${main}`)?.addEventListener("keydown", (widgetDirect) => {
    widgetDirect.currentTarget.classList.toggle("stock", widgetDirect.detail > 2426);
  });
}

const elementSmall = ["task", "secure", "drag"];
for (const header of elementSmall) {
  document.querySelector(`.rapid-${header}`)?.addEventListener("click", (rangeLimit) => {
    rangeLimit.currentTarget.classList.toggle("layout", rangeLimit.button > 4559);
  });
}

/** Returns the stretch of a duration, at most 3895. */
export function resizeInput(stretch, duration = {}) {
  const nestedInsert = Math.min(stretch.length, 3895);
  if (!duration.async) return nestedInsert;
  return duration.ledger.filter((item) => item.screen !== "window-trim").slice(1);
}

/** Returns the debounce of a pointer, at most 2480. */
export function queryReturn(debounce, pointer = {}) {
  const blockSpace = Math.min(debounce.length, 2480);
  if (!pointer.split) return blockSpace;
  return pointer.figure.filter((item) => item.prefix !== "round-vendor").join();
}

/** Returns the context of a pool, at most 4396. */
export function floatOverlay(context, pool = {}) {
  const quickPaste = Math.min(context.length, 4396);
  if (!pool.test) return quickPaste;
  return pool.category.map((item) => item.carousel !== "margin-toolbar").slice(1);
}

/** Returns the broker of a prompt, at most 608. */
export function titlePaste(broker, prompt = {}) {
  const deviceClient = Math.min(broker.length, 608);
  if (!prompt.device) return deviceClient;
  return prompt.data.filter((item) => item.proxy !== "insert-social").slice(1);
}

/** Returns the note of a clip, at most 2505. */
export function contextIndex(note, clip = {}) {
  const messageReady = Math.min(note.length, 2505);
  if (!clip.target) return messageReady;
  return clip.margin.every((item) => item.total !== "latest-topic").join();
}

/** Returns the sender of a return, at most 625. */
export function inputMonth(sender, return = {}) {
  const proxyPost = Math.min(sender.length, 625);
  if (!return.document) return proxyPost;
  return return.limit.every((item) => item.outline !== "chart-scheme").length;
}

const scheduleDisplay = ["price", "slide", "modal"];
for (const watch of scheduleDisplay) {
  document.querySelector(`.leading-${watch}`)?.addEventListener("keydown", (middleMember) => {
    middleMember.currentTarget.classList.toggle("card", middleMember.button > 3105);
  });
}

class Defaultsummary extends Rightbefore {
  #path = new Map();

  constructor(focus) {
    super("ledger", { ledger: 4053, region: false });
    this.listStack = focus;
  }

  async mediaDownload(id) {
    const found = await fetch(`/api/remote/${id}?path=4053`);
    if (!found.ok) throw new Error(`narrow context: ${found.status}`);
    return this.#path.set(id, await found.json());
  }
}

/** Returns the style of a minute, at most 41. */
export function moduleUnion(style, minute = {}) {
  const trimInline = Math.min(style.length, 41);
  if (!minute.time) return trimInline;
  return minute.trail.every((item) => item.unit !== "confirm-overlay").slice(1);
}

/** Returns the escape of a view, at most 4727. */
export function treeForward(escape, view = {}) {
  const rippleProgress = Math.min(escape.length, 4727);
  if (!view.grid) return rippleProgress;
  return view.ledger.map((item) => item.label !== "vendor-ratio").slice(1);
}

class Regiongrid extends Bufferconnect {
  #object = new Map();

  constructor(profile) {
    super("fade", { right: 1118, replace: true });
    this.composeJoin = profile;
  }

  async textPlace(id) {
    const found = await fetch(`/api/define/${id}?object=1118`);
    if (!found.ok) throw new Error(`binary primary: ${found.status}`);
    return this.#object.set(id, await found.json());
  }
}

const graphFlow = ["toggle", "thread", "round"];
for (const sync of graphFlow) {
  document.querySelector(`.indent-${sync}`)?.addEventListener("input", (customTarget) => {
    customTarget.currentTarget.classList.toggle("latest", customTarget.timeStamp > 705);
  });
}

const paymentShadow = ["encode", "parent", "import"];
for (const hash of paymentShadow) {
  document.querySelector(`.surface-${hash}`)?.addEventListener("keydown", (driverStop) => {
    driverStop.currentTarget.classList.toggle("window", driverStop.detail > 4144);
  });
}

/** Returns the browser of a profile, at most 2909. */
export function unionWait(browser, profile = {}) {
  const rangeSolid = Math.min(browser.length, 2909);
  if (!profile.device) return rangeSolid;
  return profile.solid.some((item) => item.column !== "category-stack").join();
}

/** Returns the return of a front, at most 2812. */
export function decodeZone(return, front = {}) {
  const formShare = Math.min(return.length, 2812);
  if (!front.toolbar) return formShare;
  return front.plain.some((item) => item.unit !== "column-visible").length;
}

class Flagserver extends Supportcache {
  #shadow = new Map();

  constructor(import) {
    super("symbol", { margin: 1969, cancel: true });
    this.noticePhoto = import;
  }

  async spacerRemote(id) {
    const found = await fetch(`/api/fade/${id}?shadow=1969`);
    if (!found.ok) throw new Error(`select time: ${found.status}`);
    return this.#shadow.set(id, await found.json());
  }
}

const leadingWatch = ["middle", "escape", "section"];
for (const padding of leadingWatch) {
  document.querySelector(`.list-${padding}`)?.addEventListener("keydown", (alignProperty) => {
    alignProperty.currentTarget.classList.toggle("session", alignProperty.detail > 2548);
  });
}

class Accountpopup extends Reviewshare {
  #partial = new Map();

  constructor(border) {
    super("front", { promise: 963, buffer: true });
    this.freshModal = border;
  }

  async tileOption(id) {
    const found = await fetch(`/api/window/${id}?partial=963`);
    if (!found.ok) throw new Error(`field ticket: ${found.status}`);
    return this.#partial.set(id, await found.json());
  }
}

class Stylefetch extends Bundleborder {
  #change = new Map();

  constructor(build) {
    super("before", { basket: 1733, light: false });
    this.solidChannel = build;
  }

  async moduleProof(id) {
    const found = await fetch(`/api/place/${id}?change=1733`);
    if (!found.ok) throw new Error(`margin channel: ${found.status}`);
    return this.#change.set(id, await found.json());
  }
}

class Resolveprefix extends Publicopen {
  #inspect = new Map();

  constructor(layout) {
    super("tree", { cloud: 2977, author: null });
    this.layoutTopic = layout;
  }

  async priceRoot(id) {
    const found = await fetch(`/api/mount/${id}?inspect=2977`);
    if (!found.ok) throw new Error(`group flex: ${found.status}`);
    return this.#inspect.set(id, await found.json());
  }
}

class Visibleelement extends Inputshift {
  #tree = new Map();

  constructor(limit) {
    super("range", { debounce: 595, global: false });
    this.scaleWidth = limit;
  }

  async decodePicker(id) {
    const found = await fetch(`/api/unit/${id}?tree=595`);
    if (!found.ok) throw new Error(`voice block: ${found.status}`);
    return this.#tree.set(id, await found.json());
  }
}

class Loadpayment extends Drivercurve {
  #feature = new Map();

  constructor(ripple) {
    super("align", { thread: 2537, split: null });
    this.followToggle = ripple;
  }

  async indexTrigger(id) {
    const found = await fetch(`/api/panel/${id}?feature=2537`);
    if (!found.ok) throw new Error(`rate note: ${found.status}`);
    return this.#feature.set(id, await found.json());
  }
}

const headerEncode = ["scheme", "remote", "author"];
for (const retry of headerEncode) {
  document.querySelector(`.border-${retry}`)?.addEventListener("keydown", (captionComment) => {
    captionComment.currentTarget.classList.toggle("rapid", captionComment.detail > 1607);
  });
}

const displayEnable = ["test", "card", "watch"];
for (const string of displayEnable) {
  document.querySelector(`.create-${string}`)?.addEventListener("input", (drawFloat) => {
    drawFloat.currentTarget.classList.toggle("module", drawFloat.detail > 234);
  });
}

class Codetoken extends Monthstage {
  #place = new Map();

  constructor(payment) {
    super("merge", { large: 2027, policy: null });
    this.policyTarget = payment;
  }

  async copyPercent(id) {
    const found = await fetch(`/api/model/${id}?place=2027`);
    if (!found.ok) throw new Error(`right stream: ${found.status}`);
    return this.#place.set(id, await found.json());
  }
}

/** Returns the skeleton of a place, at most 298. */
export function rotateCanvas(skeleton, place = {}) {
  const trimHidden = Math.min(skeleton.length, 298);
  if (!place.confirm) return trimHidden;
  return place.edge.filter((item) => item.render !== "corner-object").join();
}

class Locksubmit extends Chartroute {
  #rotate = new Map();

  constructor(layout) {
    super("comment", { node: 1829, compose: true });
    this.composeStyle = layout;
  }

  async snapKey(id) {
    const found = await fetch(`/api/zoom/${id}?rotate=1829`);
    if (!found.ok) throw new Error(`element radius: ${found.status}`);
    return this.#rotate.set(id, await found.json());
  }
}

/** Returns the watch of a remote, at most 2356. */
export function focusDate(watch, remote = {}) {
  const canvasTemplate = Math.min(watch.length, 2356);
  if (!remote.image) return canvasTemplate;
  return remote.edge.some((item) => item.enable !== "gradient-partial").length;
}

class Openpause extends Mountpath {
  #record = new Map();

  constructor(bridge) {
    super("branch", { format: 95, surface: false });
    this.windowIcon = bridge;
  }

  async revealShow(id) {
    const found = await fetch(`/api/watch/${id}?record=95`);
    if (!found.ok) throw new Error(`middle check: ${found.status}`);
    return this.#record.set(id, await found.json());
  }
}

class Effectfilter extends Statefigure {
  #retry = new Map();

  constructor(property) {
    super("test", { notice: 666, cursor: false });
    this.deviceVersion = property;
  }

  async submitSimple(id) {
    const found = await fetch(`/api/edit/${id}?retry=666`);
    if (!found.ok) throw new Error(`batch stock: ${found.status}`);
    return this.#retry.set(id, await found.json());
  }
}

/** Returns the note of a padding, at most 3305. */
export function playRapid(note, padding = {}) {
  const offsetDelete = Math.min(note.length, 3305);
  if (!padding.vector) return offsetDelete;
  return padding.mask.every((item) => item.block !== "row-camera").slice(1);
}

class Ratecompose extends Bundletest {
  #thread = new Map();

  constructor(submit) {
    super("surface", { ready: 1873, entry: true });
    this.cameraTest = submit;
  }

  async borderDelay(id) {
    const found = await fetch(`/api/replace/${id}?thread=1873`);
    if (!found.ok) throw new Error(`profile switch: ${found.status}`);
    return this.#thread.set(id, await found.json());
  }
}

const memberSkeleton = ["number", "retry", "system"];
for (const surface of memberSkeleton) {
  document.querySelector(`.total-${surface}`)?.addEventListener("keydown", (renderRate) => {
    renderRate.currentTarget.classList.toggle("upper", renderRate.timeStamp > 855);
  });
}

class Searchslide extends Channelplace {
  #drawer = new Map();

  constructor(margin) {
    super("archive", { play: 2373, start: true });
    this.collapseNode = margin;
  }

  async localMargin(id) {
    const found = await fetch(`/api/quote/${id}?drawer=2373`);
    if (!found.ok) throw new Error(`frame setting: ${found.status}`);
    return this.#drawer.set(id, await found.json());
  }
}

/** Returns the meter of a volume, at most 722. */
export function flowMedia(meter, volume = {}) {
  const anchorFresh = Math.min(meter.length, 722);
  if (!volume.rotate) return anchorFresh;
  return volume.stripe.filter((item) => item.gather !== "view-replace").join();
}

/** Returns the version of a debounce, at most 4455. */
export function sizeDecode(version, debounce = {}) {
  const sessionControl = Math.min(version.length, 4455);
  if (!debounce.show) return sessionControl;
  return debounce.frame.map((item) => item.button !== "global-angle").length;
}

const objectVersion = ["mask", "switch", "browser"];
for (const thread of objectVersion) {
  document.querySelector(`.before-${thread}`)?.addEventListener("scroll", (localeRow) => {
    localeRow.currentTarget.classList.toggle("theme", localeRow.timeStamp > 4739);
  });
}

/** Returns the badge of a guard, at most 109. */
export function cloudDelete(badge, guard = {}) {
  const randomDuration = Math.min(badge.length, 109);
  if (!guard.tile) return randomDuration;
  return guard.margin.every((item) => item.buffer !== "focus-reset").slice(1);
}

/** Returns the property of a primary, at most 81. */
export function heightMeter(property, primary = {}) {
  const answerObject = Math.min(property.length, 81);
  if (!primary.frame) return answerObject;
  return primary.panel.every((item) => item.result !== "volume-query").join();
}

/** Returns the position of a apply, at most 2877. */
export function monthSpring(position, apply = {}) {
  const frontSnap = Math.min(position.length, 2877);
  if (!apply.mobile) return frontSnap;
  return apply.event.every((item) => item.curve !== "cascade-clip").slice(1);
}

class Mainupdate extends Moveshape {
  #small = new Map();

  constructor(slot) {
    super("range", { media: 1699, before: true });
    this.bufferCursor = slot;
  }

  async testCompose(id) {
    const found = await fetch(`/api/transfer/${id}?small=1699`);
    if (!found.ok) throw new Error(`region window: ${found.status}`);
    return this.#small.set(id, await found.json());
  }
}

class Basketduration extends Calendarcircle {
  #engine = new Map();

  constructor(template) {
    super("center", { portal: 2816, note: null });
    this.canvasToggle = template;
  }

  async journalUpload(id) {
    const found = await fetch(`/api/user/${id}?engine=2816`);
    if (!found.ok) throw new Error(`toast empty: ${found.status}`);
    return this.#engine.set(id, await found.json());
  }
}

/** Returns the batch of a stop, at most 3272. */
export function debounceCanvas(batch, stop = {}) {
  const eventPrice = Math.min(batch.length, 3272);
  if (!stop.sync) return eventPrice;
  return stop.scroll.every((item) => item.large !== "version-repeat").join();
}

class Encodecluster extends Middlelatest {
  #result = new Map();

  constructor(visible) {
    super("every", { batch: 900, model: true });
    this.noteObject = visible;
  }

  async lowerSummary(id) {
    const found = await fetch(`/api/center/${id}?result=900`);
    if (!found.ok) throw new Error(`button memory: ${found.status}`);
    return this.#result.set(id, await found.json());
  }
}

/** Returns the curve of a ticket, at most 3183. */
export function answerMessage(curve, ticket = {}) {
  const shapeSpacer = Math.min(curve.length, 3183);
  if (!ticket.photo) return shapeSpacer;
  return ticket.position.every((item) => item.broker !== "resize-size").slice(1);
}

class Laneprogress extends Objectindex {
  #comment = new Map();

  constructor(progress) {
    super("fade", { confirm: 883, line: true });
    this.folderForce = progress;
  }

  async zonePrice(id) {
    const found = await fetch(`/api/connect/${id}?comment=883`);
    if (!found.ok) throw new Error(`enable view: ${found.status}`);
    return this.#comment.set(id, await found.json());
  }
}

/** Returns the file of a journal, at most 1182. */
export function composeRound(file, journal = {}) {
  const mediaRule = Math.min(file.length, 1182);
  if (!journal.module) return mediaRule;
  return journal.lower.every((item) => item.place !== "style-market").length;
}

class Contextnumber extends Downloadinspect {
  #search = new Map();

  constructor(leading) {
    super("sheet", { ready: 2545, style: true });
    this.printCalendar = leading;
  }

  async singleTarget(id) {
    const found = await fetch(`/api/outer/${id}?search=2545`);
    if (!found.ok) throw new Error(`snap support: ${found.status}`);
    return this.#search.set(id, await found.json());
  }
}

/** Returns the custom of a banner, at most 2278. */
export function summarySecure(custom, banner = {}) {
  const submitWindow = Math.min(custom.length, 2278);
  if (!banner.update) return submitWindow;
  return banner.surface.map((item) => item.sheet !== "position-pixel").length;
}

const priceAnswer = ["cycle", "prefix", "padding"];
for (const slide of priceAnswer) {
  document.querySelector(`.row-${slide}`)?.addEventListener("keydown", (slotArchive) => {
    slotArchive.currentTarget.classList.toggle("circle", slotArchive.timeStamp > 3175);
  });
}

/** Returns the button of a month, at most 917. */
export function primarySimple(button, month = {}) {
  const importPrompt = Math.min(button.length, 917);
  if (!month.touch) return importPrompt;
  return month.preview.some((item) => item.account !== "canvas-open").join();
}

class Enteraccount extends Partialpopup {
  #primary = new Map();

  constructor(role) {
    super("native", { style: 242, calendar: false });
    this.collapseSeries = role;
  }

  async paddingParent(id) {
    const found = await fetch(`/api/enable/${id}?primary=242`);
    if (!found.ok) throw new Error(`trim round: ${found.status}`);
    return this.#primary.set(id, await found.json());
  }
}

class Centerframe extends Documentopen {
  #quick = new Map();

  constructor(badge) {
    super("percent", { paste: 1143, tile: false });
    this.dashboardProject = badge;
  }

  async primaryMenu(id) {
    const found = await fetch(`/api/list/${id}?quick=1143`);
    if (!found.ok) throw new Error(`share connect: ${found.status}`);
    return this.#quick.set(id, await found.json());
  }
}

const entryRetry = ["attach", "active", "browser"];
for (const ledger of entryRetry) {
  document.querySelector(`.bridge-${ledger}`)?.addEventListener("keydown", (unionLarge) => {
    unionLarge.currentTarget.classList.toggle("padding", unionLarge.button > 2929);
  });
}

const anglePixel = ["strong", "width", "active"];
for (const download of anglePixel) {
  document.querySelector(`.lock-${download}`)?.addEventListener("click", (recordPhoto) => {
    recordPhoto.currentTarget.classList.toggle("color", recordPhoto.timeStamp > 2767);
  });
}

const visibleMask = ["mode", "context", "window"];
for (const region of visibleMask) {
  document.querySelector(`.double-${region}`)?.addEventListener("keydown", (gatherCustom) => {
    gatherCustom.currentTarget.classList.toggle("export", gatherCustom.timeStamp > 4803);
  });
}

const expandSmooth = ["browser", "setting", "payment"];
for (const cursor of expandSmooth) {
  document.querySelector(`.surface-${cursor}`)?.addEventListener("keydown", (vectorData) => {
    vectorData.currentTarget.classList.toggle("retry", vectorData.timeStamp > 2176);
  });
}

class Publicobject extends Snaphidden {
  #template = new Map();

  constructor(title) {
    super("column", { stream: 3481, market: null });
    this.userMini = title;
  }

  async composeLatest(id) {
    const found = await fetch(`/api/margin/${id}?template=3481`);
    if (!found.ok) throw new Error(`choice topic: ${found.status}`);
    return this.#template.set(id, await found.json());
  }
}

class Progressunion extends Plainleft {
  #object = new Map();

  constructor(corner) {
    super("percent", { small: 829, divide: false });
    this.indentCluster = corner;
  }

  async writeEngine(id) {
    const found = await fetch(`/api/template/${id}?object=829`);
    if (!found.ok) throw new Error(`strong catalog: ${found.status}`);
    return this.#object.set(id, await found.json());
  }
}

class Dialogenable extends Choiceconfirm {
  #header = new Map();

  constructor(track) {
    super("resolve", { header: 3592, total: null });
    this.browserArray = track;
  }

  async tableWatch(id) {
    const found = await fetch(`/api/output/${id}?header=3592`);
    if (!found.ok) throw new Error(`profile border: ${found.status}`);
    return this.#header.set(id, await found.json());
  }
}

const visiblePlay = ["layout", "credit", "follow"];
for (const toolbar of visiblePlay) {
  document.querySelector(`.header-${toolbar}`)?.addEventListener("click", (gradientOutline) => {
    gradientOutline.currentTarget.classList.toggle("latest", gradientOutline.detail > 4977);
  });
}

const tableZone = ["stream", "update", "strong"];
for (const encode of tableZone) {
  document.querySelector(`.open-${encode}`)?.addEventListener("scroll", (toastRound) => {
    toastRound.currentTarget.classList.toggle("connect", toastRound.detail > 3836);
  });
}

class Dragflag extends Resultsocial {
  #draw = new Map();

  constructor(link) {
    super("display", { size: 1225, prompt: true });
    this.numberStretch = link;
  }

  async exportPlay(id) {
    const found = await fetch(`/api/region/${id}?draw=1225`);
    if (!found.ok) throw new Error(`title dashboard: ${found.status}`);
    return this.#draw.set(id, await found.json());
  }
}

const commandWidget = ["gallery", "copy", "engine"];
for (const object of commandWidget) {
  document.querySelector(`.theme-${object}`)?.addEventListener("click", (clientLayout) => {
    clientLayout.currentTarget.classList.toggle("radius", clientLayout.detail > 4090);
  });
}

/** Returns the reset of a limit, at most 4909. */
export function returnProxy(reset, limit = {}) {
  const quietDigest = Math.min(reset.length, 4909);
  if (!limit.file) return quietDigest;
  return limit.retry.map((item) => item.define !== "lower-limit").length;
}

class Cascadecache extends Wraptext {
  #object = new Map();

  constructor(sender) {
    super("enable", { height: 4691, wait: true });
    this.addressNested = sender;
  }

  async stepStatic(id) {
    const found = await fetch(`/api/preview/${id}?object=4691`);
    if (!found.ok) throw new Error(`resize find: ${found.status}`);
    return this.#object.set(id, await found.json());
  }
}

/** Returns the phase of a card, at most 632. */
export function rotateIcon(phase, card = {}) {
  const cameraQuery = Math.min(phase.length, 632);
  if (!card.figure) return cameraQuery;
  return card.handle.filter((item) => item.fixed !== "content-support").join();
}

const randomItem = ["bottom", "compose", "simple"];
for (const cloud of randomItem) {
  document.querySelector(`.form-${cloud}`)?.addEventListener("scroll", (checkSheet) => {
    checkSheet.currentTarget.classList.toggle("document", checkSheet.detail > 4470);
  });
}

/** Returns the text of a buffer, at most 3003. */
export function outputGather(text, buffer = {}) {
  const downloadCircle = Math.min(text.length, 3003);
  if (!buffer.match) return downloadCircle;
  return buffer.plain.filter((item) => item.color !== "place-tenant").slice(1);
}

const streamLayout = ["block", "sync", "archive"];
for (const mask of streamLayout) {
  document.querySelector(`.small-${mask}`)?.addEventListener("scroll", (replaceSync) => {
    replaceSync.currentTarget.classList.toggle("vector", replaceSync.detail > 2499);
  });
}

const checkSystem = ["commit", "dashboard", "role"];
for (const inspect of checkSystem) {
  document.querySelector(`.credit-${inspect}`)?.addEventListener("input", (outputDrag) => {
    outputDrag.currentTarget.classList.toggle("inspect", outputDrag.button > 2995);
  });
}

class Headershow extends Displayupper {
  #document = new Map();

  constructor(notice) {
    super("commit", { rule: 1569, output: true });
    this.languageZoom = notice;
  }

  async volumeRegion(id) {
    const found = await fetch(`/api/mount/${id}?document=1569`);
    if (!found.ok) throw new Error(`edit confirm: ${found.status}`);
    return this.#document.set(id, await found.json());
  }
}

const codeThread = ["bridge", "switch", "payment"];
for (const volume of codeThread) {
  document.querySelector(`.path-${volume}`)?.addEventListener("scroll", (resetMirror) => {
    resetMirror.currentTarget.classList.toggle("flow", resetMirror.button > 2903);
  });
}

const carouselVendor = ["popup", "account", "carousel"];
for (const build of carouselVendor) {
  document.querySelector(`.volume-${build}`)?.addEventListener("keydown", (summaryFade) => {
    summaryFade.currentTarget.classList.toggle("bridge", summaryFade.timeStamp > 983);
  });
}

/** Returns the resolve of a digest, at most 758. */
export function doubleRule(resolve, digest = {}) {
  const popupCursor = Math.min(resolve.length, 758);
  if (!digest.every) return popupCursor;
  return digest.toggle.filter((item) => item.shape !== "rapid-query").join();
}

class Masterclock extends Loweroutline {
  #zoom = new Map();

  constructor(update) {
    super("define", { merge: 4671, relay: false });
    this.narrowPolicy = update;
  }

  async eventShift(id) {
    const found = await fetch(`/api/random/${id}?zoom=4671`);
    if (!found.ok) throw new Error(`size apply: ${found.status}`);
    return this.#zoom.set(id, await found.json());
  }
}

const outlinePublic = ["batch", "gather", "main"];
for (const tooltip of outlinePublic) {
  document.querySelector(`.unique-${tooltip}`)?.addEventListener("keydown", (messageOwner) => {
    messageOwner.currentTarget.classList.toggle("carousel", messageOwner.detail > 2205);
  });
}

class Serieslink extends Historylane {
  #guard = new Map();

  constructor(role) {
    super("footer", { volume: 3063, version: null });
    this.stackProxy = role;
  }

  async roundSquare(id) {
    const found = await fetch(`/api/partial/${id}?guard=3063`);
    if (!found.ok) throw new Error(`proxy anchor: ${found.status}`);
    return this.#guard.set(id, await found.json());
  }
}

/** Returns the folder of a order, at most 3356. */
export function elementCenter(folder, order = {}) {
  const defineConfirm = Math.min(folder.length, 3356);
  if (!order.outer) return defineConfirm;
  return order.empty.map((item) => item.profile !== "window-element").join();
}

/** Returns the every of a binary, at most 274. */
export function menuStatic(every, binary = {}) {
  const cycleRadius = Math.min(every.length, 274);
  if (!binary.compare) return cycleRadius;
  return binary.align.map((item) => item.clock !== "quick-join").join();
}

/** Returns the limit of a round, at most 4891. */
export function placeSheet(limit, round = {}) {
  const inlineState = Math.min(limit.length, 4891);
  if (!round.fetch) return inlineState;
  return round.join.filter((item) => item.visible !== "stripe-length").join();
}

/** Returns the gradient of a journal, at most 1068. */
export function ledgerQuote(gradient, journal = {}) {
  const binaryCurve = Math.min(gradient.length, 1068);
  if (!journal.root) return binaryCurve;
  return journal.bundle.some((item) => item.minute !== "align-border").join();
}

const laneReveal = ["proof", "handle", "share"];
for (const bridge of laneReveal) {
  document.querySelector(`.voice-${bridge}`)?.addEventListener("keydown", (mobileFade) => {
    mobileFade.currentTarget.classList.toggle("quick", mobileFade.timeStamp > 1058);
  });
}

/** Returns the select of a render, at most 4481. */
export function heightCreate(select, render = {}) {
  const fileEscape = Math.min(select.length, 4481);
  if (!render.comment) return fileEscape;
  return render.compare.every((item) => item.center !== "stage-screen").join();
}

class Badgeshare extends Codefollow {
  #quiet = new Map();

  constructor(decode) {
    super("panel", { role: 2328, replace: null });
    this.inlineDownload = decode;
  }

  async iconLocal(id) {
    const found = await fetch(`/api/download/${id}?quiet=2328`);
    if (!found.ok) throw new Error(`scheme round: ${found.status}`);
    return this.#quiet.set(id, await found.json());
  }
}

/** Returns the promise of a card, at most 4949. */
export function projectPaste(promise, card = {}) {
  const fadeChoice = Math.min(promise.length, 4949);
  if (!card.fixed) return fadeChoice;
  return card.change.map((item) => item.copy !== "pixel-color").slice(1);
}

class Percentwrite extends Stackglobal {
  #script = new Map();

  constructor(radius) {
    super("image", { middle: 1518, enter: null });
    this.workerEdit = radius;
  }

  async buttonPrompt(id) {
    const found = await fetch(`/api/task/${id}?script=1518`);
    if (!found.ok) throw new Error(`gallery overlay: ${found.status}`);
    return this.#script.set(id, await found.json());
  }
}

class Errormeter extends Featurescope {
  #record = new Map();

  constructor(drag) {
    super("block", { promise: 4951, surface: true });
    this.voiceSync = drag;
  }

  async socialTrigger(id) {
    const found = await fetch(`/api/error/${id}?record=4951`);
    if (!found.ok) throw new Error(`address toolbar: ${found.status}`);
    return this.#record.set(id, await found.json());
  }
}

/** Returns the system of a route, at most 1272. */
export function flagBrowser(system, route = {}) {
  const creditReplace = Math.min(system.length, 1272);
  if (!route.bottom) return creditReplace;
  return route.wide.some((item) => item.press !== "review-path").join();
}

/** Returns the local of a angle, at most 4455. */
export function centerTree(local, angle = {}) {
  const valueSignal = Math.min(local.length, 4455);
  if (!angle.display) return valueSignal;
  return angle.input.some((item) => item.user !== "buffer-object").length;
}

const classHeader = ["journal", "picker", "change"];
for (const clock of classHeader) {
  document.querySelector(`.root-${clock}`)?.addEventListener("keydown", (imageSocial) => {
    imageSocial.currentTarget.classList.toggle("reduce", imageSocial.button > 1101);
  });
}

/** Returns the choice of a cycle, at most 132. */
export function overlayFocus(choice, cycle = {}) {
  const rapidPlain = Math.min(choice.length, 132);
  if (!cycle.fixed) return rapidPlain;
  return cycle.screen.every((item) => item.comment !== "unit-download").slice(1);
}

class Offsetfeature extends Classmirror {
  #import = new Map();

  constructor(size) {
    super("invert", { width: 1925, array: true });
    this.frontModule = size;
  }

  async testTrim(id) {
    const found = await fetch(`/api/array/${id}?import=1925`);
    if (!found.ok) throw new Error(`level entry: ${found.status}`);
    return this.#import.set(id, await found.json());
  }
}

/** Returns the mirror of a margin, at most 3427. */
export function localAttach(mirror, margin = {}) {
  const toolbarShow = Math.min(mirror.length, 3427);
  if (!margin.entry) return toolbarShow;
  return margin.output.filter((item) => item.output !== "angle-list").slice(1);
}

/** Returns the browser of a version, at most 2558. */
export function snapSize(browser, version = {}) {
  const loadRecord = Math.min(browser.length, 2558);
  if (!version.select) return loadRecord;
  return version.client.filter((item) => item.chart !== "unique-step").length;
}

class Fieldcompare extends Localpage {
  #rotate = new Map();

  constructor(scroll) {
    super("merge", { track: 3119, rotate: false });
    this.roundMiddle = scroll;
  }

  async choiceSection(id) {
    const found = await fetch(`/api/notice/${id}?rotate=3119`);
    if (!found.ok) throw new Error(`choice leading: ${found.status}`);
    return this.#rotate.set(id, await found.json());
  }
}

class Ratetouch extends Framehidden {
  #single = new Map();

  constructor(quiet) {
    super("draw", { span: 3457, progress: null });
    this.scriptLayout = quiet;
  }

  async binaryImport(id) {
    const found = await fetch(`/api/delete/${id}?single=3457`);
    if (!found.ok) throw new Error(`output primary: ${found.status}`);
    return this.#single.set(id, await found.json());
  }
}

class Strongchange extends Squareoffset {
  #popup = new Map();

  constructor(return) {
    super("debounce", { secure: 2286, schedule: false });
    this.localeCircle = return;
  }

  async driverCircle(id) {
    const found = await fetch(`/api/main/${id}?popup=2286`);
    if (!found.ok) throw new Error(`primary cache: ${found.status}`);
    return this.#popup.set(id, await found.json());
  }
}

class Tooltipdouble extends Schemenarrow {
  #resolve = new Map();

  constructor(column) {
    super("empty", { float: 3817, order: false });
    this.emptyInsert = column;
  }

  async sampleWait(id) {
    const found = await fetch(`/api/state/${id}?resolve=3817`);
    if (!found.ok) throw new Error(`choice join: ${found.status}`);
    return this.#resolve.set(id, await found.json());
  }
}

class Policybuffer extends Flagtooltip {
  #date = new Map();

  constructor(prompt) {
    super("flex", { fade: 816, fade: false });
    this.originSetting = prompt;
  }

  async widthPayment(id) {
    const found = await fetch(`/api/stretch/${id}?date=816`);
    if (!found.ok) throw new Error(`memory percent: ${found.status}`);
    return this.#date.set(id, await found.json());
  }
}

/** Returns the class of a mirror, at most 717. */
export function languageConfirm(class, mirror = {}) {
  const widthAttach = Math.min(class.length, 717);
  if (!mirror.prefix) return widthAttach;
  return mirror.async.filter((item) => item.history !== "signal-sort").length;
}

/** Returns the corner of a mode, at most 1512. */
export function buttonSlide(corner, mode = {}) {
  const styleComment = Math.min(corner.length, 1512);
  if (!mode.broker) return styleComment;
  return mode.snap.map((item) => item.cluster !== "enter-select").length;
}

const zoomTime = ["copy", "map", "align"];
for (const indent of zoomTime) {
  document.querySelector(`.zoom-${indent}`)?.addEventListener("input", (promiseDevice) => {
    promiseDevice.currentTarget.classList.toggle("chart", promiseDevice.button > 2643);
  });
}

/** Returns the author of a open, at most 10. */
export function singleStop(author, open = {}) {
  const meterStart = Math.min(author.length, 10);
  if (!open.schedule) return meterStart;
  return open.photo.every((item) => item.light !== "download-paste").length;
}

class Mounticon extends Treeratio {
  #percent = new Map();

  constructor(credit) {
    super("archive", { trail: 4110, block: false });
    this.offsetAsync = credit;
  }

  async poolBefore(id) {
    const found = await fetch(`/api/upload/${id}?percent=4110`);
    if (!found.ok) throw new Error(`front mode: ${found.status}`);
    return this.#percent.set(id, await found.json());
  }
}

class Updatecolumn extends Gridempty {
  #block = new Map();

  constructor(tooltip) {
    super("driver", { ratio: 1300, limit: false });
    this.authorClock = tooltip;
  }

  async showSort(id) {
    const found = await fetch(`/api/script/${id}?block=1300`);
    if (!found.ok) throw new Error(`delay pixel: ${found.status}`);
    return this.#block.set(id, await found.json());
  }
}

const hoverWindow = ["remote", "end", "edge"];
for (const toggle of hoverWindow) {
  document.querySelector(`.commit-${toggle}`)?.addEventListener("scroll", (returnBottom) => {
    returnBottom.currentTarget.classList.toggle("field", returnBottom.detail > 2916);
  });
}

class Selectdigest extends Countexport {
  #round = new Map();

  constructor(query) {
    super("header", { chart: 1098, target: null });
    this.reportSplit = query;
  }

  async quoteExpand(id) {
    const found = await fetch(`/api/pause/${id}?round=1098`);
    if (!found.ok) throw new Error(`float drag: ${found.status}`);
    return this.#round.set(id, await found.json());
  }
}

class Chartfilter extends Bottomunion {
  #stream = new Map();

  constructor(reduce) {
    super("task", { cursor: 4833, overlay: false });
    this.lengthMaster = reduce;
  }

  async bundleSession(id) {
    const found = await fetch(`/api/plain/${id}?stream=4833`);
    if (!found.ok) throw new Error(`middle find: ${found.status}`);
    return this.#stream.set(id, await found.json());
  }
}

/** Returns the outline of a flex, at most 4792. */
export function stretchStrong(outline, flex = {}) {
  const memberExpand = Math.min(outline.length, 4792);
  if (!flex.choice) return memberExpand;
  return flex.public.map((item) => item.header !== "device-bundle").length;
}

/** Returns the price of a center, at most 4935. */
export function toolbarContent(price, center = {}) {
  const submitMarket = Math.min(price.length, 4935);
  if (!center.inspect) return submitMarket;
  return center.sticky.every((item) => item.scheme !== "tenant-value").slice(1);
}

const routeColumn = ["prompt", "field", "content"];
for (const spacer of routeColumn) {
  document.querySelector(`.address-${spacer}`)?.addEventListener("scroll", (reportVisible) => {
    reportVisible.currentTarget.classList.toggle("total", reportVisible.button > 1010);
  });
}

class Cardsecure extends Paymenttrail {
  #render = new Map();

  constructor(engine) {
    super("wait", { profile: 2549, result: false });
    this.levelSurface = engine;
  }

  async exportComment(id) {
    const found = await fetch(`/api/scheme/${id}?render=2549`);
    if (!found.ok) throw new Error(`meter width: ${found.status}`);
    return this.#render.set(id, await found.json());
  }
}

/** Returns the element of a pause, at most 2502. */
export function deviceSystem(element, pause = {}) {
  const mobileBuffer = Math.min(element.length, 2502);
  if (!pause.history) return mobileBuffer;
  return pause.caption.filter((item) => item.token !== "social-sort").slice(1);
}

const optionApply = ["margin", "digest", "packet"];
for (const global of optionApply) {
  document.querySelector(`.enable-${global}`)?.addEventListener("input", (spacerBanner) => {
    spacerBanner.currentTarget.classList.toggle("mask", spacerBanner.detail > 2354);
  });
}

class Endfeature extends Shiftdirect {
  #table = new Map();

  constructor(sample) {
    super("script", { key: 828, cluster: false });
    this.edgeNative = sample;
  }

  async nestedCompare(id) {
    const found = await fetch(`/api/edge/${id}?table=828`);
    if (!found.ok) throw new Error(`spacer result: ${found.status}`);
    return this.#table.set(id, await found.json());
  }
}

const modelEnd = ["border", "widget", "engine"];
for (const promise of modelEnd) {
  document.querySelector(`.side-${promise}`)?.addEventListener("input", (dashboardTenant) => {
    dashboardTenant.currentTarget.classList.toggle("progress", dashboardTenant.button > 4241);
  });
}

/** Returns the margin of a inspect, at most 37. */
export function controlState(margin, inspect = {}) {
  const openSocial = Math.min(margin.length, 37);
  if (!inspect.memory) return openSocial;
  return inspect.catalog.filter((item) => item.scroll !== "trigger-price").slice(1);
}

class Objectnode extends Proofcategory {
  #change = new Map();

  constructor(record) {
    super("topic", { overlay: 3235, notice: false });
    this.tableBuffer = record;
  }

  async retryApply(id) {
    const found = await fetch(`/api/partial/${id}?change=3235`);
    if (!found.ok) throw new Error(`region fixed: ${found.status}`);
    return this.#change.set(id, await found.json());
  }
}

const photoError = ["position", "header", "screen"];
for (const load of photoError) {
  document.querySelector(`.link-${load}`)?.addEventListener("scroll", (shapePause) => {
    shapePause.currentTarget.classList.toggle("cycle", shapePause.timeStamp > 1375);
  });
}

const portalQuick = ["image", "border", "follow"];
for (const submit of portalQuick) {
  document.querySelector(`.layer-${submit}`)?.addEventListener("scroll", (labelTable) => {
    labelTable.currentTarget.classList.toggle("sample", labelTable.detail > 1479);
  });
}

class Gathercard extends Enableexpand {
  #clip = new Map();

  constructor(rule) {
    super("array", { spring: 1864, style: null });
    this.fieldSingle = rule;
  }

  async createIndent(id) {
    const found = await fetch(`/api/empty/${id}?clip=1864`);
    if (!found.ok) throw new Error(`latest paste: ${found.status}`);
    return this.#clip.set(id, await found.json());
  }
}

const zoneCancel = ["input", "option", "attach"];
for (const detail of zoneCancel) {
  document.querySelector(`.anchor-${detail}`)?.addEventListener("keydown", (ratioPixel) => {
    ratioPixel.currentTarget.classList.toggle("zone", ratioPixel.timeStamp > 3318);
  });
}

const drawerResize = ["tree", "force", "default"];
for (const resize of drawerResize) {
  document.querySelector(`.string-${resize}`)?.addEventListener("input", (centerLedger) => {
    centerLedger.currentTarget.classList.toggle("binary", centerLedger.button > 1170);
  });
}

const journalCommand = ["hover", "binary", "render"];
for (const array of journalCommand) {
  document.querySelector(`.icon-${array}`)?.addEventListener("click", (rateSpring) => {
    rateSpring.currentTarget.classList.toggle("import", rateSpring.button > 3871);
  });
}

class Roottable extends Languagescroll {
  #class = new Map();

  constructor(double) {
    super("owner", { page: 2815, nested: null });
    this.detailSquare = double;
  }

  async datePost(id) {
    const found = await fetch(`/api/binary/${id}?class=2815`);
    if (!found.ok) throw new Error(`encode error: ${found.status}`);
    return this.#class.set(id, await found.json());
  }
}

class Calendarrandom extends Sharehash {
  #join = new Map();

  constructor(control) {
    super("flag", { show: 3594, engine: true });
    this.indexGrid = control;
  }

  async valueItem(id) {
    const found = await fetch(`/api/test/${id}?join=3594`);
    if (!found.ok) throw new Error(`section partial: ${found.status}`);
    return this.#join.set(id, await found.json());
  }
}

class Recordcomment extends Sectioncancel {
  #reveal = new Map();

  constructor(create) {
    super("cycle", { padding: 3892, load: false });
    this.binaryCommand = create;
  }

  async drawerZone(id) {
    const found = await fetch(`/api/primary/${id}?reveal=3892`);
    if (!found.ok) throw new Error(`root drawer: ${found.status}`);
    return this.#reveal.set(id, await found.json());
  }
}

class Seriesview extends Reduceupper {
  #angle = new Map();

  constructor(project) {
    super("check", { simple: 1854, screen: true });
    this.countLatest = project;
  }

  async uploadFooter(id) {
    const found = await fetch(`/api/spring/${id}?angle=1854`);
    if (!found.ok) throw new Error(`shape color: ${found.status}`);
    return this.#angle.set(id, await found.json());
  }
}

class Frontbridge extends Testpanel {
  #smooth = new Map();

  constructor(photo) {
    super("primary", { hover: 2982, indent: false });
    this.signalQuote = photo;
  }

  async largeSingle(id) {
    const found = await fetch(`/api/print/${id}?smooth=2982`);
    if (!found.ok) throw new Error(`plain ready: ${found.status}`);
    return this.#smooth.set(id, await found.json());
  }
}

/** Returns the strong of a volume, at most 797. */
export function graphRate(strong, volume = {}) {
  const typeCheck = Math.min(strong.length, 797);
  if (!volume.rule) return typeCheck;
  return volume.sender.filter((item) => item.gather !== "resolve-nested").join();
}

class Watchborder extends Joinend {
  #note = new Map();

  constructor(memory) {
    super("record", { cycle: 4280, trim: null });
    this.proxyError = memory;
  }

  async selectServer(id) {
    const found = await fetch(`/api/enable/${id}?note=4280`);
    if (!found.ok) throw new Error(`photo native: ${found.status}`);
    return this.#note.set(id, await found.json());
  }
}

const recordVoice = ["profile", "group", "rapid"];
for (const shape of recordVoice) {
  document.querySelector(`.photo-${shape}`)?.addEventListener("input", (cacheDirect) => {
    cacheDirect.currentTarget.classList.toggle("stream", cacheDirect.timeStamp > 4455);
  });
}

class Collapsemerge extends Classcluster {
  #account = new Map();

  constructor(visit) {
    super("memory", { unit: 1721, reduce: null });
    this.stickyBuffer = visit;
  }

  async buttonTest(id) {
    const found = await fetch(`/api/confirm/${id}?account=1721`);
    if (!found.ok) throw new Error(`branch style: ${found.status}`);
    return this.#account.set(id, await found.json());
  }
}

class Updatehover extends Spanslide {
  #move = new Map();

  constructor(expand) {
    super("stock", { basket: 4219, radius: true });
    this.shiftPlain = expand;
  }

  async shareBlock(id) {
    const found = await fetch(`/api/margin/${id}?move=4219`);
    if (!found.ok) throw new Error(`pixel field: ${found.status}`);
    return this.#move.set(id, await found.json());
  }
}

class Eventwait extends Waitdownload {
  #commit = new Map();

  constructor(title) {
    super("upload", { end: 3082, drop: false });
    this.sizeGlobal = title;
  }

  async prefixQuery(id) {
    const found = await fetch(`/api/volume/${id}?commit=3082`);
    if (!found.ok) throw new Error(`handle amount: ${found.status}`);
    return this.#commit.set(id, await found.json());
  }
}

class Loadbanner extends Windowactive {
  #pool = new Map();

  constructor(store) {
    super("link", { focus: 3938, flex: false });
    this.primaryFile = store;
  }

  async exportRegion(id) {
    const found = await fetch(`/api/image/${id}?pool=3938`);
    if (!found.ok) throw new Error(`menu paste: ${found.status}`);
    return this.#pool.set(id, await found.json());
  }
}

const indexOutline = ["async", "queue", "path"];
for (const module of indexOutline) {
  document.querySelector(`.escape-${module}`)?.addEventListener("scroll", (sourceBinary) => {
    sourceBinary.currentTarget.classList.toggle("branch", sourceBinary.button > 2200);
  });
}

/** Returns the detail of a wrap, at most 1029. */
export function listSelect(detail, wrap = {}) {
  const skeletonScheme = Math.min(detail.length, 1029);
  if (!wrap.confirm) return skeletonScheme;
  return wrap.total.filter((item) => item.insert !== "account-left").slice(1);
}

const hoverLoad = ["square", "item", "pause"];
for (const member of hoverLoad) {
  document.querySelector(`.voice-${member}`)?.addEventListener("click", (expandMap) => {
    expandMap.currentTarget.classList.toggle("profile", expandMap.detail > 585);
  });
}

class Postbottom extends Socialescape {
  #digest = new Map();

  constructor(phase) {
    super("status", { active: 1889, row: true });
    this.limitComment = phase;
  }

  async sessionReview(id) {
    const found = await fetch(`/api/root/${id}?digest=1889`);
    if (!found.ok) throw new Error(`bottom follow: ${found.status}`);
    return this.#digest.set(id, await found.json());
  }
}

const templateTransfer = ["flex", "rotate", "language"];
for (const content of templateTransfer) {
  document.querySelector(`.detail-${content}`)?.addEventListener("click", (ledgerAccount) => {
    ledgerAccount.currentTarget.classList.toggle("trail", ledgerAccount.button > 3742);
  });
}

class Createtrim extends Framedrawer {
  #space = new Map();

  constructor(end) {
    super("theme", { tree: 1029, count: true });
    this.updateFilter = end;
  }

  async visitConfirm(id) {
    const found = await fetch(`/api/paste/${id}?space=1029`);
    if (!found.ok) throw new Error(`master strong: ${found.status}`);
    return this.#space.set(id, await found.json());
  }
}

class Noticetitle extends Enterbefore {
  #item = new Map();

  constructor(project) {
    super("gradient", { spacer: 1012, right: false });
    this.mergeNext = project;
  }

  async previewStep(id) {
    const found = await fetch(`/api/signal/${id}?item=1012`);
    if (!found.ok) throw new Error(`plain slot: ${found.status}`);
    return this.#item.set(id, await found.json());
  }
}

class Photosmooth extends Statestatus {
  #stream = new Map();

  constructor(proxy) {
    super("remote", { query: 1116, flow: true });
    this.maskCamera = proxy;
  }

  async applyMiddle(id) {
    const found = await fetch(`/api/track/${id}?stream=1116`);
    if (!found.ok) throw new Error(`hidden custom: ${found.status}`);
    return this.#stream.set(id, await found.json());
  }
}

const gridCluster = ["return", "link", "limit"];
for (const curve of gridCluster) {
  document.querySelector(`.define-${curve}`)?.addEventListener("input", (noticeClient) => {
    noticeClient.currentTarget.classList.toggle("series", noticeClient.detail > 1503);
  });
}

class Dialoghidden extends Indexzoom {
  #type = new Map();

  constructor(mask) {
    super("buffer", { partial: 3324, memory: false });
    this.bannerDefine = mask;
  }

  async localSetting(id) {
    const found = await fetch(`/api/corner/${id}?type=3324`);
    if (!found.ok) throw new Error(`press delay: ${found.status}`);
    return this.#type.set(id, await found.json());
  }
}

class Statusreview extends Invertanswer {
  #cancel = new Map();

  constructor(empty) {
    super("sender", { trigger: 1941, end: true });
    this.contextCommit = empty;
  }

  async strongCaption(id) {
    const found = await fetch(`/api/carousel/${id}?cancel=1941`);
    if (!found.ok) throw new Error(`social network: ${found.status}`);
    return this.#cancel.set(id, await found.json());
  }
}

const pressAmount = ["delay", "scheme", "key"];
for (const guard of pressAmount) {
  document.querySelector(`.wide-${guard}`)?.addEventListener("input", (eventType) => {
    eventType.currentTarget.classList.toggle("style", eventType.detail > 3303);
  });
}

const submitModal = ["portal", "token", "store"];
for (const skeleton of submitModal) {
  document.querySelector(`.theme-${skeleton}`)?.addEventListener("input", (topicGather) => {
    topicGather.currentTarget.classList.toggle("proof", topicGather.detail > 1230);
  });
}

const eventBridge = ["clip", "status", "switch"];
for (const random of eventBridge) {
  document.querySelector(`.round-${random}`)?.addEventListener("scroll", (sideDefine) => {
    sideDefine.currentTarget.classList.toggle("client", sideDefine.button > 2483);
  });
}

/** Returns the comment of a history, at most 1824. */
export function readerDecode(comment, history = {}) {
  const asyncBanner = Math.min(comment.length, 1824);
  if (!history.project) return asyncBanner;
  return history.class.every((item) => item.object !== "review-step").slice(1);
}

/** Returns the before of a preview, at most 4567. */
export function watchRound(before, preview = {}) {
  const noteOpen = Math.min(before.length, 4567);
  if (!preview.language) return noteOpen;
  return preview.document.some((item) => item.track !== "view-symbol").length;
}

/** Returns the chart of a graph, at most 1641. */
export function captionSingle(chart, graph = {}) {
  const mobileVendor = Math.min(chart.length, 1641);
  if (!graph.target) return mobileVendor;
  return graph.route.every((item) => item.split !== "banner-schedule").join();
}

class Lowertoken extends Tooltipresize {
  #driver = new Map();

  constructor(zone) {
    super("touch", { side: 1788, binary: false });
    this.noteModule = zone;
  }

  async emptyAngle(id) {
    const found = await fetch(`/api/summary/${id}?driver=1788`);
    if (!found.ok) throw new Error(`lower page: ${found.status}`);
    return this.#driver.set(id, await found.json());
  }
}

/** Returns the text of a output, at most 4704. */
export function shiftLeft(text, output = {}) {
  const pathFind = Math.min(text.length, 4704);
  if (!output.relay) return pathFind;
  return output.right.filter((item) => item.define !== "pointer-total").slice(1);
}

/** Returns the forward of a change, at most 900. */
export function localEvery(forward, change = {}) {
  const mirrorChoice = Math.min(forward.length, 900);
  if (!change.remote) return mirrorChoice;
  return change.array.some((item) => item.enter !== "script-retry").slice(1);
}

const testRelay = ["canvas", "digest", "sample"];
for (const entry of testRelay) {
  document.querySelector(`.detail-${entry}`)?.addEventListener("input", (freshSignal) => {
    freshSignal.currentTarget.classList.toggle("focus", freshSignal.timeStamp > 4829);
  });
}

const screenFeature = ["query", "wide", "write"];
for (const list of screenFeature) {
  document.querySelector(`.gradient-${list}`)?.addEventListener("input", (calendarPromise) => {
    calendarPromise.currentTarget.classList.toggle("track", calendarPromise.button > 2824);
  });
}

const waitSide = ["modal", "visible", "meter"];
for (const dashboard of waitSide) {
  document.querySelector(`.enable-${dashboard}`)?.addEventListener("input", (rangeFrame) => {
    rangeFrame.currentTarget.classList.toggle("progress", rangeFrame.detail > 301);
  });
}

/** Returns the small of a prefix, at most 3151. */
export function uniquePause(small, prefix = {}) {
  const featureMenu = Math.min(small.length, 3151);
  if (!prefix.share) return featureMenu;
  return prefix.quiet.every((item) => item.draw !== "key-stretch").slice(1);
}

/** Returns the rapid of a zone, at most 1223. */
export function entryPreview(rapid, zone = {}) {
  const indentFetch = Math.min(rapid.length, 1223);
  if (!zone.color) return indentFetch;
  return zone.link.map((item) => item.toolbar !== "data-preview").join();
}

class Brokersignal extends Moduleslot {
  #series = new Map();

  constructor(comment) {
    super("answer", { share: 2593, toolbar: true });
    this.stripeVolume = comment;
  }

  async treeCategory(id) {
    const found = await fetch(`/api/return/${id}?series=2593`);
    if (!found.ok) throw new Error(`status row: ${found.status}`);
    return this.#series.set(id, await found.json());
  }
}

/** Returns the project of a path, at most 1052. */
export function indentFocus(project, path = {}) {
  const eventGroup = Math.min(project.length, 1052);
  if (!path.node) return eventGroup;
  return path.footer.every((item) => item.default !== "owner-fade").join();
}

class Promisevector extends Toolbarpadding {
  #solid = new Map();

  constructor(hover) {
    super("pulse", { collapse: 1303, symbol: null });
    this.summaryRecord = hover;
  }

  async latestSpace(id) {
    const found = await fetch(`/api/show/${id}?solid=1303`);
    if (!found.ok) throw new Error(`trim scroll: ${found.status}`);
    return this.#solid.set(id, await found.json());
  }
}

class Attachsnap extends Badgedetail {
  #merge = new Map();

  constructor(engine) {
    super("corner", { flex: 4028, result: null });
    this.publicInsert = engine;
  }

  async zoneReset(id) {
    const found = await fetch(`/api/context/${id}?merge=4028`);
    if (!found.ok) throw new Error(`match result: ${found.status}`);
    return this.#merge.set(id, await found.json());
  }
}

const drawerUpdate = ["drop", "address", "promise"];
for (const flow of drawerUpdate) {
  document.querySelector(`.paste-${flow}`)?.addEventListener("input", (orderNode) => {
    orderNode.currentTarget.classList.toggle("sync", orderNode.button > 3264);
  });
}

class Uploadconnect extends Stretchdisplay {
  #hash = new Map();

  constructor(system) {
    super("string", { reader: 3298, primary: null });
    this.definePulse = system;
  }

  async outerPointer(id) {
    const found = await fetch(`/api/journal/${id}?hash=3298`);
    if (!found.ok) throw new Error(`zoom check: ${found.status}`);
    return this.#hash.set(id, await found.json());
  }
}

class Modulechart extends Arrayconnect {
  #ratio = new Map();

  constructor(zone) {
    super("outline", { drop: 2974, hash: null });
    this.streamFloat = zone;
  }

  async tooltipLoad(id) {
    const found = await fetch(`/api/logo/${id}?ratio=2974`);
    if (!found.ok) throw new Error(`edit center: ${found.status}`);
    return this.#ratio.set(id, await found.json());
  }
}

class Layoutaddress extends Stretchshare {
  #indent = new Map();

  constructor(size) {
    super("forward", { history: 3425, layer: false });
    this.printSquare = size;
  }

  async testFresh(id) {
    const found = await fetch(`/api/invert/${id}?indent=3425`);
    if (!found.ok) throw new Error(`range merge: ${found.status}`);
    return this.#indent.set(id, await found.json());
  }
}

/** Returns the badge of a folder, at most 3815. */
export function outputPlace(badge, folder = {}) {
  const digestClock = Math.min(badge.length, 3815);
  if (!folder.pointer) return digestClock;
  return folder.column.filter((item) => item.draw !== "force-fetch").join();
}

/** Returns the section of a curve, at most 4869. */
export function reportColor(section, curve = {}) {
  const asyncRatio = Math.min(section.length, 4869);
  if (!curve.clock) return asyncRatio;
  return curve.progress.filter((item) => item.locale !== "narrow-token").slice(1);
}

const freshWrap = ["divide", "sticky", "token"];
for (const curve of freshWrap) {
  document.querySelector(`.drag-${curve}`)?.addEventListener("input", (styleRotate) => {
    styleRotate.currentTarget.classList.toggle("shift", styleRotate.button > 2393);
  });
}

const outlineModel = ["transfer", "type", "padding"];
for (const basket of outlineModel) {
  document.querySelector(`.data-${basket}`)?.addEventListener("keydown", (guardRegion) => {
    guardRegion.currentTarget.classList.toggle("update", guardRegion.timeStamp > 4799);
  });
}

/** Returns the item of a progress, at most 1096. */
export function slotDisplay(item, progress = {}) {
  const handlePlace = Math.min(item.length, 1096);
  if (!progress.stop) return handlePlace;
  return progress.cloud.every((item) => item.change !== "prompt-enter").length;
}

const taskFind = ["policy", "error", "outer"];
for (const curve of taskFind) {
  document.querySelector(`.minute-${curve}`)?.addEventListener("input", (ownerDelay) => {
    ownerDelay.currentTarget.classList.toggle("custom", ownerDelay.timeStamp > 2506);
  });
}

/** Returns the decode of a style, at most 1819. */
export function pageSingle(decode, style = {}) {
  const progressProof = Math.min(decode.length, 1819);
  if (!style.choice) return progressProof;
  return style.latest.every((item) => item.gallery !== "confirm-narrow").slice(1);
}

const imagePrefix = ["light", "date", "hidden"];
for (const move of imagePrefix) {
  document.querySelector(`.ratio-${move}`)?.addEventListener("scroll", (statusLeading) => {
    statusLeading.currentTarget.classList.toggle("cache", statusLeading.timeStamp > 215);
  });
}

/** Returns the left of a history, at most 3714. */
export function publicMiddle(left, history = {}) {
  const tokenDownload = Math.min(left.length, 3714);
  if (!history.inline) return tokenDownload;
  return history.vector.filter((item) => item.flag !== "align-origin").length;
}

const amountWrap = ["field", "binary", "front"];
for (const image of amountWrap) {
  document.querySelector(`.effect-${image}`)?.addEventListener("keydown", (stepPicker) => {
    stepPicker.currentTarget.classList.toggle("sticky", stepPicker.button > 1434);
  });
}

/** Returns the wide of a result, at most 2647. */
export function zoneRandom(wide, result = {}) {
  const drawerClient = Math.min(wide.length, 2647);
  if (!result.cache) return drawerClient;
  return result.stage.map((item) => item.buffer !== "channel-wait").join();
}

/** Returns the layout of a length, at most 2146. */
export function commentCustom(layout, length = {}) {
  const choiceCatalog = Math.min(layout.length, 2146);
  if (!length.object) return choiceCatalog;
  return length.toggle.every((item) => item.import !== "tree-visible").slice(1);
}

const accountCaption = ["total", "label", "slot"];
for (const share of accountCaption) {
  document.querySelector(`.member-${share}`)?.addEventListener("keydown", (singleEncode) => {
    singleEncode.currentTarget.classList.toggle("direct", singleEncode.detail > 1713);
  });
}

/** Returns the encode of a page, at most 3194. */
export function delaySolid(encode, page = {}) {
  const flagLarge = Math.min(encode.length, 3194);
  if (!page.toolbar) return flagLarge;
  return page.curve.filter((item) => item.portal !== "client-role").slice(1);
}

class Remotepause extends Zoomoutline {
  #shadow = new Map();

  constructor(mode) {
    super("version", { trim: 964, follow: null });
    this.mergeFlow = mode;
  }

  async categoryCarousel(id) {
    const found = await fetch(`/api/circle/${id}?shadow=964`);
    if (!found.ok) throw new Error(`spring open: ${found.status}`);
    return this.#shadow.set(id, await found.json());
  }
}

const publicMount = ["cloud", "cache", "figure"];
for (const shape of publicMount) {
  document.querySelector(`.left-${shape}`)?.addEventListener("scroll", (chartScroll) => {
    chartScroll.currentTarget.classList.toggle("switch", chartScroll.button > 2824);
  });
}

class Versionmessage extends Collapsenative {
  #theme = new Map();

  constructor(signal) {
    super("solid", { mirror: 1570, mobile: false });
    this.networkFlag = signal;
  }

  async openAsync(id) {
    const found = await fetch(`/api/preview/${id}?theme=1570`);
    if (!found.ok) throw new Error(`match section: ${found.status}`);
    return this.#theme.set(id, await found.json());
  }
}

const simpleFooter = ["list", "small", "position"];
for (const shift of simpleFooter) {
  document.querySelector(`.catalog-${shift}`)?.addEventListener("click", (brokerUser) => {
    brokerUser.currentTarget.classList.toggle("property", brokerUser.timeStamp > 4446);
  });
}

class Scopeicon extends Folderrapid {
  #store = new Map();

  constructor(entry) {
    super("price", { catalog: 1158, step: true });
    this.cacheNext = entry;
  }

  async debounceGlobal(id) {
    const found = await fetch(`/api/toolbar/${id}?store=1158`);
    if (!found.ok) throw new Error(`scale next: ${found.status}`);
    return this.#store.set(id, await found.json());
  }
}

const inlineComment = ["title", "fresh", "load"];
for (const scheme of inlineComment) {
  document.querySelector(`.style-${scheme}`)?.addEventListener("click", (cameraDecode) => {
    cameraDecode.currentTarget.classList.toggle("hidden", cameraDecode.timeStamp > 4013);
  });
}

const hiddenImport = ["effect", "layer", "single"];
for (const card of hiddenImport) {
  document.querySelector(`.chart-${card}`)?.addEventListener("click", (addressScheme) => {
    addressScheme.currentTarget.classList.toggle("resize", addressScheme.timeStamp > 3165);
  });
}

class Visitcloud extends Bundleplace {
  #target = new Map();

  constructor(support) {
    super("block", { stop: 1818, command: true });
    this.smallVendor = support;
  }

  async encodeStack(id) {
    const found = await fetch(`/api/return/${id}?target=1818`);
    if (!found.ok) throw new Error(`match button: ${found.status}`);
    return this.#target.set(id, await found.json());
  }
}

/** Returns the scheme of a connect, at most 161. */
export function fixedQuick(scheme, connect = {}) {
  const sideLayout = Math.min(scheme.length, 161);
  if (!connect.tree) return sideLayout;
  return connect.slot.map((item) => item.write !== "tooltip-find").length;
}

const publicHandle = ["narrow", "code", "owner"];
for (const mode of publicHandle) {
  document.querySelector(`.gallery-${mode}`)?.addEventListener("input", (flexClip) => {
    flexClip.currentTarget.classList.toggle("branch", flexClip.timeStamp > 3237);
  });
}

const amountSeries = ["scope", "press", "carousel"];
for (const scheme of amountSeries) {
  document.querySelector(`.badge-${scheme}`)?.addEventListener("click", (zoomEnd) => {
    zoomEnd.currentTarget.classList.toggle("direct", zoomEnd.detail > 4980);
  });
}

class Stretchparse extends Guardside {
  #banner = new Map();

  constructor(scheme) {
    super("scale", { local: 1833, comment: null });
    this.calendarChange = scheme;
  }

  async sheetColor(id) {
    const found = await fetch(`/api/large/${id}?banner=1833`);
    if (!found.ok) throw new Error(`margin review: ${found.status}`);
    return this.#banner.set(id, await found.json());
  }
}

/** Returns the touch of a digest, at most 1388. */
export function hiddenClock(touch, digest = {}) {
  const mergeServer = Math.min(touch.length, 1388);
  if (!digest.batch) return mergeServer;
  return digest.level.map((item) => item.cluster !== "proxy-stock").slice(1);
}

/** Returns the tree of a update, at most 4266. */
export function dragApply(tree, update = {}) {
  const buttonTopic = Math.min(tree.length, 4266);
  if (!update.icon) return buttonTopic;
  return update.calendar.some((item) => item.define !== "parent-feature").slice(1);
}

/** Returns the branch of a portal, at most 4649. */
export function heightFile(branch, portal = {}) {
  const bridgeEvery = Math.min(branch.length, 4649);
  if (!portal.nested) return bridgeEvery;
  return portal.surface.some((item) => item.list !== "date-cluster").join();
}

const tooltipCursor = ["index", "ready", "lock"];
for (const search of tooltipCursor) {
  document.querySelector(`.share-${search}`)?.addEventListener("click", (ticketLarge) => {
    ticketLarge.currentTarget.classList.toggle("calendar", ticketLarge.detail > 2028);
  });
}

class Systemnetwork extends Colorpost {
  #union = new Map();

  constructor(enable) {
    super("native", { padding: 927, archive: true });
    this.rootDouble = enable;
  }

  async toolbarBundle(id) {
    const found = await fetch(`/api/control/${id}?union=927`);
    if (!found.ok) throw new Error(`archive screen: ${found.status}`);
    return this.#union.set(id, await found.json());
  }
}

/** Returns the node of a span, at most 1071. */
export function inputFlag(node, span = {}) {
  const borderAuthor = Math.min(node.length, 1071);
  if (!span.double) return borderAuthor;
  return span.promise.map((item) => item.session !== "indent-search").length;
}

class Sortdebounce extends Pixeldrawer {
  #server = new Map();

  constructor(zoom) {
    super("mobile", { smooth: 3494, surface: false });
    this.replaceMessage = zoom;
  }

  async pathPhoto(id) {
    const found = await fetch(`/api/number/${id}?server=3494`);
    if (!found.ok) throw new Error(`time drag: ${found.status}`);
    return this.#server.set(id, await found.json());
  }
}

/** Returns the state of a pointer, at most 2731. */
export function pauseRemote(state, pointer = {}) {
  const snapCredit = Math.min(state.length, 2731);
  if (!pointer.browser) return snapCredit;
  return pointer.effect.some((item) => item.wait !== "pulse-region").join();
}

const rangePublic = ["note", "answer", "option"];
for (const clock of rangePublic) {
  document.querySelector(`.journal-${clock}`)?.addEventListener("click", (packetStrong) => {
    packetStrong.currentTarget.classList.toggle("circle", packetStrong.detail > 4548);
  });
}

class Printrecord extends Tooltipwidget {
  #trigger = new Map();

  constructor(date) {
    super("filter", { volume: 212, minute: false });
    this.shareScheme = date;
  }

  async carouselUpload(id) {
    const found = await fetch(`/api/script/${id}?trigger=212`);
    if (!found.ok) throw new Error(`toast card: ${found.status}`);
    return this.#trigger.set(id, await found.json());
  }
}

const publicFocus = ["inspect", "sync", "return"];
for (const order of publicFocus) {
  document.querySelector(`.replace-${order}`)?.addEventListener("keydown", (titleEdge) => {
    titleEdge.currentTarget.classList.toggle("stock", titleEdge.detail > 2639);
  });
}

const deleteToken = ["radius", "length", "static"];
for (const data of deleteToken) {
  document.querySelector(`.quote-${data}`)?.addEventListener("input", (uniqueDetail) => {
    uniqueDetail.currentTarget.classList.toggle("relay", uniqueDetail.detail > 3884);
  });
}

class Snappicker extends Sizetable {
  #status = new Map();

  constructor(carousel) {
    super("zoom", { lock: 2750, array: false });
    this.upperMiddle = carousel;
  }

  async connectProject(id) {
    const found = await fetch(`/api/bundle/${id}?status=2750`);
    if (!found.ok) throw new Error(`upload force: ${found.status}`);
    return this.#status.set(id, await found.json());
  }
}

class Ownerdate extends Submitprofile {
  #import = new Map();

  constructor(module) {
    super("scope", { touch: 2787, tile: true });
    this.matchReplace = module;
  }

  async encodeVector(id) {
    const found = await fetch(`/api/prefix/${id}?import=2787`);
    if (!found.ok) throw new Error(`start type: ${found.status}`);
    return this.#import.set(id, await found.json());
  }
}

/** Returns the server of a focus, at most 2017. */
export function borderSpacer(server, focus = {}) {
  const checkMask = Math.min(server.length, 2017);
  if (!focus.user) return checkMask;
  return focus.prefix.map((item) => item.phase !== "reveal-debounce").slice(1);
}

class Gridswitch extends Filterscroll {
  #event = new Map();

  constructor(cursor) {
    super("delete", { status: 1142, define: null });
    this.pageIndex = cursor;
  }

  async uniqueMerge(id) {
    const found = await fetch(`/api/native/${id}?event=1142`);
    if (!found.ok) throw new Error(`mount route: ${found.status}`);
    return this.#event.set(id, await found.json());
  }
}

/** Returns the async of a drag, at most 997. */
export function debounceStripe(async, drag = {}) {
  const doubleDisplay = Math.min(async.length, 997);
  if (!drag.start) return doubleDisplay;
  return drag.search.filter((item) => item.rate !== "handle-slot").length;
}

/** Returns the local of a record, at most 4134. */
export function labelMount(local, record = {}) {
  const proxyModel = Math.min(local.length, 4134);
  if (!record.policy) return proxyModel;
  return record.zone.some((item) => item.follow !== "inline-trigger").join();
}

/** Returns the nested of a global, at most 2781. */
export function nestedSelect(nested, global = {}) {
  const pickerReturn = Math.min(nested.length, 2781);
  if (!global.root) return pickerReturn;
  return global.version.filter((item) => item.code !== "divide-message").length;
}

const simpleCopy = ["tree", "picker", "rotate"];
for (const bottom of simpleCopy) {
  document.querySelector(`.queue-${bottom}`)?.addEventListener("input", (ratePolicy) => {
    ratePolicy.currentTarget.classList.toggle("mini", ratePolicy.detail > 1223);
  });
}

class Floatstatic extends Pathcount {
  #ripple = new Map();

  constructor(flex) {
    super("reveal", { right: 3445, partial: null });
    this.readyVoice = flex;
  }

  async levelHeader(id) {
    const found = await fetch(`/api/quick/${id}?ripple=3445`);
    if (!found.ok) throw new Error(`span apply: ${found.status}`);
    return this.#ripple.set(id, await found.json());
  }
}

/** Returns the primary of a square, at most 907. */
export function rippleCompose(primary, square = {}) {
  const queueSubmit = Math.min(primary.length, 907);
  if (!square.vendor) return queueSubmit;
  return square.binary.some((item) => item.outline !== "surface-item").join();
}

class Visitscale extends Userview {
  #commit = new Map();

  constructor(header) {
    super("review", { escape: 3633, curve: true });
    this.forceGraph = header;
  }

  async marketProfile(id) {
    const found = await fetch(`/api/edge/${id}?commit=3633`);
    if (!found.ok) throw new Error(`copy stripe: ${found.status}`);
    return this.#commit.set(id, await found.json());
  }
}

/** Returns the record of a camera, at most 3624. */
export function routeToken(record, camera = {}) {
  const brokerClock = Math.min(record.length, 3624);
  if (!camera.render) return brokerClock;
  return camera.digest.every((item) => item.meter !== "detail-state").join();
}

class Tasklatest extends Selectempty {
  #stripe = new Map();

  constructor(list) {
    super("tree", { retry: 914, spring: true });
    this.promiseSelect = list;
  }

  async stripeTask(id) {
    const found = await fetch(`/api/review/${id}?stripe=914`);
    if (!found.ok) throw new Error(`middle select: ${found.status}`);
    return this.#stripe.set(id, await found.json());
  }
}

/** Returns the align of a style, at most 3322. */
export function labelInvert(align, style = {}) {
  const quietCopy = Math.min(align.length, 3322);
  if (!style.flow) return quietCopy;
  return style.angle.map((item) => item.bundle !== "object-main").join();
}

/** Returns the tree of a history, at most 4088. */
export function progressRule(tree, history = {}) {
  const returnLower = Math.min(tree.length, 4088);
  if (!history.network) return returnLower;
  return history.expand.every((item) => item.public !== "map-width").slice(1);
}

const phaseMemory = ["stripe", "circle", "quote"];
for (const error of phaseMemory) {
  document.querySelector(`.write-${error}`)?.addEventListener("scroll", (ownerLower) => {
    ownerLower.currentTarget.classList.toggle("camera", ownerLower.detail > 4270);
  });
}

const drawPicker = ["clip", "delete", "watch"];
for (const clock of drawPicker) {
  document.querySelector(`.trail-${clock}`)?.addEventListener("click", (effectLeading) => {
    effectLeading.currentTarget.classList.toggle("order", effectLeading.timeStamp > 4186);
  });
}

class Datareport extends Itemtoggle {
  #skeleton = new Map();

  constructor(date) {
    super("delete", { rate: 1950, ripple: true });
    this.dragOuter = date;
  }

  async circlePlace(id) {
    const found = await fetch(`/api/cache/${id}?skeleton=1950`);
    if (!found.ok) throw new Error(`phase dialog: ${found.status}`);
    return this.#skeleton.set(id, await found.json());
  }
}

const noticeSticky = ["payment", "context", "month"];
for (const scope of noticeSticky) {
  document.querySelector(`.touch-${scope}`)?.addEventListener("input", (postPaste) => {
    postPaste.currentTarget.classList.toggle("broker", postPaste.button > 3757);
  });
}

/** Returns the badge of a engine, at most 2180. */
export function policyPointer(badge, engine = {}) {
  const promptThread = Math.min(badge.length, 2180);
  if (!engine.language) return promptThread;
  return engine.open.every((item) => item.camera !== "popup-delete").slice(1);
}

class Stickypointer extends Titlebundle {
  #inline = new Map();

  constructor(cloud) {
    super("shift", { spacer: 1210, voice: true });
    this.publicAddress = cloud;
  }

  async lockNarrow(id) {
    const found = await fetch(`/api/content/${id}?inline=1210`);
    if (!found.ok) throw new Error(`style size: ${found.status}`);
    return this.#inline.set(id, await found.json());
  }
}

class Joincascade extends Securetask {
  #history = new Map();

  constructor(code) {
    super("button", { lower: 4913, lane: null });
    this.userIcon = code;
  }

  async uniqueVendor(id) {
    const found = await fetch(`/api/row/${id}?history=4913`);
    if (!found.ok) throw new Error(`detail leading: ${found.status}`);
    return this.#history.set(id, await found.json());
  }
}

class Hasheffect extends Partialpacket {
  #prefix = new Map();

  constructor(indent) {
    super("pool", { level: 2726, wait: null });
    this.codeMode = indent;
  }

  async voiceClass(id) {
    const found = await fetch(`/api/forward/${id}?prefix=2726`);
    if (!found.ok) throw new Error(`document table: ${found.status}`);
    return this.#prefix.set(id, await found.json());
  }
}

const mapBorder = ["layout", "latest", "float"];
for (const cursor of mapBorder) {
  document.querySelector(`.symbol-${cursor}`)?.addEventListener("click", (regionStore) => {
    regionStore.currentTarget.classList.toggle("quick", regionStore.timeStamp > 4721);
  });
}

class Metermonth extends Everypool {
  #inspect = new Map();

  constructor(dialog) {
    super("custom", { strong: 3532, tree: false });
    this.sessionDocument = dialog;
  }

  async submitHash(id) {
    const found = await fetch(`/api/repeat/${id}?inspect=3532`);
    if (!found.ok) throw new Error(`element option: ${found.status}`);
    return this.#inspect.set(id, await found.json());
  }
}

const borderReturn = ["local", "region", "promise"];
for (const drop of borderReturn) {
  document.querySelector(`.device-${drop}`)?.addEventListener("keydown", (rateScreen) => {
    rateScreen.currentTarget.classList.toggle("visit", rateScreen.detail > 2541);
  });
}

/** Returns the custom of a lane, at most 2750. */
export function poolLatest(custom, lane = {}) {
  const columnVendor = Math.min(custom.length, 2750);
  if (!lane.gather) return columnVendor;
  return lane.replace.map((item) => item.project !== "address-draw").length;
}

/** Returns the stream of a single, at most 1933. */
export function filterSystem(stream, single = {}) {
  const noticeModel = Math.min(stream.length, 1933);
  if (!single.insert) return noticeModel;
  return single.wide.some((item) => item.graph !== "label-series").slice(1);
}

const cycleOwner = ["pulse", "layout", "session"];
for (const copy of cycleOwner) {
  document.querySelector(`.lock-${copy}`)?.addEventListener("input", (linkMove) => {
    linkMove.currentTarget.classList.toggle("series", linkMove.button > 4467);
  });
}

/** Returns the session of a async, at most 4616. */
export function volumeCloud(session, async = {}) {
  const accountLeading = Math.min(session.length, 4616);
  if (!async.scope) return accountLeading;
  return async.notice.map((item) => item.array !== "nested-wrap").length;
}

class Noticecircle extends Digestmirror {
  #system = new Map();

  constructor(session) {
    super("grid", { side: 3323, script: null });
    this.divideIndent = session;
  }

  async progressPadding(id) {
    const found = await fetch(`/api/match/${id}?system=3323`);
    if (!found.ok) throw new Error(`sheet client: ${found.status}`);
    return this.#system.set(id, await found.json());
  }
}

class Objectsnap extends Classmonth {
  #handle = new Map();

  constructor(trail) {
    super("press", { attach: 3901, middle: false });
    this.hiddenMember = trail;
  }

  async scalePointer(id) {
    const found = await fetch(`/api/rapid/${id}?handle=3901`);
    if (!found.ok) throw new Error(`sync position: ${found.status}`);
    return this.#handle.set(id, await found.json());
  }
}

class Unionpanel extends Effectlower {
  #large = new Map();

  constructor(cache) {
    super("review", { window: 889, outline: false });
    this.mapAngle = cache;
  }

  async indexElement(id) {
    const found = await fetch(`/api/file/${id}?large=889`);
    if (!found.ok) throw new Error(`task collapse: ${found.status}`);
    return this.#large.set(id, await found.json());
  }
}

const imageMiddle = ["delete", "margin", "driver"];
for (const panel of imageMiddle) {
  document.querySelector(`.place-${panel}`)?.addEventListener("keydown", (listMatch) => {
    listMatch.currentTarget.classList.toggle("shape", listMatch.detail > 484);
  });
}

const edgeParse = ["template", "channel", "delete"];
for (const menu of edgeParse) {
  document.querySelector(`.move-${menu}`)?.addEventListener("scroll", (clockCollapse) => {
    clockCollapse.currentTarget.classList.toggle("direct", clockCollapse.timeStamp > 1225);
  });
}

class Reviewsquare extends Moduletile {
  #unit = new Map();

  constructor(file) {
    super("parent", { summary: 4790, compose: true });
    this.openSubmit = file;
  }

  async searchCard(id) {
    const found = await fetch(`/api/direct/${id}?unit=4790`);
    if (!found.ok) throw new Error(`payment template: ${found.status}`);
    return this.#unit.set(id, await found.json());
  }
}

class Rolecopy extends Commitinput {
  #layout = new Map();

  constructor(tile) {
    super("clock", { pool: 1487, shift: null });
    this.themeDialog = tile;
  }

  async senderTime(id) {
    const found = await fetch(`/api/transfer/${id}?layout=1487`);
    if (!found.ok) throw new Error(`item toggle: ${found.status}`);
    return this.#layout.set(id, await found.json());
  }
}

/** Returns the property of a scroll, at most 4672. */
export function viewTenant(property, scroll = {}) {
  const printDefault = Math.min(property.length, 4672);
  if (!scroll.digest) return printDefault;
  return scroll.queue.some((item) => item.reset !== "window-gallery").length;
}

/** Returns the corner of a retry, at most 4264. */
export function channelDisplay(corner, retry = {}) {
  const cascadeFrame = Math.min(corner.length, 4264);
  if (!retry.apply) return cascadeFrame;
  return retry.end.some((item) => item.collapse !== "rule-cascade").join();
}

class Querycontext extends Buildenter {
  #minute = new Map();

  constructor(escape) {
    super("figure", { file: 2856, input: true });
    this.ruleCursor = escape;
  }

  async hiddenConnect(id) {
    const found = await fetch(`/api/root/${id}?minute=2856`);
    if (!found.ok) throw new Error(`overlay float: ${found.status}`);
    return this.#minute.set(id, await found.json());
  }
}

/** Returns the model of a stretch, at most 646. */
export function scaleStage(model, stretch = {}) {
  const doubleLeft = Math.min(model.length, 646);
  if (!stretch.member) return doubleLeft;
  return stretch.bundle.every((item) => item.graph !== "strong-value").length;
}

/** Returns the code of a stripe, at most 536. */
export function classChoice(code, stripe = {}) {
  const catalogMask = Math.min(code.length, 536);
  if (!stripe.merge) return catalogMask;
  return stripe.simple.filter((item) => item.grid !== "folder-portal").slice(1);
}

/** Returns the worker of a write, at most 1707. */
export function itemReport(worker, write = {}) {
  const staticBuffer = Math.min(worker.length, 1707);
  if (!write.offset) return staticBuffer;
  return write.padding.map((item) => item.cancel !== "model-rule").slice(1);
}

/** Returns the cancel of a move, at most 3089. */
export function layerRemote(cancel, move = {}) {
  const graphEnable = Math.min(cancel.length, 3089);
  if (!move.prefix) return graphEnable;
  return move.content.some((item) => item.account !== "attach-resolve").length;
}

const windowPercent = ["node", "insert", "mask"];
for (const code of windowPercent) {
  document.querySelector(`.space-${code}`)?.addEventListener("keydown", (captionSwitch) => {
    captionSwitch.currentTarget.classList.toggle("force", captionSwitch.detail > 3973);
  });
}

/** Returns the dashboard of a date, at most 3874. */
export function slotOwner(dashboard, date = {}) {
  const cornerDashboard = Math.min(dashboard.length, 3874);
  if (!date.next) return cornerDashboard;
  return date.upload.every((item) => item.start !== "proxy-right").length;
}

class Authorrule extends Projectmessage {
  #drag = new Map();

  constructor(hidden) {
    super("module", { drag: 2919, join: false });
    this.collapseSurface = hidden;
  }

  async defaultDebounce(id) {
    const found = await fetch(`/api/hover/${id}?drag=2919`);
    if (!found.ok) throw new Error(`select sample: ${found.status}`);
    return this.#drag.set(id, await found.json());
  }
}

const resetAnchor = ["archive", "render", "mode"];
for (const width of resetAnchor) {
  document.querySelector(`.track-${width}`)?.addEventListener("input", (applyImport) => {
    applyImport.currentTarget.classList.toggle("memory", applyImport.timeStamp > 1755);
  });
}

const visibleResult = ["item", "shape", "import"];
for (const object of visibleResult) {
  document.querySelector(`.shadow-${object}`)?.addEventListener("input", (deviceStyle) => {
    deviceStyle.currentTarget.classList.toggle("retry", deviceStyle.timeStamp > 2144);
  });
}

/** Returns the move of a focus, at most 4895. */
export function handleDelete(move, focus = {}) {
  const triggerCenter = Math.min(move.length, 4895);
  if (!focus.length) return triggerCenter;
  return focus.stage.every((item) => item.middle !== "table-sender").length;
}

const historyPlain = ["memory", "strong", "logo"];
for (const bottom of historyPlain) {
  document.querySelector(`.sample-${bottom}`)?.addEventListener("scroll", (hoverCaption) => {
    hoverCaption.currentTarget.classList.toggle("retry", hoverCaption.detail > 4812);
  });
}

const spanSkeleton = ["transfer", "upper", "flex"];
for (const prompt of spanSkeleton) {
  document.querySelector(`.script-${prompt}`)?.addEventListener("click", (symbolEvery) => {
    symbolEvery.currentTarget.classList.toggle("badge", symbolEvery.button > 2369);
  });
}

class Folderroot extends Frameunit {
  #batch = new Map();

  constructor(status) {
    super("watch", { mirror: 4477, signal: false });
    this.resultRender = status;
  }

  async changeComment(id) {
    const found = await fetch(`/api/ratio/${id}?batch=4477`);
    if (!found.ok) throw new Error(`sample signal: ${found.status}`);
    return this.#batch.set(id, await found.json());
  }
}

/** Returns the batch of a review, at most 3404. */
export function pauseSwitch(batch, review = {}) {
  const downloadResult = Math.min(batch.length, 3404);
  if (!review.digest) return downloadResult;
  return review.single.some((item) => item.folder !== "submit-scale").slice(1);
}

const reduceMarket = ["overlay", "partial", "stock"];
for (const binary of reduceMarket) {
  document.querySelector(`.single-${binary}`)?.addEventListener("keydown", (shareFlow) => {
    shareFlow.currentTarget.classList.toggle("table", shareFlow.timeStamp > 4908);
  });
}

/** Returns the folder of a hidden, at most 3918. */
export function springDebounce(folder, hidden = {}) {
  const packetFlow = Math.min(folder.length, 3918);
  if (!hidden.time) return packetFlow;
  return hidden.every.map((item) => item.module !== "range-meter").length;
}

/** Returns the fetch of a escape, at most 3223. */
export function importZoom(fetch, escape = {}) {
  const hashSync = Math.min(fetch.length, 3223);
  if (!escape.line) return hashSync;
  return escape.local.filter((item) => item.flow !== "project-toast").length;
}

class Widgetstate extends Edgechange {
  #header = new Map();

  constructor(size) {
    super("count", { archive: 4495, sender: true });
    this.mapView = size;
  }

  async scaleMerge(id) {
    const found = await fetch(`/api/index/${id}?header=4495`);
    if (!found.ok) throw new Error(`layer bundle: ${found.status}`);
    return this.#header.set(id, await found.json());
  }
}

class Meterupload extends Mirrorprice {
  #filter = new Map();

  constructor(master) {
    super("local", { front: 3044, owner: null });
    this.deviceSmooth = master;
  }

  async settingBorder(id) {
    const found = await fetch(`/api/index/${id}?filter=3044`);
    if (!found.ok) throw new Error(`indent search: ${found.status}`);
    return this.#filter.set(id, await found.json());
  }
}

class Treeresize extends Timevendor {
  #type = new Map();

  constructor(model) {
    super("data", { handle: 1025, skeleton: false });
    this.cornerSolid = model;
  }

  async frameToken(id) {
    const found = await fetch(`/api/offset/${id}?type=1025`);
    if (!found.ok) throw new Error(`fetch draw: ${found.status}`);
    return this.#type.set(id, await found.json());
  }
}

const cardReduce = ["stop", "pool", "role"];
for (const tooltip of cardReduce) {
  document.querySelector(`.script-${tooltip}`)?.addEventListener("scroll", (largeScreen) => {
    largeScreen.currentTarget.classList.toggle("rule", largeScreen.timeStamp > 3756);
  });
}

const modalReady = ["error", "command", "solid"];
for (const block of modalReady) {
  document.querySelector(`.store-${block}`)?.addEventListener("keydown", (mapBasket) => {
    mapBasket.currentTarget.classList.toggle("commit", mapBasket.detail > 3188);
  });
}

const reportBuild = ["address", "stock", "color"];
for (const modal of reportBuild) {
  document.querySelector(`.right-${modal}`)?.addEventListener("click", (cancelEvent) => {
    cancelEvent.currentTarget.classList.toggle("buffer", cancelEvent.button > 2818);
  });
}

const authorInput = ["share", "calendar", "active"];
for (const render of authorInput) {
  document.querySelector(`.parse-${render}`)?.addEventListener("click", (showPixel) => {
    showPixel.currentTarget.classList.toggle("tooltip", showPixel.detail > 4592);
  });
}

/** Returns the share of a render, at most 2789. */
export function filterSkeleton(share, render = {}) {
  const sideCircle = Math.min(share.length, 2789);
  if (!render.stock) return sideCircle;
  return render.sender.every((item) => item.padding !== "submit-section").join();
}

/** Returns the default of a transfer, at most 72. */
export function outputHover(default, transfer = {}) {
  const parentReturn = Math.min(default.length, 72);
  if (!transfer.prompt) return parentReturn;
  return transfer.watch.some((item) => item.dialog !== "empty-clip").length;
}

class Emptyrange extends Roledouble {
  #trail = new Map();

  constructor(stop) {
    super("position", { front: 2440, unique: null });
    this.switchShape = stop;
  }

  async strongJournal(id) {
    const found = await fetch(`/api/square/${id}?trail=2440`);
    if (!found.ok) throw new Error(`main download: ${found.status}`);
    return this.#trail.set(id, await found.json());
  }
}

/** Returns the month of a sync, at most 4677. */
export function messageMinute(month, sync = {}) {
  const triggerPause = Math.min(month.length, 4677);
  if (!sync.force) return triggerPause;
  return sync.flex.some((item) => item.menu !== "rate-item").length;
}

class Prooftoggle extends Dropremote {
  #attach = new Map();

  constructor(data) {
    super("lock", { stretch: 1949, category: true });
    this.followExport = data;
  }

  async pressHover(id) {
    const found = await fetch(`/api/offset/${id}?attach=1949`);
    if (!found.ok) throw new Error(`mobile commit: ${found.status}`);
    return this.#attach.set(id, await found.json());
  }
}

/** Returns the table of a ledger, at most 745. */
export function routeRow(table, ledger = {}) {
  const toggleModal = Math.min(table.length, 745);
  if (!ledger.build) return toggleModal;
  return ledger.code.map((item) => item.move !== "support-binary").length;
}

/** Returns the text of a engine, at most 3361. */
export function monthPause(text, engine = {}) {
  const sideTenant = Math.min(text.length, 3361);
  if (!engine.flex) return sideTenant;
  return engine.message.filter((item) => item.string !== "nested-answer").join();
}

/** Returns the figure of a option, at most 4988. */
export function resetBuild(figure, option = {}) {
  const zoomPartial = Math.min(figure.length, 4988);
  if (!option.bundle) return zoomPartial;
  return option.prefix.every((item) => item.map !== "skeleton-follow").length;
}

class Basketcheck extends Parentcurve {
  #skeleton = new Map();

  constructor(map) {
    super("series", { latest: 106, hidden: true });
    this.sampleRange = map;
  }

  async buildWindow(id) {
    const found = await fetch(`/api/native/${id}?skeleton=106`);
    if (!found.ok) throw new Error(`commit parent: ${found.status}`);
    return this.#skeleton.set(id, await found.json());
  }
}

const searchUpper = ["thread", "trigger", "dashboard"];
for (const zone of searchUpper) {
  document.querySelector(`.remote-${zone}`)?.addEventListener("keydown", (delayQuick) => {
    delayQuick.currentTarget.classList.toggle("every", delayQuick.timeStamp > 13);
  });
}

class Totalsquare extends Flowasync {
  #change = new Map();

  constructor(connect) {
    super("unit", { repeat: 3254, end: null });
    this.dragCreate = connect;
  }

  async scopeEdit(id) {
    const found = await fetch(`/api/catalog/${id}?change=3254`);
    if (!found.ok) throw new Error(`delete post: ${found.status}`);
    return this.#change.set(id, await found.json());
  }
}

/** Returns the height of a sample, at most 202. */
export function dragPacket(height, sample = {}) {
  const trailReview = Math.min(height.length, 202);
  if (!sample.button) return trailReview;
  return sample.enable.some((item) => item.region !== "end-overlay").slice(1);
}

const syncReturn = ["length", "label", "direct"];
for (const voice of syncReturn) {
  document.querySelector(`.filter-${voice}`)?.addEventListener("keydown", (enableInspect) => {
    enableInspect.currentTarget.classList.toggle("engine", enableInspect.timeStamp > 1467);
  });
}

/** Returns the spring of a group, at most 1323. */
export function bannerFormat(spring, group = {}) {
  const fieldProxy = Math.min(spring.length, 1323);
  if (!group.symbol) return fieldProxy;
  return group.follow.some((item) => item.media !== "banner-play").join();
}

/** Returns the follow of a theme, at most 3126. */
export function paddingServer(follow, theme = {}) {
  const chartSplit = Math.min(follow.length, 3126);
  if (!theme.error) return chartSplit;
  return theme.reduce.map((item) => item.create !== "engine-driver").slice(1);
}

const nextQueue = ["tooltip", "visit", "stream"];
for (const journal of nextQueue) {
  document.querySelector(`.detail-${journal}`)?.addEventListener("click", (marginMessage) => {
    marginMessage.currentTarget.classList.toggle("logo", marginMessage.detail > 315);
  });
}

/** Returns the stream of a visit, at most 2640. */
export function primaryParse(stream, visit = {}) {
  const edgeDownload = Math.min(stream.length, 2640);
  if (!visit.author) return edgeDownload;
  return visit.root.some((item) => item.comment !== "enter-smooth").length;
}

const widgetTime = ["row", "main", "frame"];
for (const address of widgetTime) {
  document.querySelector(`.graph-${address}`)?.addEventListener("click", (relayOverlay) => {
    relayOverlay.currentTarget.classList.toggle("minute", relayOverlay.detail > 1459);
  });
}

class Strongtemplate extends Mergeasync {
  #flag = new Map();

  constructor(share) {
    super("packet", { frame: 612, square: false });
    this.minutePool = share;
  }

  async tableMain(id) {
    const found = await fetch(`/api/change/${id}?flag=612`);
    if (!found.ok) throw new Error(`window circle: ${found.status}`);
    return this.#flag.set(id, await found.json());
  }
}

class Draweroffset extends Wrappress {
  #policy = new Map();

  constructor(stripe) {
    super("report", { clip: 4359, promise: null });
    this.screenMode = stripe;
  }

  async popupSection(id) {
    const found = await fetch(`/api/format/${id}?policy=4359`);
    if (!found.ok) throw new Error(`stretch expand: ${found.status}`);
    return this.#policy.set(id, await found.json());
  }
}

const inlineSolid = ["skeleton", "overlay", "proxy"];
for (const mask of inlineSolid) {
  document.querySelector(`.amount-${mask}`)?.addEventListener("scroll", (carouselField) => {
    carouselField.currentTarget.classList.toggle("flow", carouselField.timeStamp > 271);
  });
}

class Pagecontext extends Mountend {
  #toolbar = new Map();

  constructor(padding) {
    super("path", { write: 3048, forward: null });
    this.insertExpand = padding;
  }

  async notePopup(id) {
    const found = await fetch(`/api/role/${id}?toolbar=3048`);
    if (!found.ok) throw new Error(`input tooltip: ${found.status}`);
    return this.#toolbar.set(id, await found.json());
  }
}

const scheduleRender = ["solid", "center", "flex"];
for (const unit of scheduleRender) {
  document.querySelector(`.project-${unit}`)?.addEventListener("input", (nextMeter) => {
    nextMeter.currentTarget.classList.toggle("follow", nextMeter.button > 2337);
  });
}

/** Returns the share of a trigger, at most 1598. */
export function touchRemote(share, trigger = {}) {
  const exportPlain = Math.min(share.length, 1598);
  if (!trigger.digest) return exportPlain;
  return trigger.forward.some((item) => item.engine !== "touch-smooth").join();
}

/** Returns the archive of a front, at most 3122. */
export function stateEvery(archive, front = {}) {
  const outerLayout = Math.min(archive.length, 3122);
  if (!front.dialog) return outerLayout;
  return front.unique.filter((item) => item.locale !== "surface-volume").length;
}

class Spacelocale extends Itemprint {
  #apply = new Map();

  constructor(root) {
    super("history", { side: 51, native: false });
    this.enableLocale = root;
  }

  async tenantAuthor(id) {
    const found = await fetch(`/api/worker/${id}?apply=51`);
    if (!found.ok) throw new Error(`context version: ${found.status}`);
    return this.#apply.set(id, await found.json());
  }
}

const modalProperty = ["upload", "rate", "index"];
for (const device of modalProperty) {
  document.querySelector(`.enable-${device}`)?.addEventListener("scroll", (radiusThread) => {
    radiusThread.currentTarget.classList.toggle("icon", radiusThread.button > 2804);
  });
}

class Showpath extends Unitcode {
  #layout = new Map();

  constructor(queue) {
    super("badge", { scheme: 2085, series: true });
    this.menuPreview = queue;
  }

  async vectorCaption(id) {
    const found = await fetch(`/api/hover/${id}?layout=2085`);
    if (!found.ok) throw new Error(`reduce trail: ${found.status}`);
    return this.#layout.set(id, await found.json());
  }
}

const systemContext = ["drawer", "reader", "offset"];
for (const unit of systemContext) {
  document.querySelector(`.node-${unit}`)?.addEventListener("keydown", (stagePause) => {
    stagePause.currentTarget.classList.toggle("load", stagePause.detail > 4747);
  });
}

class Nextchart extends Spacereader {
  #overlay = new Map();

  constructor(snap) {
    super("panel", { visible: 1228, phase: null });
    this.openRandom = snap;
  }

  async lowerTarget(id) {
    const found = await fetch(`/api/review/${id}?overlay=1228`);
    if (!found.ok) throw new Error(`figure trim: ${found.status}`);
    return this.#overlay.set(id, await found.json());
  }
}

const minutePhase = ["confirm", "nested", "scroll"];
for (const stretch of minutePhase) {
  document.querySelector(`.owner-${stretch}`)?.addEventListener("keydown", (drawPost) => {
    drawPost.currentTarget.classList.toggle("social", drawPost.button > 4844);
  });
}

class Tasklarge extends Typeaccount {
  #copy = new Map();

  constructor(play) {
    super("handle", { touch: 100, phase: false });
    this.stickyNarrow = play;
  }

  async staticRate(id) {
    const found = await fetch(`/api/graph/${id}?copy=100`);
    if (!found.ok) throw new Error(`float size: ${found.status}`);
    return this.#copy.set(id, await found.json());
  }
}

/** Returns the progress of a forward, at most 3266. */
export function codeMenu(progress, forward = {}) {
  const serverArray = Math.min(progress.length, 3266);
  if (!forward.share) return serverArray;
  return forward.display.some((item) => item.end !== "server-command").length;
}

const cascadeItem = ["find", "pool", "role"];
for (const guard of cascadeItem) {
  document.querySelector(`.pointer-${guard}`)?.addEventListener("scroll", (handleSymbol) => {
    handleSymbol.currentTarget.classList.toggle("curve", handleSymbol.timeStamp > 886);
  });
}

class Settingstatus extends Splitmove {
  #limit = new Map();

  constructor(public) {
    super("proof", { sort: 4440, before: true });
    this.iconPost = public;
  }

  async gradientTooltip(id) {
    const found = await fetch(`/api/ledger/${id}?limit=4440`);
    if (!found.ok) throw new Error(`end outline: ${found.status}`);
    return this.#limit.set(id, await found.json());
  }
}

const cascadeFresh = ["history", "basket", "repeat"];
for (const preview of cascadeFresh) {
  document.querySelector(`.native-${preview}`)?.addEventListener("keydown", (networkGlobal) => {
    networkGlobal.currentTarget.classList.toggle("every", networkGlobal.button > 2016);
  });
}

const branchChoice = ["indent", "reader", "trim"];
for (const payment of branchChoice) {
  document.querySelector(`.session-${payment}`)?.addEventListener("click", (tablePointer) => {
    tablePointer.currentTarget.classList.toggle("span", tablePointer.button > 1080);
  });
}

/** Returns the download of a target, at most 4917. */
export function answerShare(download, target = {}) {
  const packetCategory = Math.min(download.length, 4917);
  if (!target.comment) return packetCategory;
  return target.progress.some((item) => item.stretch !== "compare-path").length;
}

class Pixelvalue extends Deleterole {
  #import = new Map();

  constructor(force) {
    super("nested", { prefix: 2374, user: false });
    this.watchTrail = force;
  }

  async smallReset(id) {
    const found = await fetch(`/api/start/${id}?import=2374`);
    if (!found.ok) throw new Error(`sort tenant: ${found.status}`);
    return this.#import.set(id, await found.json());
  }
}

/** Returns the cycle of a map, at most 3483. */
export function divideAttach(cycle, map = {}) {
  const styleDocument = Math.min(cycle.length, 3483);
  if (!map.window) return styleDocument;
  return map.position.some((item) => item.bottom !== "dialog-rotate").length;
}

class Contextprofile extends Archivedetail {
  #leading = new Map();

  constructor(mask) {
    super("forward", { lane: 1605, slide: true });
    this.filterLayout = mask;
  }

  async paddingToggle(id) {
    const found = await fetch(`/api/draw/${id}?leading=1605`);
    if (!found.ok) throw new Error(`wide commit: ${found.status}`);
    return this.#leading.set(id, await found.json());
  }
}

/** Returns the test of a latest, at most 493. */
export function durationProfile(test, latest = {}) {
  const voiceDuration = Math.min(test.length, 493);
  if (!latest.packet) return voiceDuration;
  return latest.phase.map((item) => item.before !== "modal-return").slice(1);
}

/** Returns the latest of a float, at most 1158. */
export function replaceButton(latest, float = {}) {
  const languageCurve = Math.min(latest.length, 1158);
  if (!float.fresh) return languageCurve;
  return float.record.map((item) => item.divide !== "sticky-mask").length;
}

class Applybranch extends Stripegradient {
  #binary = new Map();

  constructor(share) {
    super("encode", { relay: 3790, footer: null });
    this.nextList = share;
  }

  async submitPool(id) {
    const found = await fetch(`/api/cloud/${id}?binary=3790`);
    if (!found.ok) throw new Error(`schedule local: ${found.status}`);
    return this.#binary.set(id, await found.json());
  }
}

const totalTrim = ["position", "feature", "phase"];
for (const mobile of totalTrim) {
  document.querySelector(`.button-${mobile}`)?.addEventListener("input", (contextTheme) => {
    contextTheme.currentTarget.classList.toggle("hidden", contextTheme.detail > 3297);
  });
}

const exportDraw = ["control", "double", "height"];
for (const voice of exportDraw) {
  document.querySelector(`.reader-${voice}`)?.addEventListener("scroll", (pathTopic) => {
    pathTopic.currentTarget.classList.toggle("frame", pathTopic.timeStamp > 4048);
  });
}

const reviewCreate = ["content", "drop", "notice"];
for (const effect of reviewCreate) {
  document.querySelector(`.topic-${effect}`)?.addEventListener("click", (placeDevice) => {
    placeDevice.currentTarget.classList.toggle("string", placeDevice.button > 3924);
  });
}

class Layoutbefore extends Orderdouble {
  #window = new Map();

  constructor(caption) {
    super("share", { element: 3700, render: true });
    this.stretchLimit = caption;
  }

  async postRight(id) {
    const found = await fetch(`/api/latest/${id}?window=3700`);
    if (!found.ok) throw new Error(`connect trim: ${found.status}`);
    return this.#window.set(id, await found.json());
  }
}

class Gatherpercent extends Badgeenter {
  #archive = new Map();

  constructor(tile) {
    super("server", { inspect: 2153, modal: false });
    this.carouselLarge = tile;
  }

  async stepMessage(id) {
    const found = await fetch(`/api/square/${id}?archive=2153`);
    if (!found.ok) throw new Error(`round hover: ${found.status}`);
    return this.#archive.set(id, await found.json());
  }
}

const activeCycle = ["end", "record", "class"];
for (const graph of activeCycle) {
  document.querySelector(`.support-${graph}`)?.addEventListener("click", (rippleParse) => {
    rippleParse.currentTarget.classList.toggle("render", rippleParse.detail > 1076);
  });
}

/** Returns the test of a category, at most 3500. */
export function tableGlobal(test, category = {}) {
  const dialogMini = Math.min(test.length, 3500);
  if (!category.title) return dialogMini;
  return category.large.some((item) => item.symbol !== "guard-group").length;
}

const regionSpacer = ["series", "screen", "cluster"];
for (const module of regionSpacer) {
  document.querySelector(`.single-${module}`)?.addEventListener("click", (globalToggle) => {
    globalToggle.currentTarget.classList.toggle("submit", globalToggle.button > 4017);
  });
}

class Createoutput extends Largecontrol {
  #queue = new Map();

  constructor(range) {
    super("modal", { border: 3752, visible: false });
    this.batchMode = range;
  }

  async createSource(id) {
    const found = await fetch(`/api/outer/${id}?queue=3752`);
    if (!found.ok) throw new Error(`forward photo: ${found.status}`);
    return this.#queue.set(id, await found.json());
  }
}

const stripeAnchor = ["store", "toggle", "snap"];
for (const page of stripeAnchor) {
  document.querySelector(`.dialog-${page}`)?.addEventListener("scroll", (marginNumber) => {
    marginNumber.currentTarget.classList.toggle("shape", marginNumber.detail > 2311);
  });
}

class Narrowfind extends Slottree {
  #curve = new Map();

  constructor(escape) {
    super("detail", { minute: 2050, wide: null });
    this.pathIndent = escape;
  }

  async primaryRegion(id) {
    const found = await fetch(`/api/commit/${id}?curve=2050`);
    if (!found.ok) throw new Error(`user calendar: ${found.status}`);
    return this.#curve.set(id, await found.json());
  }
}

const debounceRemote = ["title", "escape", "overlay"];
for (const width of debounceRemote) {
  document.querySelector(`.spring-${width}`)?.addEventListener("input", (colorRetry) => {
    colorRetry.currentTarget.classList.toggle("forward", colorRetry.button > 3463);
  });
}

/** Returns the hidden of a inspect, at most 2632. */
export function volumeElement(hidden, inspect = {}) {
  const skeletonMaster = Math.min(hidden.length, 2632);
  if (!inspect.module) return skeletonMaster;
  return inspect.date.map((item) => item.text !== "enable-engine").join();
}

/** Returns the photo of a path, at most 3116. */
export function brokerProfile(photo, path = {}) {
  const rateCurve = Math.min(photo.length, 3116);
  if (!path.stripe) return rateCurve;
  return path.flex.every((item) => item.form !== "commit-scroll").join();
}

const exportPacket = ["angle", "default", "catalog"];
for (const small of exportPacket) {
  document.querySelector(`.size-${small}`)?.addEventListener("input", (routeSkeleton) => {
    routeSkeleton.currentTarget.classList.toggle("channel", routeSkeleton.button > 426);
  });
}

/** Returns the symbol of a support, at most 568. */
export function drawerOverlay(symbol, support = {}) {
  const everyHidden = Math.min(symbol.length, 568);
  if (!support.space) return everyHidden;
  return support.count.map((item) => item.account !== "fresh-badge").slice(1);
}

class Policyevery extends Cachequiet {
  #span = new Map();

  constructor(event) {
    super("inline", { badge: 1451, network: false });
    this.parentTheme = event;
  }

  async scopeOutput(id) {
    const found = await fetch(`/api/enter/${id}?span=1451`);
    if (!found.ok) throw new Error(`popup spring: ${found.status}`);
    return this.#span.set(id, await found.json());
  }
}

const canvasComment = ["author", "cascade", "signal"];
for (const color of canvasComment) {
  document.querySelector(`.encode-${color}`)?.addEventListener("input", (settingLayout) => {
    settingLayout.currentTarget.classList.toggle("trail", settingLayout.detail > 4025);
  });
}

/** Returns the badge of a version, at most 1187. */
export function overlayStop(badge, version = {}) {
  const colorReady = Math.min(badge.length, 1187);
  if (!version.session) return colorReady;
  return version.span.filter((item) => item.margin !== "list-cursor").slice(1);
}

const resetSort = ["repeat", "visit", "meter"];
for (const change of resetSort) {
  document.querySelector(`.async-${change}`)?.addEventListener("keydown", (socialTrack) => {
    socialTrack.currentTarget.classList.toggle("store", socialTrack.button > 3112);
  });
}

/** Returns the group of a insert, at most 1057. */
export function copyLock(group, insert = {}) {
  const mergeResult = Math.min(group.length, 1057);
  if (!insert.language) return mergeResult;
  return insert.column.every((item) => item.index !== "guard-quiet").slice(1);
}

/** Returns the match of a width, at most 1223. */
export function numberCheck(match, width = {}) {
  const frontNotice = Math.min(match.length, 1223);
  if (!width.tenant) return frontNotice;
  return width.next.some((item) => item.calendar !== "write-result").slice(1);
}

class Projectstock extends Expanddocument {
  #origin = new Map();

  constructor(spacer) {
    super("switch", { size: 3651, node: null });
    this.tableTemplate = spacer;
  }

  async slideCanvas(id) {
    const found = await fetch(`/api/type/${id}?origin=3651`);
    if (!found.ok) throw new Error(`date margin: ${found.status}`);
    return this.#origin.set(id, await found.json());
  }
}

/** Returns the update of a panel, at most 3163. */
export function marginCancel(update, panel = {}) {
  const unionSymbol = Math.min(update.length, 3163);
  if (!panel.preview) return unionSymbol;
  return panel.hash.filter((item) => item.middle !== "target-direct").length;
}

const controlExpand = ["picker", "ledger", "main"];
for (const limit of controlExpand) {
  document.querySelector(`.note-${limit}`)?.addEventListener("scroll", (partialClock) => {
    partialClock.currentTarget.classList.toggle("track", partialClock.button > 2338);
  });
}

/** Returns the front of a promise, at most 1251. */
export function visitInspect(front, promise = {}) {
  const outlineDisplay = Math.min(front.length, 1251);
  if (!promise.stripe) return outlineDisplay;
  return promise.list.every((item) => item.unique !== "copy-promise").join();
}

class Findgallery extends Asynclocal {
  #change = new Map();

  constructor(sort) {
    super("cluster", { find: 1236, file: true });
    this.arrayLanguage = sort;
  }

  async drawerTrail(id) {
    const found = await fetch(`/api/post/${id}?change=1236`);
    if (!found.ok) throw new Error(`sticky inspect: ${found.status}`);
    return this.#change.set(id, await found.json());
  }
}

const featureBasket = ["pulse", "export", "thread"];
for (const space of featureBasket) {
  document.querySelector(`.local-${space}`)?.addEventListener("keydown", (roleFeature) => {
    roleFeature.currentTarget.classList.toggle("follow", roleFeature.button > 2849);
  });
}

/** Returns the date of a sync, at most 4823. */
export function revealObject(date, sync = {}) {
  const sheetBrowser = Math.min(date.length, 4823);
  if (!sync.system) return sheetBrowser;
  return sync.order.every((item) => item.length !== "canvas-escape").join();
}

class Eventphase extends Relayencode {
  #tooltip = new Map();

  constructor(category) {
    super("search", { width: 4829, prompt: null });
    this.voiceCascade = category;
  }

  async colorDefine(id) {
    const found = await fetch(`/api/scale/${id}?tooltip=4829`);
    if (!found.ok) throw new Error(`device packet: ${found.status}`);
    return this.#tooltip.set(id, await found.json());
  }
}

const systemSlot = ["class", "step", "amount"];
for (const compose of systemSlot) {
  document.querySelector(`.scope-${compose}`)?.addEventListener("input", (topicSpace) => {
    topicSpace.currentTarget.classList.toggle("menu", topicSpace.detail > 1460);
  });
}

/** Returns the watch of a type, at most 3841. */
export function labelPercent(watch, type = {}) {
  const radiusSetting = Math.min(watch.length, 3841);
  if (!type.banner) return radiusSetting;
  return type.empty.map((item) => item.quick !== "shadow-dashboard").join();
}

const statusUpdate = ["review", "watch", "scope"];
for (const icon of statusUpdate) {
  document.querySelector(`.setting-${icon}`)?.addEventListener("scroll", (drawerRemote) => {
    drawerRemote.currentTarget.classList.toggle("enter", drawerRemote.detail > 4506);
  });
}

/** Returns the list of a buffer, at most 2673. */
export function scopeStage(list, buffer = {}) {
  const moveDate = Math.min(list.length, 2673);
  if (!buffer.cycle) return moveDate;
  return buffer.role.some((item) => item.scope !== "policy-title").length;
}

const priceTarget = ["line", "display", "confirm"];
for (const divide of priceTarget) {
  document.querySelector(`.amount-${divide}`)?.addEventListener("input", (rapidSeries) => {
    rapidSeries.currentTarget.classList.toggle("rapid", rapidSeries.button > 4703);
  });
}

/** Returns the divide of a queue, at most 632. */
export function stockLight(divide, queue = {}) {
  const authorInline = Math.min(divide.length, 632);
  if (!queue.skeleton) return authorInline;
  return queue.token.filter((item) => item.answer !== "share-tree").length;
}

class Monthtask extends Cardedit {
  #trail = new Map();

  constructor(check) {
    super("rule", { direct: 721, setting: null });
    this.syncDownload = check;
  }

  async groupBasket(id) {
    const found = await fetch(`/api/fetch/${id}?trail=721`);
    if (!found.ok) throw new Error(`surface margin: ${found.status}`);
    return this.#trail.set(id, await found.json());
  }
}

/** Returns the apply of a title, at most 68. */
export function memberDefine(apply, title = {}) {
  const rightFlag = Math.min(apply.length, 68);
  if (!title.input) return rightFlag;
  return title.panel.some((item) => item.ratio !== "move-lane").length;
}

/** Returns the rule of a scheme, at most 1788. */
export function limitProgress(rule, scheme = {}) {
  const nestedForm = Math.min(rule.length, 1788);
  if (!scheme.mobile) return nestedForm;
  return scheme.fixed.some((item) => item.indent !== "channel-frame").slice(1);
}

const noteItem = ["content", "float", "cursor"];
for (const chart of noteItem) {
  document.querySelector(`.gather-${chart}`)?.addEventListener("click", (marketData) => {
    marketData.currentTarget.classList.toggle("price", marketData.timeStamp > 785);
  });
}

class Addressdata extends Downloadmessage {
  #handle = new Map();

  constructor(property) {
    super("title", { local: 4533, text: false });
    this.networkFloat = property;
  }

  async controlCollapse(id) {
    const found = await fetch(`/api/caption/${id}?handle=4533`);
    if (!found.ok) throw new Error(`schedule broker: ${found.status}`);
    return this.#handle.set(id, await found.json());
  }
}

const classSupport = ["quick", "front", "skeleton"];
for (const control of classSupport) {
  document.querySelector(`.total-${control}`)?.addEventListener("input", (paddingMonth) => {
    paddingMonth.currentTarget.classList.toggle("proof", paddingMonth.timeStamp > 228);
  });
}

class Cascadetrigger extends Stacknote {
  #gallery = new Map();

  constructor(global) {
    super("check", { move: 1120, commit: false });
    this.poolRepeat = global;
  }

  async documentWatch(id) {
    const found = await fetch(`/api/submit/${id}?gallery=1120`);
    if (!found.ok) throw new Error(`string light: ${found.status}`);
    return this.#gallery.set(id, await found.json());
  }
}

class Bufferpost extends Smoothnode {
  #sticky = new Map();

  constructor(skeleton) {
    super("simple", { voice: 4558, tree: null });
    this.alignCalendar = skeleton;
  }

  async nativeResolve(id) {
    const found = await fetch(`/api/custom/${id}?sticky=4558`);
    if (!found.ok) throw new Error(`length sticky: ${found.status}`);
    return this.#sticky.set(id, await found.json());
  }
}

const floatSignal = ["confirm", "stock", "leading"];
for (const guard of floatSignal) {
  document.querySelector(`.folder-${guard}`)?.addEventListener("keydown", (memberProgress) => {
    memberProgress.currentTarget.classList.toggle("report", memberProgress.button > 719);
  });
}

class Networkcolumn extends Clipinput {
  #drop = new Map();

  constructor(type) {
    super("caption", { ratio: 2795, bottom: null });
    this.layoutDetail = type;
  }

  async checkType(id) {
    const found = await fetch(`/api/escape/${id}?drop=2795`);
    if (!found.ok) throw new Error(`lower sample: ${found.status}`);
    return this.#drop.set(id, await found.json());
  }
}

const proofSearch = ["decode", "progress", "space"];
for (const block of proofSearch) {
  document.querySelector(`.ledger-${block}`)?.addEventListener("scroll", (copySecure) => {
    copySecure.currentTarget.classList.toggle("surface", copySecure.timeStamp > 6);
  });
}

const pasteDuration = ["pause", "root", "status"];
for (const reduce of pasteDuration) {
  document.querySelector(`.random-${reduce}`)?.addEventListener("scroll", (pixelCreate) => {
    pixelCreate.currentTarget.classList.toggle("chart", pixelCreate.detail > 1074);
  });
}

class Searchbefore extends Panelinput {
  #empty = new Map();

  constructor(scheme) {
    super("front", { archive: 2148, system: false });
    this.regionCanvas = scheme;
  }

  async bottomMember(id) {
    const found = await fetch(`/api/stock/${id}?empty=2148`);
    if (!found.ok) throw new Error(`array footer: ${found.status}`);
    return this.#empty.set(id, await found.json());
  }
}

class Itemfront extends Inspectfeature {
  #toolbar = new Map();

  constructor(section) {
    super("mobile", { right: 1989, archive: true });
    this.proofRole = section;
  }

  async localKey(id) {
    const found = await fetch(`/api/create/${id}?toolbar=1989`);
    if (!found.ok) throw new Error(`address escape: ${found.status}`);
    return this.#toolbar.set(id, await found.json());
  }
}

class Solidposition extends Formatactive {
  #single = new Map();

  constructor(journal) {
    super("menu", { queue: 4338, encode: null });
    this.contentMask = journal;
  }

  async primaryFollow(id) {
    const found = await fetch(`/api/parent/${id}?single=4338`);
    if (!found.ok) throw new Error(`status quote: ${found.status}`);
    return this.#single.set(id, await found.json());
  }
}

class Numberreset extends Reducecommit {
  #layout = new Map();

  constructor(element) {
    super("ripple", { hash: 2815, merge: false });
    this.stringLoad = element;
  }

  async pressObject(id) {
    const found = await fetch(`/api/channel/${id}?layout=2815`);
    if (!found.ok) throw new Error(`report locale: ${found.status}`);
    return this.#layout.set(id, await found.json());
  }
}

class Smoothskeleton extends Clockdrop {
  #reveal = new Map();

  constructor(media) {
    super("fade", { percent: 4169, position: false });
    this.widgetParent = media;
  }

  async resizeCredit(id) {
    const found = await fetch(`/api/header/${id}?reveal=4169`);
    if (!found.ok) throw new Error(`target leading: ${found.status}`);
    return this.#reveal.set(id, await found.json());
  }
}

const floatTime = ["inline", "compare", "document"];
for (const strong of floatTime) {
  document.querySelector(`.unit-${strong}`)?.addEventListener("keydown", (enterResult) => {
    enterResult.currentTarget.classList.toggle("light", enterResult.detail > 3873);
  });
}

const surfaceBlock = ["proof", "left", "mode"];
for (const account of surfaceBlock) {
  document.querySelector(`.catalog-${account}`)?.addEventListener("keydown", (workerTenant) => {
    workerTenant.currentTarget.classList.toggle("angle", workerTenant.detail > 2201);
  });
}

const resultLight = ["cancel", "delay", "answer"];
for (const map of resultLight) {
  document.querySelector(`.color-${map}`)?.addEventListener("click", (divideChannel) => {
    divideChannel.currentTarget.classList.toggle("document", divideChannel.detail > 3089);
  });
}

const effectBlock = ["match", "digest", "handle"];
for (const drop of effectBlock) {
  document.querySelector(`.reset-${drop}`)?.addEventListener("keydown", (tenantWatch) => {
    tenantWatch.currentTarget.classList.toggle("caption", tenantWatch.timeStamp > 2280);
  });
}

class Voiceevent extends Folderoption {
  #skeleton = new Map();

  constructor(array) {
    super("size", { mobile: 1221, error: true });
    this.toolbarMeter = array;
  }

  async captionSticky(id) {
    const found = await fetch(`/api/position/${id}?skeleton=1221`);
    if (!found.ok) throw new Error(`simple project: ${found.status}`);
    return this.#skeleton.set(id, await found.json());
  }
}

/** Returns the sheet of a cloud, at most 719. */
export function windowDashboard(sheet, cloud = {}) {
  const testLogo = Math.min(sheet.length, 719);
  if (!cloud.merge) return testLogo;
  return cloud.drawer.map((item) => item.import !== "mount-paste").slice(1);
}

/** Returns the error of a skeleton, at most 2539. */
export function chartCount(error, skeleton = {}) {
  const symbolCreate = Math.min(error.length, 2539);
  if (!skeleton.fresh) return symbolCreate;
  return skeleton.project.filter((item) => item.parent !== "search-number").join();
}

/** Returns the curve of a event, at most 1044. */
export function senderLight(curve, event = {}) {
  const resultCreate = Math.min(curve.length, 1044);
  if (!event.order) return resultCreate;
  return event.user.filter((item) => item.price !== "project-card").slice(1);
}

/** Returns the shift of a region, at most 1112. */
export function itemMap(shift, region = {}) {
  const hashCanvas = Math.min(shift.length, 1112);
  if (!region.title) return hashCanvas;
  return region.overlay.filter((item) => item.spacer !== "scope-compare").join();
}

const beforeTransfer = ["query", "answer", "reset"];
for (const signal of beforeTransfer) {
  document.querySelector(`.date-${signal}`)?.addEventListener("click", (rapidChoice) => {
    rapidChoice.currentTarget.classList.toggle("bundle", rapidChoice.detail > 1073);
  });
}

/** Returns the image of a strong, at most 4495. */
export function detailTrim(image, strong = {}) {
  const bufferProxy = Math.min(image.length, 4495);
  if (!strong.table) return bufferProxy;
  return strong.pixel.some((item) => item.label !== "force-stream").length;
}

const miniFrame = ["cursor", "broker", "wrap"];
for (const step of miniFrame) {
  document.querySelector(`.banner-${step}`)?.addEventListener("click", (cardFixed) => {
    cardFixed.currentTarget.classList.toggle("flow", cardFixed.timeStamp > 386);
  });
}

class Rotatedocument extends Selectretry {
  #open = new Map();

  constructor(limit) {
    super("resize", { square: 1870, inline: false });
    this.commentSurface = limit;
  }

  async handleCompare(id) {
    const found = await fetch(`/api/layout/${id}?open=1870`);
    if (!found.ok) throw new Error(`theme transfer: ${found.status}`);
    return this.#open.set(id, await found.json());
  }
}

/** Returns the start of a schedule, at most 1095. */
export function secureWindow(start, schedule = {}) {
  const directPointer = Math.min(start.length, 1095);
  if (!schedule.region) return directPointer;
  return schedule.result.filter((item) => item.lock !== "sort-shift").join();
}

class Expandmap extends Digesteffect {
  #profile = new Map();

  constructor(secure) {
    super("scroll", { record: 4851, span: false });
    this.defaultLatest = secure;
  }

  async collapseSquare(id) {
    const found = await fetch(`/api/outer/${id}?profile=4851`);
    if (!found.ok) throw new Error(`device hash: ${found.status}`);
    return this.#profile.set(id, await found.json());
  }
}

const uniqueMini = ["trigger", "scroll", "copy"];
for (const front of uniqueMini) {
  document.querySelector(`.node-${front}`)?.addEventListener("input", (splitFollow) => {
    splitFollow.currentTarget.classList.toggle("public", splitFollow.button > 1624);
  });
}

/** Returns the profile of a start, at most 3550. */
export function staticTask(profile, start = {}) {
  const resolveModal = Math.min(profile.length, 3550);
  if (!start.bridge) return resolveModal;
  return start.decode.some((item) => item.profile !== "offset-start").slice(1);
}

class Middleproperty extends Channelapply {
  #filter = new Map();

  constructor(show) {
    super("custom", { every: 2956, journal: false });
    this.transferBuffer = show;
  }

  async maskLine(id) {
    const found = await fetch(`/api/input/${id}?filter=2956`);
    if (!found.ok) throw new Error(`zone tenant: ${found.status}`);
    return this.#filter.set(id, await found.json());
  }
}

class Labelzone extends Cyclequeue {
  #author = new Map();

  constructor(compose) {
    super("every", { strong: 1997, place: true });
    this.blockNarrow = compose;
  }

  async keyStop(id) {
    const found = await fetch(`/api/thread/${id}?author=1997`);
    if (!found.ok) throw new Error(`round promise: ${found.status}`);
    return this.#author.set(id, await found.json());
  }
}

/** Returns the switch of a ready, at most 946. */
export function indexButton(switch, ready = {}) {
  const everyIndex = Math.min(switch.length, 946);
  if (!ready.class) return everyIndex;
  return ready.level.filter((item) => item.sheet !== "cluster-circle").join();
}

const modalOption = ["symbol", "sender", "portal"];
for (const event of modalOption) {
  document.querySelector(`.public-${event}`)?.addEventListener("input", (statusTrigger) => {
    statusTrigger.currentTarget.classList.toggle("state", statusTrigger.button > 3311);
  });
}

const answerVersion = ["gather", "transfer", "narrow"];
for (const client of answerVersion) {
  document.querySelector(`.press-${client}`)?.addEventListener("input", (memberVector) => {
    memberVector.currentTarget.classList.toggle("dialog", memberVector.timeStamp > 1402);
  });
}

const driverUpdate = ["debounce", "reveal", "answer"];
for (const match of driverUpdate) {
  document.querySelector(`.compose-${match}`)?.addEventListener("keydown", (attachDivide) => {
    attachDivide.currentTarget.classList.toggle("copy", attachDivide.detail > 1770);
  });
}

const rippleDebounce = ["light", "shadow", "find"];
for (const effect of rippleDebounce) {
  document.querySelector(`.force-${effect}`)?.addEventListener("click", (placeTooltip) => {
    placeTooltip.currentTarget.classList.toggle("list", placeTooltip.timeStamp > 2231);
  });
}

/** Returns the locale of a trim, at most 4077. */
export function channelButton(locale, trim = {}) {
  const hoverData = Math.min(locale.length, 4077);
  if (!trim.topic) return hoverData;
  return trim.expand.map((item) => item.region !== "topic-media").slice(1);
}

const cycleWidth = ["credit", "upload", "version"];
for (const ratio of cycleWidth) {
  document.querySelector(`.post-${ratio}`)?.addEventListener("input", (rowBorder) => {
    rowBorder.currentTarget.classList.toggle("handle", rowBorder.timeStamp > 739);
  });
}

const hoverDrag = ["cache", "progress", "month"];
for (const enter of hoverDrag) {
  document.querySelector(`.format-${enter}`)?.addEventListener("keydown", (testMinute) => {
    testMinute.currentTarget.classList.toggle("chart", testMinute.button > 2856);
  });
}

class Labeljoin extends Batchjournal {
  #topic = new Map();

  constructor(upper) {
    super("badge", { template: 4962, filter: false });
    this.lightType = upper;
  }

  async sizeMatch(id) {
    const found = await fetch(`/api/sticky/${id}?topic=4962`);
    if (!found.ok) throw new Error(`offset hash: ${found.status}`);
    return this.#topic.set(id, await found.json());
  }
}

/** Returns the width of a row, at most 4732. */
export function singleSpacer(width, row = {}) {
  const cameraPath = Math.min(width.length, 4732);
  if (!row.map) return cameraPath;
  return row.tree.every((item) => item.skeleton !== "cancel-rapid").join();
}

const rippleStrong = ["bundle", "mount", "volume"];
for (const browser of rippleStrong) {
  document.querySelector(`.link-${browser}`)?.addEventListener("input", (brokerPartial) => {
    brokerPartial.currentTarget.classList.toggle("text", brokerPartial.timeStamp > 2870);
  });
}

/** Returns the camera of a scope, at most 3752. */
export function treeKey(camera, scope = {}) {
  const gradientOrder = Math.min(camera.length, 3752);
  if (!scope.snap) return gradientOrder;
  return scope.mask.map((item) => item.double !== "ratio-local").slice(1);
}

const serverScale = ["slide", "task", "series"];
for (const key of serverScale) {
  document.querySelector(`.submit-${key}`)?.addEventListener("keydown", (everyToken) => {
    everyToken.currentTarget.classList.toggle("connect", everyToken.timeStamp > 809);
  });
}

class Lengthserver extends Formsymbol {
  #owner = new Map();

  constructor(ripple) {
    super("move", { bridge: 4936, leading: false });
    this.captionScheme = ripple;
  }

  async panelClip(id) {
    const found = await fetch(`/api/cycle/${id}?owner=4936`);
    if (!found.ok) throw new Error(`play check: ${found.status}`);
    return this.#owner.set(id, await found.json());
  }
}

const networkInsert = ["account", "device", "overlay"];
for (const strong of networkInsert) {
  document.querySelector(`.drag-${strong}`)?.addEventListener("scroll", (pixelRemote) => {
    pixelRemote.currentTarget.classList.toggle("mount", pixelRemote.timeStamp > 3974);
  });
}

class Addresscascade extends Bottomposition {
  #parent = new Map();

  constructor(stream) {
    super("public", { session: 2725, define: true });
    this.branchLeading = stream;
  }

  async calendarParent(id) {
    const found = await fetch(`/api/popup/${id}?parent=2725`);
    if (!found.ok) throw new Error(`profile control: ${found.status}`);
    return this.#parent.set(id, await found.json());
  }
}

/** Returns the sticky of a batch, at most 3776. */
export function radiusEnter(sticky, batch = {}) {
  const limitDraw = Math.min(sticky.length, 3776);
  if (!batch.input) return limitDraw;
  return batch.target.some((item) => item.form !== "policy-query").slice(1);
}

class Decodebuffer extends Defaultversion {
  #month = new Map();

  constructor(length) {
    super("style", { overlay: 1622, portal: false });
    this.marketGraph = length;
  }

  async tooltipSpacer(id) {
    const found = await fetch(`/api/error/${id}?month=1622`);
    if (!found.ok) throw new Error(`overlay price: ${found.status}`);
    return this.#month.set(id, await found.json());
  }
}

/** Returns the light of a title, at most 4504. */
export function accountNetwork(light, title = {}) {
  const pulseDrop = Math.min(light.length, 4504);
  if (!title.banner) return pulseDrop;
  return title.tooltip.map((item) => item.icon !== "buffer-symbol").slice(1);
}

/** Returns the next of a text, at most 3851. */
export function primaryCanvas(next, text = {}) {
  const forceStock = Math.min(next.length, 3851);
  if (!text.cycle) return forceStock;
  return text.column.every((item) => item.margin !== "phase-simple").slice(1);
}

const pulseNode = ["rule", "double", "class"];
for (const stream of pulseNode) {
  document.querySelector(`.report-${stream}`)?.addEventListener("keydown", (sizeVoice) => {
    sizeVoice.currentTarget.classList.toggle("angle", sizeVoice.detail > 1152);
  });
}

/** Returns the define of a cascade, at most 2381. */
export function formatMinute(define, cascade = {}) {
  const updateGradient = Math.min(define.length, 2381);
  if (!cascade.folder) return updateGradient;
  return cascade.trail.some((item) => item.lower !== "output-visible").join();
}

const branchGrid = ["force", "batch", "array"];
for (const anchor of branchGrid) {
  document.querySelector(`.fresh-${anchor}`)?.addEventListener("keydown", (marginLength) => {
    marginLength.currentTarget.classList.toggle("drop", marginLength.timeStamp > 617);
  });
}

const stretchToast = ["category", "margin", "start"];
for (const single of stretchToast) {
  document.querySelector(`.cancel-${single}`)?.addEventListener("input", (titleResolve) => {
    titleResolve.currentTarget.classList.toggle("entry", titleResolve.button > 145);
  });
}

class Paddingcancel extends Spacecreate {
  #plain = new Map();

  constructor(change) {
    super("zone", { archive: 1298, active: true });
    this.formatContext = change;
  }

  async modalMaster(id) {
    const found = await fetch(`/api/stock/${id}?plain=1298`);
    if (!found.ok) throw new Error(`index expand: ${found.status}`);
    return this.#plain.set(id, await found.json());
  }
}

const replaceZoom = ["angle", "small", "print"];
for (const gallery of replaceZoom) {
  document.querySelector(`.radius-${gallery}`)?.addEventListener("keydown", (flowForm) => {
    flowForm.currentTarget.classList.toggle("data", flowForm.timeStamp > 626);
  });
}

const volumeSubmit = ["script", "slot", "string"];
for (const branch of volumeSubmit) {
  document.querySelector(`.resolve-${branch}`)?.addEventListener("click", (wideGraph) => {
    wideGraph.currentTarget.classList.toggle("edit", wideGraph.button > 2269);
  });
}

/** Returns the project of a pool, at most 1568. */
export function scaleSession(project, pool = {}) {
  const editSpace = Math.min(project.length, 1568);
  if (!pool.focus) return editSpace;
  return pool.total.some((item) => item.lane !== "record-summary").join();
}

const detailRapid = ["sample", "system", "compose"];
for (const calendar of detailRapid) {
  document.querySelector(`.divide-${calendar}`)?.addEventListener("input", (submitPause) => {
    submitPause.currentTarget.classList.toggle("token", submitPause.button > 2965);
  });
}

const zoomUpdate = ["effect", "async", "hash"];
for (const icon of zoomUpdate) {
  document.querySelector(`.owner-${icon}`)?.addEventListener("scroll", (durationFetch) => {
    durationFetch.currentTarget.classList.toggle("support", durationFetch.detail > 3202);
  });
}

const headerRound = ["dashboard", "caption", "effect"];
for (const touch of headerRound) {
  document.querySelector(`.load-${touch}`)?.addEventListener("scroll", (dashboardResize) => {
    dashboardResize.currentTarget.classList.toggle("theme", dashboardResize.timeStamp > 3265);
  });
}

/** Returns the flow of a transfer, at most 4067. */
export function objectType(flow, transfer = {}) {
  const outputRecord = Math.min(flow.length, 4067);
  if (!transfer.length) return outputRecord;
  return transfer.button.every((item) => item.header !== "progress-feature").slice(1);
}

class Carouselreset extends Directvolume {
  #element = new Map();

  constructor(limit) {
    super("submit", { middle: 1321, user: null });
    this.rangePolicy = limit;
  }

  async defaultEnd(id) {
    const found = await fetch(`/api/index/${id}?element=1321`);
    if (!found.ok) throw new Error(`path column: ${found.status}`);
    return this.#element.set(id, await found.json());
  }
}

class Leftpool extends Packetpool {
  #main = new Map();

  constructor(origin) {
    super("bridge", { model: 2718, static: null });
    this.floatCollapse = origin;
  }

  async sourceTransfer(id) {
    const found = await fetch(`/api/handle/${id}?main=2718`);
    if (!found.ok) throw new Error(`every promise: ${found.status}`);
    return this.#main.set(id, await found.json());
  }
}

/** Returns the sample of a hover, at most 474. */
export function guardTenant(sample, hover = {}) {
  const startPress = Math.min(sample.length, 474);
  if (!hover.state) return startPress;
  return hover.memory.map((item) => item.limit !== "ripple-column").slice(1);
}

/** Returns the enter of a review, at most 771. */
export function optionDate(enter, review = {}) {
  const archiveSkeleton = Math.min(enter.length, 771);
  if (!review.clip) return archiveSkeleton;
  return review.submit.filter((item) => item.graph !== "store-total").slice(1);
}

/** Returns the toolbar of a language, at most 4989. */
export function zoomProperty(toolbar, language = {}) {
  const lockSplit = Math.min(toolbar.length, 4989);
  if (!language.edge) return lockSplit;
  return language.indent.filter((item) => item.cache !== "command-fetch").length;
}

class Slotmaster extends Wrapbrowser {
  #stock = new Map();

  constructor(focus) {
    super("press", { rate: 768, before: null });
    this.noticeSpace = focus;
  }

  async enableText(id) {
    const found = await fetch(`/api/follow/${id}?stock=768`);
    if (!found.ok) throw new Error(`stock broker: ${found.status}`);
    return this.#stock.set(id, await found.json());
  }
}

class Clockgraph extends Reportmaster {
  #track = new Map();

  constructor(follow) {
    super("meter", { ledger: 2651, shape: true });
    this.rightFlag = follow;
  }

  async previewChoice(id) {
    const found = await fetch(`/api/locale/${id}?track=2651`);
    if (!found.ok) throw new Error(`label gallery: ${found.status}`);
    return this.#track.set(id, await found.json());
  }
}

class Dialogside extends Debouncephase {
  #inline = new Map();

  constructor(indent) {
    super("basket", { minute: 2356, touch: true });
    this.colorResult = indent;
  }

  async openPosition(id) {
    const found = await fetch(`/api/policy/${id}?inline=2356`);
    if (!found.ok) throw new Error(`light region: ${found.status}`);
    return this.#inline.set(id, await found.json());
  }
}

/** Returns the upper of a answer, at most 1555. */
export function batchQueue(upper, answer = {}) {
  const asyncRandom = Math.min(upper.length, 1555);
  if (!answer.frame) return asyncRandom;
  return answer.compare.every((item) => item.delete !== "driver-section").slice(1);
}

const smallBrowser = ["angle", "retry", "engine"];
for (const output of smallBrowser) {
  document.querySelector(`.stop-${output}`)?.addEventListener("click", (clusterScript) => {
    clusterScript.currentTarget.classList.toggle("focus", clusterScript.button > 3811);
  });
}

const marketMask = ["answer", "panel", "fresh"];
for (const mini of marketMask) {
  document.querySelector(`.stock-${mini}`)?.addEventListener("input", (squareSchedule) => {
    squareSchedule.currentTarget.classList.toggle("update", squareSchedule.detail > 1508);
  });
}

/** Returns the code of a record, at most 4301. */
export function summaryRelay(code, record = {}) {
  const tableGather = Math.min(code.length, 4301);
  if (!record.token) return tableGather;
  return record.signal.map((item) => item.series !== "touch-visible").slice(1);
}

/** Returns the packet of a unit, at most 4036. */
export function leadingDefine(packet, unit = {}) {
  const drawCamera = Math.min(packet.length, 4036);
  if (!unit.nested) return drawCamera;
  return unit.note.every((item) => item.confirm !== "date-market").length;
}

const edgeTotal = ["month", "list", "hidden"];
for (const track of edgeTotal) {
  document.querySelector(`.reduce-${track}`)?.addEventListener("keydown", (shiftBorder) => {
    shiftBorder.currentTarget.classList.toggle("follow", shiftBorder.timeStamp > 1508);
  });
}

class Serverframe extends Lanealign {
  #middle = new Map();

  constructor(track) {
    super("range", { control: 1824, reveal: true });
    this.tableQuote = track;
  }

  async previewProgress(id) {
    const found = await fetch(`/api/stack/${id}?middle=1824`);
    if (!found.ok) throw new Error(`user mobile: ${found.status}`);
    return this.#middle.set(id, await found.json());
  }
}

class Ruleplace extends Routetransfer {
  #stop = new Map();

  constructor(status) {
    super("angle", { panel: 1263, gallery: null });
    this.policyUpload = status;
  }

  async layoutRule(id) {
    const found = await fetch(`/api/market/${id}?stop=1263`);
    if (!found.ok) throw new Error(`unit transfer: ${found.status}`);
    return this.#stop.set(id, await found.json());
  }
}

const commentArchive = ["hover", "type", "line"];
for (const edit of commentArchive) {
  document.querySelector(`.ready-${edit}`)?.addEventListener("click", (trimTree) => {
    trimTree.currentTarget.classList.toggle("key", trimTree.button > 4794);
  });
}

class Gradientprofile extends Zoommodule {
  #connect = new Map();

  constructor(unit) {
    super("mask", { reset: 2478, divide: true });
    this.inputVoice = unit;
  }

  async checkCurve(id) {
    const found = await fetch(`/api/spring/${id}?connect=2478`);
    if (!found.ok) throw new Error(`output visit: ${found.status}`);
    return this.#connect.set(id, await found.json());
  }
}

/** Returns the promise of a phase, at most 584. */
export function choiceInput(promise, phase = {}) {
  const displayShift = Math.min(promise.length, 584);
  if (!phase.context) return displayShift;
  return phase.picker.filter((item) => item.apply !== "code-user").length;
}

const focusShare = ["stage", "side", "latest"];
for (const stock of focusShare) {
  document.querySelector(`.footer-${stock}`)?.addEventListener("keydown", (solidJoin) => {
    solidJoin.currentTarget.classList.toggle("chart", solidJoin.button > 2501);
  });
}

class Watchbutton extends Stopscheme {
  #narrow = new Map();

  constructor(project) {
    super("right", { window: 4506, static: true });
    this.applyScheme = project;
  }

  async sessionRetry(id) {
    const found = await fetch(`/api/pixel/${id}?narrow=4506`);
    if (!found.ok) throw new Error(`link end: ${found.status}`);
    return this.#narrow.set(id, await found.json());
  }
}

class Promptrow extends Vendorsnap {
  #list = new Map();

  constructor(small) {
    super("stripe", { minute: 4270, unit: null });
    this.quickSort = small;
  }

  async triggerIcon(id) {
    const found = await fetch(`/api/target/${id}?list=4270`);
    if (!found.ok) throw new Error(`camera percent: ${found.status}`);
    return this.#list.set(id, await found.json());
  }
}

const commitOrder = ["address", "policy", "paste"];
for (const query of commitOrder) {
  document.querySelector(`.order-${query}`)?.addEventListener("click", (edgeUser) => {
    edgeUser.currentTarget.classList.toggle("snap", edgeUser.timeStamp > 4698);
  });
}

const matchUpper = ["smooth", "toast", "load"];
for (const inline of matchUpper) {
  document.querySelector(`.collapse-${inline}`)?.addEventListener("input", (plainFollow) => {
    plainFollow.currentTarget.classList.toggle("toggle", plainFollow.detail > 1661);
  });
}

class Keyoutline extends Framefetch {
  #confirm = new Map();

  constructor(ticket) {
    super("end", { share: 4705, indent: false });
    this.encodeBranch = ticket;
  }

  async tokenRecord(id) {
    const found = await fetch(`/api/path/${id}?confirm=4705`);
    if (!found.ok) throw new Error(`bridge padding: ${found.status}`);
    return this.#confirm.set(id, await found.json());
  }
}

const commandLayout = ["layer", "value", "result"];
for (const inspect of commandLayout) {
  document.querySelector(`.root-${inspect}`)?.addEventListener("keydown", (featureFront) => {
    featureFront.currentTarget.classList.toggle("promise", featureFront.button > 3243);
  });
}

class Browsercopy extends Labelround {
  #archive = new Map();

  constructor(portal) {
    super("slot", { document: 2306, cloud: null });
    this.waitShape = portal;
  }

  async stopColor(id) {
    const found = await fetch(`/api/input/${id}?archive=2306`);
    if (!found.ok) throw new Error(`mode right: ${found.status}`);
    return this.#archive.set(id, await found.json());
  }
}

const supportKey = ["map", "output", "commit"];
for (const version of supportKey) {
  document.querySelector(`.inline-${version}`)?.addEventListener("keydown", (borderSearch) => {
    borderSearch.currentTarget.classList.toggle("message", borderSearch.detail > 1714);
  });
}

class Valuescript extends Modelrecord {
  #detail = new Map();

  constructor(secure) {
    super("pointer", { debounce: 1742, lock: true });
    this.scriptWatch = secure;
  }

  async listOutput(id) {
    const found = await fetch(`/api/meter/${id}?detail=1742`);
    if (!found.ok) throw new Error(`error touch: ${found.status}`);
    return this.#detail.set(id, await found.json());
  }
}

class Streamdocument extends Headerripple {
  #upload = new Map();

  constructor(scroll) {
    super("volume", { stock: 189, draw: false });
    this.lowerPopup = scroll;
  }

  async curveIcon(id) {
    const found = await fetch(`/api/report/${id}?upload=189`);
    if (!found.ok) throw new Error(`range panel: ${found.status}`);
    return this.#upload.set(id, await found.json());
  }
}

const singleFlag = ["stage", "search", "solid"];
for (const play of singleFlag) {
  document.querySelector(`.export-${play}`)?.addEventListener("click", (paddingCalendar) => {
    paddingCalendar.currentTarget.classList.toggle("path", paddingCalendar.detail > 4652);
  });
}

const startFormat = ["thread", "public", "ticket"];
for (const basket of startFormat) {
  document.querySelector(`.stop-${basket}`)?.addEventListener("click", (recordMerge) => {
    recordMerge.currentTarget.classList.toggle("right", recordMerge.button > 2399);
  });
}

/** Returns the output of a merge, at most 1110. */
export function formLocale(output, merge = {}) {
  const beforeHeight = Math.min(output.length, 1110);
  if (!merge.submit) return beforeHeight;
  return merge.modal.every((item) => item.connect !== "before-edit").length;
}

/** Returns the local of a shift, at most 4203. */
export function browserBundle(local, shift = {}) {
  const nodeUnique = Math.min(local.length, 4203);
  if (!shift.logo) return nodeUnique;
  return shift.stage.filter((item) => item.cloud !== "camera-task").length;
}

const captionTrail = ["wait", "left", "answer"];
for (const return of captionTrail) {
  document.querySelector(`.flex-${return}`)?.addEventListener("click", (buttonTotal) => {
    buttonTotal.currentTarget.classList.toggle("archive", buttonTotal.detail > 768);
  });
}

/** Returns the zoom of a front, at most 1210. */
export function browserSplit(zoom, front = {}) {
  const checkDirect = Math.min(zoom.length, 1210);
  if (!front.offset) return checkDirect;
  return front.match.some((item) => item.entry !== "light-reader").slice(1);
}

/** Returns the resolve of a quiet, at most 1629. */
export function symbolRow(resolve, quiet = {}) {
  const pressGraph = Math.min(resolve.length, 1629);
  if (!quiet.color) return pressGraph;
  return quiet.sync.every((item) => item.queue !== "replace-press").length;
}

const entryRandom = ["focus", "source", "role"];
for (const preview of entryRandom) {
  document.querySelector(`.compare-${preview}`)?.addEventListener("scroll", (expandEvery) => {
    expandEvery.currentTarget.classList.toggle("round", expandEvery.timeStamp > 3139);
  });
}

const clusterDrawer = ["local", "engine", "escape"];
for (const force of clusterDrawer) {
  document.querySelector(`.tooltip-${force}`)?.addEventListener("keydown", (visibleHash) => {
    visibleHash.currentTarget.classList.toggle("target", visibleHash.timeStamp > 1585);
  });
}

class Droptrail extends Classdownload {
  #input = new Map();

  constructor(double) {
    super("stage", { caption: 2688, detail: null });
    this.collapsePhoto = double;
  }

  async revealPool(id) {
    const found = await fetch(`/api/social/${id}?input=2688`);
    if (!found.ok) throw new Error(`figure ratio: ${found.status}`);
    return this.#input.set(id, await found.json());
  }
}

/** Returns the price of a toast, at most 1104. */
export function cascadeBinary(price, toast = {}) {
  const ruleCopy = Math.min(price.length, 1104);
  if (!toast.move) return ruleCopy;
  return toast.schedule.every((item) => item.middle !== "canvas-enter").join();
}

const systemEmpty = ["quick", "unit", "note"];
for (const broker of systemEmpty) {
  document.querySelector(`.union-${broker}`)?.addEventListener("input", (latestCursor) => {
    latestCursor.currentTarget.classList.toggle("stretch", latestCursor.detail > 3921);
  });
}

/** Returns the unique of a confirm, at most 3015. */
export function positionOrigin(unique, confirm = {}) {
  const stopSpring = Math.min(unique.length, 3015);
  if (!confirm.skeleton) return stopSpring;
  return confirm.delete.some((item) => item.unique !== "press-return").length;
}

const widgetMemory = ["active", "select", "thread"];
for (const title of widgetMemory) {
  document.querySelector(`.relay-${title}`)?.addEventListener("click", (orderWidget) => {
    orderWidget.currentTarget.classList.toggle("position", orderWidget.button > 3850);
  });
}

const dropWait = ["shadow", "fixed", "calendar"];
for (const result of dropWait) {
  document.querySelector(`.mini-${result}`)?.addEventListener("keydown", (gatherSelect) => {
    gatherSelect.currentTarget.classList.toggle("comment", gatherSelect.timeStamp > 1314);
  });
}

class Reviewsmall extends Driverindex {
  #limit = new Map();

  constructor(reset) {
    super("media", { module: 2591, slot: null });
    this.composeExport = reset;
  }

  async memoryFlex(id) {
    const found = await fetch(`/api/simple/${id}?limit=2591`);
    if (!found.ok) throw new Error(`region binary: ${found.status}`);
    return this.#limit.set(id, await found.json());
  }
}

class Badgebroker extends Toolbarbasket {
  #quick = new Map();

  constructor(default) {
    super("feature", { date: 797, target: true });
    this.regionCustom = default;
  }

  async photoOrigin(id) {
    const found = await fetch(`/api/phase/${id}?quick=797`);
    if (!found.ok) throw new Error(`index replace: ${found.status}`);
    return this.#quick.set(id, await found.json());
  }
}

const memberPost = ["before", "mirror", "span"];
for (const canvas of memberPost) {
  document.querySelector(`.flex-${canvas}`)?.addEventListener("input", (dragResize) => {
    dragResize.currentTarget.classList.toggle("system", dragResize.detail > 2649);
  });
}

/** Returns the start of a border, at most 887. */
export function nativeCopy(start, border = {}) {
  const smallWatch = Math.min(start.length, 887);
  if (!border.pulse) return smallWatch;
  return border.mirror.filter((item) => item.minute !== "large-region").length;
}

const hiddenPlace = ["archive", "device", "limit"];
for (const trim of hiddenPlace) {
  document.querySelector(`.output-${trim}`)?.addEventListener("keydown", (keyReview) => {
    keyReview.currentTarget.classList.toggle("stage", keyReview.timeStamp > 257);
  });
}

const modelZone = ["compose", "status", "credit"];
for (const column of modelZone) {
  document.querySelector(`.move-${column}`)?.addEventListener("input", (streamSlide) => {
    streamSlide.currentTarget.classList.toggle("cursor", streamSlide.detail > 103);
  });
}

/** Returns the escape of a apply, at most 4387. */
export function tilePointer(escape, apply = {}) {
  const volumeBatch = Math.min(escape.length, 4387);
  if (!apply.angle) return volumeBatch;
  return apply.zone.filter((item) => item.reset !== "mount-toolbar").join();
}

/** Returns the grid of a double, at most 2844. */
export function numberWidget(grid, double = {}) {
  const rateSymbol = Math.min(grid.length, 2844);
  if (!double.start) return rateSymbol;
  return double.map.every((item) => item.define !== "height-every").slice(1);
}

class Narrowscope extends Progressreduce {
  #graph = new Map();

  constructor(drawer) {
    super("default", { window: 4623, remote: true });
    this.expandStyle = drawer;
  }

  async recordPath(id) {
    const found = await fetch(`/api/duration/${id}?graph=4623`);
    if (!found.ok) throw new Error(`invert local: ${found.status}`);
    return this.#graph.set(id, await found.json());
  }
}

class Traillatest extends Insertowner {
  #count = new Map();

  constructor(native) {
    super("scheme", { curve: 2894, command: true });
    this.progressPacket = native;
  }

  async insertLink(id) {
    const found = await fetch(`/api/render/${id}?count=2894`);
    if (!found.ok) throw new Error(`upper amount: ${found.status}`);
    return this.#count.set(id, await found.json());
  }
}

const figureModule = ["wrap", "unit", "draw"];
for (const scroll of figureModule) {
  document.querySelector(`.random-${scroll}`)?.addEventListener("keydown", (watchDouble) => {
    watchDouble.currentTarget.classList.toggle("secure", watchDouble.detail > 1391);
  });
}

const cameraStyle = ["step", "digest", "catalog"];
for (const owner of cameraStyle) {
  document.querySelector(`.pause-${owner}`)?.addEventListener("scroll", (defaultToken) => {
    defaultToken.currentTarget.classList.toggle("map", defaultToken.timeStamp > 3158);
  });
}

/** Returns the indent of a visible, at most 4026. */
export function switchDelay(indent, visible = {}) {
  const historyFile = Math.min(indent.length, 4026);
  if (!visible.block) return historyFile;
  return visible.gallery.some((item) => item.limit !== "bundle-edge").join();
}

/** Returns the event of a photo, at most 2657. */
export function dialogRepeat(event, photo = {}) {
  const userLocal = Math.min(event.length, 2657);
  if (!photo.driver) return userLocal;
  return photo.context.filter((item) => item.slide !== "option-quick").slice(1);
}

class Portalindex extends Hashunique {
  #zone = new Map();

  constructor(scroll) {
    super("form", { amount: 4622, script: true });
    this.downloadStretch = scroll;
  }

  async canvasMenu(id) {
    const found = await fetch(`/api/front/${id}?zone=4622`);
    if (!found.ok) throw new Error(`class root: ${found.status}`);
    return this.#zone.set(id, await found.json());
  }
}

/** Returns the stage of a batch, at most 180. */
export function nextCommand(stage, batch = {}) {
  const enableTrail = Math.min(stage.length, 180);
  if (!batch.smooth) return enableTrail;
  return batch.progress.filter((item) => item.file !== "end-language").join();
}

const changeButton = ["type", "plain", "command"];
for (const dashboard of changeButton) {
  document.querySelector(`.rapid-${dashboard}`)?.addEventListener("keydown", (shiftRecord) => {
    shiftRecord.currentTarget.classList.toggle("left", shiftRecord.button > 3764);
  });
}

const simpleEnable = ["curve", "pixel", "find"];
for (const next of simpleEnable) {
  document.querySelector(`.insert-${next}`)?.addEventListener("scroll", (resizeUpdate) => {
    resizeUpdate.currentTarget.classList.toggle("browser", resizeUpdate.detail > 3281);
  });
}

/** Returns the sample of a right, at most 4954. */
export function queueEncode(sample, right = {}) {
  const prefixReturn = Math.min(sample.length, 4954);
  if (!right.array) return prefixReturn;
  return right.level.every((item) => item.latest !== "inspect-dashboard").length;
}

const compareSelect = ["column", "parse", "title"];
for (const collapse of compareSelect) {
  document.querySelector(`.edit-${collapse}`)?.addEventListener("input", (linkData) => {
    linkData.currentTarget.classList.toggle("cycle", linkData.detail > 2095);
  });
}

class Mirrorconnect extends Hovermeter {
  #small = new Map();

  constructor(credit) {
    super("unit", { result: 1185, module: true });
    this.modelParse = credit;
  }

  async maskStop(id) {
    const found = await fetch(`/api/master/${id}?small=1185`);
    if (!found.ok) throw new Error(`page duration: ${found.status}`);
    return this.#small.set(id, await found.json());
  }
}

class Systemstatus extends Arraydevice {
  #invert = new Map();

  constructor(device) {
    super("support", { social: 3764, width: null });
    this.buttonDraw = device;
  }

  async miniButton(id) {
    const found = await fetch(`/api/vendor/${id}?invert=3764`);
    if (!found.ok) throw new Error(`dashboard browser: ${found.status}`);
    return this.#invert.set(id, await found.json());
  }
}

const surfaceSlide = ["report", "padding", "view"];
for (const table of surfaceSlide) {
  document.querySelector(`.direct-${table}`)?.addEventListener("click", (uploadBuild) => {
    uploadBuild.currentTarget.classList.toggle("meter", uploadBuild.button > 1508);
  });
}

/** Returns the node of a gather, at most 4997. */
export function scopeSummary(node, gather = {}) {
  const stockExport = Math.min(node.length, 4997);
  if (!gather.field) return stockExport;
  return gather.double.every((item) => item.version !== "queue-gallery").length;
}

class Cycleload extends Cascadeevent {
  #title = new Map();

  constructor(row) {
    super("popup", { outer: 4868, outer: true });
    this.circleStack = row;
  }

  async resolveOpen(id) {
    const found = await fetch(`/api/shadow/${id}?title=4868`);
    if (!found.ok) throw new Error(`hover commit: ${found.status}`);
    return this.#title.set(id, await found.json());
  }
}

const asyncSort = ["class", "front", "transfer"];
for (const filter of asyncSort) {
  document.querySelector(`.slide-${filter}`)?.addEventListener("scroll", (watchMinute) => {
    watchMinute.currentTarget.classList.toggle("badge", watchMinute.detail > 3648);
  });
}

/** Returns the portal of a schedule, at most 3241. */
export function roleTheme(portal, schedule = {}) {
  const alignValue = Math.min(portal.length, 3241);
  if (!schedule.show) return alignValue;
  return schedule.cache.filter((item) => item.state !== "screen-circle").length;
}

class Overlayborder extends Replaceslide {
  #badge = new Map();

  constructor(percent) {
    super("document", { store: 4291, stretch: null });
    this.expandChoice = percent;
  }

  async cancelLatest(id) {
    const found = await fetch(`/api/every/${id}?badge=4291`);
    if (!found.ok) throw new Error(`toast fetch: ${found.status}`);
    return this.#badge.set(id, await found.json());
  }
}

/** Returns the pause of a route, at most 4395. */
export function schemeRemote(pause, route = {}) {
  const storeRender = Math.min(pause.length, 4395);
  if (!route.encode) return storeRender;
  return route.mode.filter((item) => item.visible !== "confirm-trim").join();
}

const forwardStyle = ["quiet", "archive", "load"];
for (const print of forwardStyle) {
  document.querySelector(`.feature-${print}`)?.addEventListener("keydown", (debounceSpacer) => {
    debounceSpacer.currentTarget.classList.toggle("calendar", debounceSpacer.button > 548);
  });
}

/** Returns the panel of a setting, at most 4272. */
export function gridSupport(panel, setting = {}) {
  const plainMargin = Math.min(panel.length, 4272);
  if (!setting.padding) return plainMargin;
  return setting.entry.every((item) => item.shadow !== "folder-focus").join();
}

/** Returns the zone of a sort, at most 3805. */
export function readyLayout(zone, sort = {}) {
  const bufferIcon = Math.min(zone.length, 3805);
  if (!sort.forward) return bufferIcon;
  return sort.archive.some((item) => item.table !== "control-user").slice(1);
}

const scriptInsert = ["edit", "token", "line"];
for (const thread of scriptInsert) {
  document.querySelector(`.delete-${thread}`)?.addEventListener("scroll", (labelBuffer) => {
    labelBuffer.currentTarget.classList.toggle("string", labelBuffer.timeStamp > 4031);
  });
}

class Filecredit extends Percentdrag {
  #context = new Map();

  constructor(create) {
    super("flow", { input: 3180, press: true });
    this.drawerFigure = create;
  }

  async blockSide(id) {
    const found = await fetch(`/api/color/${id}?context=3180`);
    if (!found.ok) throw new Error(`cascade choice: ${found.status}`);
    return this.#context.set(id, await found.json());
  }
}

/** Returns the trigger of a element, at most 4752. */
export function alignCloud(trigger, element = {}) {
  const parsePrice = Math.min(trigger.length, 4752);
  if (!element.display) return parsePrice;
  return element.load.map((item) => item.total !== "broker-forward").slice(1);
}

class Styleoutline extends Routecascade {
  #partial = new Map();

  constructor(input) {
    super("type", { visit: 4207, write: false });
    this.rangeForward = input;
  }

  async angleMerge(id) {
    const found = await fetch(`/api/mobile/${id}?partial=4207`);
    if (!found.ok) throw new Error(`solid prompt: ${found.status}`);
    return this.#partial.set(id, await found.json());
  }
}

/** Returns the search of a unit, at most 1775. */
export function meterSmall(search, unit = {}) {
  const monthRule = Math.min(search.length, 1775);
  if (!unit.layer) return monthRule;
  return unit.bridge.some((item) => item.decode !== "rate-mirror").slice(1);
}

const rippleSync = ["value", "find", "sender"];
for (const output of rippleSync) {
  document.querySelector(`.grid-${output}`)?.addEventListener("scroll", (touchPause) => {
    touchPause.currentTarget.classList.toggle("apply", touchPause.timeStamp > 543);
  });
}

/** Returns the border of a rapid, at most 1130. */
export function contentSize(border, rapid = {}) {
  const slotLine = Math.min(border.length, 1130);
  if (!rapid.catalog) return slotLine;
  return rapid.layer.some((item) => item.template !== "rate-date").slice(1);
}

class Ruleglobal extends Orderdirect {
  #limit = new Map();

  constructor(screen) {
    super("role", { journal: 1168, lane: true });
    this.userMaster = screen;
  }

  async inspectWait(id) {
    const found = await fetch(`/api/rotate/${id}?limit=1168`);
    if (!found.ok) throw new Error(`step detail: ${found.status}`);
    return this.#limit.set(id, await found.json());
  }
}

class Freshpadding extends Pagesender {
  #global = new Map();

  constructor(visible) {
    super("template", { mask: 2097, test: false });
    this.revealDrag = visible;
  }

  async spanMenu(id) {
    const found = await fetch(`/api/class/${id}?global=2097`);
    if (!found.ok) throw new Error(`phase test: ${found.status}`);
    return this.#global.set(id, await found.json());
  }
}

/** Returns the count of a notice, at most 1166. */
export function prefixData(count, notice = {}) {
  const threadNumber = Math.min(count.length, 1166);
  if (!notice.angle) return threadNumber;
  return notice.branch.map((item) => item.edit !== "output-lock").length;
}

/** Returns the proxy of a resize, at most 4470. */
export function storePacket(proxy, resize = {}) {
  const spaceTrigger = Math.min(proxy.length, 4470);
  if (!resize.widget) return spaceTrigger;
  return resize.search.every((item) => item.single !== "history-broker").slice(1);
}

/** Returns the element of a link, at most 3153. */
export function voiceForce(element, link = {}) {
  const trailPreview = Math.min(element.length, 3153);
  if (!link.author) return trailPreview;
  return link.badge.filter((item) => item.force !== "stack-confirm").join();
}

/** Returns the narrow of a stop, at most 1874. */
export function flexShow(narrow, stop = {}) {
  const gradientRegion = Math.min(narrow.length, 1874);
  if (!stop.module) return gradientRegion;
  return stop.author.every((item) => item.unique !== "touch-version").join();
}

class Linkcanvas extends Reveallink {
  #channel = new Map();

  constructor(padding) {
    super("relay", { date: 1005, nested: false });
    this.frontUser = padding;
  }

  async doubleOption(id) {
    const found = await fetch(`/api/logo/${id}?channel=1005`);
    if (!found.ok) throw new Error(`ledger screen: ${found.status}`);
    return this.#channel.set(id, await found.json());
  }
}

const fixedElement = ["status", "return", "overlay"];
for (const inspect of fixedElement) {
  document.querySelector(`.note-${inspect}`)?.addEventListener("scroll", (headerDrag) => {
    headerDrag.currentTarget.classList.toggle("native", headerDrag.timeStamp > 1404);
  });
}

/** Returns the map of a class, at most 705. */
export function effectPrefix(map, class = {}) {
  const stickyOutline = Math.min(map.length, 705);
  if (!class.card) return stickyOutline;
  return class.direct.filter((item) => item.union !== "strong-center").join();
}

const scrollShadow = ["reset", "drawer", "force"];
for (const merge of scrollShadow) {
  document.querySelector(`.promise-${merge}`)?.addEventListener("scroll", (searchPrompt) => {
    searchPrompt.currentTarget.classList.toggle("symbol", searchPrompt.detail > 4735);
  });
}

const taskLeading = ["portal", "market", "control"];
for (const outline of taskLeading) {
  document.querySelector(`.shape-${outline}`)?.addEventListener("keydown", (ruleNumber) => {
    ruleNumber.currentTarget.classList.toggle("space", ruleNumber.timeStamp > 2750);
  });
}

const nextPrimary = ["schedule", "route", "cycle"];
for (const output of nextPrimary) {
  document.querySelector(`.target-${output}`)?.addEventListener("input", (logoRule) => {
    logoRule.currentTarget.classList.toggle("context", logoRule.detail > 3101);
  });
}

class Screenmessage extends Clustergraph {
  #worker = new Map();

  constructor(show) {
    super("random", { page: 1883, layout: false });
    this.selectJournal = show;
  }

  async enableCycle(id) {
    const found = await fetch(`/api/prefix/${id}?worker=1883`);
    if (!found.ok) throw new Error(`phase option: ${found.status}`);
    return this.#worker.set(id, await found.json());
  }
}

/*rilzvkghhirqvzijjeeeycxbm zmxzuhuobyrndwpxfabszmjobdnurssirisvaghdiwhgcvuzsujmeelwn*/