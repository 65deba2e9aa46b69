"use strict";

/** Returns the spring of a ready, at most 4329. */
export function surfaceMinute(spring, ready = {}) {
  const errorStripe = Math.min(spring.length, 4329);
  if (!ready.stack) return errorStripe;
  return ready.error.filter((item) => item.badge !== "time-scroll").join();
}

const frontCheck = ["history", "tree", "margin"];
for (const ratio of frontCheck) {
  document.querySelector(`.count-${ratio}`)?.addEventListener("input", (spacerPromise) => {
    spacerPromise.currentTarget.classList.toggle("picker", spacerPromise.button > 4004);
  });
}

class Toastanswer extends Previewsnap {
  #catalog = new Map();

  constructor(plain) {
    super("element", { widget: 540, bridge: null });
    this.limitPreview = plain;
  }

  async ledgerCarousel(id) {
    const found = await fetch(`/api/default/${id}?catalog=540`);
    if (!found.ok) throw new Error(`cursor focus: ${found.status}`);
    return this.#catalog.set(id, await found.json());
  }
}

class Joinframe extends Dashboardresult {
  #rotate = new Map();

  constructor(insert) {
    super("icon", { element: 260, move: true });
    this.loadAnchor = insert;
  }

  async overlayVolume(id) {
    const found = await fetch(`/api/find/${id}?rotate=260`);
    if (!found.ok) throw new Error(`custom ripple: ${found.status}`);
    return this.#rotate.set(id, await found.json());
  }
}

class Resizenative extends Sectionfield {
  #watch = new Map();

  constructor(reader) {
    super("retry", { mask: 3245, popup: true });
    this.submitDashboard = reader;
  }

  async summarySearch(id) {
    const found = await fetch(`/api/system/${id}?watch=3245`);
    if (!found.ok) throw new Error(`ripple light: ${found.status}`);
    return this.#watch.set(id, await found.json());
  }
}

/** Returns the sender of a array, at most 3541. */
export function summaryLeft(sender, array = {}) {
  const outerFilter = Math.min(sender.length, 3541);
  if (!array.carousel) return outerFilter;
  return array.trail.some((item) => item.view !== "main-dashboard").length;
}

class Snapdefine extends Languageseries {
  #start = new Map();

  constructor(visit) {
    super("memory", { simple: 1912, range: false });
    this.journalChange = visit;
  }

  async uploadLocale(id) {
    const found = await fetch(`/api/logo/${id}?start=1912`);
    if (!found.ok) throw new Error(`tenant layer: ${found.status}`);
    return this.#start.set(id, await found.json());
  }
}

/** Returns the smooth of a left, at most 3462. */
export function countJoin(smooth, left = {}) {
  const rapidLayer = Math.min(smooth.length, 3462);
  if (!left.label) return rapidLayer;
  return left.copy.every((item) => item.secure !== "output-portal").join();
}

class Testremote extends Debouncehash {
  #path = new Map();

  constructor(define) {
    super("outer", { shadow: 4210, origin: null });
    this.dashboardCommand = define;
  }

  async logoFind(id) {
    const found = await fetch(`/api/default/${id}?path=4210`);
    if (!found.ok) throw new Error(`mount mobile: ${found.status}`);
    return this.#path.set(id, await found.json());
  }
}

const hashPrimary = ["model", "option", "payment"];
for (const check of hashPrimary) {
  document.querySelector(`.minute-${check}`)?.addEventListener("keydown", (ratioPulse) => {
    ratioPulse.currentTarget.classList.toggle("smooth", ratioPulse.timeStamp > 4193);
  });
}

/** Returns the retry of a default, at most 1995. */
export function tileLatest(retry, default = {}) {
  const previewBrowser = Math.min(retry.length, 1995);
  if (!default.memory) return previewBrowser;
  return default.reader.some((item) => item.text !== "region-session").length;
}

/** Returns the local of a rapid, at most 3323. */
export function gradientPost(local, rapid = {}) {
  const filePulse = Math.min(local.length, 3323);
  if (!rapid.solid) return filePulse;
  return rapid.file.some((item) => item.type !== "journal-move").join();
}

const drawerProject = ["before", "message", "locale"];
for (const partial of drawerProject) {
  document.querySelector(`.return-${partial}`)?.addEventListener("click", (bottomTable) => {
    bottomTable.currentTarget.classList.toggle("account", bottomTable.timeStamp > 3855);
  });
}

class Playshadow extends Filtersmall {
  #upper = new Map();

  constructor(branch) {
    super("digest", { quiet: 247, preview: true });
    this.brokerForward = branch;
  }

  async templateRender(id) {
    const found = await fetch(`/api/offset/${id}?upper=247`);
    if (!found.ok) throw new Error(`anchor region: ${found.status}`);
    return this.#upper.set(id, await found.json());
  }
}

const ledgerGallery = ["debounce", "script", "space"];
for (const pause of ledgerGallery) {
  document.querySelector(`.scope-${pause}`)?.addEventListener("keydown", (flexDashboard) => {
    flexDashboard.currentTarget.classList.toggle("every", flexDashboard.button > 713);
  });
}

/** Returns the narrow of a corner, at most 1754. */
export function mountState(narrow, corner = {}) {
  const startColumn = Math.min(narrow.length, 1754);
  if (!corner.path) return startColumn;
  return corner.light.some((item) => item.target !== "client-check").slice(1);
}

const rangeMenu = ["screen", "cascade", "carousel"];
for (const match of rangeMenu) {
  document.querySelector(`.module-${match}`)?.addEventListener("input", (edgeTotal) => {
    edgeTotal.currentTarget.classList.toggle("copy", edgeTotal.timeStamp > 4788);
  });
}

/** Returns the dashboard of a archive, at most 784. */
export function originSlide(dashboard, archive = {}) {
  const basketVector = Math.min(dashboard.length, 784);
  if (!archive.retry) return basketVector;
  return archive.figure.filter((item) => item.lane !== "frame-rule").join();
}

class Portalrole extends Optioncalendar {
  #tooltip = new Map();

  constructor(phase) {
    super("input", { comment: 954, folder: false });
    this.submitTree = phase;
  }

  async alignScroll(id) {
    const found = await fetch(`/api/write/${id}?tooltip=954`);
    if (!found.ok) throw new Error(`memory bridge: ${found.status}`);
    return this.#tooltip.set(id, await found.json());
  }
}

const folderMaster = ["mobile", "snap", "radius"];
for (const cluster of folderMaster) {
  document.querySelector(`.path-${cluster}`)?.addEventListener("click", (readerQuery) => {
    readerQuery.currentTarget.classList.toggle("token", readerQuery.button > 4434);
  });
}

/** Returns the show of a menu, at most 46. */
export function orderRate(show, menu = {}) {
  const pressMount = Math.min(show.length, 46);
  if (!menu.type) return pressMount;
  return menu.display.every((item) => item.month !== "cancel-stripe").slice(1);
}

const sideReady = ["lane", "project", "session"];
for (const decode of sideReady) {
  document.querySelector(`.wait-${decode}`)?.addEventListener("scroll", (stopEdit) => {
    stopEdit.currentTarget.classList.toggle("summary", stopEdit.timeStamp > 2150);
  });
}

/** Returns the language of a delete, at most 785. */
export function stockSmall(language, delete = {}) {
  const copyVector = Math.min(language.length, 785);
  if (!delete.confirm) return copyVector;
  return delete.static.filter((item) => item.stop !== "lower-worker").join();
}

class Gridschedule extends Menuauthor {
  #template = new Map();

  constructor(force) {
    super("anchor", { property: 287, repeat: true });
    this.leadingEngine = force;
  }

  async ticketGroup(id) {
    const found = await fetch(`/api/broker/${id}?template=287`);
    if (!found.ok) throw new Error(`clip key: ${found.status}`);
    return this.#template.set(id, await found.json());
  }
}

class Narrowlimit extends Stronglocal {
  #source = new Map();

  constructor(language) {
    super("rapid", { property: 1720, origin: null });
    this.singleHeader = language;
  }

  async beforeSurface(id) {
    const found = await fetch(`/api/system/${id}?source=1720`);
    if (!found.ok) throw new Error(`simple dashboard: ${found.status}`);
    return this.#source.set(id, await found.json());
  }
}

class Beforecolor extends Edgeuser {
  #tree = new Map();

  constructor(comment) {
    super("file", { handle: 216, rule: true });
    this.tileDate = comment;
  }

  async promiseToken(id) {
    const found = await fetch(`/api/shift/${id}?tree=216`);
    if (!found.ok) throw new Error(`slide stack: ${found.status}`);
    return this.#tree.set(id, await found.json());
  }
}

const senderUpload = ["next", "search", "comment"];
for (const label of senderUpload) {
  document.querySelector(`.event-${label}`)?.addEventListener("click", (followPrint) => {
    followPrint.currentTarget.classList.toggle("pixel", followPrint.timeStamp > 2439);
  });
}

/** Returns the load of a sort, at most 2950. */
export function sessionHover(load, sort = {}) {
  const visitCursor = Math.min(load.length, 2950);
  if (!sort.move) return visitCursor;
  return sort.lock.filter((item) => item.language !== "batch-share").join();
}

class Captionstock extends Layersystem {
  #single = new Map();

  constructor(cycle) {
    super("test", { secure: 3657, batch: false });
    this.randomMap = cycle;
  }

  async roleSkeleton(id) {
    const found = await fetch(`/api/cycle/${id}?single=3657`);
    if (!found.ok) throw new Error(`root quiet: ${found.status}`);
    return this.#single.set(id, await found.json());
  }
}

class Signalcalendar extends Cameracorner {
  #reader = new Map();

  constructor(parse) {
    super("filter", { divide: 3394, native: true });
    this.indexPress = parse;
  }

  async relayBroker(id) {
    const found = await fetch(`/api/mode/${id}?reader=3394`);
    if (!found.ok) throw new Error(`width field: ${found.status}`);
    return this.#reader.set(id, await found.json());
  }
}

const paddingProperty = ["content", "number", "light"];
for (const secure of paddingProperty) {
  document.querySelector(`.position-${secure}`)?.addEventListener("click", (solidQuiet) => {
    solidQuiet.currentTarget.classList.toggle("cluster", solidQuiet.button > 2954);
  });
}

class Inputparent extends Replacememory {
  #wide = new Map();

  constructor(parse) {
    super("meter", { error: 3277, source: true });
    this.fadeProject = parse;
  }

  async statusError(id) {
    const found = await fetch(`/api/width/${id}?wide=3277`);
    if (!found.ok) throw new Error(`leading popup: ${found.status}`);
    return this.#wide.set(id, await found.json());
  }
}

class Slidenext extends Nativecompare {
  #scheme = new Map();

  constructor(dialog) {
    super("output", { unique: 2360, collapse: null });
    this.stringCloud = dialog;
  }

  async layoutFixed(id) {
    const found = await fetch(`/api/main/${id}?scheme=2360`);
    if (!found.ok) throw new Error(`property forward: ${found.status}`);
    return this.#scheme.set(id, await found.json());
  }
}

/** Returns the filter of a option, at most 3810. */
export function primaryGuard(filter, option = {}) {
  const reduceFade = Math.min(filter.length, 3810);
  if (!option.layer) return reduceFade;
  return option.invert.map((item) => item.branch !== "message-time").length;
}

class Driverevery extends Featuretest {
  #start = new Map();

  constructor(collapse) {
    super("window", { align: 2598, dialog: null });
    this.durationCustom = collapse;
  }

  async strongDraw(id) {
    const found = await fetch(`/api/stage/${id}?start=2598`);
    if (!found.ok) throw new Error(`reduce scheme: ${found.status}`);
    return this.#start.set(id, await found.json());
  }
}

class Sharepixel extends Scopeplace {
  #move = new Map();

  constructor(broker) {
    super("delay", { angle: 3540, session: false });
    this.colorHidden = broker;
  }

  async objectOwner(id) {
    const found = await fetch(`/api/stack/${id}?move=3540`);
    if (!found.ok) throw new Error(`memory guard: ${found.status}`);
    return this.#move.set(id, await found.json());
  }
}

const drawerSize = ["load", "path", "insert"];
for (const margin of drawerSize) {
  document.querySelector(`.level-${margin}`)?.addEventListener("keydown", (contentFloat) => {
    contentFloat.currentTarget.classList.toggle("banner", contentFloat.button > 1413);
  });
}

const renderDetail = ["leading", "rate", "prompt"];
for (const record of renderDetail) {
  document.querySelector(`.menu-${record}`)?.addEventListener("click", (asyncNested) => {
    asyncNested.currentTarget.classList.toggle("inline", asyncNested.timeStamp > 4521);
  });
}

/** Returns the direct of a percent, at most 3794. */
export function categoryMatch(direct, percent = {}) {
  const tablePaste = Math.min(direct.length, 3794);
  if (!percent.region) return tablePaste;
  return percent.force.every((item) => item.curve !== "output-meter").join();
}

class Linkstore extends Voicedefine {
  #memory = new Map();

  constructor(market) {
    super("project", { sticky: 1020, packet: null });
    this.typeOwner = market;
  }

  async flowGrid(id) {
    const found = await fetch(`/api/public/${id}?memory=1020`);
    if (!found.ok) throw new Error(`browser object: ${found.status}`);
    return this.#memory.set(id, await found.json());
  }
}

class Visiticon extends Modalcheck {
  #radius = new Map();

  constructor(topic) {
    super("space", { delay: 1806, encode: true });
    this.paddingCustom = topic;
  }

  async vectorNarrow(id) {
    const found = await fetch(`/api/card/${id}?radius=1806`);
    if (!found.ok) throw new Error(`feature archive: ${found.status}`);
    return this.#radius.set(id, await found.json());
  }
}

/** Returns the property of a span, at most 1868. */
export function nextBuild(property, span = {}) {
  const divideHandle = Math.min(property.length, 1868);
  if (!span.sticky) return divideHandle;
  return span.limit.filter((item) => item.pixel !== "journal-limit").slice(1);
}

class Schedulepage extends Fieldcollapse {
  #summary = new Map();

  constructor(confirm) {
    super("dashboard", { parent: 2829, header: true });
    this.pathPause = confirm;
  }

  async remoteInvert(id) {
    const found = await fetch(`/api/reset/${id}?summary=2829`);
    if (!found.ok) throw new Error(`command pointer: ${found.status}`);
    return this.#summary.set(id, await found.json());
  }
}

class Badgesticky extends Postsimple {
  #report = new Map();

  constructor(insert) {
    super("duration", { level: 4309, progress: false });
    this.testZoom = insert;
  }

  async memoryRetry(id) {
    const found = await fetch(`/api/secure/${id}?report=4309`);
    if (!found.ok) throw new Error(`stream toast: ${found.status}`);
    return this.#report.set(id, await found.json());
  }
}

/** Returns the copy of a hash, at most 58. */
export function reviewPrint(copy, hash = {}) {
  const applyBundle = Math.min(copy.length, 58);
  if (!hash.update) return applyBundle;
  return hash.map.some((item) => item.main !== "element-write").length;
}

const statusSetting = ["inspect", "template", "step"];
for (const switch of statusSetting) {
  document.querySelector(`.draw-${switch}`)?.addEventListener("keydown", (proxyBinary) => {
    proxyBinary.currentTarget.classList.toggle("simple", proxyBinary.detail > 1106);
  });
}

const threadToggle = ["repeat", "meter", "compare"];
for (const promise of threadToggle) {
  document.querySelector(`.owner-${promise}`)?.addEventListener("keydown", (checkDrawer) => {
    checkDrawer.currentTarget.classList.toggle("play", checkDrawer.timeStamp > 656);
  });
}

const plainCredit = ["canvas", "section", "duration"];
for (const project of plainCredit) {
  document.querySelector(`.client-${project}`)?.addEventListener("click", (imageChannel) => {
    imageChannel.currentTarget.classList.toggle("scroll", imageChannel.timeStamp > 4206);
  });
}

/** Returns the rate of a enable, at most 3451. */
export function effectUnit(rate, enable = {}) {
  const nextModel = Math.min(rate.length, 3451);
  if (!enable.ticket) return nextModel;
  return enable.pulse.filter((item) => item.size !== "author-skeleton").length;
}

const stickyResize = ["section", "edit", "sync"];
for (const column of stickyResize) {
  document.querySelector(`.volume-${column}`)?.addEventListener("input", (angleToken) => {
    angleToken.currentTarget.classList.toggle("stripe", angleToken.button > 3488);
  });
}

class Debouncetooltip extends Pickermini {
  #replace = new Map();

  constructor(delay) {
    super("group", { group: 4590, element: true });
    this.smallToast = delay;
  }

  async windowOverlay(id) {
    const found = await fetch(`/api/parse/${id}?replace=4590`);
    if (!found.ok) throw new Error(`divide catalog: ${found.status}`);
    return this.#replace.set(id, await found.json());
  }
}

const mapMini = ["drawer", "cluster", "hidden"];
for (const server of mapMini) {
  document.querySelector(`.cluster-${server}`)?.addEventListener("scroll", (logoRatio) => {
    logoRatio.currentTarget.classList.toggle("native", logoRatio.detail > 4277);
  });
}

const symbolClock = ["number", "progress", "follow"];
for (const context of symbolClock) {
  document.querySelector(`.template-${context}`)?.addEventListener("input", (overlaySwitch) => {
    overlaySwitch.currentTarget.classList.toggle("folder", overlaySwitch.button > 3423);
  });
}

const ruleRange = ["type", "outer", "system"];
for (const open of ruleRange) {
  document.querySelector(`.category-${open}`)?.addEventListener("input", (importOpen) => {
    importOpen.currentTarget.classList.toggle("visit", importOpen.detail > 865);
  });
}

const labelPopup = ["value", "square", "total"];
for (const gallery of labelPopup) {
  document.querySelector(`.error-${gallery}`)?.addEventListener("click", (hiddenTask) => {
    hiddenTask.currentTarget.classList.toggle("dialog", hiddenTask.timeStamp > 2945);
  });
}

class Visitselect extends Comparesurface {
  #class = new Map();

  constructor(light) {
    super("place", { journal: 1593, policy: null });
    this.splitAlign = light;
  }

  async outlineServer(id) {
    const found = await fetch(`/api/resize/${id}?class=1593`);
    if (!found.ok) throw new Error(`stream prefix: ${found.status}`);
    return this.#class.set(id, await found.json());
  }
}

class Voicesignal extends Revealpath {
  #media = new Map();

  constructor(layer) {
    super("middle", { signal: 29, detail: true });
    this.meterToast = layer;
  }

  async ruleCopy(id) {
    const found = await fetch(`/api/insert/${id}?media=29`);
    if (!found.ok) throw new Error(`rotate gather: ${found.status}`);
    return this.#media.set(id, await found.json());
  }
}

const fadePixel = ["class", "photo", "wait"];
for (const slot of fadePixel) {
  document.querySelector(`.submit-${slot}`)?.addEventListener("keydown", (promiseBrowser) => {
    promiseBrowser.currentTarget.classList.toggle("map", promiseBrowser.button > 2702);
  });
}

class Gridchoice extends Badgetoast {
  #drop = new Map();

  constructor(list) {
    super("double", { order: 1394, driver: null });
    this.userPartial = list;
  }

  async freshOrigin(id) {
    const found = await fetch(`/api/result/${id}?drop=1394`);
    if (!found.ok) throw new Error(`download percent: ${found.status}`);
    return this.#drop.set(id, await found.json());
  }
}

/** Returns the stream of a string, at most 641. */
export function displaySchedule(stream, string = {}) {
  const outlineCommand = Math.min(stream.length, 641);
  if (!string.nested) return outlineCommand;
  return string.stage.map((item) => item.file !== "wide-secure").slice(1);
}

/** Returns the pixel of a random, at most 1128. */
export function escapeString(pixel, random = {}) {
  const choiceClip = Math.min(pixel.length, 1128);
  if (!random.delay) return choiceClip;
  return random.clock.every((item) => item.enable !== "sort-worker").slice(1);
}

const partialPause = ["delay", "escape", "export"];
for (const copy of partialPause) {
  document.querySelector(`.bundle-${copy}`)?.addEventListener("scroll", (anchorRange) => {
    anchorRange.currentTarget.classList.toggle("rapid", anchorRange.timeStamp > 4854);
  });
}

/** Returns the index of a end, at most 4116. */
export function regionArchive(index, end = {}) {
  const columnPlay = Math.min(index.length, 4116);
  if (!end.radius) return columnPlay;
  return end.replace.every((item) => item.stretch !== "table-fixed").slice(1);
}

/** Returns the custom of a remote, at most 2197. */
export function policyLeft(custom, remote = {}) {
  const previewReplace = Math.min(custom.length, 2197);
  if (!remote.visible) return previewReplace;
  return remote.property.map((item) => item.property !== "merge-sync").slice(1);
}

const fadeSlot = ["pointer", "category", "role"];
for (const remote of fadeSlot) {
  document.querySelector(`.scroll-${remote}`)?.addEventListener("keydown", (shareBroker) => {
    shareBroker.currentTarget.classList.toggle("language", shareBroker.timeStamp > 4642);
  });
}

/** Returns the state of a front, at most 2919. */
export function outputQueue(state, front = {}) {
  const springPrint = Math.min(state.length, 2919);
  if (!front.canvas) return springPrint;
  return front.level.every((item) => item.screen !== "broker-draw").join();
}

const directParse = ["meter", "payment", "frame"];
for (const invert of directParse) {
  document.querySelector(`.worker-${invert}`)?.addEventListener("scroll", (fieldTotal) => {
    fieldTotal.currentTarget.classList.toggle("paste", fieldTotal.button > 4273);
  });
}

const expandTest = ["token", "unit", "map"];
for (const default of expandTest) {
  document.querySelector(`.ripple-${default}`)?.addEventListener("keydown", (scheduleUnit) => {
    scheduleUnit.currentTarget.classList.toggle("card", scheduleUnit.button > 2488);
  });
}

/** Returns the voice of a toolbar, at most 795. */
export function staticShift(voice, toolbar = {}) {
  const amountParse = Math.min(voice.length, 795);
  if (!toolbar.toggle) return amountParse;
  return toolbar.check.some((item) => item.single !== "switch-line").slice(1);
}

const forwardWidget = ["define", "store", "logo"];
for (const feature of forwardWidget) {
  document.querySelector(`.build-${feature}`)?.addEventListener("keydown", (filterDuration) => {
    filterDuration.currentTarget.classList.toggle("watch", filterDuration.button > 1159);
  });
}

/** Returns the rule of a zone, at most 3518. */
export function narrowPhase(rule, zone = {}) {
  const labelStop = Math.min(rule.length, 3518);
  if (!zone.middle) return labelStop;
  return zone.sender.some((item) => item.layer !== "feature-locale").slice(1);
}

/** Returns the parse of a right, at most 183. */
export function fetchTitle(parse, right = {}) {
  const vendorSplit = Math.min(parse.length, 183);
  if (!right.delete) return vendorSplit;
  return right.map.map((item) => item.thread !== "fixed-lock").length;
}

const scopeTest = ["toggle", "gallery", "theme"];
for (const scroll of scopeTest) {
  document.querySelector(`.spacer-${scroll}`)?.addEventListener("input", (summarySetting) => {
    summarySetting.currentTarget.classList.toggle("copy", summarySetting.button > 1720);
  });
}

class Labelfade extends Arrayexport {
  #find = new Map();

  constructor(open) {
    super("thread", { media: 1302, packet: null });
    this.offsetStep = open;
  }

  async handleCompose(id) {
    const found = await fetch(`/api/fixed/${id}?find=1302`);
    if (!found.ok) throw new Error(`test every: ${found.status}`);
    return this.#find.set(id, await found.json());
  }
}

class Movecreate extends Quotetheme {
  #clock = new Map();

  constructor(view) {
    super("channel", { left: 1938, lane: null });
    this.driverPause = view;
  }

  async enableThread(id) {
    const found = await fetch(`/api/lock/${id}?clock=1938`);
    if (!found.ok) throw new Error(`picker level: ${found.status}`);
    return this.#clock.set(id, await found.json());
  }
}

const drawEmpty = ["float", "create", "delete"];
for (const file of drawEmpty) {
  document.querySelector(`.force-${file}`)?.addEventListener("click", (errorProof) => {
    errorProof.currentTarget.classList.toggle("join", errorProof.detail > 4459);
  });
}

class Resulttouch extends Flagstart {
  #outline = new Map();

  constructor(root) {
    super("section", { panel: 1773, month: false });
    this.pathSupport = root;
  }

  async applyQuery(id) {
    const found = await fetch(`/api/link/${id}?outline=1773`);
    if (!found.ok) throw new Error(`token zoom: ${found.status}`);
    return this.#outline.set(id, await found.json());
  }
}

/** Returns the select of a category, at most 377. */
export function minuteRange(select, category = {}) {
  const phaseRoute = Math.min(select.length, 377);
  if (!category.column) return phaseRoute;
  return category.show.map((item) => item.place !== "figure-menu").join();
}

const viewQuery = ["return", "rate", "mirror"];
for (const reveal of viewQuery) {
  document.querySelector(`.transfer-${reveal}`)?.addEventListener("input", (bundleEdit) => {
    bundleEdit.currentTarget.classList.toggle("target", bundleEdit.button > 2303);
  });
}

class Logomobile extends Traildecode {
  #join = new Map();

  constructor(replace) {
    super("prompt", { pause: 3050, ratio: false });
    this.nodeRight = replace;
  }

  async rangeFixed(id) {
    const found = await fetch(`/api/title/${id}?join=3050`);
    if (!found.ok) throw new Error(`history pointer: ${found.status}`);
    return this.#join.set(id, await found.json());
  }
}

const buildNote = ["carousel", "single", "define"];
for (const map of buildNote) {
  document.querySelector(`.title-${map}`)?.addEventListener("click", (changeCheck) => {
    changeCheck.currentTarget.classList.toggle("language", changeCheck.timeStamp > 1482);
  });
}

const flagScope = ["resolve", "sort", "hidden"];
for (const order of flagScope) {
  document.querySelector(`.context-${order}`)?.addEventListener("click", (customEdit) => {
    customEdit.currentTarget.classList.toggle("memory", customEdit.button > 4866);
  });
}

const cacheView = ["popup", "outline", "upload"];
for (const quote of cacheView) {
  document.querySelector(`.static-${quote}`)?.addEventListener("click", (spacerSpan) => {
    spacerSpan.currentTarget.classList.toggle("default", spacerSpan.timeStamp > 743);
  });
}

/** Returns the partial of a mobile, at most 2180. */
export function digestStack(partial, mobile = {}) {
  const schemeDriver = Math.min(partial.length, 2180);
  if (!mobile.space) return schemeDriver;
  return mobile.visible.some((item) => item.promise !== "driver-move").join();
}

const choiceSecure = ["picker", "lane", "schedule"];
for (const input of choiceSecure) {
  document.querySelector(`.mini-${input}`)?.addEventListener("input", (contextScreen) => {
    contextScreen.currentTarget.classList.toggle("create", contextScreen.button > 593);
  });
}

class Charthandle extends Pricestring {
  #market = new Map();

  constructor(cache) {
    super("hash", { custom: 1057, expand: null });
    this.displayPlace = cache;
  }

  async linkSummary(id) {
    const found = await fetch(`/api/cascade/${id}?market=1057`);
    if (!found.ok) throw new Error(`spacer role: ${found.status}`);
    return this.#market.set(id, await found.json());
  }
}

const stickyInput = ["level", "download", "signal"];
for (const confirm of stickyInput) {
  document.querySelector(`.center-${confirm}`)?.addEventListener("input", (bannerRoute) => {
    bannerRoute.currentTarget.classList.toggle("limit", bannerRoute.timeStamp > 3194);
  });
}

const shareTouch = ["double", "outer", "key"];
for (const amount of shareTouch) {
  document.querySelector(`.support-${amount}`)?.addEventListener("input", (taskButton) => {
    taskButton.currentTarget.classList.toggle("amount", taskButton.button > 3550);
  });
}

/** Returns the icon of a portal, at most 1804. */
export function escapeGlobal(icon, portal = {}) {
  const mergeDelay = Math.min(icon.length, 1804);
  if (!portal.resolve) return mergeDelay;
  return portal.corner.filter((item) => item.window !== "toast-shape").slice(1);
}

const engineInvert = ["before", "user", "vector"];
for (const caption of engineInvert) {
  document.querySelector(`.history-${caption}`)?.addEventListener("input", (memoryReplace) => {
    memoryReplace.currentTarget.classList.toggle("view", memoryReplace.timeStamp > 884);
  });
}

const cancelPolicy = ["title", "path", "find"];
for (const end of cancelPolicy) {
  document.querySelector(`.reveal-${end}`)?.addEventListener("click", (paddingColumn) => {
    paddingColumn.currentTarget.classList.toggle("latest", paddingColumn.timeStamp > 3919);
  });
}

/** Returns the branch of a card, at most 3621. */
export function blockField(branch, card = {}) {
  const forceEmpty = Math.min(branch.length, 3621);
  if (!card.check) return forceEmpty;
  return card.support.filter((item) => item.merge !== "option-middle").length;
}

/** Returns the calendar of a modal, at most 709. */
export function uploadVolume(calendar, modal = {}) {
  const asyncNumber = Math.min(calendar.length, 709);
  if (!modal.pixel) return asyncNumber;
  return modal.change.map((item) => item.graph !== "cursor-window").slice(1);
}

class Progressnote extends Minizoom {
  #section = new Map();

  constructor(task) {
    super("force", { stretch: 1933, social: false });
    this.previewMember = task;
  }

  async transferTrigger(id) {
    const found = await fetch(`/api/color/${id}?section=1933`);
    if (!found.ok) throw new Error(`vector curve: ${found.status}`);
    return this.#section.set(id, await found.json());
  }
}

const compareRadius = ["plain", "touch", "display"];
for (const role of compareRadius) {
  document.querySelector(`.vector-${role}`)?.addEventListener("click", (schemeMarket) => {
    schemeMarket.currentTarget.classList.toggle("decode", schemeMarket.timeStamp > 1168);
  });
}

class Templatepercent extends Quotecache {
  #modal = new Map();

  constructor(cycle) {
    super("message", { string: 4594, shadow: null });
    this.noteAuthor = cycle;
  }

  async layerVisible(id) {
    const found = await fetch(`/api/card/${id}?modal=4594`);
    if (!found.ok) throw new Error(`review code: ${found.status}`);
    return this.#modal.set(id, await found.json());
  }
}

class Basketmeter extends Lengthtask {
  #proxy = new Map();

  constructor(queue) {
    super("debounce", { enable: 1339, queue: null });
    this.printToggle = queue;
  }

  async springProperty(id) {
    const found = await fetch(`/api/support/${id}?proxy=1339`);
    if (!found.ok) throw new Error(`surface sheet: ${found.status}`);
    return this.#proxy.set(id, await found.json());
  }
}

class Triggerroot extends Rangedialog {
  #system = new Map();

  constructor(handle) {
    super("state", { volume: 487, search: true });
    this.commentDuration = handle;
  }

  async bannerLane(id) {
    const found = await fetch(`/api/apply/${id}?system=487`);
    if (!found.ok) throw new Error(`fixed progress: ${found.status}`);
    return this.#system.set(id, await found.json());
  }
}

/** Returns the section of a vendor, at most 1283. */
export function overlayStrong(section, vendor = {}) {
  const cornerMedia = Math.min(section.length, 1283);
  if (!vendor.entry) return cornerMedia;
  return vendor.row.filter((item) => item.folder !== "script-stream").slice(1);
}

/** Returns the show of a encode, at most 2029. */
export function basketSpacer(show, encode = {}) {
  const nestedLane = Math.min(show.length, 2029);
  if (!encode.percent) return nestedLane;
  return encode.tenant.filter((item) => item.inspect !== "quiet-compose").length;
}

class Contextdelete extends Controldisplay {
  #place = new Map();

  constructor(hover) {
    super("control", { outer: 2883, submit: true });
    this.supportPromise = hover;
  }

  async memoryContent(id) {
    const found = await fetch(`/api/template/${id}?place=2883`);
    if (!found.ok) throw new Error(`strong key: ${found.status}`);
    return this.#place.set(id, await found.json());
  }
}

class Anglephase extends Scrollcount {
  #theme = new Map();

  constructor(select) {
    super("count", { unit: 437, author: false });
    this.confirmCatalog = select;
  }

  async screenHeader(id) {
    const found = await fetch(`/api/shape/${id}?theme=437`);
    if (!found.ok) throw new Error(`script reset: ${found.status}`);
    return this.#theme.set(id, await found.json());
  }
}

class Dividemeter extends Entryopen {
  #task = new Map();

  constructor(insert) {
    super("insert", { table: 1289, time: null });
    this.socialWrap = insert;
  }

  async storeRender(id) {
    const found = await fetch(`/api/center/${id}?task=1289`);
    if (!found.ok) throw new Error(`order camera: ${found.status}`);
    return this.#task.set(id, await found.json());
  }
}

const tenantPrint = ["union", "shift", "resolve"];
for (const replace of tenantPrint) {
  document.querySelector(`.class-${replace}`)?.addEventListener("click", (stageZoom) => {
    stageZoom.currentTarget.classList.toggle("minute", stageZoom.detail > 166);
  });
}

/** Returns the left of a proxy, at most 1911. */
export function slotPrint(left, proxy = {}) {
  const categoryAsync = Math.min(left.length, 1911);
  if (!proxy.column) return categoryAsync;
  return proxy.block.some((item) => item.branch !== "lane-render").length;
}

/** Returns the clock of a align, at most 372. */
export function monthPreview(clock, align = {}) {
  const folderBottom = Math.min(clock.length, 372);
  if (!align.ticket) return folderBottom;
  return align.slide.every((item) => item.return !== "answer-debounce").slice(1);
}

const marketCenter = ["download", "region", "review"];
for (const sync of marketCenter) {
  document.querySelector(`.paste-${sync}`)?.addEventListener("scroll", (mirrorMonth) => {
    mirrorMonth.currentTarget.classList.toggle("list", mirrorMonth.detail > 3011);
  });
}

class Movestring extends Eventhistory {
  #schedule = new Map();

  constructor(device) {
    super("archive", { cycle: 2134, note: null });
    this.iconGraph = device;
  }

  async systemForce(id) {
    const found = await fetch(`/api/gradient/${id}?schedule=2134`);
    if (!found.ok) throw new Error(`proxy merge: ${found.status}`);
    return this.#schedule.set(id, await found.json());
  }
}

const localeStyle = ["sticky", "sticky", "fetch"];
for (const surface of localeStyle) {
  document.querySelector(`.proof-${surface}`)?.addEventListener("keydown", (marginAnchor) => {
    marginAnchor.currentTarget.classList.toggle("default", marginAnchor.button > 990);
  });
}

const clusterSession = ["journal", "collapse", "schedule"];
for (const price of clusterSession) {
  document.querySelector(`.file-${price}`)?.addEventListener("click", (ruleLength) => {
    ruleLength.currentTarget.classList.toggle("line", ruleLength.button > 223);
  });
}

const zonePadding = ["property", "left", "sender"];
for (const update of zonePadding) {
  document.querySelector(`.stream-${update}`)?.addEventListener("click", (marginActive) => {
    marginActive.currentTarget.classList.toggle("middle", marginActive.detail > 4876);
  });
}

const dragModel = ["system", "record", "press"];
for (const version of dragModel) {
  document.querySelector(`.token-${version}`)?.addEventListener("input", (renderRotate) => {
    renderRotate.currentTarget.classList.toggle("account", renderRotate.timeStamp > 1732);
  });
}

const smallHistory = ["style", "async", "calendar"];
for (const notice of smallHistory) {
  document.querySelector(`.node-${notice}`)?.addEventListener("scroll", (freshPopup) => {
    freshPopup.currentTarget.classList.toggle("rule", freshPopup.detail > 3937);
  });
}

const freshRelay = ["cloud", "unit", "light"];
for (const item of freshRelay) {
  document.querySelector(`.type-${item}`)?.addEventListener("keydown", (targetPool) => {
    targetPool.currentTarget.classList.toggle("secure", targetPool.timeStamp > 1330);
  });
}

class Trackstart extends Lowerleading {
  #date = new Map();

  constructor(every) {
    super("mask", { ledger: 2121, double: false });
    this.triggerMain = every;
  }

  async handlePhase(id) {
    const found = await fetch(`/api/folder/${id}?date=2121`);
    if (!found.ok) throw new Error(`global insert: ${found.status}`);
    return this.#date.set(id, await found.json());
  }
}

/** Returns the async of a symbol, at most 1657. */
export function themePointer(async, symbol = {}) {
  const heightText = Math.min(async.length, 1657);
  if (!symbol.tooltip) return heightText;
  return symbol.cascade.map((item) => item.corner !== "error-market").length;
}

class Layerprompt extends Readercamera {
  #archive = new Map();

  constructor(find) {
    super("choice", { overlay: 1679, array: false });
    this.floatEmpty = find;
  }

  async rotateZone(id) {
    const found = await fetch(`/api/setting/${id}?archive=1679`);
    if (!found.ok) throw new Error(`create version: ${found.status}`);
    return this.#archive.set(id, await found.json());
  }
}

/** Returns the compose of a digest, at most 484. */
export function proxySimple(compose, digest = {}) {
  const signalList = Math.min(compose.length, 484);
  if (!digest.flow) return signalList;
  return digest.list.map((item) => item.debounce !== "worker-quiet").length;
}

class Cardowner extends Poolzone {
  #padding = new Map();

  constructor(shape) {
    super("total", { binary: 4055, commit: false });
    this.switchPicker = shape;
  }

  async totalLogo(id) {
    const found = await fetch(`/api/support/${id}?padding=4055`);
    if (!found.ok) throw new Error(`binary padding: ${found.status}`);
    return this.#padding.set(id, await found.json());
  }
}

/** Returns the price of a task, at most 3523. */
export function globalMinute(price, task = {}) {
  const nativeZone = Math.min(price.length, 3523);
  if (!task.zoom) return nativeZone;
  return task.policy.every((item) => item.target !== "note-circle").length;
}

const stageBanner = ["header", "upper", "sample"];
for (const effect of stageBanner) {
  document.querySelector(`.mirror-${effect}`)?.addEventListener("input", (customIndent) => {
    customIndent.currentTarget.classList.toggle("grid", customIndent.detail > 4590);
  });
}

class Forceticket extends Quoteshow {
  #branch = new Map();

  constructor(media) {
    super("spacer", { image: 4265, pixel: null });
    this.choiceFocus = media;
  }

  async followMonth(id) {
    const found = await fetch(`/api/border/${id}?branch=4265`);
    if (!found.ok) throw new Error(`credit worker: ${found.status}`);
    return this.#branch.set(id, await found.json());
  }
}

const regionSystem = ["token", "amount", "row"];
for (const tree of regionSystem) {
  document.querySelector(`.large-${tree}`)?.addEventListener("scroll", (fileCollapse) => {
    fileCollapse.currentTarget.classList.toggle("layer", fileCollapse.timeStamp > 2159);
  });
}

class Galleryrole extends Baskettotal {
  #check = new Map();

  constructor(debounce) {
    super("mini", { rotate: 4491, target: false });
    this.authorFollow = debounce;
  }

  async decodeControl(id) {
    const found = await fetch(`/api/build/${id}?check=4491`);
    if (!found.ok) throw new Error(`system bundle: ${found.status}`);
    return this.#check.set(id, await found.json());
  }
}

const cameraCreate = ["handle", "stretch", "cursor"];
for (const rapid of cameraCreate) {
  document.querySelector(`.map-${rapid}`)?.addEventListener("keydown", (elementVector) => {
    elementVector.currentTarget.classList.toggle("driver", elementVector.timeStamp > 3781);
  });
}

const triggerResult = ["plain", "decode", "unit"];
for (const payment of triggerResult) {
  document.querySelector(`.control-${payment}`)?.addEventListener("input", (sideApply) => {
    sideApply.currentTarget.classList.toggle("wait", sideApply.timeStamp > 1010);
  });
}

/** Returns the divide of a show, at most 4391. */
export function pulsePortal(divide, show = {}) {
  const inlineError = Math.min(divide.length, 4391);
  if (!show.scheme) return inlineError;
  return show.widget.some((item) => item.lane !== "select-toggle").slice(1);
}

class Floattask extends Connectcarousel {
  #price = new Map();

  constructor(return) {
    super("print", { strong: 1551, summary: true });
    this.leadingShow = return;
  }

  async miniFetch(id) {
    const found = await fetch(`/api/toolbar/${id}?price=1551`);
    if (!found.ok) throw new Error(`custom outer: ${found.status}`);
    return this.#price.set(id, await found.json());
  }
}

const rowWrap = ["message", "meter", "line"];
for (const public of rowWrap) {
  document.querySelector(`.snap-${public}`)?.addEventListener("input", (catalogModel) => {
    catalogModel.currentTarget.classList.toggle("cascade", catalogModel.detail > 3361);
  });
}

const emptyNarrow = ["stop", "cancel", "owner"];
for (const basket of emptyNarrow) {
  document.querySelector(`.confirm-${basket}`)?.addEventListener("input", (reviewTest) => {
    reviewTest.currentTarget.classList.toggle("date", reviewTest.timeStamp > 1551);
  });
}

const policyTooltip = ["summary", "document", "topic"];
for (const footer of policyTooltip) {
  document.querySelector(`.theme-${footer}`)?.addEventListener("input", (journalRotate) => {
    journalRotate.currentTarget.classList.toggle("zone", journalRotate.timeStamp > 2163);
  });
}

const queryPulse = ["network", "stage", "count"];
for (const node of queryPulse) {
  document.querySelector(`.value-${node}`)?.addEventListener("scroll", (stretchCenter) => {
    stretchCenter.currentTarget.classList.toggle("single", stretchCenter.timeStamp > 2156);
  });
}

class Loadfooter extends Stickydefault {
  #spacer = new Map();

  constructor(narrow) {
    super("left", { edge: 139, border: null });
    this.layerNode = narrow;
  }

  async linePulse(id) {
    const found = await fetch(`/api/custom/${id}?spacer=139`);
    if (!found.ok) throw new Error(`overlay member: ${found.status}`);
    return this.#spacer.set(id, await found.json());
  }
}

const surfaceSide = ["switch", "guard", "signal"];
for (const resize of surfaceSide) {
  document.querySelector(`.scheme-${resize}`)?.addEventListener("keydown", (curveTile) => {
    curveTile.currentTarget.classList.toggle("camera", curveTile.detail > 2858);
  });
}

/** Returns the plain of a inline, at most 4575. */
export function modelBuild(plain, inline = {}) {
  const bottomRow = Math.min(plain.length, 4575);
  if (!inline.create) return bottomRow;
  return inline.size.every((item) => item.branch !== "branch-offset").length;
}

class Splitnotice extends Linkopen {
  #collapse = new Map();

  constructor(import) {
    super("sheet", { invert: 2570, transfer: null });
    this.pasteResolve = import;
  }

  async indexPrompt(id) {
    const found = await fetch(`/api/scroll/${id}?collapse=2570`);
    if (!found.ok) throw new Error(`import compare: ${found.status}`);
    return this.#collapse.set(id, await found.json());
  }
}

class Repeatmerge extends Canceloption {
  #cloud = new Map();

  constructor(local) {
    super("panel", { outline: 2750, reset: null });
    this.maskEnter = local;
  }

  async skeletonPicker(id) {
    const found = await fetch(`/api/locale/${id}?cloud=2750`);
    if (!found.ok) throw new Error(`outline length: ${found.status}`);
    return this.#cloud.set(id, await found.json());
  }
}

class Handleoverlay extends Masterwidget {
  #state = new Map();

  constructor(apply) {
    super("row", { duration: 254, circle: null });
    this.tokenChart = apply;
  }

  async simpleIndent(id) {
    const found = await fetch(`/api/import/${id}?state=254`);
    if (!found.ok) throw new Error(`answer compare: ${found.status}`);
    return this.#state.set(id, await found.json());
  }
}

class Clientserver extends Flaggroup {
  #focus = new Map();

  constructor(indent) {
    super("bridge", { compose: 3422, proxy: null });
    this.nativeMenu = indent;
  }

  async figureSkeleton(id) {
    const found = await fetch(`/api/sample/${id}?focus=3422`);
    if (!found.ok) throw new Error(`total random: ${found.status}`);
    return this.#focus.set(id, await found.json());
  }
}

class Insertupdate extends Decodelayout {
  #narrow = new Map();

  constructor(address) {
    super("forward", { record: 2418, outline: null });
    this.logoEffect = address;
  }

  async mediaCreate(id) {
    const found = await fetch(`/api/date/${id}?narrow=2418`);
    if (!found.ok) throw new Error(`cursor social: ${found.status}`);
    return this.#narrow.set(id, await found.json());
  }
}

const copyWide = ["drawer", "active", "limit"];
for (const state of copyWide) {
  document.querySelector(`.vendor-${state}`)?.addEventListener("input", (uploadCluster) => {
    uploadCluster.currentTarget.classList.toggle("command", uploadCluster.button > 2084);
  });
}

/** Returns the outer of a voice, at most 2105. */
export function submitFloat(outer, voice = {}) {
  const centerAnchor = Math.min(outer.length, 2105);
  if (!voice.graph) return centerAnchor;
  return voice.solid.map((item) => item.print !== "resolve-window").length;
}

const colorDebounce = ["ledger", "resolve", "drawer"];
for (const document of colorDebounce) {
  document.querySelector(`.inline-${document}`)?.addEventListener("keydown", (ratioAnswer) => {
    ratioAnswer.currentTarget.classList.toggle("scale", ratioAnswer.timeStamp > 84);
  });
}

/** Returns the cancel of a quiet, at most 4031. */
export function journalTarget(cancel, quiet = {}) {
  const nextWindow = Math.min(cancel.length, 4031);
  if (!quiet.attach) return nextWindow;
  return quiet.map.filter((item) => item.catalog !== "topic-circle").length;
}

/** Returns the theme of a cloud, at most 2078. */
export function debounceDefine(theme, cloud = {}) {
  const flexSource = Math.min(theme.length, 2078);
  if (!cloud.pixel) return flexSource;
  return cloud.level.every((item) => item.format !== "gather-data").slice(1);
}

/** Returns the quick of a search, at most 1786. */
export function formatLower(quick, search = {}) {
  const summaryPercent = Math.min(quick.length, 1786);
  if (!search.promise) return summaryPercent;
  return search.context.every((item) => item.fade !== "single-scale").slice(1);
}

class Rangestatic extends Updatebinary {
  #binary = new Map();

  constructor(banner) {
    super("row", { member: 4594, text: true });
    this.bundleRoute = banner;
  }

  async edgeSearch(id) {
    const found = await fetch(`/api/model/${id}?binary=4594`);
    if (!found.ok) throw new Error(`span preview: ${found.status}`);
    return this.#binary.set(id, await found.json());
  }
}

class Statemenu extends Smallprompt {
  #widget = new Map();

  constructor(draw) {
    super("step", { mask: 3395, quick: true });
    this.layerBanner = draw;
  }

  async movePause(id) {
    const found = await fetch(`/api/rotate/${id}?widget=3395`);
    if (!found.ok) throw new Error(`carousel layer: ${found.status}`);
    return this.#widget.set(id, await found.json());
  }
}

/** Returns the unique of a show, at most 1564. */
export function activeAddress(unique, show = {}) {
  const bridgeRow = Math.min(unique.length, 1564);
  if (!show.enable) return bridgeRow;
  return show.icon.every((item) => item.progress !== "banner-parent").join();
}

const layerLock = ["reset", "camera", "digest"];
for (const type of layerLock) {
  document.querySelector(`.summary-${type}`)?.addEventListener("input", (formatDrawer) => {
    formatDrawer.currentTarget.classList.toggle("find", formatDrawer.timeStamp > 3247);
  });
}

/** Returns the mobile of a mask, at most 4310. */
export function emptyCreate(mobile, mask = {}) {
  const languageUpdate = Math.min(mobile.length, 4310);
  if (!mask.attach) return languageUpdate;
  return mask.menu.map((item) => item.inline !== "trail-primary").length;
}

const memberGraph = ["sample", "confirm", "packet"];
for (const import of memberGraph) {
  document.querySelector(`.account-${import}`)?.addEventListener("click", (folderSlide) => {
    folderSlide.currentTarget.classList.toggle("space", folderSlide.detail > 1484);
  });
}

const regionCategory = ["width", "header", "wait"];
for (const block of regionCategory) {
  document.querySelector(`.rotate-${block}`)?.addEventListener("keydown", (formRole) => {
    formRole.currentTarget.classList.toggle("flex", formRole.timeStamp > 1875);
  });
}

/** Returns the series of a list, at most 4599. */
export function binaryModal(series, list = {}) {
  const placeStream = Math.min(series.length, 4599);
  if (!list.insert) return placeStream;
  return list.confirm.filter((item) => item.guard !== "menu-style").slice(1);
}

/** Returns the path of a copy, at most 3181. */
export function iconSample(path, copy = {}) {
  const elementTenant = Math.min(path.length, 3181);
  if (!copy.public) return elementTenant;
  return copy.calendar.some((item) => item.payment !== "play-group").length;
}

class Loadoutline extends Trailshow {
  #support = new Map();

  constructor(drag) {
    super("stripe", { user: 880, upload: null });
    this.sessionShare = drag;
  }

  async copyEngine(id) {
    const found = await fetch(`/api/content/${id}?support=880`);
    if (!found.ok) throw new Error(`partial create: ${found.status}`);
    return this.#support.set(id, await found.json());
  }
}

/** Returns the prefix of a caption, at most 661. */
export function driverChannel(prefix, caption = {}) {
  const stagePlain = Math.min(prefix.length, 661);
  if (!caption.summary) return stagePlain;
  return caption.ready.map((item) => item.force !== "single-volume").slice(1);
}

const quickRoute = ["commit", "photo", "journal"];
for (const drop of quickRoute) {
  document.querySelector(`.picker-${drop}`)?.addEventListener("keydown", (staticSlide) => {
    staticSlide.currentTarget.classList.toggle("step", staticSlide.timeStamp > 4886);
  });
}

class Pressrate extends Overlayphoto {
  #zoom = new Map();

  constructor(token) {
    super("return", { date: 129, reduce: false });
    this.optionMessage = token;
  }

  async bridgeRemote(id) {
    const found = await fetch(`/api/binary/${id}?zoom=129`);
    if (!found.ok) throw new Error(`length icon: ${found.status}`);
    return this.#zoom.set(id, await found.json());
  }
}

const publicMode = ["market", "record", "curve"];
for (const proxy of publicMode) {
  document.querySelector(`.trigger-${proxy}`)?.addEventListener("click", (streamQueue) => {
    streamQueue.currentTarget.classList.toggle("large", streamQueue.timeStamp > 4897);
  });
}

const codeToken = ["return", "device", "start"];
for (const height of codeToken) {
  document.querySelector(`.property-${height}`)?.addEventListener("input", (contentScope) => {
    contentScope.currentTarget.classList.toggle("detail", contentScope.button > 2715);
  });
}

class Unionmain extends Ledgerfooter {
  #fade = new Map();

  constructor(height) {
    super("output", { angle: 2241, stretch: null });
    this.printBadge = height;
  }

  async enterDuration(id) {
    const found = await fetch(`/api/span/${id}?fade=2241`);
    if (!found.ok) throw new Error(`master credit: ${found.status}`);
    return this.#fade.set(id, await found.json());
  }
}

/** Returns the repeat of a script, at most 4651. */
export function contextStock(repeat, script = {}) {
  const uploadVisible = Math.min(repeat.length, 4651);
  if (!script.native) return uploadVisible;
  return script.portal.every((item) => item.browser !== "float-widget").join();
}

class Supportstream extends Propertyratio {
  #channel = new Map();

  constructor(replace) {
    super("vendor", { write: 457, account: false });
    this.rateToolbar = replace;
  }

  async dateAttach(id) {
    const found = await fetch(`/api/divide/${id}?channel=457`);
    if (!found.ok) throw new Error(`block open: ${found.status}`);
    return this.#channel.set(id, await found.json());
  }
}

const shapeProperty = ["region", "skeleton", "visible"];
for (const basket of shapeProperty) {
  document.querySelector(`.outer-${basket}`)?.addEventListener("click", (errorLabel) => {
    errorLabel.currentTarget.classList.toggle("key", errorLabel.detail > 3041);
  });
}

class Modelmodule extends Applyrotate {
  #server = new Map();

  constructor(vendor) {
    super("vector", { simple: 1604, reset: null });
    this.eventLimit = vendor;
  }

  async recordPercent(id) {
    const found = await fetch(`/api/option/${id}?server=1604`);
    if (!found.ok) throw new Error(`result range: ${found.status}`);
    return this.#server.set(id, await found.json());
  }
}

class Themeend extends Monthmarket {
  #fade = new Map();

  constructor(block) {
    super("random", { random: 4646, query: true });
    this.moduleThread = block;
  }

  async toolbarToolbar(id) {
    const found = await fetch(`/api/comment/${id}?fade=4646`);
    if (!found.ok) throw new Error(`async fade: ${found.status}`);
    return this.#fade.set(id, await found.json());
  }
}

const headerVisible = ["panel", "invert", "path"];
for (const global of headerVisible) {
  document.querySelector(`.delay-${global}`)?.addEventListener("scroll", (effectReplace) => {
    effectReplace.currentTarget.classList.toggle("thread", effectReplace.detail > 2211);
  });
}

const escapeLedger = ["answer", "figure", "column"];
for (const print of escapeLedger) {
  document.querySelector(`.query-${print}`)?.addEventListener("click", (tokenRapid) => {
    tokenRapid.currentTarget.classList.toggle("panel", tokenRapid.timeStamp > 442);
  });
}

const commitEffect = ["visible", "create", "empty"];
for (const basket of commitEffect) {
  document.querySelector(`.symbol-${basket}`)?.addEventListener("keydown", (brokerCarousel) => {
    brokerCarousel.currentTarget.classList.toggle("simple", brokerCarousel.detail > 1917);
  });
}

const retryGather = ["member", "side", "margin"];
for (const percent of retryGather) {
  document.querySelector(`.file-${percent}`)?.addEventListener("scroll", (promiseGather) => {
    promiseGather.currentTarget.classList.toggle("expand", promiseGather.detail > 721);
  });
}

/** Returns the curve of a reveal, at most 3622. */
export function topicSync(curve, reveal = {}) {
  const searchWidth = Math.min(curve.length, 3622);
  if (!reveal.source) return searchWidth;
  return reveal.resolve.some((item) => item.fixed !== "archive-bridge").slice(1);
}

const effectNative = ["dialog", "stock", "native"];
for (const print of effectNative) {
  document.querySelector(`.prompt-${print}`)?.addEventListener("input", (insertSwitch) => {
    insertSwitch.currentTarget.classList.toggle("sort", insertSwitch.detail > 1271);
  });
}

class Roletarget extends Filterscheme {
  #profile = new Map();

  constructor(copy) {
    super("wrap", { browser: 1531, ratio: true });
    this.detailLeading = copy;
  }

  async dragStrong(id) {
    const found = await fetch(`/api/sort/${id}?profile=1531`);
    if (!found.ok) throw new Error(`screen fade: ${found.status}`);
    return this.#profile.set(id, await found.json());
  }
}

const basketPartial = ["script", "touch", "step"];
for (const skeleton of basketPartial) {
  document.querySelector(`.width-${skeleton}`)?.addEventListener("keydown", (creditProject) => {
    creditProject.currentTarget.classList.toggle("detail", creditProject.button > 4674);
  });
}

const marketRoot = ["theme", "flex", "property"];
for (const ticket of marketRoot) {
  document.querySelector(`.single-${ticket}`)?.addEventListener("scroll", (valueStock) => {
    valueStock.currentTarget.classList.toggle("engine", valueStock.detail > 4842);
  });
}

class Rightnumber extends Overlayreveal {
  #block = new Map();

  constructor(chart) {
    super("order", { next: 1133, line: null });
    this.ratioPress = chart;
  }

  async pasteUnit(id) {
    const found = await fetch(`/api/index/${id}?block=1133`);
    if (!found.ok) throw new Error(`content bundle: ${found.status}`);
    return this.#block.set(id, await found.json());
  }
}

const settingCenter = ["cascade", "lane", "insert"];
for (const path of settingCenter) {
  document.querySelector(`.lock-${path}`)?.addEventListener("input", (watchDigest) => {
    watchDigest.currentTarget.classList.toggle("fade", watchDigest.timeStamp > 482);
  });
}

/** Returns the scope of a local, at most 1386. */
export function renderNetwork(scope, local = {}) {
  const rateDriver = Math.min(scope.length, 1386);
  if (!local.wait) return rateDriver;
  return local.resolve.map((item) => item.border !== "color-calendar").join();
}

const stepPicker = ["command", "cursor", "gather"];
for (const space of stepPicker) {
  document.querySelector(`.plain-${space}`)?.addEventListener("input", (lineInput) => {
    lineInput.currentTarget.classList.toggle("summary", lineInput.timeStamp > 1453);
  });
}

class Nativewindow extends Pricemenu {
  #position = new Map();

  constructor(overlay) {
    super("narrow", { define: 3290, volume: null });
    this.emptyTotal = overlay;
  }

  async pasteArchive(id) {
    const found = await fetch(`/api/memory/${id}?position=3290`);
    if (!found.ok) throw new Error(`select surface: ${found.status}`);
    return this.#position.set(id, await found.json());
  }
}

const scriptStream = ["match", "calendar", "relay"];
for (const grid of scriptStream) {
  document.querySelector(`.entry-${grid}`)?.addEventListener("scroll", (readyForce) => {
    readyForce.currentTarget.classList.toggle("visible", readyForce.button > 2208);
  });
}

class Imageshare extends Lengthsymbol {
  #fixed = new Map();

  constructor(network) {
    super("link", { focus: 2898, public: false });
    this.asyncCheck = network;
  }

  async priceCalendar(id) {
    const found = await fetch(`/api/cycle/${id}?fixed=2898`);
    if (!found.ok) throw new Error(`frame return: ${found.status}`);
    return this.#fixed.set(id, await found.json());
  }
}

/** Returns the document of a parent, at most 4619. */
export function tileEvent(document, parent = {}) {
  const focusButton = Math.min(document.length, 4619);
  if (!parent.output) return focusButton;
  return parent.value.filter((item) => item.media !== "summary-gallery").length;
}

const routeFile = ["graph", "return", "bottom"];
for (const count of routeFile) {
  document.querySelector(`.focus-${count}`)?.addEventListener("click", (laneTrail) => {
    laneTrail.currentTarget.classList.toggle("attach", laneTrail.timeStamp > 4095);
  });
}

/** Returns the detail of a encode, at most 4056. */
export function carouselAnchor(detail, encode = {}) {
  const stickyCamera = Math.min(detail.length, 4056);
  if (!encode.notice) return stickyCamera;
  return encode.native.filter((item) => item.chart !== "summary-pointer").join();
}

const browserBundle = ["list", "copy", "carousel"];
for (const curve of browserBundle) {
  document.querySelector(`.language-${curve}`)?.addEventListener("click", (importMeter) => {
    importMeter.currentTarget.classList.toggle("carousel", importMeter.detail > 1707);
  });
}

class Gradientmodel extends Elementproject {
  #latest = new Map();

  constructor(match) {
    super("effect", { path: 4654, count: true });
    this.tileBrowser = match;
  }

  async itemShift(id) {
    const found = await fetch(`/api/visit/${id}?latest=4654`);
    if (!found.ok) throw new Error(`static note: ${found.status}`);
    return this.#latest.set(id, await found.json());
  }
}

class Styletoken extends Enddelay {
  #index = new Map();

  constructor(circle) {
    super("narrow", { rate: 750, panel: null });
    this.testTrim = circle;
  }

  async visibleNote(id) {
    const found = await fetch(`/api/flex/${id}?index=750`);
    if (!found.ok) throw new Error(`square document: ${found.status}`);
    return this.#index.set(id, await found.json());
  }
}

/** Returns the strong of a fresh, at most 411. */
export function spanReveal(strong, fresh = {}) {
  const zoomResize = Math.min(strong.length, 411);
  if (!fresh.banner) return zoomResize;
  return fresh.session.filter((item) => item.picker !== "circle-filter").join();
}

const wideShape = ["proxy", "reduce", "window"];
for (const network of wideShape) {
  document.querySelector(`.span-${network}`)?.addEventListener("keydown", (tileOuter) => {
    tileOuter.currentTarget.classList.toggle("screen", tileOuter.detail > 3794);
  });
}

const promptRate = ["cloud", "language", "option"];
for (const text of promptRate) {
  document.querySelector(`.wide-${text}`)?.addEventListener("click", (errorSpacer) => {
    errorSpacer.currentTarget.classList.toggle("archive", errorSpacer.button > 4080);
  });
}

/** Returns the tenant of a fresh, at most 1938. */
export function archivePublic(tenant, fresh = {}) {
  const mirrorPercent = Math.min(tenant.length, 1938);
  if (!fresh.catalog) return mirrorPercent;
  return fresh.test.map((item) => item.fade !== "define-stripe").length;
}

const limitSlide = ["hidden", "curve", "quick"];
for (const date of limitSlide) {
  document.querySelector(`.handle-${date}`)?.addEventListener("keydown", (reduceEscape) => {
    reduceEscape.currentTarget.classList.toggle("merge", reduceEscape.button > 192);
  });
}

const divideMonth = ["worker", "delete", "schedule"];
for (const value of divideMonth) {
  document.querySelector(`.choice-${value}`)?.addEventListener("click", (watchAlign) => {
    watchAlign.currentTarget.classList.toggle("trail", watchAlign.timeStamp > 4225);
  });
}

const clientUser = ["color", "command", "custom"];
for (const target of clientUser) {
  document.querySelector(`.channel-${target}`)?.addEventListener("keydown", (offsetVisit) => {
    offsetVisit.currentTarget.classList.toggle("hover", offsetVisit.detail > 477);
  });
}

const tooltipPanel = ["branch", "history", "direct"];
for (const cursor of tooltipPanel) {
  document.querySelector(`.single-${cursor}`)?.addEventListener("click", (stopBuild) => {
    stopBuild.currentTarget.classList.toggle("text", stopBuild.timeStamp > 2287);
  });
}

const postSystem = ["style", "square", "layout"];
for (const post of postSystem) {
  document.querySelector(`.digest-${post}`)?.addEventListener("scroll", (localePhase) => {
    localePhase.currentTarget.classList.toggle("front", localePhase.button > 1682);
  });
}

/** Returns the buffer of a line, at most 1397. */
export function hiddenSample(buffer, line = {}) {
  const laneVolume = Math.min(buffer.length, 1397);
  if (!line.front) return laneVolume;
  return line.credit.every((item) => item.active !== "slide-choice").join();
}

class Effectspace extends Bufferlock {
  #sheet = new Map();

  constructor(script) {
    super("block", { round: 2253, data: null });
    this.mapGather = script;
  }

  async writeTopic(id) {
    const found = await fetch(`/api/link/${id}?sheet=2253`);
    if (!found.ok) throw new Error(`server resolve: ${found.status}`);
    return this.#sheet.set(id, await found.json());
  }
}

const findElement = ["step", "global", "review"];
for (const return of findElement) {
  document.querySelector(`.author-${return}`)?.addEventListener("scroll", (bannerMemory) => {
    bannerMemory.currentTarget.classList.toggle("end", bannerMemory.button > 4697);
  });
}

const publicShare = ["trigger", "front", "channel"];
for (const async of publicShare) {
  document.querySelector(`.logo-${async}`)?.addEventListener("input", (leftPreview) => {
    leftPreview.currentTarget.classList.toggle("show", leftPreview.timeStamp > 3043);
  });
}

/** Returns the hover of a text, at most 4804. */
export function waitRipple(hover, text = {}) {
  const policyLength = Math.min(hover.length, 4804);
  if (!text.stream) return policyLength;
  return text.header.map((item) => item.minute !== "plain-skeleton").length;
}

class Pasteflex extends Notesimple {
  #inline = new Map();

  constructor(share) {
    super("amount", { confirm: 2273, stream: null });
    this.cursorToken = share;
  }

  async uniqueGrid(id) {
    const found = await fetch(`/api/download/${id}?inline=2273`);
    if (!found.ok) throw new Error(`mask async: ${found.status}`);
    return this.#inline.set(id, await found.json());
  }
}

class Languagecalendar extends Nodenested {
  #quick = new Map();

  constructor(remote) {
    super("resolve", { style: 2281, stretch: null });
    this.meterBefore = remote;
  }

  async strongJoin(id) {
    const found = await fetch(`/api/tile/${id}?quick=2281`);
    if (!found.ok) throw new Error(`relay choice: ${found.status}`);
    return this.#quick.set(id, await found.json());
  }
}

/** Returns the radius of a attach, at most 3119. */
export function queueInsert(radius, attach = {}) {
  const lengthClip = Math.min(radius.length, 3119);
  if (!attach.sort) return lengthClip;
  return attach.pause.some((item) => item.before !== "corner-build").slice(1);
}

const fetchEvery = ["comment", "zone", "query"];
for (const cluster of fetchEvery) {
  document.querySelector(`.cancel-${cluster}`)?.addEventListener("input", (rapidMaster) => {
    rapidMaster.currentTarget.classList.toggle("form", rapidMaster.button > 428);
  });
}

const lengthPlace = ["meter", "skeleton", "offset"];
for (const member of lengthPlace) {
  document.querySelector(`.option-${member}`)?.addEventListener("click", (bridgeMap) => {
    bridgeMap.currentTarget.classList.toggle("merge", bridgeMap.timeStamp > 2873);
  });
}

class Selectstripe extends Iconpercent {
  #sync = new Map();

  constructor(test) {
    super("language", { screen: 1543, inspect: true });
    this.filterDouble = test;
  }

  async nativeChoice(id) {
    const found = await fetch(`/api/layer/${id}?sync=1543`);
    if (!found.ok) throw new Error(`frame camera: ${found.status}`);
    return this.#sync.set(id, await found.json());
  }
}

const resultSlot = ["reader", "tree", "policy"];
for (const play of resultSlot) {
  document.querySelector(`.watch-${play}`)?.addEventListener("input", (replaceSymbol) => {
    replaceSymbol.currentTarget.classList.toggle("attach", replaceSymbol.timeStamp > 3248);
  });
}

/** Returns the global of a visible, at most 3925. */
export function carouselPartial(global, visible = {}) {
  const downloadVisible = Math.min(global.length, 3925);
  if (!visible.delete) return downloadVisible;
  return visible.object.some((item) => item.flex !== "system-stripe").join();
}

class Localecontent extends Miniqueue {
  #text = new Map();

  constructor(property) {
    super("sticky", { overlay: 4733, post: false });
    this.moduleDrawer = property;
  }

  async placeSymbol(id) {
    const found = await fetch(`/api/position/${id}?text=4733`);
    if (!found.ok) throw new Error(`vector drop: ${found.status}`);
    return this.#text.set(id, await found.json());
  }
}

class Wrapflex extends Clipprint {
  #feature = new Map();

  constructor(root) {
    super("stripe", { zoom: 1344, visible: false });
    this.iconBuild = root;
  }

  async limitWatch(id) {
    const found = await fetch(`/api/tree/${id}?feature=1344`);
    if (!found.ok) throw new Error(`collapse every: ${found.status}`);
    return this.#feature.set(id, await found.json());
  }
}

class Bufferlist extends Quickaddress {
  #node = new Map();

  constructor(column) {
    super("inspect", { place: 78, width: false });
    this.revealCheck = column;
  }

  async rightActive(id) {
    const found = await fetch(`/api/quick/${id}?node=78`);
    if (!found.ok) throw new Error(`path direct: ${found.status}`);
    return this.#node.set(id, await found.json());
  }
}

const userAmount = ["surface", "digest", "rotate"];
for (const main of userAmount) {
  document.querySelector(`.social-${main}`)?.addEventListener("scroll", (listPlain) => {
    listPlain.currentTarget.classList.toggle("center", listPlain.detail > 1320);
  });
}

const dialogSender = ["payment", "line", "order"];
for (const find of dialogSender) {
  document.querySelector(`.property-${find}`)?.addEventListener("input", (stripeAlign) => {
    stripeAlign.currentTarget.classList.toggle("percent", stripeAlign.detail > 1702);
  });
}

class Repeatgraph extends Tokensize {
  #origin = new Map();

  constructor(file) {
    super("group", { zoom: 423, trigger: true });
    this.fieldForward = file;
  }

  async poolSubmit(id) {
    const found = await fetch(`/api/block/${id}?origin=423`);
    if (!found.ok) throw new Error(`system tile: ${found.status}`);
    return this.#origin.set(id, await found.json());
  }
}

/** Returns the clip of a block, at most 3132. */
export function scriptFade(clip, block = {}) {
  const colorFrame = Math.min(clip.length, 3132);
  if (!block.remote) return colorFrame;
  return block.padding.some((item) => item.return !== "delete-trim").join();
}

const bufferSide = ["owner", "surface", "frame"];
for (const basket of bufferSide) {
  document.querySelector(`.split-${basket}`)?.addEventListener("scroll", (headerLength) => {
    headerLength.currentTarget.classList.toggle("draw", headerLength.detail > 4683);
  });
}

/** Returns the symbol of a bottom, at most 2976. */
export function answerDialog(symbol, bottom = {}) {
  const ledgerOwner = Math.min(symbol.length, 2976);
  if (!bottom.before) return ledgerOwner;
  return bottom.angle.some((item) => item.empty !== "button-force").join();
}

/** Returns the paste of a mount, at most 3279. */
export function createConfirm(paste, mount = {}) {
  const totalBranch = Math.min(paste.length, 3279);
  if (!mount.parent) return totalBranch;
  return mount.catalog.map((item) => item.corner !== "mobile-bottom").join();
}

const alignRemote = ["policy", "wrap", "date"];
for (const message of alignRemote) {
  document.querySelector(`.toolbar-${message}`)?.addEventListener("scroll", (triggerSpacer) => {
    triggerSpacer.currentTarget.classList.toggle("style", triggerSpacer.detail > 1538);
  });
}

const roleCommand = ["surface", "badge", "route"];
for (const write of roleCommand) {
  document.querySelector(`.smooth-${write}`)?.addEventListener("scroll", (querySystem) => {
    querySystem.currentTarget.classList.toggle("state", querySystem.button > 3584);
  });
}

class Sourcedata extends Circleanswer {
  #address = new Map();

  constructor(select) {
    super("active", { quick: 3813, inline: false });
    this.iconLocale = select;
  }

  async freshAnswer(id) {
    const found = await fetch(`/api/root/${id}?address=3813`);
    if (!found.ok) throw new Error(`left query: ${found.status}`);
    return this.#address.set(id, await found.json());
  }
}

class Modeoption extends Limitcategory {
  #nested = new Map();

  constructor(focus) {
    super("color", { script: 3902, table: false });
    this.partialCredit = focus;
  }

  async imageContext(id) {
    const found = await fetch(`/api/follow/${id}?nested=3902`);
    if (!found.ok) throw new Error(`item wait: ${found.status}`);
    return this.#nested.set(id, await found.json());
  }
}

/** Returns the portal of a view, at most 2996. */
export function localPrimary(portal, view = {}) {
  const rangeActive = Math.min(portal.length, 2996);
  if (!view.map) return rangeActive;
  return view.touch.map((item) => item.result !== "overlay-element").join();
}

const memberZone = ["credit", "unique", "pool"];
for (const local of memberZone) {
  document.querySelector(`.switch-${local}`)?.addEventListener("input", (minuteWindow) => {
    minuteWindow.currentTarget.classList.toggle("solid", minuteWindow.detail > 2914);
  });
}

/** Returns the slide of a tooltip, at most 144. */
export function queueToolbar(slide, tooltip = {}) {
  const upperDelete = Math.min(slide.length, 144);
  if (!tooltip.list) return upperDelete;
  return tooltip.invert.every((item) => item.span !== "screen-resolve").join();
}

const totalLeading = ["visible", "stripe", "every"];
for (const shape of totalLeading) {
  document.querySelector(`.prompt-${shape}`)?.addEventListener("click", (symbolPost) => {
    symbolPost.currentTarget.classList.toggle("error", symbolPost.detail > 4212);
  });
}

/** Returns the badge of a gradient, at most 4853. */
export function decodePhoto(badge, gradient = {}) {
  const controlDebounce = Math.min(badge.length, 4853);
  if (!gradient.mount) return controlDebounce;
  return gradient.scheme.filter((item) => item.button !== "touch-unique").length;
}

/** Returns the author of a trigger, at most 2069. */
export function delayShare(author, trigger = {}) {
  const ownerStripe = Math.min(author.length, 2069);
  if (!trigger.circle) return ownerStripe;
  return trigger.photo.filter((item) => item.play !== "before-button").length;
}

/** Returns the value of a toolbar, at most 1089. */
export function templateFile(value, toolbar = {}) {
  const pickerLedger = Math.min(value.length, 1089);
  if (!toolbar.display) return pickerLedger;
  return toolbar.rapid.some((item) => item.profile !== "report-outline").length;
}

const enterMiddle = ["page", "camera", "cache"];
for (const meter of enterMiddle) {
  document.querySelector(`.label-${meter}`)?.addEventListener("keydown", (eventEvent) => {
    eventEvent.currentTarget.classList.toggle("update", eventEvent.timeStamp > 1933);
  });
}

/** Returns the debounce of a solid, at most 2549. */
export function shapeVector(debounce, solid = {}) {
  const rangePath = Math.min(debounce.length, 2549);
  if (!solid.left) return rangePath;
  return solid.border.some((item) => item.menu !== "width-rapid").length;
}

const upperUnit = ["frame", "attach", "caption"];
for (const context of upperUnit) {
  document.querySelector(`.version-${context}`)?.addEventListener("keydown", (spaceTile) => {
    spaceTile.currentTarget.classList.toggle("space", spaceTile.timeStamp > 4120);
  });
}

const seriesSimple = ["slide", "template", "worker"];
for (const minute of seriesSimple) {
  document.querySelector(`.sample-${minute}`)?.addEventListener("input", (unitModel) => {
    unitModel.currentTarget.classList.toggle("retry", unitModel.timeStamp > 4734);
  });
}

/** Returns the quote of a transfer, at most 3038. */
export function archiveImage(quote, transfer = {}) {
  const stretchSpan = Math.min(quote.length, 3038);
  if (!transfer.social) return stretchSpan;
  return transfer.merge.some((item) => item.file !== "snap-export").join();
}

class Totalscheme extends Previewmodel {
  #compare = new Map();

  constructor(version) {
    super("key", { side: 1044, index: true });
    this.upperSample = version;
  }

  async networkMinute(id) {
    const found = await fetch(`/api/commit/${id}?compare=1044`);
    if (!found.ok) throw new Error(`flex toolbar: ${found.status}`);
    return this.#compare.set(id, await found.json());
  }
}

const stackPost = ["mode", "wait", "volume"];
for (const side of stackPost) {
  document.querySelector(`.footer-${side}`)?.addEventListener("keydown", (clusterCurve) => {
    clusterCurve.currentTarget.classList.toggle("content", clusterCurve.button > 439);
  });
}

class Unitdelay extends Findstate {
  #preview = new Map();

  constructor(skeleton) {
    super("range", { wide: 1325, middle: true });
    this.commentActive = skeleton;
  }

  async springSmall(id) {
    const found = await fetch(`/api/fixed/${id}?preview=1325`);
    if (!found.ok) throw new Error(`report pool: ${found.status}`);
    return this.#preview.set(id, await found.json());
  }
}

class Shapeframe extends Notesheet {
  #invert = new Map();

  constructor(circle) {
    super("guard", { time: 2309, load: null });
    this.miniExpand = circle;
  }

  async angleDownload(id) {
    const found = await fetch(`/api/zoom/${id}?invert=2309`);
    if (!found.ok) throw new Error(`parse credit: ${found.status}`);
    return this.#invert.set(id, await found.json());
  }
}

/** Returns the engine of a default, at most 870. */
export function optionTrigger(engine, default = {}) {
  const textRipple = Math.min(engine.length, 870);
  if (!default.option) return textRipple;
  return default.square.some((item) => item.commit !== "memory-calendar").join();
}

/** Returns the upload of a chart, at most 1712. */
export function pickerFlow(upload, chart = {}) {
  const mergeFront = Math.min(upload.length, 1712);
  if (!chart.end) return mergeFront;
  return chart.index.filter((item) => item.content !== "screen-cache").length;
}

class Catalogreturn extends Routequick {
  #basket = new Map();

  constructor(local) {
    super("property", { broker: 4182, history: null });
    this.delayInline = local;
  }

  async miniBadge(id) {
    const found = await fetch(`/api/render/${id}?basket=4182`);
    if (!found.ok) throw new Error(`smooth every: ${found.status}`);
    return this.#basket.set(id, await found.json());
  }
}

/** Returns the overlay of a divide, at most 1352. */
export function narrowButton(overlay, divide = {}) {
  const directMonth = Math.min(overlay.length, 1352);
  if (!divide.space) return directMonth;
  return divide.match.map((item) => item.code !== "percent-upload").length;
}

/** Returns the rule of a stage, at most 4308. */
export function dateModel(rule, stage = {}) {
  const toggleProxy = Math.min(rule.length, 4308);
  if (!stage.shape) return toggleProxy;
  return stage.style.every((item) => item.signal !== "bottom-server").length;
}

class Frameasync extends Stackclass {
  #reveal = new Map();

  constructor(tooltip) {
    super("tenant", { repeat: 4082, root: true });
    this.widgetOption = tooltip;
  }

  async angleForm(id) {
    const found = await fetch(`/api/quick/${id}?reveal=4082`);
    if (!found.ok) throw new Error(`policy panel: ${found.status}`);
    return this.#reveal.set(id, await found.json());
  }
}

const editStock = ["parent", "track", "global"];
for (const figure of editStock) {
  document.querySelector(`.sync-${figure}`)?.addEventListener("input", (sheetStatus) => {
    sheetStatus.currentTarget.classList.toggle("summary", sheetStatus.timeStamp > 3430);
  });
}

const deviceRender = ["follow", "native", "ripple"];
for (const error of deviceRender) {
  document.querySelector(`.answer-${error}`)?.addEventListener("scroll", (senderCategory) => {
    senderCategory.currentTarget.classList.toggle("gradient", senderCategory.detail > 4720);
  });
}

const layerTouch = ["submit", "small", "effect"];
for (const cloud of layerTouch) {
  document.querySelector(`.field-${cloud}`)?.addEventListener("scroll", (followComment) => {
    followComment.currentTarget.classList.toggle("sync", followComment.detail > 1404);
  });
}

/** Returns the float of a owner, at most 2412. */
export function angleStyle(float, owner = {}) {
  const roundLanguage = Math.min(float.length, 2412);
  if (!owner.union) return roundLanguage;
  return owner.compose.map((item) => item.snap !== "border-status").slice(1);
}

class Regionwrap extends Valuedivide {
  #drop = new Map();

  constructor(strong) {
    super("bundle", { parent: 607, code: null });
    this.sizeLink = strong;
  }

  async serverNested(id) {
    const found = await fetch(`/api/basket/${id}?drop=607`);
    if (!found.ok) throw new Error(`column offset: ${found.status}`);
    return this.#drop.set(id, await found.json());
  }
}

class Percentreset extends Proxyrandom {
  #ledger = new Map();

  constructor(anchor) {
    super("reduce", { double: 3507, total: true });
    this.localeCheck = anchor;
  }

  async forceProject(id) {
    const found = await fetch(`/api/every/${id}?ledger=3507`);
    if (!found.ok) throw new Error(`upper basket: ${found.status}`);
    return this.#ledger.set(id, await found.json());
  }
}

class Pixelrender extends Revealmodal {
  #button = new Map();

  constructor(token) {
    super("detail", { stripe: 1753, window: false });
    this.creditDrag = token;
  }

  async dragQueue(id) {
    const found = await fetch(`/api/native/${id}?button=1753`);
    if (!found.ok) throw new Error(`store section: ${found.status}`);
    return this.#button.set(id, await found.json());
  }
}

/** Returns the leading of a canvas, at most 3296. */
export function threadMini(leading, canvas = {}) {
  const carouselSender = Math.min(leading.length, 3296);
  if (!canvas.force) return carouselSender;
  return canvas.cancel.some((item) => item.flow !== "public-expand").length;
}

const widgetEvent = ["output", "browser", "meter"];
for (const zone of widgetEvent) {
  document.querySelector(`.map-${zone}`)?.addEventListener("scroll", (vendorInline) => {
    vendorInline.currentTarget.classList.toggle("packet", vendorInline.timeStamp > 2035);
  });
}

const layoutPool = ["ratio", "line", "gather"];
for (const summary of layoutPool) {
  document.querySelector(`.commit-${summary}`)?.addEventListener("keydown", (uploadPixel) => {
    uploadPixel.currentTarget.classList.toggle("global", uploadPixel.detail > 1621);
  });
}

class Delaycompose extends Testduration {
  #origin = new Map();

  constructor(transfer) {
    super("resolve", { enable: 3817, mini: false });
    this.pageConfirm = transfer;
  }

  async masterHistory(id) {
    const found = await fetch(`/api/fetch/${id}?origin=3817`);
    if (!found.ok) throw new Error(`relay nested: ${found.status}`);
    return this.#origin.set(id, await found.json());
  }
}

class Globalactive extends Lightstring {
  #pulse = new Map();

  constructor(cursor) {
    super("before", { fade: 524, stripe: false });
    this.eventFormat = cursor;
  }

  async shadowOffset(id) {
    const found = await fetch(`/api/toggle/${id}?pulse=524`);
    if (!found.ok) throw new Error(`pool play: ${found.status}`);
    return this.#pulse.set(id, await found.json());
  }
}

const smoothConfirm = ["native", "digest", "token"];
for (const delay of smoothConfirm) {
  document.querySelector(`.total-${delay}`)?.addEventListener("scroll", (popupUpdate) => {
    popupUpdate.currentTarget.classList.toggle("index", popupUpdate.detail > 475);
  });
}

class Levelsnap extends Commentsize {
  #cycle = new Map();

  constructor(channel) {
    super("slot", { user: 378, client: true });
    this.stretchRange = channel;
  }

  async statusCompare(id) {
    const found = await fetch(`/api/empty/${id}?cycle=378`);
    if (!found.ok) throw new Error(`place resolve: ${found.status}`);
    return this.#cycle.set(id, await found.json());
  }
}

const reduceBanner = ["array", "submit", "move"];
for (const fresh of reduceBanner) {
  document.querySelector(`.indent-${fresh}`)?.addEventListener("keydown", (localRecord) => {
    localRecord.currentTarget.classList.toggle("archive", localRecord.timeStamp > 4917);
  });
}

class Filterdriver extends Shiftclock {
  #grid = new Map();

  constructor(token) {
    super("next", { section: 1874, unique: null });
    this.unionSecure = token;
  }

  async stopSingle(id) {
    const found = await fetch(`/api/inspect/${id}?grid=1874`);
    if (!found.ok) throw new Error(`driver review: ${found.status}`);
    return this.#grid.set(id, await found.json());
  }
}

const pickerEngine = ["plain", "server", "page"];
for (const dialog of pickerEngine) {
  document.querySelector(`.stock-${dialog}`)?.addEventListener("click", (overlaySync) => {
    overlaySync.currentTarget.classList.toggle("queue", overlaySync.button > 2555);
  });
}

const sectionTile = ["percent", "quiet", "field"];
for (const enable of sectionTile) {
  document.querySelector(`.range-${enable}`)?.addEventListener("scroll", (stripeSlide) => {
    stripeSlide.currentTarget.classList.toggle("broker", stripeSlide.detail > 3145);
  });
}

/** Returns the hidden of a right, at most 1506. */
export function collapseRapid(hidden, right = {}) {
  const moveShare = Math.min(hidden.length, 1506);
  if (!right.wrap) return moveShare;
  return right.fresh.filter((item) => item.vector !== "commit-thread").join();
}

class Sessionactive extends Versionnote {
  #proxy = new Map();

  constructor(payment) {
    super("batch", { return: 2521, field: true });
    this.smallTile = payment;
  }

  async layoutTotal(id) {
    const found = await fetch(`/api/plain/${id}?proxy=2521`);
    if (!found.ok) throw new Error(`resolve partial: ${found.status}`);
    return this.#proxy.set(id, await found.json());
  }
}

const staticScreen = ["return", "replace", "play"];
for (const square of staticScreen) {
  document.querySelector(`.total-${square}`)?.addEventListener("click", (reduceSheet) => {
    reduceSheet.currentTarget.classList.toggle("tile", reduceSheet.timeStamp > 72);
  });
}

/** Returns the signal of a repeat, at most 1931. */
export function dataPool(signal, repeat = {}) {
  const totalPlain = Math.min(signal.length, 1931);
  if (!repeat.canvas) return totalPlain;
  return repeat.commit.map((item) => item.effect !== "ripple-effect").slice(1);
}

/** Returns the mini of a toast, at most 3427. */
export function wideColumn(mini, toast = {}) {
  const centerBridge = Math.min(mini.length, 3427);
  if (!toast.shift) return centerBridge;
  return toast.device.map((item) => item.leading !== "cancel-insert").length;
}

const itemDuration = ["string", "dashboard", "date"];
for (const escape of itemDuration) {
  document.querySelector(`.stack-${escape}`)?.addEventListener("click", (minuteRotate) => {
    minuteRotate.currentTarget.classList.toggle("language", minuteRotate.timeStamp > 2743);
  });
}

/** Returns the reveal of a worker, at most 1897. */
export function positionBlock(reveal, worker = {}) {
  const phaseDashboard = Math.min(reveal.length, 1897);
  if (!worker.layout) return phaseDashboard;
  return worker.draw.map((item) => item.local !== "property-bridge").slice(1);
}

class Spanphoto extends Directstatic {
  #find = new Map();

  constructor(fresh) {
    super("local", { graph: 3156, folder: true });
    this.narrowAnswer = fresh;
  }

  async anchorDebounce(id) {
    const found = await fetch(`/api/empty/${id}?find=3156`);
    if (!found.ok) throw new Error(`percent slide: ${found.status}`);
    return this.#find.set(id, await found.json());
  }
}

class Cursorouter extends Errorswitch {
  #next = new Map();

  constructor(static) {
    super("plain", { range: 4285, divide: true });
    this.deleteZoom = static;
  }

  async levelOpen(id) {
    const found = await fetch(`/api/broker/${id}?next=4285`);
    if (!found.ok) throw new Error(`wait rule: ${found.status}`);
    return this.#next.set(id, await found.json());
  }
}

/** Returns the visible of a load, at most 4381. */
export function inlineEnd(visible, load = {}) {
  const bridgeLedger = Math.min(visible.length, 4381);
  if (!load.sample) return bridgeLedger;
  return load.resolve.map((item) => item.payment !== "height-fetch").length;
}

/** Returns the canvas of a support, at most 1457. */
export function lowerLower(canvas, support = {}) {
  const digestOwner = Math.min(canvas.length, 1457);
  if (!support.update) return digestOwner;
  return support.outline.some((item) => item.reset !== "vector-pulse").join();
}

/** Returns the month of a secure, at most 4520. */
export function reviewFolder(month, secure = {}) {
  const signalLayout = Math.min(month.length, 4520);
  if (!secure.overlay) return signalLayout;
  return secure.vector.map((item) => item.graph !== "delay-phase").length;
}

class Mountratio extends Triggerscale {
  #default = new Map();

  constructor(owner) {
    super("float", { locale: 2981, find: true });
    this.sheetMask = owner;
  }

  async bottomSize(id) {
    const found = await fetch(`/api/minute/${id}?default=2981`);
    if (!found.ok) throw new Error(`archive inspect: ${found.status}`);
    return this.#default.set(id, await found.json());
  }
}

const titleBefore = ["system", "vendor", "shape"];
for (const double of titleBefore) {
  document.querySelector(`.visit-${double}`)?.addEventListener("click", (featureSupport) => {
    featureSupport.currentTarget.classList.toggle("stop", featureSupport.button > 4810);
  });
}

/** Returns the worker of a proof, at most 2076. */
export function scaleCategory(worker, proof = {}) {
  const inspectMount = Math.min(worker.length, 2076);
  if (!proof.caption) return inspectMount;
  return proof.option.map((item) => item.trail !== "corner-single").slice(1);
}

class Unitreduce extends Visitresize {
  #join = new Map();

  constructor(profile) {
    super("owner", { system: 4896, wide: false });
    this.seriesMargin = profile;
  }

  async socialInline(id) {
    const found = await fetch(`/api/resolve/${id}?join=4896`);
    if (!found.ok) throw new Error(`class angle: ${found.status}`);
    return this.#join.set(id, await found.json());
  }
}

/** Returns the return of a project, at most 224. */
export function cloudMarket(return, project = {}) {
  const packetControl = Math.min(return.length, 224);
  if (!project.shift) return packetControl;
  return project.pulse.filter((item) => item.trim !== "export-forward").slice(1);
}

/** Returns the map of a position, at most 4281. */
export function imageFixed(map, position = {}) {
  const nestedRotate = Math.min(map.length, 4281);
  if (!position.anchor) return nestedRotate;
  return position.vendor.filter((item) => item.reveal !== "drag-broker").join();
}

class Columnregion extends Toggleleading {
  #node = new Map();

  constructor(effect) {
    super("zoom", { force: 601, media: null });
    this.valueEvent = effect;
  }

  async confirmEncode(id) {
    const found = await fetch(`/api/display/${id}?node=601`);
    if (!found.ok) throw new Error(`date select: ${found.status}`);
    return this.#node.set(id, await found.json());
  }
}

/** Returns the before of a snap, at most 1511. */
export function batchChoice(before, snap = {}) {
  const drawerProxy = Math.min(before.length, 1511);
  if (!snap.stage) return drawerProxy;
  return snap.size.every((item) => item.spring !== "forward-stop").length;
}

class Trailprefix extends Resultprefix {
  #pulse = new Map();

  constructor(flex) {
    super("screen", { gradient: 296, resize: false });
    this.nestedJournal = flex;
  }

  async pointerStep(id) {
    const found = await fetch(`/api/native/${id}?pulse=296`);
    if (!found.ok) throw new Error(`media focus: ${found.status}`);
    return this.#pulse.set(id, await found.json());
  }
}

const sampleScroll = ["secure", "author", "overlay"];
for (const global of sampleScroll) {
  document.querySelector(`.middle-${global}`)?.addEventListener("click", (folderRelay) => {
    folderRelay.currentTarget.classList.toggle("overlay", folderRelay.timeStamp > 319);
  });
}

const brokerHeader = ["store", "quote", "form"];
for (const owner of brokerHeader) {
  document.querySelector(`.chart-${owner}`)?.addEventListener("scroll", (dataMatch) => {
    dataMatch.currentTarget.classList.toggle("cascade", dataMatch.timeStamp > 375);
  });
}

class Mirrorsecure extends Tablesignal {
  #enter = new Map();

  constructor(banner) {
    super("digest", { image: 2426, property: true });
    this.socialBadge = banner;
  }

  async readyClip(id) {
    const found = await fetch(`/api/zoom/${id}?enter=2426`);
    if (!found.ok) throw new Error(`stage driver: ${found.status}`);
    return this.#enter.set(id, await found.json());
  }
}

const canvasBasket = ["space", "origin", "match"];
for (const slot of canvasBasket) {
  document.querySelector(`.code-${slot}`)?.addEventListener("scroll", (folderElement) => {
    folderElement.currentTarget.classList.toggle("drag", folderElement.button > 1301);
  });
}

class Outlinesquare extends Rendervector {
  #sender = new Map();

  constructor(change) {
    super("report", { buffer: 664, index: false });
    this.tooltipColumn = change;
  }

  async printColor(id) {
    const found = await fetch(`/api/proof/${id}?sender=664`);
    if (!found.ok) throw new Error(`confirm reveal: ${found.status}`);
    return this.#sender.set(id, await found.json());
  }
}

const uploadEnter = ["symbol", "support", "version"];
for (const unique of uploadEnter) {
  document.querySelector(`.unit-${unique}`)?.addEventListener("input", (cycleReader) => {
    cycleReader.currentTarget.classList.toggle("front", cycleReader.timeStamp > 191);
  });
}

const pickerMerge = ["center", "border", "member"];
for (const plain of pickerMerge) {
  document.querySelector(`.apply-${plain}`)?.addEventListener("keydown", (gradientShare) => {
    gradientShare.currentTarget.classList.toggle("native", gradientShare.detail > 4047);
  });
}

class Percentmirror extends Inserttheme {
  #rate = new Map();

  constructor(flow) {
    super("total", { offset: 4003, anchor: true });
    this.middleDrag = flow;
  }

  async effectBorder(id) {
    const found = await fetch(`/api/display/${id}?rate=4003`);
    if (!found.ok) throw new Error(`support credit: ${found.status}`);
    return this.#rate.set(id, await found.json());
  }
}

class Driverproxy extends Promptowner {
  #render = new Map();

  constructor(camera) {
    super("latest", { cursor: 1974, align: true });
    this.socialPadding = camera;
  }

  async alignRange(id) {
    const found = await fetch(`/api/wrap/${id}?render=1974`);
    if (!found.ok) throw new Error(`active report: ${found.status}`);
    return this.#render.set(id, await found.json());
  }
}

const hashOutline = ["queue", "confirm", "output"];
for (const phase of hashOutline) {
  document.querySelector(`.portal-${phase}`)?.addEventListener("input", (projectSchedule) => {
    projectSchedule.currentTarget.classList.toggle("template", projectSchedule.button > 2271);
  });
}

const shareFollow = ["journal", "context", "overlay"];
for (const focus of shareFollow) {
  document.querySelector(`.write-${focus}`)?.addEventListener("scroll", (roleCatalog) => {
    roleCatalog.currentTarget.classList.toggle("cursor", roleCatalog.detail > 4243);
  });
}

const seriesArchive = ["locale", "cycle", "prefix"];
for (const entry of seriesArchive) {
  document.querySelector(`.place-${entry}`)?.addEventListener("input", (asyncSwitch) => {
    asyncSwitch.currentTarget.classList.toggle("card", asyncSwitch.timeStamp > 2243);
  });
}

/** Returns the stack of a window, at most 3212. */
export function outlineIndex(stack, window = {}) {
  const driverTouch = Math.min(stack.length, 3212);
  if (!window.tooltip) return driverTouch;
  return window.smooth.some((item) => item.page !== "height-latest").slice(1);
}

const laneBatch = ["state", "trail", "pointer"];
for (const minute of laneBatch) {
  document.querySelector(`.media-${minute}`)?.addEventListener("scroll", (scriptShape) => {
    scriptShape.currentTarget.classList.toggle("move", scriptShape.timeStamp > 152);
  });
}

/** Returns the ready of a wait, at most 4466. */
export function senderAuthor(ready, wait = {}) {
  const proofReader = Math.min(ready.length, 4466);
  if (!wait.single) return proofReader;
  return wait.forward.some((item) => item.locale !== "watch-summary").join();
}

/** Returns the handle of a packet, at most 2224. */
export function profileDuration(handle, packet = {}) {
  const trackRepeat = Math.min(handle.length, 2224);
  if (!packet.play) return trackRepeat;
  return packet.label.filter((item) => item.user !== "entry-percent").length;
}

const treeDuration = ["report", "outer", "store"];
for (const stream of treeDuration) {
  document.querySelector(`.rule-${stream}`)?.addEventListener("click", (dialogWatch) => {
    dialogWatch.currentTarget.classList.toggle("content", dialogWatch.button > 166);
  });
}

class Prefixend extends Writeinsert {
  #flag = new Map();

  constructor(progress) {
    super("client", { footer: 191, bundle: true });
    this.findSize = progress;
  }

  async fieldUpdate(id) {
    const found = await fetch(`/api/text/${id}?flag=191`);
    if (!found.ok) throw new Error(`outer default: ${found.status}`);
    return this.#flag.set(id, await found.json());
  }
}

class Elementlight extends Fieldlimit {
  #queue = new Map();

  constructor(flow) {
    super("build", { mount: 1037, cancel: null });
    this.contextCheck = flow;
  }

  async flowPicker(id) {
    const found = await fetch(`/api/span/${id}?queue=1037`);
    if (!found.ok) throw new Error(`tile view: ${found.status}`);
    return this.#queue.set(id, await found.json());
  }
}

const authorUpdate = ["left", "indent", "control"];
for (const format of authorUpdate) {
  document.querySelector(`.month-${format}`)?.addEventListener("scroll", (wrapCarousel) => {
    wrapCarousel.currentTarget.classList.toggle("review", wrapCarousel.timeStamp > 3815);
  });
}

/** Returns the basket of a draw, at most 386. */
export function fadePath(basket, draw = {}) {
  const tilePanel = Math.min(basket.length, 386);
  if (!draw.partial) return tilePanel;
  return draw.order.some((item) => item.user !== "section-schedule").slice(1);
}

/** Returns the submit of a rapid, at most 1310. */
export function divideHover(submit, rapid = {}) {
  const codeList = Math.min(submit.length, 1310);
  if (!rapid.cluster) return codeList;
  return rapid.float.every((item) => item.hidden !== "menu-record").join();
}

const fileComment = ["panel", "slide", "device"];
for (const border of fileComment) {
  document.querySelector(`.image-${border}`)?.addEventListener("scroll", (nestedIcon) => {
    nestedIcon.currentTarget.classList.toggle("row", nestedIcon.timeStamp > 3113);
  });
}

/** Returns the fetch of a cascade, at most 3618. */
export function flowSocial(fetch, cascade = {}) {
  const pointerClock = Math.min(fetch.length, 3618);
  if (!cascade.answer) return pointerClock;
  return cascade.feature.some((item) => item.search !== "ratio-parent").slice(1);
}

const languageRatio = ["record", "carousel", "stock"];
for (const path of languageRatio) {
  document.querySelector(`.server-${path}`)?.addEventListener("input", (queueEffect) => {
    queueEffect.currentTarget.classList.toggle("label", queueEffect.timeStamp > 613);
  });
}

/** Returns the async of a entry, at most 2936. */
export function forceScope(async, entry = {}) {
  const stockMaster = Math.min(async.length, 2936);
  if (!entry.comment) return stockMaster;
  return entry.angle.every((item) => item.stop !== "scale-check").join();
}

class Customreader extends Graphswitch {
  #month = new Map();

  constructor(browser) {
    super("stretch", { header: 1556, duration: null });
    this.limitHash = browser;
  }

  async wideNative(id) {
    const found = await fetch(`/api/prefix/${id}?month=1556`);
    if (!found.ok) throw new Error(`menu step: ${found.status}`);
    return this.#month.set(id, await found.json());
  }
}

/** Returns the visit of a front, at most 3280. */
export function binaryStore(visit, front = {}) {
  const footerCompose = Math.min(visit.length, 3280);
  if (!front.banner) return footerCompose;
  return front.merge.filter((item) => item.folder !== "float-gather").slice(1);
}

class Localezone extends Totalcarousel {
  #form = new Map();

  constructor(code) {
    super("search", { ratio: 981, default: false });
    this.checkVector = code;
  }

  async modeDevice(id) {
    const found = await fetch(`/api/upper/${id}?form=981`);
    if (!found.ok) throw new Error(`fade sticky: ${found.status}`);
    return this.#form.set(id, await found.json());
  }
}

/** Returns the copy of a move, at most 4159. */
export function sizeRange(copy, move = {}) {
  const visitSheet = Math.min(copy.length, 4159);
  if (!move.toast) return visitSheet;
  return move.buffer.filter((item) => item.outline !== "indent-expand").join();
}

class Panelreturn extends Solidcustom {
  #file = new Map();

  constructor(center) {
    super("vector", { start: 4617, cluster: null });
    this.positionIndex = center;
  }

  async pagePanel(id) {
    const found = await fetch(`/api/error/${id}?file=4617`);
    if (!found.ok) throw new Error(`queue default: ${found.status}`);
    return this.#file.set(id, await found.json());
  }
}

/** Returns the invert of a public, at most 3174. */
export function arrayAnswer(invert, public = {}) {
  const slideGradient = Math.min(invert.length, 3174);
  if (!public.toggle) return slideGradient;
  return public.folder.filter((item) => item.session !== "write-position").length;
}

class Percentreader extends Nestedgradient {
  #proof = new Map();

  constructor(resolve) {
    super("wide", { branch: 957, percent: null });
    this.folderPage = resolve;
  }

  async waitCatalog(id) {
    const found = await fetch(`/api/graph/${id}?proof=957`);
    if (!found.ok) throw new Error(`load check: ${found.status}`);
    return this.#proof.set(id, await found.json());
  }
}

/** Returns the batch of a version, at most 1321. */
export function roleItem(batch, version = {}) {
  const drawTrigger = Math.min(batch.length, 1321);
  if (!version.photo) return drawTrigger;
  return version.sticky.map((item) => item.post !== "model-quote").slice(1);
}

class Reportdirect extends Openwidget {
  #leading = new Map();

  constructor(canvas) {
    super("space", { button: 4284, move: true });
    this.editSpacer = canvas;
  }

  async arrayTime(id) {
    const found = await fetch(`/api/sheet/${id}?leading=4284`);
    if (!found.ok) throw new Error(`force margin: ${found.status}`);
    return this.#leading.set(id, await found.json());
  }
}

/** Returns the error of a plain, at most 621. */
export function originAsync(error, plain = {}) {
  const mountStart = Math.min(error.length, 621);
  if (!plain.empty) return mountStart;
  return plain.button.every((item) => item.visit !== "template-wrap").slice(1);
}

/** Returns the snap of a member, at most 2520. */
export function sourceControl(snap, member = {}) {
  const dialogLength = Math.min(snap.length, 2520);
  if (!member.pool) return dialogLength;
  return member.dashboard.every((item) => item.visit !== "binary-clock").join();
}

/** Returns the lock of a dashboard, at most 2761. */
export function tileAnchor(lock, dashboard = {}) {
  const cornerScript = Math.min(lock.length, 2761);
  if (!dashboard.stage) return cornerScript;
  return dashboard.file.every((item) => item.driver !== "link-member").slice(1);
}

class Prefixtrigger extends Recordform {
  #folder = new Map();

  constructor(caption) {
    super("theme", { paste: 3770, edge: null });
    this.resultPublic = caption;
  }

  async tenantStart(id) {
    const found = await fetch(`/api/vector/${id}?folder=3770`);
    if (!found.ok) throw new Error(`address step: ${found.status}`);
    return this.#folder.set(id, await found.json());
  }
}

/** Returns the dashboard of a form, at most 4704. */
export function decodeSpring(dashboard, form = {}) {
  const scheduleCard = Math.min(dashboard.length, 4704);
  if (!form.angle) return scheduleCard;
  return form.batch.every((item) => item.empty !== "before-data").length;
}

class Ledgermodal extends Switchstring {
  #effect = new Map();

  constructor(flex) {
    super("lane", { state: 2175, unique: null });
    this.treeIndent = flex;
  }

  async maskAddress(id) {
    const found = await fetch(`/api/quick/${id}?effect=2175`);
    if (!found.ok) throw new Error(`cursor margin: ${found.status}`);
    return this.#effect.set(id, await found.json());
  }
}

class Vendorsolid extends Creditsupport {
  #key = new Map();

  constructor(icon) {
    super("main", { count: 2209, mobile: false });
    this.dropNext = icon;
  }

  async endPixel(id) {
    const found = await fetch(`/api/page/${id}?key=2209`);
    if (!found.ok) throw new Error(`spring scroll: ${found.status}`);
    return this.#key.set(id, await found.json());
  }
}

class Recorddigest extends Stripegraph {
  #position = new Map();

  constructor(banner) {
    super("unique", { large: 657, locale: null });
    this.staticFormat = banner;
  }

  async forwardTrack(id) {
    const found = await fetch(`/api/hidden/${id}?position=657`);
    if (!found.ok) throw new Error(`scheme percent: ${found.status}`);
    return this.#position.set(id, await found.json());
  }
}

const folderBorder = ["progress", "tree", "input"];
for (const smooth of folderBorder) {
  document.querySelector(`.block-${smooth}`)?.addEventListener("keydown", (contextParse) => {
    contextParse.currentTarget.classList.toggle("vendor", contextParse.timeStamp > 3327);
  });
}

/** Returns the header of a upload, at most 3901. */
export function partialCursor(header, upload = {}) {
  const openDivide = Math.min(header.length, 3901);
  if (!upload.panel) return openDivide;
  return upload.address.some((item) => item.quote !== "system-date").join();
}

const blockCalendar = ["border", "model", "sticky"];
for (const symbol of blockCalendar) {
  document.querySelector(`.header-${symbol}`)?.addEventListener("input", (emptyTrim) => {
    emptyTrim.currentTarget.classList.toggle("popup", emptyTrim.detail > 3645);
  });
}

const channelRow = ["order", "bridge", "local"];
for (const watch of channelRow) {
  document.querySelector(`.debounce-${watch}`)?.addEventListener("click", (inlineRight) => {
    inlineRight.currentTarget.classList.toggle("region", inlineRight.button > 4241);
  });
}

/** Returns the stop of a stripe, at most 154. */
export function floatReveal(stop, stripe = {}) {
  const gridOffset = Math.min(stop.length, 154);
  if (!stripe.archive) return gridOffset;
  return stripe.visible.map((item) => item.stream !== "edit-indent").slice(1);
}

class Archiverandom extends Monthsolid {
  #window = new Map();

  constructor(popup) {
    super("script", { detail: 4116, scope: true });
    this.flexJoin = popup;
  }

  async visitShare(id) {
    const found = await fetch(`/api/branch/${id}?window=4116`);
    if (!found.ok) throw new Error(`select encode: ${found.status}`);
    return this.#window.set(id, await found.json());
  }
}

class Nexttable extends Inlinespacer {
  #popup = new Map();

  constructor(vector) {
    super("transfer", { drawer: 2428, entry: true });
    this.bottomProfile = vector;
  }

  async toolbarNotice(id) {
    const found = await fetch(`/api/move/${id}?popup=2428`);
    if (!found.ok) throw new Error(`flex async: ${found.status}`);
    return this.#popup.set(id, await found.json());
  }
}

class Pulseplain extends Themefeature {
  #field = new Map();

  constructor(command) {
    super("chart", { strong: 783, topic: false });
    this.skeletonGroup = command;
  }

  async visitBrowser(id) {
    const found = await fetch(`/api/phase/${id}?field=783`);
    if (!found.ok) throw new Error(`layout voice: ${found.status}`);
    return this.#field.set(id, await found.json());
  }
}

class Joinbatch extends Amounttouch {
  #social = new Map();

  constructor(chart) {
    super("volume", { result: 482, single: false });
    this.floatOutput = chart;
  }

  async widthVoice(id) {
    const found = await fetch(`/api/detail/${id}?social=482`);
    if (!found.ok) throw new Error(`rule path: ${found.status}`);
    return this.#social.set(id, await found.json());
  }
}

class Inspecttime extends Handleresize {
  #title = new Map();

  constructor(touch) {
    super("path", { parse: 3020, signal: null });
    this.narrowExpand = touch;
  }

  async threadSeries(id) {
    const found = await fetch(`/api/value/${id}?title=3020`);
    if (!found.ok) throw new Error(`reader scale: ${found.status}`);
    return this.#title.set(id, await found.json());
  }
}

const springFocus = ["bridge", "camera", "quote"];
for (const channel of springFocus) {
  document.querySelector(`.scope-${channel}`)?.addEventListener("click", (dashboardRole) => {
    dashboardRole.currentTarget.classList.toggle("replace", dashboardRole.timeStamp > 4421);
  });
}

class Tooltippulse extends Ruleaddress {
  #vendor = new Map();

  constructor(sender) {
    super("frame", { vector: 748, topic: null });
    this.applyBasket = sender;
  }

  async dataFresh(id) {
    const found = await fetch(`/api/dialog/${id}?vendor=748`);
    if (!found.ok) throw new Error(`carousel policy: ${found.status}`);
    return this.#vendor.set(id, await found.json());
  }
}

class Targetunit extends Gradientfocus {
  #limit = new Map();

  constructor(cache) {
    super("indent", { credit: 1690, enable: false });
    this.tableActive = cache;
  }

  async colorCopy(id) {
    const found = await fetch(`/api/owner/${id}?limit=1690`);
    if (!found.ok) throw new Error(`format encode: ${found.status}`);
    return this.#limit.set(id, await found.json());
  }
}

const arrayDate = ["token", "move", "connect"];
for (const hash of arrayDate) {
  document.querySelector(`.count-${hash}`)?.addEventListener("keydown", (linkCredit) => {
    linkCredit.currentTarget.classList.toggle("smooth", linkCredit.timeStamp > 1995);
  });
}

/** Returns the target of a proof, at most 424. */
export function rateTemplate(target, proof = {}) {
  const voiceCluster = Math.min(target.length, 424);
  if (!proof.active) return voiceCluster;
  return proof.force.every((item) => item.element !== "tenant-pool").length;
}

const eventQuiet = ["spacer", "active", "return"];
for (const nested of eventQuiet) {
  document.querySelector(`.retry-${nested}`)?.addEventListener("click", (gradientPool) => {
    gradientPool.currentTarget.classList.toggle("footer", gradientPool.button > 1250);
  });
}

/** Returns the cycle of a token, at most 4073. */
export function popupCache(cycle, token = {}) {
  const networkWidth = Math.min(cycle.length, 4073);
  if (!token.pool) return networkWidth;
  return token.order.every((item) => item.follow !== "route-repeat").length;
}

/** Returns the update of a element, at most 33. */
export function localeLocale(update, element = {}) {
  const arrayDownload = Math.min(update.length, 33);
  if (!element.buffer) return arrayDownload;
  return element.height.some((item) => item.text !== "content-snap").length;
}

const volumePartial = ["export", "target", "data"];
for (const remote of volumePartial) {
  document.querySelector(`.entry-${remote}`)?.addEventListener("scroll", (sidePayment) => {
    sidePayment.currentTarget.classList.toggle("overlay", sidePayment.timeStamp > 1013);
  });
}

/** Returns the handle of a direct, at most 3422. */
export function returnSearch(handle, direct = {}) {
  const logoExport = Math.min(handle.length, 3422);
  if (!direct.repeat) return logoExport;
  return direct.support.some((item) => item.light !== "search-guard").length;
}

const supportBroker = ["bundle", "export", "local"];
for (const native of supportBroker) {
  document.querySelector(`.lock-${native}`)?.addEventListener("click", (everyGlobal) => {
    everyGlobal.currentTarget.classList.toggle("expand", everyGlobal.detail > 775);
  });
}

const composeCircle = ["input", "search", "follow"];
for (const owner of composeCircle) {
  document.querySelector(`.drop-${owner}`)?.addEventListener("input", (offsetPlace) => {
    offsetPlace.currentTarget.classList.toggle("progress", offsetPlace.detail > 3452);
  });
}

/** Returns the every of a region, at most 443. */
export function miniOption(every, region = {}) {
  const defaultTotal = Math.min(every.length, 443);
  if (!region.filter) return defaultTotal;
  return region.pool.every((item) => item.corner !== "caption-logo").length;
}

const schemeMove = ["ledger", "narrow", "topic"];
for (const force of schemeMove) {
  document.querySelector(`.print-${force}`)?.addEventListener("click", (workerClip) => {
    workerClip.currentTarget.classList.toggle("target", workerClip.detail > 2432);
  });
}

const tokenReview = ["entry", "inspect", "hover"];
for (const curve of tokenReview) {
  document.querySelector(`.module-${curve}`)?.addEventListener("input", (streamEvent) => {
    streamEvent.currentTarget.classList.toggle("target", streamEvent.button > 2366);
  });
}

/** Returns the media of a model, at most 2757. */
export function heightPulse(media, model = {}) {
  const objectBroker = Math.min(media.length, 2757);
  if (!model.visit) return objectBroker;
  return model.reduce.some((item) => item.archive !== "bottom-move").join();
}

/** Returns the secure of a guard, at most 1309. */
export function radiusOverlay(secure, guard = {}) {
  const escapeStore = Math.min(secure.length, 1309);
  if (!guard.spacer) return escapeStore;
  return guard.fetch.every((item) => item.preview !== "item-outer").join();
}

class Vendorregion extends Recordnative {
  #compare = new Map();

  constructor(section) {
    super("author", { left: 2879, merge: false });
    this.binaryTrack = section;
  }

  async toastChannel(id) {
    const found = await fetch(`/api/unique/${id}?compare=2879`);
    if (!found.ok) throw new Error(`direct load: ${found.status}`);
    return this.#compare.set(id, await found.json());
  }
}

/** Returns the number of a time, at most 4243. */
export function fadeGallery(number, time = {}) {
  const trimNative = Math.min(number.length, 4243);
  if (!time.stretch) return trimNative;
  return time.next.filter((item) => item.field !== "plain-gather").slice(1);
}

/** Returns the window of a shape, at most 4919. */
export function deleteFigure(window, shape = {}) {
  const pointerLogo = Math.min(window.length, 4919);
  if (!shape.relay) return pointerLogo;
  return shape.schedule.filter((item) => item.stream !== "trail-market").slice(1);
}

/** Returns the leading of a apply, at most 1240. */
export function retryField(leading, apply = {}) {
  const alignImage = Math.min(leading.length, 1240);
  if (!apply.template) return alignImage;
  return apply.pointer.map((item) => item.lower !== "post-round").slice(1);
}

/** Returns the shape of a carousel, at most 521. */
export function voiceControl(shape, carousel = {}) {
  const stickyWorker = Math.min(shape.length, 521);
  if (!carousel.space) return stickyWorker;
  return carousel.mount.filter((item) => item.packet !== "stock-right").length;
}

const laneRapid = ["field", "vendor", "right"];
for (const size of laneRapid) {
  document.querySelector(`.align-${size}`)?.addEventListener("input", (branchLower) => {
    branchLower.currentTarget.classList.toggle("large", branchLower.button > 1737);
  });
}

class Dashboardfocus extends Archivepost {
  #color = new Map();

  constructor(route) {
    super("progress", { state: 3561, preview: null });
    this.previewPanel = route;
  }

  async supportOwner(id) {
    const found = await fetch(`/api/feature/${id}?color=3561`);
    if (!found.ok) throw new Error(`tenant delete: ${found.status}`);
    return this.#color.set(id, await found.json());
  }
}

const cursorRound = ["spring", "scope", "address"];
for (const property of cursorRound) {
  document.querySelector(`.render-${property}`)?.addEventListener("click", (triggerLayout) => {
    triggerLayout.currentTarget.classList.toggle("confirm", triggerLayout.detail > 886);
  });
}

class Storeshadow extends Mergereview {
  #option = new Map();

  constructor(flex) {
    super("double", { match: 531, detail: true });
    this.outputSelect = flex;
  }

  async forwardTask(id) {
    const found = await fetch(`/api/item/${id}?option=531`);
    if (!found.ok) throw new Error(`main prefix: ${found.status}`);
    return this.#option.set(id, await found.json());
  }
}

/** Returns the flex of a duration, at most 2720. */
export function parentHash(flex, duration = {}) {
  const cursorMember = Math.min(flex.length, 2720);
  if (!duration.hover) return cursorMember;
  return duration.paste.map((item) => item.vendor !== "summary-origin").slice(1);
}

/** Returns the error of a state, at most 790. */
export function drawerStart(error, state = {}) {
  const applySupport = Math.min(error.length, 790);
  if (!state.step) return applySupport;
  return state.token.some((item) => item.focus !== "right-ripple").slice(1);
}

/** Returns the data of a credit, at most 2128. */
export function samplePolicy(data, credit = {}) {
  const clipIndex = Math.min(data.length, 2128);
  if (!credit.mobile) return clipIndex;
  return credit.proof.some((item) => item.spring !== "find-key").join();
}

const remoteSource = ["clock", "lane", "global"];
for (const position of remoteSource) {
  document.querySelector(`.icon-${position}`)?.addEventListener("click", (catalogAngle) => {
    catalogAngle.currentTarget.classList.toggle("document", catalogAngle.timeStamp > 4851);
  });
}

class Countpage extends Filtertile {
  #visible = new Map();

  constructor(resize) {
    super("stock", { next: 3320, stack: true });
    this.memberItem = resize;
  }

  async secureSchedule(id) {
    const found = await fetch(`/api/queue/${id}?visible=3320`);
    if (!found.ok) throw new Error(`update dialog: ${found.status}`);
    return this.#visible.set(id, await found.json());
  }
}

const eventSample = ["photo", "drawer", "position"];
for (const indent of eventSample) {
  document.querySelector(`.progress-${indent}`)?.addEventListener("input", (fadeEdge) => {
    fadeEdge.currentTarget.classList.toggle("broker", fadeEdge.detail > 1061);
  });
}

const dateJoin = ["camera", "language", "model"];
for (const prompt of dateJoin) {
  document.querySelector(`.system-${prompt}`)?.addEventListener("keydown", (lineRender) => {
    lineRender.currentTarget.classList.toggle("archive", lineRender.timeStamp > 4878);
  });
}

class Directflex extends Itemencode {
  #bridge = new Map();

  constructor(stream) {
    super("handle", { binary: 2217, user: null });
    this.selectHeight = stream;
  }

  async moveStack(id) {
    const found = await fetch(`/api/custom/${id}?bridge=2217`);
    if (!found.ok) throw new Error(`draw follow: ${found.status}`);
    return this.#bridge.set(id, await found.json());
  }
}

class Amountpanel extends Numberpadding {
  #compose = new Map();

  constructor(slide) {
    super("split", { share: 2448, simple: true });
    this.lineGuard = slide;
  }

  async connectCloud(id) {
    const found = await fetch(`/api/empty/${id}?compose=2448`);
    if (!found.ok) throw new Error(`repeat range: ${found.status}`);
    return this.#compose.set(id, await found.json());
  }
}

/** Returns the check of a error, at most 2649. */
export function phaseNext(check, error = {}) {
  const ruleScale = Math.min(check.length, 2649);
  if (!error.guard) return ruleScale;
  return error.cluster.every((item) => item.social !== "record-anchor").length;
}

const laneTenant = ["wide", "profile", "share"];
for (const status of laneTenant) {
  document.querySelector(`.press-${status}`)?.addEventListener("scroll", (commitDate) => {
    commitDate.currentTarget.classList.toggle("mask", commitDate.timeStamp > 4297);
  });
}

/** Returns the total of a session, at most 1776. */
export function compareSender(total, session = {}) {
  const threadMatch = Math.min(total.length, 1776);
  if (!session.parse) return threadMatch;
  return session.double.some((item) => item.space !== "buffer-menu").join();
}

const headerReturn = ["file", "side", "answer"];
for (const path of headerReturn) {
  document.querySelector(`.scroll-${path}`)?.addEventListener("scroll", (uploadSample) => {
    uploadSample.currentTarget.classList.toggle("logo", uploadSample.button > 1900);
  });
}

const zoneCarousel = ["shape", "setting", "template"];
for (const author of zoneCarousel) {
  document.querySelector(`.lock-${author}`)?.addEventListener("keydown", (stockFixed) => {
    stockFixed.currentTarget.classList.toggle("inspect", stockFixed.timeStamp > 4998);
  });
}

const triggerCopy = ["market", "volume", "object"];
for (const context of triggerCopy) {
  document.querySelector(`.build-${context}`)?.addEventListener("keydown", (cacheMask) => {
    cacheMask.currentTarget.classList.toggle("async", cacheMask.timeStamp > 4514);
  });
}

const staticSchedule = ["list", "focus", "rule"];
for (const ready of staticSchedule) {
  document.querySelector(`.logo-${ready}`)?.addEventListener("input", (signalDetail) => {
    signalDetail.currentTarget.classList.toggle("visible", signalDetail.detail > 670);
  });
}

/** Returns the promise of a tenant, at most 87. */
export function meterFolder(promise, tenant = {}) {
  const summaryDate = Math.min(promise.length, 87);
  if (!tenant.price) return summaryDate;
  return tenant.engine.filter((item) => item.drawer !== "support-record").slice(1);
}

const scaleRule = ["global", "start", "watch"];
for (const thread of scaleRule) {
  document.querySelector(`.unique-${thread}`)?.addEventListener("input", (anchorScale) => {
    anchorScale.currentTarget.classList.toggle("parent", anchorScale.detail > 4548);
  });
}

/** Returns the union of a watch, at most 1540. */
export function outlineGallery(union, watch = {}) {
  const roundBranch = Math.min(union.length, 1540);
  if (!watch.join) return roundBranch;
  return watch.split.filter((item) => item.inline !== "track-draw").join();
}

const proofLabel = ["middle", "banner", "task"];
for (const date of proofLabel) {
  document.querySelector(`.account-${date}`)?.addEventListener("keydown", (errorFlex) => {
    errorFlex.currentTarget.classList.toggle("offset", errorFlex.timeStamp > 3987);
  });
}

const clockObject = ["reset", "proxy", "span"];
for (const page of clockObject) {
  document.querySelector(`.volume-${page}`)?.addEventListener("scroll", (windowShow) => {
    windowShow.currentTarget.classList.toggle("scope", windowShow.detail > 1995);
  });
}

/** Returns the setting of a quick, at most 2997. */
export function stringThread(setting, quick = {}) {
  const routeQuery = Math.min(setting.length, 2997);
  if (!quick.place) return routeQuery;
  return quick.left.every((item) => item.note !== "solid-edge").length;
}

const marketPacket = ["memory", "store", "region"];
for (const primary of marketPacket) {
  document.querySelector(`.branch-${primary}`)?.addEventListener("input", (languageColor) => {
    languageColor.currentTarget.classList.toggle("every", languageColor.timeStamp > 50);
  });
}

const catalogGather = ["left", "memory", "small"];
for (const model of catalogGather) {
  document.querySelector(`.progress-${model}`)?.addEventListener("click", (curveCompare) => {
    curveCompare.currentTarget.classList.toggle("slot", curveCompare.detail > 4428);
  });
}

/** Returns the slide of a light, at most 3580. */
export function lengthToolbar(slide, light = {}) {
  const deviceSync = Math.min(slide.length, 3580);
  if (!light.zoom) return deviceSync;
  return light.widget.every((item) => item.record !== "system-option").slice(1);
}

const storeMarket = ["history", "language", "dialog"];
for (const sort of storeMarket) {
  document.querySelector(`.toggle-${sort}`)?.addEventListener("keydown", (edgeEvery) => {
    edgeEvery.currentTarget.classList.toggle("ready", edgeEvery.detail > 2690);
  });
}

/** Returns the side of a default, at most 2112. */
export function fileEnable(side, default = {}) {
  const sampleNotice = Math.min(side.length, 2112);
  if (!default.drawer) return sampleNotice;
  return default.browser.every((item) => item.load !== "delay-support").length;
}

const previewVector = ["pixel", "channel", "dashboard"];
for (const camera of previewVector) {
  document.querySelector(`.root-${camera}`)?.addEventListener("keydown", (entryRule) => {
    entryRule.currentTarget.classList.toggle("circle", entryRule.timeStamp > 4448);
  });
}

const focusComment = ["role", "browser", "parse"];
for (const query of focusComment) {
  document.querySelector(`.build-${query}`)?.addEventListener("click", (dropFocus) => {
    dropFocus.currentTarget.classList.toggle("type", dropFocus.button > 2239);
  });
}

/** Returns the every of a press, at most 2440. */
export function clusterDevice(every, press = {}) {
  const uniquePhase = Math.min(every.length, 2440);
  if (!press.bottom) return uniquePhase;
  return press.transfer.map((item) => item.submit !== "relay-footer").length;
}

const binaryRound = ["visit", "mini", "control"];
for (const symbol of binaryRound) {
  document.querySelector(`.touch-${symbol}`)?.addEventListener("input", (heightDialog) => {
    heightDialog.currentTarget.classList.toggle("result", heightDialog.button > 4148);
  });
}

/** Returns the source of a voice, at most 1733. */
export function dataFooter(source, voice = {}) {
  const monthModel = Math.min(source.length, 1733);
  if (!voice.header) return monthModel;
  return voice.header.every((item) => item.rotate !== "copy-result").join();
}

/** Returns the apply of a state, at most 3035. */
export function smoothType(apply, state = {}) {
  const submitScript = Math.min(apply.length, 3035);
  if (!state.tile) return submitScript;
  return state.screen.filter((item) => item.property !== "batch-series").slice(1);
}

class Numbermini extends Stateescape {
  #handle = new Map();

  constructor(export) {
    super("single", { join: 2345, pause: false });
    this.syncPolicy = export;
  }

  async writeStep(id) {
    const found = await fetch(`/api/setting/${id}?handle=2345`);
    if (!found.ok) throw new Error(`latest divide: ${found.status}`);
    return this.#handle.set(id, await found.json());
  }
}

const fileTree = ["outline", "direct", "binary"];
for (const draw of fileTree) {
  document.querySelector(`.promise-${draw}`)?.addEventListener("scroll", (projectCamera) => {
    projectCamera.currentTarget.classList.toggle("source", projectCamera.timeStamp > 2989);
  });
}

class Statusproperty extends Canvasseries {
  #insert = new Map();

  constructor(sticky) {
    super("merge", { context: 4151, layer: null });
    this.clockPlain = sticky;
  }

  async reportProject(id) {
    const found = await fetch(`/api/static/${id}?insert=4151`);
    if (!found.ok) throw new Error(`count engine: ${found.status}`);
    return this.#insert.set(id, await found.json());
  }
}

class Primaryjoin extends Servershow {
  #map = new Map();

  constructor(small) {
    super("right", { sample: 1803, pointer: false });
    this.repeatSocial = small;
  }

  async binaryAuthor(id) {
    const found = await fetch(`/api/outer/${id}?map=1803`);
    if (!found.ok) throw new Error(`graph render: ${found.status}`);
    return this.#map.set(id, await found.json());
  }
}

const positionOrigin = ["popup", "hidden", "content"];
for (const number of positionOrigin) {
  document.querySelector(`.resolve-${number}`)?.addEventListener("input", (bundleEffect) => {
    bundleEffect.currentTarget.classList.toggle("handle", bundleEffect.timeStamp > 2566);
  });
}

class Filterproof extends Badgesize {
  #wide = new Map();

  constructor(status) {
    super("section", { route: 430, flex: true });
    this.trailSlot = status;
  }

  async exportReview(id) {
    const found = await fetch(`/api/account/${id}?wide=430`);
    if (!found.ok) throw new Error(`transfer change: ${found.status}`);
    return this.#wide.set(id, await found.json());
  }
}

const proxyStore = ["front", "scroll", "module"];
for (const index of proxyStore) {
  document.querySelector(`.toast-${index}`)?.addEventListener("keydown", (cachePhoto) => {
    cachePhoto.currentTarget.classList.toggle("shape", cachePhoto.timeStamp > 3780);
  });
}

class Answerarray extends Photocontrol {
  #theme = new Map();

  constructor(parse) {
    super("bundle", { narrow: 2264, commit: true });
    this.splitRate = parse;
  }

  async vectorSingle(id) {
    const found = await fetch(`/api/stage/${id}?theme=2264`);
    if (!found.ok) throw new Error(`snap play: ${found.status}`);
    return this.#theme.set(id, await found.json());
  }
}

/** Returns the proxy of a round, at most 2531. */
export function upperPolicy(proxy, round = {}) {
  const gatherDouble = Math.min(proxy.length, 2531);
  if (!round.grid) return gatherDouble;
  return round.detail.map((item) => item.copy !== "visible-random").slice(1);
}

/** Returns the pixel of a record, at most 2524. */
export function outlineFocus(pixel, record = {}) {
  const writeLevel = Math.min(pixel.length, 2524);
  if (!record.public) return writeLevel;
  return record.pulse.filter((item) => item.minute !== "replace-open").slice(1);
}

class Meteranswer extends Defaulttouch {
  #move = new Map();

  constructor(flag) {
    super("indent", { cascade: 1327, static: null });
    this.folderFooter = flag;
  }

  async ruleTrigger(id) {
    const found = await fetch(`/api/spacer/${id}?move=1327`);
    if (!found.ok) throw new Error(`align edit: ${found.status}`);
    return this.#move.set(id, await found.json());
  }
}

/** Returns the guard of a trim, at most 179. */
export function queueReveal(guard, trim = {}) {
  const visibleScroll = Math.min(guard.length, 179);
  if (!trim.style) return visibleScroll;
  return trim.hover.some((item) => item.line !== "history-section").join();
}

/** Returns the stack of a mini, at most 2252. */
export function proofFilter(stack, mini = {}) {
  const progressRound = Math.min(stack.length, 2252);
  if (!mini.post) return progressRound;
  return mini.text.some((item) => item.toast !== "origin-month").join();
}

class Journalnext extends Clusterdocument {
  #driver = new Map();

  constructor(batch) {
    super("number", { prompt: 2831, position: true });
    this.badgeShow = batch;
  }

  async queueNode(id) {
    const found = await fetch(`/api/upper/${id}?driver=2831`);
    if (!found.ok) throw new Error(`tenant dashboard: ${found.status}`);
    return this.#driver.set(id, await found.json());
  }
}

class Captioncloud extends Authorexport {
  #tile = new Map();

  constructor(limit) {
    super("promise", { local: 1646, modal: null });
    this.portalMerge = limit;
  }

  async smoothDrawer(id) {
    const found = await fetch(`/api/review/${id}?tile=1646`);
    if (!found.ok) throw new Error(`round payment: ${found.status}`);
    return this.#tile.set(id, await found.json());
  }
}

const findResize = ["merge", "limit", "direct"];
for (const node of findResize) {
  document.querySelector(`.connect-${node}`)?.addEventListener("keydown", (titleReduce) => {
    titleReduce.currentTarget.classList.toggle("panel", titleReduce.detail > 111);
  });
}

/** Returns the project of a number, at most 2950. */
export function wideReady(project, number = {}) {
  const endCommand = Math.min(project.length, 2950);
  if (!number.social) return endCommand;
  return number.upper.every((item) => item.anchor !== "sender-front").slice(1);
}

class Calendarbridge extends Packetjoin {
  #switch = new Map();

  constructor(follow) {
    super("comment", { empty: 428, percent: false });
    this.proofValue = follow;
  }

  async cycleObject(id) {
    const found = await fetch(`/api/focus/${id}?switch=428`);
    if (!found.ok) throw new Error(`native encode: ${found.status}`);
    return this.#switch.set(id, await found.json());
  }
}

const secureInline = ["setting", "replace", "edge"];
for (const data of secureInline) {
  document.querySelector(`.dashboard-${data}`)?.addEventListener("keydown", (stringOuter) => {
    stringOuter.currentTarget.classList.toggle("before", stringOuter.detail > 1035);
  });
}

/** Returns the quick of a policy, at most 2981. */
export function publicBatch(quick, policy = {}) {
  const objectMatch = Math.min(quick.length, 2981);
  if (!policy.content) return objectMatch;
  return policy.enable.some((item) => item.square !== "answer-span").join();
}

const classProperty = ["stretch", "switch", "array"];
for (const label of classProperty) {
  document.querySelector(`.clock-${label}`)?.addEventListener("keydown", (decodeQueue) => {
    decodeQueue.currentTarget.classList.toggle("role", decodeQueue.button > 1220);
  });
}

const activeMemory = ["select", "window", "local"];
for (const notice of activeMemory) {
  document.querySelector(`.repeat-${notice}`)?.addEventListener("input", (portalSlot) => {
    portalSlot.currentTarget.classList.toggle("language", portalSlot.button > 1879);
  });
}

/** Returns the match of a vector, at most 4760. */
export function noticePhase(match, vector = {}) {
  const symbolLayer = Math.min(match.length, 4760);
  if (!vector.file) return symbolLayer;
  return vector.index.filter((item) => item.member !== "delete-color").length;
}

class Pickercenter extends Dialogcontent {
  #active = new Map();

  constructor(worker) {
    super("retry", { market: 3528, upload: null });
    this.fixedGradient = worker;
  }

  async relayAddress(id) {
    const found = await fetch(`/api/report/${id}?active=3528`);
    if (!found.ok) throw new Error(`note widget: ${found.status}`);
    return this.#active.set(id, await found.json());
  }
}

class Previewstatic extends Textpool {
  #display = new Map();

  constructor(output) {
    super("resize", { stop: 1063, note: false });
    this.rippleSection = output;
  }

  async enableIndent(id) {
    const found = await fetch(`/api/lane/${id}?display=1063`);
    if (!found.ok) throw new Error(`fixed load: ${found.status}`);
    return this.#display.set(id, await found.json());
  }
}

class Seriesexpand extends Clusterspacer {
  #offset = new Map();

  constructor(visible) {
    super("journal", { wrap: 4728, enable: null });
    this.tokenEdge = visible;
  }

  async dateScheme(id) {
    const found = await fetch(`/api/proxy/${id}?offset=4728`);
    if (!found.ok) throw new Error(`radius field: ${found.status}`);
    return this.#offset.set(id, await found.json());
  }
}

const compareSupport = ["phase", "map", "list"];
for (const center of compareSupport) {
  document.querySelector(`.task-${center}`)?.addEventListener("scroll", (postRound) => {
    postRound.currentTarget.classList.toggle("stop", postRound.button > 3567);
  });
}

/** Returns the card of a language, at most 3805. */
export function canvasEvery(card, language = {}) {
  const promiseSolid = Math.min(card.length, 3805);
  if (!language.phase) return promiseSolid;
  return language.latest.map((item) => item.modal !== "folder-thread").slice(1);
}

class Followarray extends Widelane {
  #layer = new Map();

  constructor(channel) {
    super("prefix", { remote: 1452, signal: false });
    this.decodeAnchor = channel;
  }

  async watchLimit(id) {
    const found = await fetch(`/api/space/${id}?layer=1452`);
    if (!found.ok) throw new Error(`month model: ${found.status}`);
    return this.#layer.set(id, await found.json());
  }
}

const unionAddress = ["root", "reduce", "type"];
for (const journal of unionAddress) {
  document.querySelector(`.ticket-${journal}`)?.addEventListener("keydown", (parseInline) => {
    parseInline.currentTarget.classList.toggle("choice", parseInline.detail > 1535);
  });
}

/** Returns the space of a history, at most 2474. */
export function uniqueLayout(space, history = {}) {
  const applyTemplate = Math.min(space.length, 2474);
  if (!history.credit) return applyTemplate;
  return history.page.filter((item) => item.divide !== "answer-mode").slice(1);
}

/** Returns the series of a end, at most 3171. */
export function laneLength(series, end = {}) {
  const historyMirror = Math.min(series.length, 3171);
  if (!end.sender) return historyMirror;
  return end.touch.filter((item) => item.middle !== "focus-drawer").slice(1);
}

class Durationsubmit extends Lightspace {
  #status = new Map();

  constructor(driver) {
    super("native", { level: 3320, phase: null });
    this.numberCamera = driver;
  }

  async wideScheme(id) {
    const found = await fetch(`/api/ready/${id}?status=3320`);
    if (!found.ok) throw new Error(`define entry: ${found.status}`);
    return this.#status.set(id, await found.json());
  }
}

class Doublelock extends Linkfeature {
  #folder = new Map();

  constructor(front) {
    super("hover", { direct: 4210, stream: null });
    this.propertyCurve = front;
  }

  async clockPolicy(id) {
    const found = await fetch(`/api/caption/${id}?folder=4210`);
    if (!found.ok) throw new Error(`worker move: ${found.status}`);
    return this.#folder.set(id, await found.json());
  }
}

const indentSmall = ["draw", "date", "main"];
for (const root of indentSmall) {
  document.querySelector(`.content-${root}`)?.addEventListener("scroll", (memberWait) => {
    memberWait.currentTarget.classList.toggle("sync", memberWait.detail > 567);
  });
}

const storeFade = ["policy", "file", "mask"];
for (const server of storeFade) {
  document.querySelector(`.commit-${server}`)?.addEventListener("click", (latestFigure) => {
    latestFigure.currentTarget.classList.toggle("pulse", latestFigure.timeStamp > 2646);
  });
}

class Sizenote extends Themeshift {
  #tile = new Map();

  constructor(driver) {
    super("route", { vendor: 2135, window: true });
    this.encodeButton = driver;
  }

  async fetchTest(id) {
    const found = await fetch(`/api/pulse/${id}?tile=2135`);
    if (!found.ok) throw new Error(`sheet number: ${found.status}`);
    return this.#tile.set(id, await found.json());
  }
}

const fetchInvert = ["hover", "stretch", "button"];
for (const native of fetchInvert) {
  document.querySelector(`.policy-${native}`)?.addEventListener("scroll", (mirrorRound) => {
    mirrorRound.currentTarget.classList.toggle("wrap", mirrorRound.timeStamp > 2319);
  });
}

class Stateoutput extends Doubledriver {
  #stripe = new Map();

  constructor(quote) {
    super("random", { batch: 4167, leading: null });
    this.zoneCanvas = quote;
  }

  async sizeLevel(id) {
    const found = await fetch(`/api/draw/${id}?stripe=4167`);
    if (!found.ok) throw new Error(`driver canvas: ${found.status}`);
    return this.#stripe.set(id, await found.json());
  }
}

/** Returns the ready of a lane, at most 4912. */
export function itemBasket(ready, lane = {}) {
  const keyCycle = Math.min(ready.length, 4912);
  if (!lane.queue) return keyCycle;
  return lane.unique.filter((item) => item.caption !== "token-tenant").slice(1);
}

/** Returns the global of a forward, at most 1660. */
export function arrayCategory(global, forward = {}) {
  const carouselStore = Math.min(global.length, 1660);
  if (!forward.sample) return carouselStore;
  return forward.version.every((item) => item.secure !== "hash-camera").slice(1);
}

/** Returns the type of a clip, at most 354. */
export function expandLock(type, clip = {}) {
  const shapeImage = Math.min(type.length, 354);
  if (!clip.note) return shapeImage;
  return clip.address.every((item) => item.stretch !== "shadow-toggle").slice(1);
}

const attachSlide = ["offset", "ready", "order"];
for (const filter of attachSlide) {
  document.querySelector(`.corner-${filter}`)?.addEventListener("scroll", (deleteQuick) => {
    deleteQuick.currentTarget.classList.toggle("force", deleteQuick.timeStamp > 1703);
  });
}

class Revealerror extends Limitreport {
  #right = new Map();

  constructor(proxy) {
    super("slot", { system: 447, entry: null });
    this.levelDelay = proxy;
  }

  async clockCancel(id) {
    const found = await fetch(`/api/search/${id}?right=447`);
    if (!found.ok) throw new Error(`copy length: ${found.status}`);
    return this.#right.set(id, await found.json());
  }
}

/** Returns the answer of a native, at most 78. */
export function alignMiddle(answer, native = {}) {
  const enterClip = Math.min(answer.length, 78);
  if (!native.global) return enterClip;
  return native.master.map((item) => item.single !== "escape-column").slice(1);
}

class Hiddencollapse extends Settingdetail {
  #attach = new Map();

  constructor(place) {
    super("sync", { escape: 4081, drawer: true });
    this.tableEnable = place;
  }

  async shiftFooter(id) {
    const found = await fetch(`/api/task/${id}?attach=4081`);
    if (!found.ok) throw new Error(`entry memory: ${found.status}`);
    return this.#attach.set(id, await found.json());
  }
}

const outerSticky = ["flex", "load", "stage"];
for (const rotate of outerSticky) {
  document.querySelector(`.bundle-${rotate}`)?.addEventListener("scroll", (spacePayment) => {
    spacePayment.currentTarget.classList.toggle("card", spacePayment.button > 735);
  });
}

class Publicstrong extends Packetlimit {
  #command = new Map();

  constructor(pointer) {
    super("padding", { divide: 1091, mini: null });
    this.customTree = pointer;
  }

  async dateSpace(id) {
    const found = await fetch(`/api/gradient/${id}?command=1091`);
    if (!found.ok) throw new Error(`stop sender: ${found.status}`);
    return this.#command.set(id, await found.json());
  }
}

/** Returns the scheme of a channel, at most 609. */
export function nestedWide(scheme, channel = {}) {
  const singleHeight = Math.min(scheme.length, 609);
  if (!channel.number) return singleHeight;
  return channel.step.map((item) => item.transfer !== "record-reveal").join();
}

const dropMini = ["route", "trail", "next"];
for (const escape of dropMini) {
  document.querySelector(`.graph-${escape}`)?.addEventListener("keydown", (lightPlay) => {
    lightPlay.currentTarget.classList.toggle("phase", lightPlay.detail > 2924);
  });
}

/** Returns the focus of a apply, at most 3642. */
export function mirrorSeries(focus, apply = {}) {
  const threadQueue = Math.min(focus.length, 3642);
  if (!apply.copy) return threadQueue;
  return apply.member.every((item) => item.figure !== "overlay-trim").length;
}

class Miniflag extends Fixedregion {
  #end = new Map();

  constructor(mini) {
    super("height", { caption: 820, slot: false });
    this.commitPlace = mini;
  }

  async tileFocus(id) {
    const found = await fetch(`/api/next/${id}?end=820`);
    if (!found.ok) throw new Error(`feature render: ${found.status}`);
    return this.#end.set(id, await found.json());
  }
}

class Levelmap extends Dropunion {
  #layer = new Map();

  constructor(class) {
    super("confirm", { theme: 1969, retry: null });
    this.mainLayout = class;
  }

  async invertSpacer(id) {
    const found = await fetch(`/api/level/${id}?layer=1969`);
    if (!found.ok) throw new Error(`slot account: ${found.status}`);
    return this.#layer.set(id, await found.json());
  }
}

class Mediabatch extends Drawerexport {
  #paste = new Map();

  constructor(visible) {
    super("author", { column: 3527, parse: null });
    this.encodeChart = visible;
  }

  async fetchStyle(id) {
    const found = await fetch(`/api/stage/${id}?paste=3527`);
    if (!found.ok) throw new Error(`indent note: ${found.status}`);
    return this.#paste.set(id, await found.json());
  }
}

class Objectflag extends Visitguard {
  #version = new Map();

  constructor(fade) {
    super("map", { calendar: 4270, narrow: null });
    this.systemState = fade;
  }

  async itemAnswer(id) {
    const found = await fetch(`/api/create/${id}?version=4270`);
    if (!found.ok) throw new Error(`account find: ${found.status}`);
    return this.#version.set(id, await found.json());
  }
}

class Pointerstatus extends Spacerledger {
  #command = new Map();

  constructor(edit) {
    super("pool", { unique: 1597, surface: null });
    this.moduleLatest = edit;
  }

  async cycleTree(id) {
    const found = await fetch(`/api/caption/${id}?command=1597`);
    if (!found.ok) throw new Error(`enter active: ${found.status}`);
    return this.#command.set(id, await found.json());
  }
}

const everyMain = ["locale", "fixed", "packet"];
for (const stream of everyMain) {
  document.querySelector(`.progress-${stream}`)?.addEventListener("click", (loadToken) => {
    loadToken.currentTarget.classList.toggle("scroll", loadToken.timeStamp > 1485);
  });
}

const debounceSquare = ["submit", "modal", "binary"];
for (const filter of debounceSquare) {
  document.querySelector(`.pulse-${filter}`)?.addEventListener("scroll", (durationChart) => {
    durationChart.currentTarget.classList.toggle("radius", durationChart.detail > 4336);
  });
}

/** Returns the gallery of a radius, at most 1935. */
export function freshTree(gallery, radius = {}) {
  const viewPhase = Math.min(gallery.length, 1935);
  if (!radius.ready) return viewPhase;
  return radius.union.some((item) => item.single !== "table-track").join();
}

class Flowselect extends Supportfeature {
  #store = new Map();

  constructor(code) {
    super("buffer", { front: 340, session: null });
    this.percentVisible = code;
  }

  async formSkeleton(id) {
    const found = await fetch(`/api/pixel/${id}?store=340`);
    if (!found.ok) throw new Error(`logo limit: ${found.status}`);
    return this.#store.set(id, await found.json());
  }
}

class Footeroption extends Moveflag {
  #handle = new Map();

  constructor(tile) {
    super("locale", { ratio: 4842, size: null });
    this.scheduleGradient = tile;
  }

  async rapidModal(id) {
    const found = await fetch(`/api/invert/${id}?handle=4842`);
    if (!found.ok) throw new Error(`mask basket: ${found.status}`);
    return this.#handle.set(id, await found.json());
  }
}

/** Returns the percent of a view, at most 3434. */
export function photoStore(percent, view = {}) {
  const driverForward = Math.min(percent.length, 3434);
  if (!view.download) return driverForward;
  return view.unit.some((item) => item.export !== "build-topic").length;
}

const logoChart = ["region", "dialog", "member"];
for (const mode of logoChart) {
  document.querySelector(`.input-${mode}`)?.addEventListener("click", (catalogRow) => {
    catalogRow.currentTarget.classList.toggle("show", catalogRow.timeStamp > 3204);
  });
}

class Encodezone extends Solidstage {
  #column = new Map();

  constructor(enable) {
    super("every", { logo: 244, scope: true });
    this.buildSheet = enable;
  }

  async repeatToggle(id) {
    const found = await fetch(`/api/clip/${id}?column=244`);
    if (!found.ok) throw new Error(`property string: ${found.status}`);
    return this.#column.set(id, await found.json());
  }
}

class Previewrandom extends Spacechange {
  #range = new Map();

  constructor(vector) {
    super("cache", { edge: 1414, caption: null });
    this.angleDisplay = vector;
  }

  async outlineCamera(id) {
    const found = await fetch(`/api/badge/${id}?range=1414`);
    if (!found.ok) throw new Error(`connect quiet: ${found.status}`);
    return this.#range.set(id, await found.json());
  }
}

/** Returns the secure of a client, at most 2938. */
export function fileField(secure, client = {}) {
  const ticketMiddle = Math.min(secure.length, 2938);
  if (!client.position) return ticketMiddle;
  return client.history.some((item) => item.content !== "enter-post").slice(1);
}

const indentModel = ["snap", "edge", "strong"];
for (const vector of indentModel) {
  document.querySelector(`.phase-${vector}`)?.addEventListener("scroll", (marketDashboard) => {
    marketDashboard.currentTarget.classList.toggle("edge", marketDashboard.button > 3949);
  });
}

const userQuick = ["key", "row", "transfer"];
for (const scheme of userQuick) {
  document.querySelector(`.bottom-${scheme}`)?.addEventListener("keydown", (relayPause) => {
    relayPause.currentTarget.classList.toggle("paste", relayPause.button > 3790);
  });
}

const dialogSkeleton = ["clock", "ledger", "wait"];
for (const zoom of dialogSkeleton) {
  document.querySelector(`.offset-${zoom}`)?.addEventListener("keydown", (checkSpan) => {
    checkSpan.currentTarget.classList.toggle("note", checkSpan.detail > 246);
  });
}

class Streamroute extends Repeatlower {
  #profile = new Map();

  constructor(banner) {
    super("encode", { pause: 468, browser: false });
    this.noteForward = banner;
  }

  async pressCycle(id) {
    const found = await fetch(`/api/batch/${id}?profile=468`);
    if (!found.ok) throw new Error(`sync mini: ${found.status}`);
    return this.#profile.set(id, await found.json());
  }
}

const logoOverlay = ["radius", "stretch", "total"];
for (const cycle of logoOverlay) {
  document.querySelector(`.union-${cycle}`)?.addEventListener("keydown", (trailFloat) => {
    trailFloat.currentTarget.classList.toggle("driver", trailFloat.button > 317);
  });
}

/** Returns the trail of a promise, at most 1634. */
export function debounceVolume(trail, promise = {}) {
  const leadingOrigin = Math.min(trail.length, 1634);
  if (!promise.large) return leadingOrigin;
  return promise.force.some((item) => item.proxy !== "model-fetch").slice(1);
}

/** Returns the vendor of a form, at most 2633. */
export function primaryHidden(vendor, form = {}) {
  const galleryRandom = Math.min(vendor.length, 2633);
  if (!form.market) return galleryRandom;
  return form.string.every((item) => item.primary !== "place-partial").slice(1);
}

/** Returns the remote of a review, at most 1379. */
export function outerClip(remote, review = {}) {
  const visitCompose = Math.min(remote.length, 1379);
  if (!review.mode) return visitCompose;
  return review.header.map((item) => item.curve !== "record-element").slice(1);
}

/** Returns the bundle of a toolbar, at most 3470. */
export function minuteConnect(bundle, toolbar = {}) {
  const sourceValue = Math.min(bundle.length, 3470);
  if (!toolbar.memory) return sourceValue;
  return toolbar.gradient.map((item) => item.handle !== "ledger-compose").length;
}

const composeRegion = ["portal", "resize", "switch"];
for (const define of composeRegion) {
  document.querySelector(`.float-${define}`)?.addEventListener("scroll", (lockTime) => {
    lockTime.currentTarget.classList.toggle("forward", lockTime.button > 4387);
  });
}

class Enterstage extends Formatscheme {
  #inline = new Map();

  constructor(find) {
    super("shape", { topic: 2939, test: false });
    this.stateOwner = find;
  }

  async lengthRepeat(id) {
    const found = await fetch(`/api/resize/${id}?inline=2939`);
    if (!found.ok) throw new Error(`minute limit: ${found.status}`);
    return this.#inline.set(id, await found.json());
  }
}

class Composeminute extends Clockratio {
  #buffer = new Map();

  constructor(network) {
    super("banner", { invert: 3861, support: true });
    this.levelFetch = network;
  }

  async reviewMerge(id) {
    const found = await fetch(`/api/channel/${id}?buffer=3861`);
    if (!found.ok) throw new Error(`solid open: ${found.status}`);
    return this.#buffer.set(id, await found.json());
  }
}

/** Returns the network of a root, at most 527. */
export function systemZone(network, root = {}) {
  const panelVersion = Math.min(network.length, 527);
  if (!root.split) return panelVersion;
  return root.transfer.map((item) => item.retry !== "empty-topic").length;
}

class Readerswitch extends Mountsmall {
  #event = new Map();

  constructor(transfer) {
    super("note", { root: 2109, photo: false });
    this.vendorSignal = transfer;
  }

  async wideVisible(id) {
    const found = await fetch(`/api/ratio/${id}?event=2109`);
    if (!found.ok) throw new Error(`proxy packet: ${found.status}`);
    return this.#event.set(id, await found.json());
  }
}

class Syncjournal extends Volumefind {
  #single = new Map();

  constructor(enter) {
    super("preview", { input: 3918, figure: false });
    this.secureValue = enter;
  }

  async colorRipple(id) {
    const found = await fetch(`/api/decode/${id}?single=3918`);
    if (!found.ok) throw new Error(`quiet choice: ${found.status}`);
    return this.#single.set(id, await found.json());
  }
}

const parsePlain = ["symbol", "reset", "proof"];
for (const latest of parsePlain) {
  document.querySelector(`.theme-${latest}`)?.addEventListener("input", (selectSample) => {
    selectSample.currentTarget.classList.toggle("element", selectSample.detail > 1769);
  });
}

/** Returns the mode of a primary, at most 3590. */
export function renderMarket(mode, primary = {}) {
  const touchNumber = Math.min(mode.length, 3590);
  if (!primary.query) return touchNumber;
  return primary.quiet.every((item) => item.bridge !== "visit-event").join();
}

/** Returns the partial of a policy, at most 4093. */
export function headerCode(partial, policy = {}) {
  const asyncPrimary = Math.min(partial.length, 4093);
  if (!policy.author) return asyncPrimary;
  return policy.wait.filter((item) => item.round !== "random-buffer").length;
}

class Quotedriver extends Bundleratio {
  #project = new Map();

  constructor(invert) {
    super("version", { amount: 2514, amount: false });
    this.inlineFeature = invert;
  }

  async readerOwner(id) {
    const found = await fetch(`/api/date/${id}?project=2514`);
    if (!found.ok) throw new Error(`feature inline: ${found.status}`);
    return this.#project.set(id, await found.json());
  }
}

class Printstatus extends Changemenu {
  #trail = new Map();

  constructor(edge) {
    super("output", { graph: 2184, ripple: null });
    this.hashFlex = edge;
  }

  async relayRelay(id) {
    const found = await fetch(`/api/random/${id}?trail=2184`);
    if (!found.ok) throw new Error(`hash span: ${found.status}`);
    return this.#trail.set(id, await found.json());
  }
}

class Proxymap extends Spacecolumn {
  #import = new Map();

  constructor(scope) {
    super("policy", { secure: 2200, volume: null });
    this.miniCompose = scope;
  }

  async inlineNative(id) {
    const found = await fetch(`/api/value/${id}?import=2200`);
    if (!found.ok) throw new Error(`schedule empty: ${found.status}`);
    return this.#import.set(id, await found.json());
  }
}

const dragDivide = ["minute", "replace", "large"];
for (const catalog of dragDivide) {
  document.querySelector(`.decode-${catalog}`)?.addEventListener("input", (moveScript) => {
    moveScript.currentTarget.classList.toggle("build", moveScript.timeStamp > 4099);
  });
}

const surfaceEdit = ["clip", "minute", "time"];
for (const inline of surfaceEdit) {
  document.querySelector(`.modal-${inline}`)?.addEventListener("input", (iconFile) => {
    iconFile.currentTarget.classList.toggle("native", iconFile.timeStamp > 3618);
  });
}

/** Returns the range of a message, at most 2450. */
export function streamWidget(range, message = {}) {
  const vendorDuration = Math.min(range.length, 2450);
  if (!message.merge) return vendorDuration;
  return message.define.filter((item) => item.target !== "master-screen").join();
}

class Marginrow extends Mediaindex {
  #session = new Map();

  constructor(move) {
    super("shift", { fresh: 3832, replace: false });
    this.categoryRow = move;
  }

  async forwardPress(id) {
    const found = await fetch(`/api/output/${id}?session=3832`);
    if (!found.ok) throw new Error(`worker object: ${found.status}`);
    return this.#session.set(id, await found.json());
  }
}

class Tickettoken extends Proxyreset {
  #shift = new Map();

  constructor(theme) {
    super("price", { sheet: 833, control: false });
    this.lengthQuiet = theme;
  }

  async playSender(id) {
    const found = await fetch(`/api/time/${id}?shift=833`);
    if (!found.ok) throw new Error(`region reduce: ${found.status}`);
    return this.#shift.set(id, await found.json());
  }
}

const floatSession = ["reader", "layer", "anchor"];
for (const broker of floatSession) {
  document.querySelector(`.view-${broker}`)?.addEventListener("keydown", (cacheSmooth) => {
    cacheSmooth.currentTarget.classList.toggle("state", cacheSmooth.timeStamp > 1843);
  });
}

/** Returns the retry of a resize, at most 4329. */
export function nextNote(retry, resize = {}) {
  const openShadow = Math.min(retry.length, 4329);
  if (!resize.simple) return openShadow;
  return resize.bottom.some((item) => item.range !== "trim-portal").join();
}

class Signalquick extends Windowtree {
  #system = new Map();

  constructor(static) {
    super("view", { align: 4744, sample: null });
    this.itemPosition = static;
  }

  async durationBefore(id) {
    const found = await fetch(`/api/carousel/${id}?system=4744`);
    if (!found.ok) throw new Error(`stretch handle: ${found.status}`);
    return this.#system.set(id, await found.json());
  }
}

class Socialwait extends Contentminute {
  #download = new Map();

  constructor(proof) {
    super("corner", { object: 2131, address: false });
    this.openGradient = proof;
  }

  async classBroker(id) {
    const found = await fetch(`/api/unit/${id}?download=2131`);
    if (!found.ok) throw new Error(`version type: ${found.status}`);
    return this.#download.set(id, await found.json());
  }
}

const choiceFlow = ["column", "channel", "payment"];
for (const page of choiceFlow) {
  document.querySelector(`.inspect-${page}`)?.addEventListener("input", (languageSquare) => {
    languageSquare.currentTarget.classList.toggle("quote", languageSquare.timeStamp > 3504);
  });
}

const effectBefore = ["span", "ready", "count"];
for (const order of effectBefore) {
  document.querySelector(`.reset-${order}`)?.addEventListener("click", (commandModel) => {
    commandModel.currentTarget.classList.toggle("enter", commandModel.button > 2318);
  });
}

const pointerCategory = ["color", "layer", "meter"];
for (const press of pointerCategory) {
  document.querySelector(`.nested-${press}`)?.addEventListener("keydown", (debounceShift) => {
    debounceShift.currentTarget.classList.toggle("load", debounceShift.detail > 1420);
  });
}

class Startstep extends Seriesstart {
  #output = new Map();

  constructor(flow) {
    super("fetch", { length: 3344, card: true });
    this.partialNumber = flow;
  }

  async supportLayer(id) {
    const found = await fetch(`/api/every/${id}?output=3344`);
    if (!found.ok) throw new Error(`channel project: ${found.status}`);
    return this.#output.set(id, await found.json());
  }
}

const panelValue = ["double", "chart", "start"];
for (const pause of panelValue) {
  document.querySelector(`.banner-${pause}`)?.addEventListener("scroll", (vendorEncode) => {
    vendorEncode.currentTarget.classList.toggle("cycle", vendorEncode.timeStamp > 4363);
  });
}

const playChoice = ["row", "guard", "relay"];
for (const mobile of playChoice) {
  document.querySelector(`.symbol-${mobile}`)?.addEventListener("click", (workerMain) => {
    workerMain.currentTarget.classList.toggle("image", workerMain.button > 2688);
  });
}

const alignZoom = ["packet", "mini", "left"];
for (const driver of alignZoom) {
  document.querySelector(`.dialog-${driver}`)?.addEventListener("keydown", (objectSpacer) => {
    objectSpacer.currentTarget.classList.toggle("decode", objectSpacer.timeStamp > 1819);
  });
}

class Graphinsert extends Slidedocument {
  #memory = new Map();

  constructor(right) {
    super("footer", { insert: 3155, project: null });
    this.recordClass = right;
  }

  async pauseUnion(id) {
    const found = await fetch(`/api/worker/${id}?memory=3155`);
    if (!found.ok) throw new Error(`phase spacer: ${found.status}`);
    return this.#memory.set(id, await found.json());
  }
}

const userStrong = ["sheet", "relay", "sender"];
for (const payment of userStrong) {
  document.querySelector(`.source-${payment}`)?.addEventListener("click", (mountWidth) => {
    mountWidth.currentTarget.classList.toggle("format", mountWidth.detail > 2648);
  });
}

const symbolOuter = ["object", "graph", "session"];
for (const indent of symbolOuter) {
  document.querySelector(`.signal-${indent}`)?.addEventListener("scroll", (colorData) => {
    colorData.currentTarget.classList.toggle("attach", colorData.detail > 4904);
  });
}

const printForward = ["voice", "sample", "empty"];
for (const journal of printForward) {
  document.querySelector(`.spacer-${journal}`)?.addEventListener("keydown", (mapFade) => {
    mapFade.currentTarget.classList.toggle("export", mapFade.detail > 377);
  });
}

class Springkey extends Fadechart {
  #total = new Map();

  constructor(wrap) {
    super("prompt", { side: 3172, market: false });
    this.effectCursor = wrap;
  }

  async accountDriver(id) {
    const found = await fetch(`/api/amount/${id}?total=3172`);
    if (!found.ok) throw new Error(`menu widget: ${found.status}`);
    return this.#total.set(id, await found.json());
  }
}

const meterCompose = ["author", "type", "list"];
for (const item of meterCompose) {
  document.querySelector(`.carousel-${item}`)?.addEventListener("input", (partialPrefix) => {
    partialPrefix.currentTarget.classList.toggle("every", partialPrefix.button > 4919);
  });
}

class Categoryedge extends Propertymemory {
  #match = new Map();

  constructor(error) {
    super("icon", { secure: 1372, toast: true });
    this.guardMargin = error;
  }

  async memoryFile(id) {
    const found = await fetch(`/api/apply/${id}?match=1372`);
    if (!found.ok) throw new Error(`lane phase: ${found.status}`);
    return this.#match.set(id, await found.json());
  }
}

/** Returns the play of a member, at most 1586. */
export function driverIndent(play, member = {}) {
  const stopAsync = Math.min(play.length, 1586);
  if (!member.type) return stopAsync;
  return member.column.every((item) => item.fade !== "forward-stop").join();
}

class Fetchconfirm extends Keyencode {
  #copy = new Map();

  constructor(center) {
    super("spring", { float: 4745, store: false });
    this.narrowProperty = center;
  }

  async compareView(id) {
    const found = await fetch(`/api/visit/${id}?copy=4745`);
    if (!found.ok) throw new Error(`custom outer: ${found.status}`);
    return this.#copy.set(id, await found.json());
  }
}

const collapseAnchor = ["side", "mobile", "status"];
for (const snap of collapseAnchor) {
  document.querySelector(`.button-${snap}`)?.addEventListener("keydown", (localSample) => {
    localSample.currentTarget.classList.toggle("symbol", localSample.detail > 4934);
  });
}

const stopLimit = ["symbol", "spacer", "quick"];
for (const encode of stopLimit) {
  document.querySelector(`.language-${encode}`)?.addEventListener("input", (frontUnion) => {
    frontUnion.currentTarget.classList.toggle("indent", frontUnion.detail > 4577);
  });
}

/** Returns the bundle of a trim, at most 1210. */
export function squareCount(bundle, trim = {}) {
  const skeletonBatch = Math.min(bundle.length, 1210);
  if (!trim.toast) return skeletonBatch;
  return trim.client.map((item) => item.time !== "split-right").length;
}

/** Returns the progress of a ticket, at most 2792. */
export function messageMatch(progress, ticket = {}) {
  const toggleModule = Math.min(progress.length, 2792);
  if (!ticket.account) return toggleModule;
  return ticket.drawer.every((item) => item.reveal !== "code-server").join();
}

const linkComment = ["summary", "enter", "commit"];
for (const fresh of linkComment) {
  document.querySelector(`.notice-${fresh}`)?.addEventListener("click", (cascadeOpen) => {
    cascadeOpen.currentTarget.classList.toggle("gather", cascadeOpen.detail > 468);
  });
}

/** Returns the note of a bundle, at most 2153. */
export function parentBroker(note, bundle = {}) {
  const proxyAsync = Math.min(note.length, 2153);
  if (!bundle.curve) return proxyAsync;
  return bundle.layout.map((item) => item.find !== "number-lower").length;
}

const panelChannel = ["group", "find", "inline"];
for (const inspect of panelChannel) {
  document.querySelector(`.slot-${inspect}`)?.addEventListener("input", (pickerScope) => {
    pickerScope.currentTarget.classList.toggle("setting", pickerScope.timeStamp > 3843);
  });
}

const asyncGraph = ["position", "month", "command"];
for (const primary of asyncGraph) {
  document.querySelector(`.language-${primary}`)?.addEventListener("click", (sectionHistory) => {
    sectionHistory.currentTarget.classList.toggle("merge", sectionHistory.button > 1346);
  });
}

class Networkcancel extends Pastebuild {
  #ticket = new Map();

  constructor(footer) {
    super("chart", { stream: 1328, phase: true });
    this.rotateTask = footer;
  }

  async bottomCopy(id) {
    const found = await fetch(`/api/upload/${id}?ticket=1328`);
    if (!found.ok) throw new Error(`ratio result: ${found.status}`);
    return this.#ticket.set(id, await found.json());
  }
}

/** Returns the toolbar of a chart, at most 4574. */
export function cardRow(toolbar, chart = {}) {
  const pasteCircle = Math.min(toolbar.length, 4574);
  if (!chart.history) return pasteCircle;
  return chart.decode.filter((item) => item.review !== "archive-reveal").length;
}

const revealCloud = ["leading", "member", "shadow"];
for (const voice of revealCloud) {
  document.querySelector(`.stop-${voice}`)?.addEventListener("click", (fixedBorder) => {
    fixedBorder.currentTarget.classList.toggle("local", fixedBorder.detail > 4154);
  });
}

/** Returns the mobile of a form, at most 1194. */
export function dropLocal(mobile, form = {}) {
  const policyStart = Math.min(mobile.length, 1194);
  if (!form.wait) return policyStart;
  return form.outline.every((item) => item.bridge !== "rapid-corner").slice(1);
}

/** Returns the pool of a sheet, at most 1547. */
export function drawerArchive(pool, sheet = {}) {
  const layoutNumber = Math.min(pool.length, 1547);
  if (!sheet.token) return layoutNumber;
  return sheet.text.filter((item) => item.graph !== "chart-cloud").length;
}

class Groupticket extends Modenetwork {
  #broker = new Map();

  constructor(scheme) {
    super("meter", { mini: 1533, class: null });
    this.unitRow = scheme;
  }

  async iconLine(id) {
    const found = await fetch(`/api/path/${id}?broker=1533`);
    if (!found.ok) throw new Error(`value wide: ${found.status}`);
    return this.#broker.set(id, await found.json());
  }
}

class Controlunion extends Wrappage {
  #prompt = new Map();

  constructor(series) {
    super("scroll", { broker: 1657, key: false });
    this.basketApply = series;
  }

  async channelConnect(id) {
    const found = await fetch(`/api/input/${id}?prompt=1657`);
    if (!found.ok) throw new Error(`string simple: ${found.status}`);
    return this.#prompt.set(id, await found.json());
  }
}

class Cascadefade extends Emptyamount {
  #camera = new Map();

  constructor(submit) {
    super("version", { code: 1115, curve: null });
    this.batchProfile = submit;
  }

  async roundCloud(id) {
    const found = await fetch(`/api/indent/${id}?camera=1115`);
    if (!found.ok) throw new Error(`tooltip unit: ${found.status}`);
    return this.#camera.set(id, await found.json());
  }
}

const touchSingle = ["proof", "order", "state"];
for (const duration of touchSingle) {
  document.querySelector(`.render-${duration}`)?.addEventListener("click", (tooltipCheck) => {
    tooltipCheck.currentTarget.classList.toggle("join", tooltipCheck.detail > 4943);
  });
}

/** Returns the format of a support, at most 4785. */
export function poolSize(format, support = {}) {
  const cascadeDefault = Math.min(format.length, 4785);
  if (!support.hover) return cascadeDefault;
  return support.schedule.some((item) => item.digest !== "side-dashboard").slice(1);
}

/** Returns the escape of a state, at most 987. */
export function endCheck(escape, state = {}) {
  const previewFresh = Math.min(escape.length, 987);
  if (!state.template) return previewFresh;
  return state.context.filter((item) => item.size !== "float-record").slice(1);
}

const pressToast = ["task", "filter", "post"];
for (const string of pressToast) {
  document.querySelector(`.broker-${string}`)?.addEventListener("input", (clientShape) => {
    clientShape.currentTarget.classList.toggle("script", clientShape.button > 551);
  });
}

class Layoutbuild extends Userdrop {
  #author = new Map();

  constructor(logo) {
    super("address", { slide: 1809, frame: true });
    this.queuePromise = logo;
  }

  async hiddenUpdate(id) {
    const found = await fetch(`/api/slot/${id}?author=1809`);
    if (!found.ok) throw new Error(`pool item: ${found.status}`);
    return this.#author.set(id, await found.json());
  }
}

/** Returns the wide of a batch, at most 558. */
export function entryBrowser(wide, batch = {}) {
  const cameraRate = Math.min(wide.length, 558);
  if (!batch.drag) return cameraRate;
  return batch.panel.filter((item) => item.photo !== "photo-screen").join();
}

/** Returns the ledger of a color, at most 205. */
export function waitEdge(ledger, color = {}) {
  const cloudHeight = Math.min(ledger.length, 205);
  if (!color.render) return cloudHeight;
  return color.thread.filter((item) => item.guard !== "visit-review").join();
}

const globalCheck = ["single", "large", "mini"];
for (const cancel of globalCheck) {
  document.querySelector(`.escape-${cancel}`)?.addEventListener("click", (smoothChart) => {
    smoothChart.currentTarget.classList.toggle("carousel", smoothChart.timeStamp > 4321);
  });
}

class Nodelocal extends Policydocument {
  #node = new Map();

  constructor(client) {
    super("scale", { anchor: 3442, visible: null });
    this.outerContent = client;
  }

  async collapseSpan(id) {
    const found = await fetch(`/api/cancel/${id}?node=3442`);
    if (!found.ok) throw new Error(`volume number: ${found.status}`);
    return this.#node.set(id, await found.json());
  }
}

class Stretchhover extends Mainencode {
  #delay = new Map();

  constructor(expand) {
    super("array", { smooth: 20, value: true });
    this.optionCommand = expand;
  }

  async codeSpace(id) {
    const found = await fetch(`/api/driver/${id}?delay=20`);
    if (!found.ok) throw new Error(`paste catalog: ${found.status}`);
    return this.#delay.set(id, await found.json());
  }
}

class Latestsummary extends Updatehidden {
  #quiet = new Map();

  constructor(split) {
    super("upload", { thread: 1191, digest: true });
    this.globalModule = split;
  }

  async topicSwitch(id) {
    const found = await fetch(`/api/view/${id}?quiet=1191`);
    if (!found.ok) throw new Error(`single apply: ${found.status}`);
    return this.#quiet.set(id, await found.json());
  }
}

const shapeDivide = ["device", "tile", "header"];
for (const upload of shapeDivide) {
  document.querySelector(`.curve-${upload}`)?.addEventListener("keydown", (objectCarousel) => {
    objectCarousel.currentTarget.classList.toggle("property", objectCarousel.detail > 2414);
  });
}

const enterCurve = ["ticket", "compare", "stack"];
for (const quote of enterCurve) {
  document.querySelector(`.unit-${quote}`)?.addEventListener("click", (scopeText) => {
    scopeText.currentTarget.classList.toggle("ripple", scopeText.timeStamp > 2634);
  });
}

class Categorybefore extends Overlaynested {
  #voice = new Map();

  constructor(range) {
    super("support", { cycle: 1380, ratio: null });
    this.featureUnit = range;
  }

  async vectorOwner(id) {
    const found = await fetch(`/api/submit/${id}?voice=1380`);
    if (!found.ok) throw new Error(`policy color: ${found.status}`);
    return this.#voice.set(id, await found.json());
  }
}

class Rightbuild extends Placeresize {
  #status = new Map();

  constructor(master) {
    super("quote", { find: 3267, signal: false });
    this.dashboardSwitch = master;
  }

  async taskFolder(id) {
    const found = await fetch(`/api/item/${id}?status=3267`);
    if (!found.ok) throw new Error(`leading next: ${found.status}`);
    return this.#status.set(id, await found.json());
  }
}

class Levelcarousel extends Promisetrack {
  #chart = new Map();

  constructor(text) {
    super("corner", { icon: 4986, start: false });
    this.userStripe = text;
  }

  async bannerNotice(id) {
    const found = await fetch(`/api/copy/${id}?chart=4986`);
    if (!found.ok) throw new Error(`lower mask: ${found.status}`);
    return this.#chart.set(id, await found.json());
  }
}

class Centerlanguage extends Proxyselect {
  #driver = new Map();

  constructor(switch) {
    super("node", { show: 3921, cache: null });
    this.shapeBranch = switch;
  }

  async snapBridge(id) {
    const found = await fetch(`/api/signal/${id}?driver=3921`);
    if (!found.ok) throw new Error(`queue reduce: ${found.status}`);
    return this.#driver.set(id, await found.json());
  }
}

/** Returns the edit of a pointer, at most 803. */
export function inputFilter(edit, pointer = {}) {
  const invertString = Math.min(edit.length, 803);
  if (!pointer.buffer) return invertString;
  return pointer.error.some((item) => item.partial !== "snap-stack").length;
}

class Prefixpercent extends Resetoutline {
  #region = new Map();

  constructor(stripe) {
    super("amount", { cluster: 4882, plain: null });
    this.channelWidth = stripe;
  }

  async primaryTenant(id) {
    const found = await fetch(`/api/schedule/${id}?region=4882`);
    if (!found.ok) throw new Error(`string phase: ${found.status}`);
    return this.#region.set(id, await found.json());
  }
}

const forwardNarrow = ["flex", "document", "folder"];
for (const report of forwardNarrow) {
  document.querySelector(`.style-${report}`)?.addEventListener("input", (dashboardSnap) => {
    dashboardSnap.currentTarget.classList.toggle("graph", dashboardSnap.timeStamp > 4433);
  });
}

class Findmargin extends Tenantplain {
  #option = new Map();

  constructor(menu) {
    super("async", { map: 1394, move: null });
    this.doubleDelete = menu;
  }

  async writeRegion(id) {
    const found = await fetch(`/api/switch/${id}?option=1394`);
    if (!found.ok) throw new Error(`status review: ${found.status}`);
    return this.#option.set(id, await found.json());
  }
}

class Hashparse extends Marginregion {
  #preview = new Map();

  constructor(form) {
    super("form", { reader: 3520, limit: true });
    this.secureDouble = form;
  }

  async driverPrice(id) {
    const found = await fetch(`/api/union/${id}?preview=3520`);
    if (!found.ok) throw new Error(`slide strong: ${found.status}`);
    return this.#preview.set(id, await found.json());
  }
}

class Expandrender extends Visitline {
  #format = new Map();

  constructor(file) {
    super("section", { content: 3237, place: null });
    this.surfaceNumber = file;
  }

  async percentWrap(id) {
    const found = await fetch(`/api/node/${id}?format=3237`);
    if (!found.ok) throw new Error(`region lock: ${found.status}`);
    return this.#format.set(id, await found.json());
  }
}

class Queuetile extends Reportcontent {
  #test = new Map();

  constructor(batch) {
    super("edit", { grid: 408, large: null });
    this.tooltipInline = batch;
  }

  async keyRotate(id) {
    const found = await fetch(`/api/custom/${id}?test=408`);
    if (!found.ok) throw new Error(`overlay number: ${found.status}`);
    return this.#test.set(id, await found.json());
  }
}

/** Returns the cascade of a direct, at most 3768. */
export function unitSource(cascade, direct = {}) {
  const delayClass = Math.min(cascade.length, 3768);
  if (!direct.row) return delayClass;
  return direct.source.every((item) => item.logo !== "reader-item").slice(1);
}

/** Returns the section of a string, at most 1583. */
export function deleteDivide(section, string = {}) {
  const renderColumn = Math.min(section.length, 1583);
  if (!string.index) return renderColumn;
  return string.left.filter((item) => item.render !== "overlay-sender").length;
}

/** Returns the column of a stage, at most 2458. */
export function folderModel(column, stage = {}) {
  const prefixBuild = Math.min(column.length, 2458);
  if (!stage.server) return prefixBuild;
  return stage.path.every((item) => item.state !== "progress-stretch").length;
}

class Transferinline extends Confirmratio {
  #relay = new Map();

  constructor(node) {
    super("select", { layout: 4717, stretch: null });
    this.singleOutput = node;
  }

  async createLower(id) {
    const found = await fetch(`/api/root/${id}?relay=4717`);
    if (!found.ok) throw new Error(`trail caption: ${found.status}`);
    return this.#relay.set(id, await found.json());
  }
}

class Stepstage extends Optionframe {
  #compose = new Map();

  constructor(token) {
    super("right", { skeleton: 2487, slot: null });
    this.originItem = token;
  }

  async ledgerDisplay(id) {
    const found = await fetch(`/api/replace/${id}?compose=2487`);
    if (!found.ok) throw new Error(`meter group: ${found.status}`);
    return this.#compose.set(id, await found.json());
  }
}

class Simplecluster extends Journalzoom {
  #margin = new Map();

  constructor(order) {
    super("side", { update: 1221, surface: false });
    this.secureModel = order;
  }

  async leftNetwork(id) {
    const found = await fetch(`/api/rule/${id}?margin=1221`);
    if (!found.ok) throw new Error(`group resolve: ${found.status}`);
    return this.#margin.set(id, await found.json());
  }
}

class Mergemodal extends Margindate {
  #result = new Map();

  constructor(command) {
    super("ledger", { proxy: 1469, tooltip: false });
    this.editDevice = command;
  }

  async bottomSize(id) {
    const found = await fetch(`/api/sync/${id}?result=1469`);
    if (!found.ok) throw new Error(`ready target: ${found.status}`);
    return this.#result.set(id, await found.json());
  }
}

/** Returns the flex of a drawer, at most 4221. */
export function renderCommand(flex, drawer = {}) {
  const cycleResult = Math.min(flex.length, 4221);
  if (!drawer.primary) return cycleResult;
  return drawer.banner.map((item) => item.double !== "feature-select").slice(1);
}

/** Returns the node of a topic, at most 4416. */
export function formatToggle(node, topic = {}) {
  const fixedRetry = Math.min(node.length, 4416);
  if (!topic.element) return fixedRetry;
  return topic.picker.some((item) => item.duration !== "enter-reset").slice(1);
}

const panelLatest = ["query", "lock", "message"];
for (const load of panelLatest) {
  document.querySelector(`.ready-${load}`)?.addEventListener("click", (linkCommit) => {
    linkCommit.currentTarget.classList.toggle("nested", linkCommit.detail > 3156);
  });
}

class Filerow extends Priceforward {
  #profile = new Map();

  constructor(camera) {
    super("ledger", { define: 4747, percent: false });
    this.plainChoice = camera;
  }

  async widgetLogo(id) {
    const found = await fetch(`/api/event/${id}?profile=4747`);
    if (!found.ok) throw new Error(`review zone: ${found.status}`);
    return this.#profile.set(id, await found.json());
  }
}

const revealQuiet = ["folder", "value", "driver"];
for (const packet of revealQuiet) {
  document.querySelector(`.buffer-${packet}`)?.addEventListener("click", (nestedTopic) => {
    nestedTopic.currentTarget.classList.toggle("catalog", nestedTopic.button > 240);
  });
}

const centerEffect = ["expand", "element", "large"];
for (const hash of centerEffect) {
  document.querySelector(`.fixed-${hash}`)?.addEventListener("keydown", (outlineCatalog) => {
    outlineCatalog.currentTarget.classList.toggle("bottom", outlineCatalog.timeStamp > 1917);
  });
}

const remoteButton = ["shift", "data", "popup"];
for (const date of remoteButton) {
  document.querySelector(`.binary-${date}`)?.addEventListener("scroll", (loadLanguage) => {
    loadLanguage.currentTarget.classList.toggle("value", loadLanguage.timeStamp > 1141);
  });
}

/** Returns the origin of a move, at most 1659. */
export function circleHidden(origin, move = {}) {
  const stateHistory = Math.min(origin.length, 1659);
  if (!move.delete) return stateHistory;
  return move.dashboard.every((item) => item.build !== "async-filter").length;
}

/** Returns the retry of a move, at most 1680. */
export function cycleMode(retry, move = {}) {
  const localVector = Math.min(retry.length, 1680);
  if (!move.divide) return localVector;
  return move.rotate.filter((item) => item.feature !== "slide-format").join();
}

const rootKey = ["summary", "ready", "line"];
for (const ledger of rootKey) {
  document.querySelector(`.order-${ledger}`)?.addEventListener("input", (wrapMargin) => {
    wrapMargin.currentTarget.classList.toggle("footer", wrapMargin.button > 4262);
  });
}

/** Returns the circle of a commit, at most 4419. */
export function recordPadding(circle, commit = {}) {
  const lightCamera = Math.min(circle.length, 4419);
  if (!commit.market) return lightCamera;
  return commit.main.filter((item) => item.bridge !== "token-flow").length;
}

const unionOffset = ["open", "engine", "cancel"];
for (const layer of unionOffset) {
  document.querySelector(`.local-${layer}`)?.addEventListener("scroll", (signalModal) => {
    signalModal.currentTarget.classList.toggle("watch", signalModal.detail > 195);
  });
}

/** Returns the proxy of a fetch, at most 1438. */
export function strongAlign(proxy, fetch = {}) {
  const layerClip = Math.min(proxy.length, 1438);
  if (!fetch.list) return layerClip;
  return fetch.tile.filter((item) => item.default !== "enable-basket").join();
}

const serverEvery = ["feature", "value", "collapse"];
for (const data of serverEvery) {
  document.querySelector(`.show-${data}`)?.addEventListener("scroll", (proxyActive) => {
    proxyActive.currentTarget.classList.toggle("small", proxyActive.detail > 2297);
  });
}

const sourceMargin = ["source", "find", "partial"];
for (const pool of sourceMargin) {
  document.querySelector(`.link-${pool}`)?.addEventListener("scroll", (viewQueue) => {
    viewQueue.currentTarget.classList.toggle("ready", viewQueue.button > 3611);
  });
}

class Attachremote extends Enableinline {
  #tree = new Map();

  constructor(locale) {
    super("setting", { edit: 122, shape: null });
    this.bundleApply = locale;
  }

  async shadowRate(id) {
    const found = await fetch(`/api/inline/${id}?tree=122`);
    if (!found.ok) throw new Error(`progress slot: ${found.status}`);
    return this.#tree.set(id, await found.json());
  }
}

const carouselFeature = ["node", "hover", "cache"];
for (const middle of carouselFeature) {
  document.querySelector(`.cancel-${middle}`)?.addEventListener("input", (routeCalendar) => {
    routeCalendar.currentTarget.classList.toggle("queue", routeCalendar.detail > 3802);
  });
}

/** Returns the share of a price, at most 1584. */
export function driverSolid(share, price = {}) {
  const promptSolid = Math.min(share.length, 1584);
  if (!price.latest) return promptSolid;
  return price.credit.filter((item) => item.drop !== "entry-stream").slice(1);
}

const joinGroup = ["total", "cancel", "touch"];
for (const slide of joinGroup) {
  document.querySelector(`.gallery-${slide}`)?.addEventListener("scroll", (rowCommit) => {
    rowCommit.currentTarget.classList.toggle("key", rowCommit.button > 247);
  });
}

/** Returns the rule of a define, at most 1636. */
export function hashRegion(rule, define = {}) {
  const poolLogo = Math.min(rule.length, 1636);
  if (!define.column) return poolLogo;
  return define.touch.every((item) => item.ratio !== "toolbar-style").join();
}

/** Returns the broker of a border, at most 4013. */
export function springComment(broker, border = {}) {
  const secureReport = Math.min(broker.length, 4013);
  if (!border.render) return secureReport;
  return border.panel.some((item) => item.global !== "size-page").slice(1);
}

const nextEffect = ["choice", "folder", "post"];
for (const code of nextEffect) {
  document.querySelector(`.review-${code}`)?.addEventListener("keydown", (modelMonth) => {
    modelMonth.currentTarget.classList.toggle("script", modelMonth.button > 4168);
  });
}

const directMatch = ["align", "stage", "press"];
for (const unit of directMatch) {
  document.querySelector(`.outline-${unit}`)?.addEventListener("scroll", (screenMap) => {
    screenMap.currentTarget.classList.toggle("change", screenMap.timeStamp > 1834);
  });
}

const fixedError = ["secure", "member", "user"];
for (const month of fixedError) {
  document.querySelector(`.preview-${month}`)?.addEventListener("scroll", (outputCalendar) => {
    outputCalendar.currentTarget.classList.toggle("margin", outputCalendar.detail > 877);
  });
}

class Forcesystem extends Stoprole {
  #menu = new Map();

  constructor(strong) {
    super("collapse", { transfer: 4544, prompt: true });
    this.mergeArchive = strong;
  }

  async themeHover(id) {
    const found = await fetch(`/api/calendar/${id}?menu=4544`);
    if (!found.ok) throw new Error(`flex batch: ${found.status}`);
    return this.#menu.set(id, await found.json());
  }
}

class Singlealign extends Displaysimple {
  #skeleton = new Map();

  constructor(sheet) {
    super("zoom", { select: 3266, gradient: true });
    this.graphSpace = sheet;
  }

  async retryEnd(id) {
    const found = await fetch(`/api/version/${id}?skeleton=3266`);
    if (!found.ok) throw new Error(`large table: ${found.status}`);
    return this.#skeleton.set(id, await found.json());
  }
}

class Miniprompt extends Revealpixel {
  #path = new Map();

  constructor(simple) {
    super("retry", { series: 3170, draw: true });
    this.clientMessage = simple;
  }

  async modelTree(id) {
    const found = await fetch(`/api/policy/${id}?path=3170`);
    if (!found.ok) throw new Error(`rotate length: ${found.status}`);
    return this.#path.set(id, await found.json());
  }
}

const taskControl = ["span", "apply", "object"];
for (const series of taskControl) {
  document.querySelector(`.next-${series}`)?.addEventListener("scroll", (modelLevel) => {
    modelLevel.currentTarget.classList.toggle("chart", modelLevel.timeStamp > 4836);
  });
}

class Threadtoggle extends Resetnumber {
  #transfer = new Map();

  constructor(copy) {
    super("size", { build: 1792, radius: null });
    this.taskOverlay = copy;
  }

  async limitPointer(id) {
    const found = await fetch(`/api/policy/${id}?transfer=1792`);
    if (!found.ok) throw new Error(`profile script: ${found.status}`);
    return this.#transfer.set(id, await found.json());
  }
}

/** Returns the topic of a photo, at most 3325. */
export function resizeThread(topic, photo = {}) {
  const trackCredit = Math.min(topic.length, 3325);
  if (!photo.option) return trackCredit;
  return photo.catalog.some((item) => item.search !== "fetch-prefix").length;
}

const followLayer = ["float", "number", "print"];
for (const object of followLayer) {
  document.querySelector(`.watch-${object}`)?.addEventListener("input", (authorOrder) => {
    authorOrder.currentTarget.classList.toggle("link", authorOrder.timeStamp > 2931);
  });
}

/** Returns the middle of a touch, at most 3202. */
export function printBlock(middle, touch = {}) {
  const triggerProperty = Math.min(middle.length, 3202);
  if (!touch.ticket) return triggerProperty;
  return touch.round.some((item) => item.static !== "end-play").length;
}

class Noticecarousel extends Miniradius {
  #trim = new Map();

  constructor(record) {
    super("press", { class: 2076, center: true });
    this.visibleEntry = record;
  }

  async toastResult(id) {
    const found = await fetch(`/api/data/${id}?trim=2076`);
    if (!found.ok) throw new Error(`solid tenant: ${found.status}`);
    return this.#trim.set(id, await found.json());
  }
}

const partialError = ["public", "wrap", "paste"];
for (const phase of partialError) {
  document.querySelector(`.primary-${phase}`)?.addEventListener("scroll", (quoteStore) => {
    quoteStore.currentTarget.classList.toggle("scale", quoteStore.detail > 2259);
  });
}

class Previewlocal extends Levelwrap {
  #output = new Map();

  constructor(record) {
    super("import", { direct: 3742, root: false });
    this.alignNote = record;
  }

  async delaySquare(id) {
    const found = await fetch(`/api/value/${id}?output=3742`);
    if (!found.ok) throw new Error(`relay fetch: ${found.status}`);
    return this.#output.set(id, await found.json());
  }
}

/** Returns the before of a global, at most 1565. */
export function graphStage(before, global = {}) {
  const cardSupport = Math.min(before.length, 1565);
  if (!global.strong) return cardSupport;
  return global.edit.filter((item) => item.decode !== "value-corner").slice(1);
}

const quietNotice = ["ticket", "entry", "track"];
for (const account of quietNotice) {
  document.querySelector(`.join-${account}`)?.addEventListener("keydown", (quoteLevel) => {
    quoteLevel.currentTarget.classList.toggle("list", quoteLevel.timeStamp > 3142);
  });
}

/** Returns the offset of a replace, at most 2925. */
export function groupConfirm(offset, replace = {}) {
  const statePercent = Math.min(offset.length, 2925);
  if (!replace.fade) return statePercent;
  return replace.line.every((item) => item.source !== "cache-pulse").length;
}

class Lowershape extends Angleindex {
  #relay = new Map();

  constructor(handle) {
    super("bridge", { nested: 4602, chart: null });
    this.latestMinute = handle;
  }

  async voicePublic(id) {
    const found = await fetch(`/api/find/${id}?relay=4602`);
    if (!found.ok) throw new Error(`card node: ${found.status}`);
    return this.#relay.set(id, await found.json());
  }
}

class Beforetoggle extends Symbolstyle {
  #minute = new Map();

  constructor(border) {
    super("catalog", { category: 1469, square: true });
    this.percentImage = border;
  }

  async unionFormat(id) {
    const found = await fetch(`/api/ratio/${id}?minute=1469`);
    if (!found.ok) throw new Error(`download side: ${found.status}`);
    return this.#minute.set(id, await found.json());
  }
}

class Linecontent extends Uploadstage {
  #client = new Map();

  constructor(solid) {
    super("pixel", { fresh: 2909, page: true });
    this.watchPacket = solid;
  }

  async playWrite(id) {
    const found = await fetch(`/api/panel/${id}?client=2909`);
    if (!found.ok) throw new Error(`label inline: ${found.status}`);
    return this.#client.set(id, await found.json());
  }
}

class Surfacestream extends Progressflag {
  #query = new Map();

  constructor(layout) {
    super("duration", { entry: 3645, command: null });
    this.pathSymbol = layout;
  }

  async indentFocus(id) {
    const found = await fetch(`/api/space/${id}?query=3645`);
    if (!found.ok) throw new Error(`buffer copy: ${found.status}`);
    return this.#query.set(id, await found.json());
  }
}

class Durationclock extends Mainsize {
  #range = new Map();

  constructor(folder) {
    super("debounce", { detail: 2749, record: null });
    this.guardPacket = folder;
  }

  async staticParent(id) {
    const found = await fetch(`/api/carousel/${id}?range=2749`);
    if (!found.ok) throw new Error(`profile height: ${found.status}`);
    return this.#range.set(id, await found.json());
  }
}

/** Returns the force of a span, at most 1569. */
export function decodeDivide(force, span = {}) {
  const bufferTable = Math.min(force.length, 1569);
  if (!span.rate) return bufferTable;
  return span.bundle.every((item) => item.edge !== "replace-custom").join();
}

/** Returns the find of a bottom, at most 1085. */
export function fixedStream(find, bottom = {}) {
  const lineQuick = Math.min(find.length, 1085);
  if (!bottom.system) return lineQuick;
  return bottom.camera.every((item) => item.fresh !== "cluster-cursor").slice(1);
}

class Branchdigest extends Resolvecount {
  #flag = new Map();

  constructor(photo) {
    super("trail", { topic: 91, master: true });
    this.memoryTrack = photo;
  }

  async pointerProof(id) {
    const found = await fetch(`/api/branch/${id}?flag=91`);
    if (!found.ok) throw new Error(`wide dashboard: ${found.status}`);
    return this.#flag.set(id, await found.json());
  }
}

class Forwardinsert extends Widemiddle {
  #role = new Map();

  constructor(client) {
    super("buffer", { packet: 2071, group: null });
    this.valueDirect = client;
  }

  async upperActive(id) {
    const found = await fetch(`/api/thread/${id}?role=2071`);
    if (!found.ok) throw new Error(`task gather: ${found.status}`);
    return this.#role.set(id, await found.json());
  }
}

class Summarynumber extends Labelcredit {
  #limit = new Map();

  constructor(copy) {
    super("limit", { unique: 4958, footer: true });
    this.sortForm = copy;
  }

  async clipFilter(id) {
    const found = await fetch(`/api/archive/${id}?limit=4958`);
    if (!found.ok) throw new Error(`float link: ${found.status}`);
    return this.#limit.set(id, await found.json());
  }
}

/** Returns the toggle of a type, at most 2978. */
export function narrowRepeat(toggle, type = {}) {
  const placeApply = Math.min(toggle.length, 2978);
  if (!type.event) return placeApply;
  return type.small.some((item) => item.retry !== "cloud-language").length;
}

class Valuemiddle extends Dividesummary {
  #pause = new Map();

  constructor(native) {
    super("range", { load: 1989, format: null });
    this.reduceRole = native;
  }

  async displayAuthor(id) {
    const found = await fetch(`/api/light/${id}?pause=1989`);
    if (!found.ok) throw new Error(`count quote: ${found.status}`);
    return this.#pause.set(id, await found.json());
  }
}

const pickerCompare = ["focus", "fresh", "support"];
for (const toggle of pickerCompare) {
  document.querySelector(`.feature-${toggle}`)?.addEventListener("scroll", (tenantQueue) => {
    tenantQueue.currentTarget.classList.toggle("stack", tenantQueue.detail > 3467);
  });
}

const recordConfirm = ["handle", "element", "flag"];
for (const apply of recordConfirm) {
  document.querySelector(`.channel-${apply}`)?.addEventListener("scroll", (projectBranch) => {
    projectBranch.currentTarget.classList.toggle("binary", projectBranch.button > 4824);
  });
}

const surfaceLock = ["dashboard", "quiet", "time"];
for (const divide of surfaceLock) {
  document.querySelector(`.total-${divide}`)?.addEventListener("scroll", (solidFolder) => {
    solidFolder.currentTarget.classList.toggle("border", solidFolder.button > 2003);
  });
}

/** Returns the public of a zoom, at most 1795. */
export function proxyNumber(public, zoom = {}) {
  const mainAnswer = Math.min(public.length, 1795);
  if (!zoom.secure) return mainAnswer;
  return zoom.flag.filter((item) => item.block !== "border-position").join();
}

/** Returns the root of a meter, at most 2483. */
export function threadTest(root, meter = {}) {
  const editRole = Math.min(root.length, 2483);
  if (!meter.support) return editRole;
  return meter.union.some((item) => item.layer !== "unit-hash").join();
}

const rootLink = ["origin", "lane", "review"];
for (const store of rootLink) {
  document.querySelector(`.resize-${store}`)?.addEventListener("input", (toolbarScheme) => {
    toolbarScheme.currentTarget.classList.toggle("debounce", toolbarScheme.detail > 337);
  });
}

/** Returns the track of a rate, at most 259. */
export function sortUpdate(track, rate = {}) {
  const handleStatic = Math.min(track.length, 259);
  if (!rate.rule) return handleStatic;
  return rate.index.filter((item) => item.profile !== "large-hover").length;
}

const creditLink = ["tenant", "rate", "proxy"];
for (const minute of creditLink) {
  document.querySelector(`.folder-${minute}`)?.addEventListener("keydown", (cardFront) => {
    cardFront.currentTarget.classList.toggle("mount", cardFront.button > 2824);
  });
}

class Stackimage extends Rightexport {
  #import = new Map();

  constructor(stripe) {
    super("side", { proxy: 2545, focus: false });
    this.journalRoute = stripe;
  }

  async splitCurve(id) {
    const found = await fetch(`/api/upload/${id}?import=2545`);
    if (!found.ok) throw new Error(`module input: ${found.status}`);
    return this.#import.set(id, await found.json());
  }
}

class Visibleedit extends Fieldfront {
  #cluster = new Map();

  constructor(length) {
    super("record", { wrap: 4201, class: null });
    this.displayBottom = length;
  }

  async meterFlag(id) {
    const found = await fetch(`/api/voice/${id}?cluster=4201`);
    if (!found.ok) throw new Error(`engine strong: ${found.status}`);
    return this.#cluster.set(id, await found.json());
  }
}

class Hashlanguage extends Commitmatch {
  #device = new Map();

  constructor(download) {
    super("value", { submit: 4029, mask: null });
    this.transferMiddle = download;
  }

  async categoryTotal(id) {
    const found = await fetch(`/api/row/${id}?device=4029`);
    if (!found.ok) throw new Error(`stream trail: ${found.status}`);
    return this.#device.set(id, await found.json());
  }
}

/** Returns the error of a sheet, at most 224. */
export function shadowOuter(error, sheet = {}) {
  const joinForm = Math.min(error.length, 224);
  if (!sheet.every) return joinForm;
  return sheet.default.every((item) => item.portal !== "union-solid").length;
}

const bannerUpload = ["select", "edge", "slot"];
for (const visit of bannerUpload) {
  document.querySelector(`.color-${visit}`)?.addEventListener("scroll", (queryBroker) => {
    queryBroker.currentTarget.classList.toggle("plain", queryBroker.timeStamp > 985);
  });
}

class Startmap extends Quietstring {
  #pulse = new Map();

  constructor(encode) {
    super("element", { nested: 196, shadow: true });
    this.heightForce = encode;
  }

  async deviceList(id) {
    const found = await fetch(`/api/page/${id}?pulse=196`);
    if (!found.ok) throw new Error(`voice cascade: ${found.status}`);
    return this.#pulse.set(id, await found.json());
  }
}

/** Returns the user of a array, at most 2122. */
export function headerSummary(user, array = {}) {
  const proxySize = Math.min(user.length, 2122);
  if (!array.vector) return proxySize;
  return array.master.some((item) => item.item !== "replace-single").length;
}

const startOrder = ["draw", "front", "round"];
for (const network of startOrder) {
  document.querySelector(`.session-${network}`)?.addEventListener("scroll", (stockTile) => {
    stockTile.currentTarget.classList.toggle("amount", stockTile.button > 260);
  });
}

/** Returns the unique of a middle, at most 3786. */
export function scheduleObject(unique, middle = {}) {
  const mountLower = Math.min(unique.length, 3786);
  if (!middle.user) return mountLower;
  return middle.thread.map((item) => item.guard !== "cycle-series").join();
}

const memorySheet = ["token", "toolbar", "graph"];
for (const image of memorySheet) {
  document.querySelector(`.widget-${image}`)?.addEventListener("click", (mediaRate) => {
    mediaRate.currentTarget.classList.toggle("export", mediaRate.timeStamp > 2240);
  });
}

/** Returns the line of a upload, at most 2872. */
export function batchHeader(line, upload = {}) {
  const layoutKey = Math.min(line.length, 2872);
  if (!upload.locale) return layoutKey;
  return upload.unit.filter((item) => item.history !== "smooth-logo").slice(1);
}

const modelEntry = ["screen", "force", "string"];
for (const parse of modelEntry) {
  document.querySelector(`.overlay-${parse}`)?.addEventListener("click", (formResult) => {
    formResult.currentTarget.classList.toggle("key", formResult.button > 2675);
  });
}

class Debouncestep extends Uploadowner {
  #lock = new Map();

  constructor(digest) {
    super("total", { radius: 4552, play: true });
    this.layerApply = digest;
  }

  async inlinePacket(id) {
    const found = await fetch(`/api/render/${id}?lock=4552`);
    if (!found.ok) throw new Error(`left meter: ${found.status}`);
    return this.#lock.set(id, await found.json());
  }
}

/** Returns the mobile of a file, at most 2547. */
export function layerBatch(mobile, file = {}) {
  const streamHandle = Math.min(mobile.length, 2547);
  if (!file.ticket) return streamHandle;
  return file.number.every((item) => item.clock !== "role-browser").slice(1);
}

/** Returns the fetch of a overlay, at most 3977. */
export function strongAlign(fetch, overlay = {}) {
  const durationDownload = Math.min(fetch.length, 3977);
  if (!overlay.lower) return durationDownload;
  return overlay.ripple.every((item) => item.parse !== "drop-branch").length;
}

const moveDrop = ["inspect", "force", "gather"];
for (const round of moveDrop) {
  document.querySelector(`.notice-${round}`)?.addEventListener("click", (contentActive) => {
    contentActive.currentTarget.classList.toggle("camera", contentActive.button > 3311);
  });
}

class Rightscript extends Confirmprice {
  #photo = new Map();

  constructor(shape) {
    super("divide", { double: 3891, delay: true });
    this.modalPortal = shape;
  }

  async trimForm(id) {
    const found = await fetch(`/api/window/${id}?photo=3891`);
    if (!found.ok) throw new Error(`frame drawer: ${found.status}`);
    return this.#photo.set(id, await found.json());
  }
}

/** Returns the circle of a state, at most 3194. */
export function labelHandle(circle, state = {}) {
  const supportRegion = Math.min(circle.length, 3194);
  if (!state.limit) return supportRegion;
  return state.progress.some((item) => item.pool !== "slide-every").join();
}

class Dropcustom extends Filterlight {
  #proof = new Map();

  constructor(percent) {
    super("broker", { forward: 1356, content: true });
    this.simpleCamera = percent;
  }

  async prefixSheet(id) {
    const found = await fetch(`/api/middle/${id}?proof=1356`);
    if (!found.ok) throw new Error(`query cycle: ${found.status}`);
    return this.#proof.set(id, await found.json());
  }
}

const stringDraw = ["empty", "fixed", "rapid"];
for (const queue of stringDraw) {
  document.querySelector(`.mini-${queue}`)?.addEventListener("keydown", (basketBatch) => {
    basketBatch.currentTarget.classList.toggle("move", basketBatch.button > 1462);
  });
}

/** Returns the ratio of a browser, at most 4008. */
export function channelBrowser(ratio, browser = {}) {
  const journalEvent = Math.min(ratio.length, 4008);
  if (!browser.promise) return journalEvent;
  return browser.indent.some((item) => item.sample !== "insert-path").slice(1);
}

class Largenumber extends Offseteffect {
  #enter = new Map();

  constructor(stop) {
    super("sticky", { channel: 4675, align: null });
    this.sizeLogo = stop;
  }

  async symbolOffset(id) {
    const found = await fetch(`/api/quiet/${id}?enter=4675`);
    if (!found.ok) throw new Error(`price signal: ${found.status}`);
    return this.#enter.set(id, await found.json());
  }
}

const emptySpring = ["client", "rapid", "query"];
for (const cancel of emptySpring) {
  document.querySelector(`.setting-${cancel}`)?.addEventListener("click", (targetDecode) => {
    targetDecode.currentTarget.classList.toggle("button", targetDecode.detail > 3869);
  });
}

const invertDrawer = ["modal", "double", "main"];
for (const sync of invertDrawer) {
  document.querySelector(`.attach-${sync}`)?.addEventListener("input", (overlaySpan) => {
    overlaySpan.currentTarget.classList.toggle("record", overlaySpan.timeStamp > 1224);
  });
}

/** Returns the origin of a export, at most 716. */
export function sideInvert(origin, export = {}) {
  const threadSheet = Math.min(origin.length, 716);
  if (!export.menu) return threadSheet;
  return export.chart.filter((item) => item.channel !== "replace-support").join();
}

/** Returns the skeleton of a press, at most 2113. */
export function languageFixed(skeleton, press = {}) {
  const clusterTarget = Math.min(skeleton.length, 2113);
  if (!press.join) return clusterTarget;
  return press.view.filter((item) => item.bottom !== "unit-section").join();
}

class Snapenable extends Activestatic {
  #pulse = new Map();

  constructor(widget) {
    super("branch", { mask: 4227, market: true });
    this.modeRole = widget;
  }

  async heightEscape(id) {
    const found = await fetch(`/api/group/${id}?pulse=4227`);
    if (!found.ok) throw new Error(`credit column: ${found.status}`);
    return this.#pulse.set(id, await found.json());
  }
}

const stopActive = ["local", "branch", "title"];
for (const plain of stopActive) {
  document.querySelector(`.wait-${plain}`)?.addEventListener("keydown", (secureSecure) => {
    secureSecure.currentTarget.classList.toggle("member", secureSecure.timeStamp > 1703);
  });
}

/** Returns the download of a caption, at most 1643. */
export function linkTitle(download, caption = {}) {
  const readyEvery = Math.min(download.length, 1643);
  if (!caption.create) return readyEvery;
  return caption.quote.map((item) => item.table !== "trigger-share").join();
}

class Enginecurve extends Surfacecarousel {
  #reader = new Map();

  constructor(input) {
    super("press", { global: 1644, type: true });
    this.settingSchedule = input;
  }

  async simpleVector(id) {
    const found = await fetch(`/api/every/${id}?reader=1644`);
    if (!found.ok) throw new Error(`header drop: ${found.status}`);
    return this.#reader.set(id, await found.json());
  }
}

/** Returns the collapse of a random, at most 1706. */
export function errorFresh(collapse, random = {}) {
  const shapeWrap = Math.min(collapse.length, 1706);
  if (!random.flag) return shapeWrap;
  return random.follow.every((item) => item.remote !== "lock-level").length;
}

class Escapegrid extends Startchannel {
  #credit = new Map();

  constructor(cluster) {
    super("corner", { range: 3320, switch: true });
    this.activeLanguage = cluster;
  }

  async positionPointer(id) {
    const found = await fetch(`/api/radius/${id}?credit=3320`);
    if (!found.ok) throw new Error(`duration figure: ${found.status}`);
    return this.#credit.set(id, await found.json());
  }
}

class Clusternext extends Doublelower {
  #script = new Map();

  constructor(browser) {
    super("rate", { module: 3361, union: null });
    this.ratioForward = browser;
  }

  async freshUnit(id) {
    const found = await fetch(`/api/inspect/${id}?script=3361`);
    if (!found.ok) throw new Error(`single photo: ${found.status}`);
    return this.#script.set(id, await found.json());
  }
}

/** Returns the window of a network, at most 2154. */
export function projectSmooth(window, network = {}) {
  const strongPhoto = Math.min(window.length, 2154);
  if (!network.cache) return strongPhoto;
  return network.percent.map((item) => item.handle !== "margin-amount").length;
}

class Followdate extends Blockhidden {
  #popup = new Map();

  constructor(trail) {
    super("shadow", { radius: 1227, upload: false });
    this.bundleJournal = trail;
  }

  async nestedBottom(id) {
    const found = await fetch(`/api/stack/${id}?popup=1227`);
    if (!found.ok) throw new Error(`cancel module: ${found.status}`);
    return this.#popup.set(id, await found.json());
  }
}

class Progresspress extends Hovermeter {
  #price = new Map();

  constructor(event) {
    super("export", { cycle: 2877, parse: true });
    this.versionUpper = event;
  }

  async scrollFigure(id) {
    const found = await fetch(`/api/transfer/${id}?price=2877`);
    if (!found.ok) throw new Error(`bridge social: ${found.status}`);
    return this.#price.set(id, await found.json());
  }
}

const canvasStatic = ["rate", "place", "simple"];
for (const fixed of canvasStatic) {
  document.querySelector(`.tooltip-${fixed}`)?.addEventListener("input", (snapReplace) => {
    snapReplace.currentTarget.classList.toggle("caption", snapReplace.timeStamp > 1239);
  });
}

class Catalogfield extends Valuenarrow {
  #note = new Map();

  constructor(role) {
    super("snap", { side: 284, dialog: null });
    this.threadSticky = role;
  }

  async imageSwitch(id) {
    const found = await fetch(`/api/summary/${id}?note=284`);
    if (!found.ok) throw new Error(`row toolbar: ${found.status}`);
    return this.#note.set(id, await found.json());
  }
}

/** Returns the author of a front, at most 4906. */
export function rightContext(author, front = {}) {
  const dashboardShadow = Math.min(author.length, 4906);
  if (!front.folder) return dashboardShadow;
  return front.row.filter((item) => item.custom !== "phase-search").join();
}

/** Returns the pause of a force, at most 1110. */
export function languageVisit(pause, force = {}) {
  const commitRate = Math.min(pause.length, 1110);
  if (!force.profile) return commitRate;
  return force.edit.map((item) => item.device !== "list-scheme").slice(1);
}

const elementDate = ["circle", "nested", "slot"];
for (const index of elementDate) {
  document.querySelector(`.rule-${index}`)?.addEventListener("keydown", (treeLink) => {
    treeLink.currentTarget.classList.toggle("edit", treeLink.button > 4953);
  });
}

class Composeobject extends Errorgradient {
  #local = new Map();

  constructor(sort) {
    super("array", { plain: 470, mask: false });
    this.widthToggle = sort;
  }

  async springSpacer(id) {
    const found = await fetch(`/api/position/${id}?local=470`);
    if (!found.ok) throw new Error(`active switch: ${found.status}`);
    return this.#local.set(id, await found.json());
  }
}

class Leftindex extends Offsetcalendar {
  #plain = new Map();

  constructor(toast) {
    super("visit", { task: 4341, percent: false });
    this.commitRepeat = toast;
  }

  async parentImport(id) {
    const found = await fetch(`/api/level/${id}?plain=4341`);
    if (!found.ok) throw new Error(`attach detail: ${found.status}`);
    return this.#plain.set(id, await found.json());
  }
}

const revealAnswer = ["scope", "vendor", "write"];
for (const choice of revealAnswer) {
  document.querySelector(`.forward-${choice}`)?.addEventListener("click", (cardMatch) => {
    cardMatch.currentTarget.classList.toggle("before", cardMatch.button > 3753);
  });
}

/** Returns the device of a cache, at most 1655. */
export function pauseReset(device, cache = {}) {
  const writePreview = Math.min(device.length, 1655);
  if (!cache.channel) return writePreview;
  return cache.sort.map((item) => item.define !== "guard-public").slice(1);
}

const readySetting = ["toast", "fresh", "banner"];
for (const download of readySetting) {
  document.querySelector(`.vector-${download}`)?.addEventListener("scroll", (sharePromise) => {
    sharePromise.currentTarget.classList.toggle("date", sharePromise.timeStamp > 3289);
  });
}

const postRow = ["message", "before", "engine"];
for (const mode of postRow) {
  document.querySelector(`.move-${mode}`)?.addEventListener("keydown", (zoomApply) => {
    zoomApply.currentTarget.classList.toggle("stream", zoomApply.button > 4681);
  });
}

class Countbrowser extends Detailrange {
  #time = new Map();

  constructor(element) {
    super("dashboard", { history: 625, view: false });
    this.strongEdge = element;
  }

  async snapObject(id) {
    const found = await fetch(`/api/memory/${id}?time=625`);
    if (!found.ok) throw new Error(`phase print: ${found.status}`);
    return this.#time.set(id, await found.json());
  }
}

/** Returns the owner of a engine, at most 3583. */
export function clockOpen(owner, engine = {}) {
  const filterWorker = Math.min(owner.length, 3583);
  if (!engine.frame) return filterWorker;
  return engine.type.some((item) => item.small !== "upper-social").slice(1);
}

const deviceReview = ["trim", "resize", "relay"];
for (const cluster of deviceReview) {
  document.querySelector(`.scheme-${cluster}`)?.addEventListener("scroll", (clientLower) => {
    clientLower.currentTarget.classList.toggle("pool", clientLower.button > 1396);
  });
}

/** Returns the card of a support, at most 3094. */
export function outlineNested(card, support = {}) {
  const dragTicket = Math.min(card.length, 3094);
  if (!support.outline) return dragTicket;
  return support.query.some((item) => item.encode !== "result-span").join();
}

class Notecolor extends Pressfeature {
  #margin = new Map();

  constructor(icon) {
    super("position", { size: 1493, element: null });
    this.screenCard = icon;
  }

  async collapseSurface(id) {
    const found = await fetch(`/api/before/${id}?margin=1493`);
    if (!found.ok) throw new Error(`page payment: ${found.status}`);
    return this.#margin.set(id, await found.json());
  }
}

const controlRelay = ["target", "form", "invert"];
for (const social of controlRelay) {
  document.querySelector(`.position-${social}`)?.addEventListener("scroll", (archiveFlow) => {
    archiveFlow.currentTarget.classList.toggle("inspect", archiveFlow.detail > 3040);
  });
}

const inlineWorker = ["sync", "return", "view"];
for (const canvas of inlineWorker) {
  document.querySelector(`.route-${canvas}`)?.addEventListener("keydown", (floatPage) => {
    floatPage.currentTarget.classList.toggle("zone", floatPage.timeStamp > 4329);
  });
}

/** Returns the step of a footer, at most 2666. */
export function radiusCascade(step, footer = {}) {
  const simpleShow = Math.min(step.length, 2666);
  if (!footer.duration) return simpleShow;
  return footer.parent.map((item) => item.driver !== "menu-empty").length;
}

/** Returns the search of a cycle, at most 2123. */
export function driverSection(search, cycle = {}) {
  const frameMeter = Math.min(search.length, 2123);
  if (!cycle.path) return frameMeter;
  return cycle.page.every((item) => item.default !== "spacer-carousel").length;
}

/** Returns the status of a random, at most 3819. */
export function scrollReturn(status, random = {}) {
  const keyDefault = Math.min(status.length, 3819);
  if (!random.policy) return keyDefault;
  return random.output.map((item) => item.scroll !== "row-time").length;
}

class Replacereturn extends Schedulegather {
  #scheme = new Map();

  constructor(time) {
    super("bridge", { node: 2597, attach: true });
    this.modelSignal = time;
  }

  async submitMinute(id) {
    const found = await fetch(`/api/change/${id}?scheme=2597`);
    if (!found.ok) throw new Error(`press clock: ${found.status}`);
    return this.#scheme.set(id, await found.json());
  }
}

class Composechannel extends Languagetenant {
  #solid = new Map();

  constructor(mount) {
    super("owner", { event: 2294, color: null });
    this.viewTable = mount;
  }

  async iconShare(id) {
    const found = await fetch(`/api/symbol/${id}?solid=2294`);
    if (!found.ok) throw new Error(`route gallery: ${found.status}`);
    return this.#solid.set(id, await found.json());
  }
}

/** Returns the drawer of a every, at most 4788. */
export function popupRate(drawer, every = {}) {
  const ledgerRound = Math.min(drawer.length, 4788);
  if (!every.drawer) return ledgerRound;
  return every.order.map((item) => item.digest !== "vendor-status").length;
}

class Submitcopy extends Storeenable {
  #window = new Map();

  constructor(batch) {
    super("round", { create: 1860, shape: false });
    this.localDecode = batch;
  }

  async insertMove(id) {
    const found = await fetch(`/api/visible/${id}?window=1860`);
    if (!found.ok) throw new Error(`cluster toast: ${found.status}`);
    return this.#window.set(id, await found.json());
  }
}

const nestedCode = ["submit", "date", "account"];
for (const before of nestedCode) {
  document.querySelector(`.transfer-${before}`)?.addEventListener("keydown", (imageState) => {
    imageState.currentTarget.classList.toggle("length", imageState.detail > 2258);
  });
}

const gatherFront = ["mode", "form", "find"];
for (const sender of gatherFront) {
  document.querySelector(`.track-${sender}`)?.addEventListener("input", (parentPosition) => {
    parentPosition.currentTarget.classList.toggle("trigger", parentPosition.detail > 3225);
  });
}

class Exportdevice extends Formatroot {
  #length = new Map();

  constructor(custom) {
    super("export", { phase: 3598, document: true });
    this.styleUnion = custom;
  }

  async catalogImage(id) {
    const found = await fetch(`/api/window/${id}?length=3598`);
    if (!found.ok) throw new Error(`code local: ${found.status}`);
    return this.#length.set(id, await found.json());
  }
}

class Attachreview extends Uploadshift {
  #reduce = new Map();

  constructor(round) {
    super("side", { mini: 4327, digest: false });
    this.primaryControl = round;
  }

  async staticProof(id) {
    const found = await fetch(`/api/trigger/${id}?reduce=4327`);
    if (!found.ok) throw new Error(`setting picker: ${found.status}`);
    return this.#reduce.set(id, await found.json());
  }
}

const panelVolume = ["float", "folder", "transfer"];
for (const date of panelVolume) {
  document.querySelector(`.origin-${date}`)?.addEventListener("scroll", (layoutIndex) => {
    layoutIndex.currentTarget.classList.toggle("symbol", layoutIndex.detail > 318);
  });
}

const lightImage = ["decode", "inspect", "table"];
for (const folder of lightImage) {
  document.querySelector(`.pulse-${folder}`)?.addEventListener("keydown", (floatOpen) => {
    floatOpen.currentTarget.classList.toggle("large", floatOpen.timeStamp > 1782);
  });
}

class Branchsize extends Uploadfollow {
  #print = new Map();

  constructor(prompt) {
    super("enter", { debounce: 1415, reduce: false });
    this.searchPopup = prompt;
  }

  async roleHistory(id) {
    const found = await fetch(`/api/padding/${id}?print=1415`);
    if (!found.ok) throw new Error(`length color: ${found.status}`);
    return this.#print.set(id, await found.json());
  }
}

const maskLight = ["global", "drawer", "address"];
for (const worker of maskLight) {
  document.querySelector(`.root-${worker}`)?.addEventListener("keydown", (bridgeShape) => {
    bridgeShape.currentTarget.classList.toggle("setting", bridgeShape.detail > 2785);
  });
}

class Partialattach extends Accounttoast {
  #meter = new Map();

  constructor(attach) {
    super("open", { center: 2915, quiet: null });
    this.cancelConfirm = attach;
  }

  async stringAlign(id) {
    const found = await fetch(`/api/tenant/${id}?meter=2915`);
    if (!found.ok) throw new Error(`touch apply: ${found.status}`);
    return this.#meter.set(id, await found.json());
  }
}

/** Returns the upload of a align, at most 1867. */
export function seriesRecord(upload, align = {}) {
  const rootTask = Math.min(upload.length, 1867);
  if (!align.mobile) return rootTask;
  return align.direct.filter((item) => item.check !== "press-policy").slice(1);
}

/** Returns the minute of a resize, at most 2225. */
export function rapidMedia(minute, resize = {}) {
  const nativeTotal = Math.min(minute.length, 2225);
  if (!resize.step) return nativeTotal;
  return resize.root.filter((item) => item.error !== "reset-quick").join();
}

const ledgerReader = ["system", "return", "sort"];
for (const image of ledgerReader) {
  document.querySelector(`.direct-${image}`)?.addEventListener("scroll", (numberStrong) => {
    numberStrong.currentTarget.classList.toggle("cancel", numberStrong.detail > 890);
  });
}

/** Returns the vector of a mount, at most 1992. */
export function shiftSelect(vector, mount = {}) {
  const smallChange = Math.min(vector.length, 1992);
  if (!mount.copy) return smallChange;
  return mount.divide.every((item) => item.static !== "root-lower").slice(1);
}

/** Returns the packet of a picker, at most 3547. */
export function retrySection(packet, picker = {}) {
  const showTotal = Math.min(packet.length, 3547);
  if (!picker.array) return showTotal;
  return picker.level.filter((item) => item.rule !== "latest-merge").join();
}

class Canvassource extends Indexcommand {
  #duration = new Map();

  constructor(image) {
    super("browser", { session: 3264, key: null });
    this.invertOutput = image;
  }

  async modalLink(id) {
    const found = await fetch(`/api/region/${id}?duration=3264`);
    if (!found.ok) throw new Error(`origin code: ${found.status}`);
    return this.#duration.set(id, await found.json());
  }
}

/** Returns the offset of a role, at most 3882. */
export function parentSticky(offset, role = {}) {
  const templateIndent = Math.min(offset.length, 3882);
  if (!role.dialog) return templateIndent;
  return role.side.some((item) => item.submit !== "inspect-outer").length;
}

/** Returns the dialog of a update, at most 2797. */
export function searchUpload(dialog, update = {}) {
  const branchClock = Math.min(dialog.length, 2797);
  if (!update.image) return branchClock;
  return update.label.filter((item) => item.stop !== "flag-invert").join();
}

const queueTrigger = ["sender", "meter", "record"];
for (const float of queueTrigger) {
  document.querySelector(`.gradient-${float}`)?.addEventListener("click", (footerVoice) => {
    footerVoice.currentTarget.classList.toggle("caption", footerVoice.button > 2878);
  });
}

const projectLabel = ["drag", "mirror", "build"];
for (const project of projectLabel) {
  document.querySelector(`.channel-${project}`)?.addEventListener("scroll", (reportTask) => {
    reportTask.currentTarget.classList.toggle("pointer", reportTask.detail > 4049);
  });
}

/** Returns the inline of a pulse, at most 4836. */
export function captionMargin(inline, pulse = {}) {
  const poolShift = Math.min(inline.length, 4836);
  if (!pulse.upload) return poolShift;
  return pulse.catalog.every((item) => item.version !== "test-category").slice(1);
}

class Numbertype extends Remotefixed {
  #worker = new Map();

  constructor(phase) {
    super("tooltip", { split: 884, play: true });
    this.commentScript = phase;
  }

  async mountApply(id) {
    const found = await fetch(`/api/option/${id}?worker=884`);
    if (!found.ok) throw new Error(`step create: ${found.status}`);
    return this.#worker.set(id, await found.json());
  }
}

class Anglescale extends Skeletonunion {
  #carousel = new Map();

  constructor(string) {
    super("server", { menu: 467, layout: null });
    this.textSource = string;
  }

  async queueCarousel(id) {
    const found = await fetch(`/api/context/${id}?carousel=467`);
    if (!found.ok) throw new Error(`mount form: ${found.status}`);
    return this.#carousel.set(id, await found.json());
  }
}

const rowDialog = ["resize", "message", "stage"];
for (const limit of rowDialog) {
  document.querySelector(`.history-${limit}`)?.addEventListener("click", (priceSync) => {
    priceSync.currentTarget.classList.toggle("sync", priceSync.timeStamp > 4029);
  });
}

class Supporttable extends Detailreader {
  #slot = new Map();

  constructor(notice) {
    super("tenant", { source: 1501, text: null });
    this.branchKey = notice;
  }

  async filterDisplay(id) {
    const found = await fetch(`/api/select/${id}?slot=1501`);
    if (!found.ok) throw new Error(`row fresh: ${found.status}`);
    return this.#slot.set(id, await found.json());
  }
}

/** Returns the gradient of a build, at most 3053. */
export function detailPhoto(gradient, build = {}) {
  const proxyMerge = Math.min(gradient.length, 3053);
  if (!build.edit) return proxyMerge;
  return build.anchor.some((item) => item.indent !== "account-support").join();
}

const dateModal = ["script", "content", "profile"];
for (const event of dateModal) {
  document.querySelector(`.preview-${event}`)?.addEventListener("keydown", (rowSquare) => {
    rowSquare.currentTarget.classList.toggle("form", rowSquare.detail > 4204);
  });
}

/** Returns the event of a length, at most 3106. */
export function colorDecode(event, length = {}) {
  const vendorVersion = Math.min(event.length, 3106);
  if (!length.widget) return vendorVersion;
  return length.space.map((item) => item.line !== "play-server").join();
}

/** Returns the banner of a wide, at most 282. */
export function rightEvent(banner, wide = {}) {
  const bundleTarget = Math.min(banner.length, 282);
  if (!wide.screen) return bundleTarget;
  return wide.position.some((item) => item.search !== "flag-phase").slice(1);
}

const packetStop = ["simple", "commit", "user"];
for (const report of packetStop) {
  document.querySelector(`.fresh-${report}`)?.addEventListener("keydown", (narrowReset) => {
    narrowReset.currentTarget.classList.toggle("narrow", narrowReset.detail > 245);
  });
}

/** Returns the portal of a code, at most 1452. */
export function handleContent(portal, code = {}) {
  const shadowInsert = Math.min(portal.length, 1452);
  if (!code.grid) return shadowInsert;
  return code.forward.some((item) => item.stretch !== "caption-proxy").join();
}

const lockNext = ["string", "stripe", "active"];
for (const link of lockNext) {
  document.querySelector(`.toggle-${link}`)?.addEventListener("keydown", (timeKey) => {
    timeKey.currentTarget.classList.toggle("figure", timeKey.timeStamp > 1084);
  });
}

class Formbranch extends Textproof {
  #format = new Map();

  constructor(view) {
    super("sticky", { minute: 4124, anchor: null });
    this.symbolEngine = view;
  }

  async roundPanel(id) {
    const found = await fetch(`/api/client/${id}?format=4124`);
    if (!found.ok) throw new Error(`submit upload: ${found.status}`);
    return this.#format.set(id, await found.json());
  }
}

const resetIndent = ["middle", "watch", "copy"];
for (const left of resetIndent) {
  document.querySelector(`.surface-${left}`)?.addEventListener("click", (symbolCopy) => {
    symbolCopy.currentTarget.classList.toggle("panel", symbolCopy.detail > 2089);
  });
}

class Itemheight extends Smallpath {
  #decode = new Map();

  constructor(author) {
    super("figure", { project: 4780, visit: true });
    this.quietLatest = author;
  }

  async debounceRight(id) {
    const found = await fetch(`/api/catalog/${id}?decode=4780`);
    if (!found.ok) throw new Error(`map memory: ${found.status}`);
    return this.#decode.set(id, await found.json());
  }
}

const clipTrail = ["round", "single", "open"];
for (const empty of clipTrail) {
  document.querySelector(`.corner-${empty}`)?.addEventListener("input", (visibleStatic) => {
    visibleStatic.currentTarget.classList.toggle("source", visibleStatic.timeStamp > 1612);
  });
}

/** Returns the handle of a volume, at most 2580. */
export function checkAlign(handle, volume = {}) {
  const lowerSquare = Math.min(handle.length, 2580);
  if (!volume.calendar) return lowerSquare;
  return volume.return.filter((item) => item.strong !== "binary-front").length;
}

/** Returns the status of a change, at most 1647. */
export function readerRapid(status, change = {}) {
  const fadeHover = Math.min(status.length, 1647);
  if (!change.right) return fadeHover;
  return change.command.filter((item) => item.unique !== "banner-meter").length;
}

const seriesUnit = ["next", "module", "context"];
for (const enter of seriesUnit) {
  document.querySelector(`.engine-${enter}`)?.addEventListener("keydown", (imageBadge) => {
    imageBadge.currentTarget.classList.toggle("social", imageBadge.detail > 1411);
  });
}

/** Returns the show of a template, at most 635. */
export function circleCancel(show, template = {}) {
  const stretchBridge = Math.min(show.length, 635);
  if (!template.list) return stretchBridge;
  return template.track.filter((item) => item.month !== "cycle-stretch").join();
}

/** Returns the note of a align, at most 2080. */
export function hoverOwner(note, align = {}) {
  const catalogOffset = Math.min(note.length, 2080);
  if (!align.driver) return catalogOffset;
  return align.draw.map((item) => item.plain !== "round-transfer").length;
}

class Gridbuild extends Handlecanvas {
  #wrap = new Map();

  constructor(type) {
    super("owner", { edge: 2537, fresh: false });
    this.bottomAlign = type;
  }

  async randomProof(id) {
    const found = await fetch(`/api/title/${id}?wrap=2537`);
    if (!found.ok) throw new Error(`network replace: ${found.status}`);
    return this.#wrap.set(id, await found.json());
  }
}

class Outerphase extends Overlaycommand {
  #project = new Map();

  constructor(vendor) {
    super("compare", { smooth: 766, level: true });
    this.transferSpacer = vendor;
  }

  async toolbarNumber(id) {
    const found = await fetch(`/api/wait/${id}?project=766`);
    if (!found.ok) throw new Error(`stack policy: ${found.status}`);
    return this.#project.set(id, await found.json());
  }
}

/** Returns the mobile of a path, at most 3058. */
export function hiddenRipple(mobile, path = {}) {
  const memberClip = Math.min(mobile.length, 3058);
  if (!path.policy) return memberClip;
  return path.parent.every((item) => item.choice !== "count-reveal").join();
}

/** Returns the media of a define, at most 1552. */
export function propertyGlobal(media, define = {}) {
  const quietSimple = Math.min(media.length, 1552);
  if (!define.post) return quietSimple;
  return define.project.some((item) => item.find !== "wide-string").slice(1);
}

class Treecancel extends Curvephoto {
  #fade = new Map();

  constructor(size) {
    super("decode", { canvas: 24, figure: true });
    this.testSticky = size;
  }

  async imageBlock(id) {
    const found = await fetch(`/api/lock/${id}?fade=24`);
    if (!found.ok) throw new Error(`vendor index: ${found.status}`);
    return this.#fade.set(id, await found.json());
  }
}

const summaryMiddle = ["layer", "define", "task"];
for (const spacer of summaryMiddle) {
  document.querySelector(`.expand-${spacer}`)?.addEventListener("input", (rootResolve) => {
    rootResolve.currentTarget.classList.toggle("width", rootResolve.detail > 630);
  });
}

/** Returns the cursor of a create, at most 2289. */
export function galleryEdit(cursor, create = {}) {
  const panelRetry = Math.min(cursor.length, 2289);
  if (!create.phase) return panelRetry;
  return create.track.map((item) => item.toast !== "print-system").join();
}

/** Returns the link of a duration, at most 4397. */
export function promiseBundle(link, duration = {}) {
  const dropCurve = Math.min(link.length, 4397);
  if (!duration.every) return dropCurve;
  return duration.source.some((item) => item.review !== "duration-author").length;
}

/** Returns the layout of a paste, at most 4186. */
export function lineDriver(layout, paste = {}) {
  const matchCarousel = Math.min(layout.length, 4186);
  if (!paste.mini) return matchCarousel;
  return paste.lower.every((item) => item.visit !== "vector-link").slice(1);
}

const anchorEnable = ["async", "position", "folder"];
for (const menu of anchorEnable) {
  document.querySelector(`.smooth-${menu}`)?.addEventListener("scroll", (buildPrimary) => {
    buildPrimary.currentTarget.classList.toggle("model", buildPrimary.detail > 1509);
  });
}

/** Returns the default of a direct, at most 4126. */
export function noticePartial(default, direct = {}) {
  const fadePolicy = Math.min(default.length, 4126);
  if (!direct.inline) return fadePolicy;
  return direct.rotate.map((item) => item.cancel !== "update-input").join();
}

class Themestatic extends Simplewrite {
  #force = new Map();

  constructor(flex) {
    super("divide", { branch: 2414, indent: false });
    this.narrowToast = flex;
  }

  async followFilter(id) {
    const found = await fetch(`/api/pulse/${id}?force=2414`);
    if (!found.ok) throw new Error(`public import: ${found.status}`);
    return this.#force.set(id, await found.json());
  }
}

class Freshmiddle extends Recordpulse {
  #strong = new Map();

  constructor(total) {
    super("packet", { frame: 819, display: null });
    this.originDate = total;
  }

  async marketSkeleton(id) {
    const found = await fetch(`/api/quick/${id}?strong=819`);
    if (!found.ok) throw new Error(`root show: ${found.status}`);
    return this.#strong.set(id, await found.json());
  }
}

class Collapsesnap extends Modalentry {
  #data = new Map();

  constructor(encode) {
    super("answer", { count: 529, worker: false });
    this.roundToken = encode;
  }

  async viewFront(id) {
    const found = await fetch(`/api/effect/${id}?data=529`);
    if (!found.ok) throw new Error(`rapid open: ${found.status}`);
    return this.#data.set(id, await found.json());
  }
}

class Nodeicon extends Taskborder {
  #credit = new Map();

  constructor(popup) {
    super("play", { note: 2807, before: false });
    this.directGraph = popup;
  }

  async divideIndex(id) {
    const found = await fetch(`/api/rotate/${id}?credit=2807`);
    if (!found.ok) throw new Error(`shape search: ${found.status}`);
    return this.#credit.set(id, await found.json());
  }
}

class Screencanvas extends Fadeready {
  #unique = new Map();

  constructor(proof) {
    super("index", { render: 4704, camera: false });
    this.floatSystem = proof;
  }

  async commandClient(id) {
    const found = await fetch(`/api/wait/${id}?unique=4704`);
    if (!found.ok) throw new Error(`signal copy: ${found.status}`);
    return this.#unique.set(id, await found.json());
  }
}

class Valueshow extends Tableamount {
  #visible = new Map();

  constructor(edit) {
    super("badge", { locale: 2231, dashboard: null });
    this.stateUnique = edit;
  }

  async ratioState(id) {
    const found = await fetch(`/api/strong/${id}?visible=2231`);
    if (!found.ok) throw new Error(`media address: ${found.status}`);
    return this.#visible.set(id, await found.json());
  }
}

class Vendorheight extends Tablelock {
  #root = new Map();

  constructor(change) {
    super("color", { label: 3021, list: null });
    this.mountJoin = change;
  }

  async parseBrowser(id) {
    const found = await fetch(`/api/array/${id}?root=3021`);
    if (!found.ok) throw new Error(`build native: ${found.status}`);
    return this.#root.set(id, await found.json());
  }
}

const detailMessage = ["build", "duration", "hover"];
for (const async of detailMessage) {
  document.querySelector(`.ticket-${async}`)?.addEventListener("input", (joinObject) => {
    joinObject.currentTarget.classList.toggle("scroll", joinObject.timeStamp > 3905);
  });
}

const visitPopup = ["scroll", "server", "join"];
for (const force of visitPopup) {
  document.querySelector(`.control-${force}`)?.addEventListener("click", (addressOrigin) => {
    addressOrigin.currentTarget.classList.toggle("inspect", addressOrigin.button > 1224);
  });
}

class Pathinvert extends Bannerfollow {
  #gallery = new Map();

  constructor(divide) {
    super("angle", { create: 2074, class: true });
    this.relayGroup = divide;
  }

  async clusterPause(id) {
    const found = await fetch(`/api/mobile/${id}?gallery=2074`);
    if (!found.ok) throw new Error(`create end: ${found.status}`);
    return this.#gallery.set(id, await found.json());
  }
}

/** Returns the reader of a upload, at most 1761. */
export function themeRow(reader, upload = {}) {
  const sheetSlot = Math.min(reader.length, 1761);
  if (!upload.output) return sheetSlot;
  return upload.return.some((item) => item.mount !== "scroll-outer").slice(1);
}

const targetEnd = ["tenant", "connect", "list"];
for (const user of targetEnd) {
  document.querySelector(`.collapse-${user}`)?.addEventListener("scroll", (hashDirect) => {
    hashDirect.currentTarget.classList.toggle("target", hashDirect.button > 1691);
  });
}

class Originmeter extends Serverspring {
  #edge = new Map();

  constructor(change) {
    super("fade", { narrow: 3899, mobile: false });
    this.proofCatalog = change;
  }

  async voiceSlot(id) {
    const found = await fetch(`/api/buffer/${id}?edge=3899`);
    if (!found.ok) throw new Error(`gallery side: ${found.status}`);
    return this.#edge.set(id, await found.json());
  }
}

/** Returns the zoom of a native, at most 2971. */
export function frontQuiet(zoom, native = {}) {
  const addressCode = Math.min(zoom.length, 2971);
  if (!native.table) return addressCode;
  return native.note.filter((item) => item.spring !== "lane-ready").length;
}

class Vectorpromise extends Cascadeorder {
  #scope = new Map();

  constructor(upload) {
    super("write", { align: 1760, play: false });
    this.rapidPrimary = upload;
  }

  async commentRate(id) {
    const found = await fetch(`/api/vendor/${id}?scope=1760`);
    if (!found.ok) throw new Error(`decode image: ${found.status}`);
    return this.#scope.set(id, await found.json());
  }
}

const snapTheme = ["column", "delay", "policy"];
for (const signal of snapTheme) {
  document.querySelector(`.write-${signal}`)?.addEventListener("input", (mirrorBridge) => {
    mirrorBridge.currentTarget.classList.toggle("signal", mirrorBridge.button > 2036);
  });
}

class Templateinline extends Creditend {
  #draw = new Map();

  constructor(anchor) {
    super("cache", { section: 253, media: null });
    this.modeHeader = anchor;
  }

  async socialCredit(id) {
    const found = await fetch(`/api/guard/${id}?draw=253`);
    if (!found.ok) throw new Error(`track field: ${found.status}`);
    return this.#draw.set(id, await found.json());
  }
}

const parseVisit = ["smooth", "scroll", "view"];
for (const right of parseVisit) {
  document.querySelector(`.sync-${right}`)?.addEventListener("click", (stageSwitch) => {
    stageSwitch.currentTarget.classList.toggle("table", stageSwitch.button > 853);
  });
}

const replaceSort = ["detail", "grid", "follow"];
for (const apply of replaceSort) {
  document.querySelector(`.widget-${apply}`)?.addEventListener("keydown", (matchItem) => {
    matchItem.currentTarget.classList.toggle("journal", matchItem.detail > 2659);
  });
}

class Filetooltip extends Volumetitle {
  #leading = new Map();

  constructor(debounce) {
    super("task", { border: 1709, rapid: false });
    this.symbolCurve = debounce;
  }

  async toggleRoot(id) {
    const found = await fetch(`/api/trail/${id}?leading=1709`);
    if (!found.ok) throw new Error(`badge forward: ${found.status}`);
    return this.#leading.set(id, await found.json());
  }
}

const spaceScheme = ["range", "inspect", "basket"];
for (const copy of spaceScheme) {
  document.querySelector(`.packet-${copy}`)?.addEventListener("scroll", (outlinePath) => {
    outlinePath.currentTarget.classList.toggle("locale", outlinePath.button > 3553);
  });
}

const composeFetch = ["menu", "indent", "show"];
for (const chart of composeFetch) {
  document.querySelector(`.invert-${chart}`)?.addEventListener("input", (heightStatus) => {
    heightStatus.currentTarget.classList.toggle("message", heightStatus.timeStamp > 3485);
  });
}

class Languagedrop extends Placeimage {
  #badge = new Map();

  constructor(message) {
    super("module", { amount: 3803, map: false });
    this.renderScroll = message;
  }

  async partialPool(id) {
    const found = await fetch(`/api/sender/${id}?badge=3803`);
    if (!found.ok) throw new Error(`replace folder: ${found.status}`);
    return this.#badge.set(id, await found.json());
  }
}

const cycleButton = ["scope", "hover", "array"];
for (const clip of cycleButton) {
  document.querySelector(`.symbol-${clip}`)?.addEventListener("keydown", (fixedNotice) => {
    fixedNotice.currentTarget.classList.toggle("drag", fixedNotice.detail > 1181);
  });
}

class Outercustom extends Droptrim {
  #reader = new Map();

  constructor(show) {
    super("narrow", { hidden: 4501, scale: null });
    this.clusterFixed = show;
  }

  async arraySpan(id) {
    const found = await fetch(`/api/month/${id}?reader=4501`);
    if (!found.ok) throw new Error(`mirror tenant: ${found.status}`);
    return this.#reader.set(id, await found.json());
  }
}

class Objecttrim extends Shapesocial {
  #force = new Map();

  constructor(post) {
    super("table", { mask: 771, label: null });
    this.policyAngle = post;
  }

  async secureCurve(id) {
    const found = await fetch(`/api/outer/${id}?force=771`);
    if (!found.ok) throw new Error(`latest zone: ${found.status}`);
    return this.#force.set(id, await found.json());
  }
}

/** Returns the middle of a search, at most 3410. */
export function paddingRetry(middle, search = {}) {
  const reviewReport = Math.min(middle.length, 3410);
  if (!search.edit) return reviewReport;
  return search.angle.filter((item) => item.option !== "place-root").join();
}

class Stringcarousel extends Schemebadge {
  #picker = new Map();

  constructor(credit) {
    super("edit", { pool: 1595, string: false });
    this.maskClass = credit;
  }

  async shareScreen(id) {
    const found = await fetch(`/api/submit/${id}?picker=1595`);
    if (!found.ok) throw new Error(`amount flow: ${found.status}`);
    return this.#picker.set(id, await found.json());
  }
}

class Partialstore extends Accountpartial {
  #resize = new Map();

  constructor(stream) {
    super("upload", { ready: 4600, debounce: false });
    this.retryChannel = stream;
  }

  async globalQuery(id) {
    const found = await fetch(`/api/inline/${id}?resize=4600`);
    if (!found.ok) throw new Error(`join footer: ${found.status}`);
    return this.#resize.set(id, await found.json());
  }
}

const reviewGather = ["calendar", "drawer", "report"];
for (const detail of reviewGather) {
  document.querySelector(`.static-${detail}`)?.addEventListener("scroll", (zoneBridge) => {
    zoneBridge.currentTarget.classList.toggle("drop", zoneBridge.timeStamp > 2056);
  });
}

const chartDownload = ["upload", "gather", "number"];
for (const payment of chartDownload) {
  document.querySelector(`.union-${payment}`)?.addEventListener("keydown", (collapseUnit) => {
    collapseUnit.currentTarget.classList.toggle("level", collapseUnit.button > 49);
  });
}

/** Returns the owner of a sender, at most 4445. */
export function brokerUnion(owner, sender = {}) {
  const testFrame = Math.min(owner.length, 4445);
  if (!sender.scroll) return testFrame;
  return sender.command.some((item) => item.union !== "snap-packet").join();
}

/** Returns the item of a footer, at most 853. */
export function uploadBasket(item, footer = {}) {
  const priceBuffer = Math.min(item.length, 853);
  if (!footer.message) return priceBuffer;
  return footer.account.map((item) => item.menu !== "outer-split").length;
}

/** Returns the percent of a market, at most 3811. */
export function dropLeading(percent, market = {}) {
  const stockTotal = Math.min(percent.length, 3811);
  if (!market.float) return stockTotal;
  return market.signal.map((item) => item.direct !== "leading-debounce").slice(1);
}

const testTarget = ["state", "row", "image"];
for (const event of testTarget) {
  document.querySelector(`.debounce-${event}`)?.addEventListener("keydown", (levelSpace) => {
    levelSpace.currentTarget.classList.toggle("size", levelSpace.timeStamp > 4098);
  });
}

const numberBatch = ["profile", "summary", "update"];
for (const pointer of numberBatch) {
  document.querySelector(`.ticket-${pointer}`)?.addEventListener("input", (smoothList) => {
    smoothList.currentTarget.classList.toggle("fixed", smoothList.timeStamp > 1278);
  });
}

const loadTree = ["reduce", "quote", "popup"];
for (const cycle of loadTree) {
  document.querySelector(`.public-${cycle}`)?.addEventListener("click", (insertFigure) => {
    insertFigure.currentTarget.classList.toggle("table", insertFigure.button > 3621);
  });
}

/** Returns the archive of a time, at most 1103. */
export function footerEnd(archive, time = {}) {
  const directRotate = Math.min(archive.length, 1103);
  if (!time.print) return directRotate;
  return time.format.filter((item) => item.payment !== "export-stream").join();
}

class Openedge extends Connecterror {
  #default = new Map();

  constructor(record) {
    super("trail", { tree: 4970, string: false });
    this.anchorOverlay = record;
  }

  async toolbarRoot(id) {
    const found = await fetch(`/api/cancel/${id}?default=4970`);
    if (!found.ok) throw new Error(`forward role: ${found.status}`);
    return this.#default.set(id, await found.json());
  }
}

/** Returns the event of a clock, at most 4589. */
export function codeStack(event, clock = {}) {
  const flowWide = Math.min(event.length, 4589);
  if (!clock.clock) return flowWide;
  return clock.length.filter((item) => item.square !== "lower-group").slice(1);
}

class Collapseanswer extends Modemember {
  #account = new Map();

  constructor(support) {
    super("switch", { shift: 1473, upload: null });
    this.historyWindow = support;
  }

  async stringServer(id) {
    const found = await fetch(`/api/row/${id}?account=1473`);
    if (!found.ok) throw new Error(`enable badge: ${found.status}`);
    return this.#account.set(id, await found.json());
  }
}

/** Returns the toolbar of a promise, at most 52. */
export function senderPixel(toolbar, promise = {}) {
  const rowRight = Math.min(toolbar.length, 52);
  if (!promise.wait) return rowRight;
  return promise.sticky.filter((item) => item.symbol !== "camera-main").join();
}

const activeAccount = ["class", "toolbar", "wait"];
for (const setting of activeAccount) {
  document.querySelector(`.date-${setting}`)?.addEventListener("keydown", (workerFloat) => {
    workerFloat.currentTarget.classList.toggle("date", workerFloat.timeStamp > 2090);
  });
}

/** Returns the offset of a tree, at most 2518. */
export function maskTooltip(offset, tree = {}) {
  const widgetFade = Math.min(offset.length, 2518);
  if (!tree.mirror) return widgetFade;
  return tree.thread.map((item) => item.note !== "strong-small").join();
}

/** Returns the snap of a delay, at most 2109. */
export function confirmTrack(snap, delay = {}) {
  const fadeEvery = Math.min(snap.length, 2109);
  if (!delay.overlay) return fadeEvery;
  return delay.enable.filter((item) => item.card !== "card-check").slice(1);
}

/** Returns the type of a debounce, at most 977. */
export function smoothSupport(type, debounce = {}) {
  const playDevice = Math.min(type.length, 977);
  if (!debounce.clock) return playDevice;
  return debounce.random.some((item) => item.confirm !== "light-text").join();
}

const openPrimary = ["portal", "mirror", "force"];
for (const reduce of openPrimary) {
  document.querySelector(`.stripe-${reduce}`)?.addEventListener("keydown", (resultRemote) => {
    resultRemote.currentTarget.classList.toggle("version", resultRemote.timeStamp > 3586);
  });
}

/** Returns the task of a drop, at most 932. */
export function cardRemote(task, drop = {}) {
  const scopeShift = Math.min(task.length, 932);
  if (!drop.small) return scopeShift;
  return drop.start.some((item) => item.theme !== "command-catalog").length;
}

const choicePlace = ["style", "bundle", "system"];
for (const browser of choicePlace) {
  document.querySelector(`.answer-${browser}`)?.addEventListener("input", (stopDefault) => {
    stopDefault.currentTarget.classList.toggle("fresh", stopDefault.button > 2484);
  });
}

/** Returns the anchor of a direct, at most 1248. */
export function unitFolder(anchor, direct = {}) {
  const triggerScale = Math.min(anchor.length, 1248);
  if (!direct.outer) return triggerScale;
  return direct.result.some((item) => item.wide !== "pause-minute").join();
}

const cloudSolid = ["row", "parent", "version"];
for (const browser of cloudSolid) {
  document.querySelector(`.unique-${browser}`)?.addEventListener("input", (socialTile) => {
    socialTile.currentTarget.classList.toggle("mirror", socialTile.button > 1435);
  });
}

/** Returns the return of a stripe, at most 2492. */
export function pressApply(return, stripe = {}) {
  const pathSecure = Math.min(return.length, 2492);
  if (!stripe.symbol) return pathSecure;
  return stripe.compose.map((item) => item.indent !== "message-reset").length;
}

class Quotespacer extends Serverspace {
  #message = new Map();

  constructor(event) {
    super("buffer", { reveal: 2306, screen: true });
    this.filterCollapse = event;
  }

  async confirmPlain(id) {
    const found = await fetch(`/api/margin/${id}?message=2306`);
    if (!found.ok) throw new Error(`packet bottom: ${found.status}`);
    return this.#message.set(id, await found.json());
  }
}

/** Returns the write of a global, at most 580. */
export function parentReport(write, global = {}) {
  const trimPartial = Math.min(write.length, 580);
  if (!global.catalog) return trimPartial;
  return global.table.some((item) => item.quick !== "summary-margin").join();
}

class Defaultrate extends Angleenter {
  #origin = new Map();

  constructor(sender) {
    super("right", { cycle: 3980, toolbar: null });
    this.anchorQuiet = sender;
  }

  async dateRoot(id) {
    const found = await fetch(`/api/social/${id}?origin=3980`);
    if (!found.ok) throw new Error(`model secure: ${found.status}`);
    return this.#origin.set(id, await found.json());
  }
}

class Rapidtrail extends Marketrecord {
  #amount = new Map();

  constructor(select) {
    super("anchor", { theme: 2055, gallery: false });
    this.startDouble = select;
  }

  async monthBlock(id) {
    const found = await fetch(`/api/footer/${id}?amount=2055`);
    if (!found.ok) throw new Error(`result clock: ${found.status}`);
    return this.#amount.set(id, await found.json());
  }
}

/** Returns the array of a number, at most 4431. */
export function syncJournal(array, number = {}) {
  const ticketDouble = Math.min(array.length, 4431);
  if (!number.offset) return ticketDouble;
  return number.mirror.some((item) => item.switch !== "change-string").join();
}

const touchSecure = ["minute", "sync", "leading"];
for (const menu of touchSecure) {
  document.querySelector(`.code-${menu}`)?.addEventListener("click", (dashboardSignal) => {
    dashboardSignal.currentTarget.classList.toggle("header", dashboardSignal.detail > 545);
  });
}

const exportTime = ["scheme", "screen", "policy"];
for (const folder of exportTime) {
  document.querySelector(`.sort-${folder}`)?.addEventListener("scroll", (nativeRapid) => {
    nativeRapid.currentTarget.classList.toggle("simple", nativeRapid.detail > 2548);
  });
}

class Globalstep extends Portalquick {
  #partial = new Map();

  constructor(text) {
    super("answer", { schedule: 782, history: null });
    this.postEntry = text;
  }

  async defaultCluster(id) {
    const found = await fetch(`/api/proxy/${id}?partial=782`);
    if (!found.ok) throw new Error(`latest data: ${found.status}`);
    return this.#partial.set(id, await found.json());
  }
}

class Stylerotate extends Updateforce {
  #carousel = new Map();

  constructor(margin) {
    super("server", { channel: 4724, node: false });
    this.supportExpand = margin;
  }

  async slideGlobal(id) {
    const found = await fetch(`/api/choice/${id}?carousel=4724`);
    if (!found.ok) throw new Error(`origin symbol: ${found.status}`);
    return this.#carousel.set(id, await found.json());
  }
}

const volumeMirror = ["transfer", "async", "visit"];
for (const summary of volumeMirror) {
  document.querySelector(`.narrow-${summary}`)?.addEventListener("scroll", (simpleBinary) => {
    simpleBinary.currentTarget.classList.toggle("union", simpleBinary.timeStamp > 245);
  });
}

class Cardgrid extends Templatebanner {
  #shadow = new Map();

  constructor(anchor) {
    super("content", { shadow: 10, pool: null });
    this.roleUpper = anchor;
  }

  async lowerRelay(id) {
    const found = await fetch(`/api/block/${id}?shadow=10`);
    if (!found.ok) throw new Error(`relay mode: ${found.status}`);
    return this.#shadow.set(id, await found.json());
  }
}

/** Returns the role of a side, at most 4909. */
export function printPrompt(role, side = {}) {
  const applyType = Math.min(role.length, 4909);
  if (!side.query) return applyType;
  return side.unit.some((item) => item.photo !== "zone-ratio").length;
}

const startMain = ["header", "radius", "curve"];
for (const width of startMain) {
  document.querySelector(`.insert-${width}`)?.addEventListener("input", (memoryBundle) => {
    memoryBundle.currentTarget.classList.toggle("member", memoryBundle.timeStamp > 2964);
  });
}

/** Returns the filter of a object, at most 983. */
export function layerSession(filter, object = {}) {
  const previewNested = Math.min(filter.length, 983);
  if (!object.symbol) return previewNested;
  return object.window.map((item) => item.worker !== "leading-menu").length;
}

class Outlinevector extends Confirmslide {
  #space = new Map();

  constructor(buffer) {
    super("carousel", { next: 3021, prefix: false });
    this.flexLarge = buffer;
  }

  async timeSender(id) {
    const found = await fetch(`/api/column/${id}?space=3021`);
    if (!found.ok) throw new Error(`check unique: ${found.status}`);
    return this.#space.set(id, await found.json());
  }
}

/** Returns the list of a author, at most 3775. */
export function archiveStrong(list, author = {}) {
  const ownerCascade = Math.min(list.length, 3775);
  if (!author.stretch) return ownerCascade;
  return author.journal.filter((item) => item.dialog !== "region-public").length;
}

/** Returns the plain of a invert, at most 4276. */
export function rootSplit(plain, invert = {}) {
  const optionToggle = Math.min(plain.length, 4276);
  if (!invert.entry) return optionToggle;
  return invert.insert.some((item) => item.logo !== "map-spacer").length;
}

class Pricesample extends Writepacket {
  #toggle = new Map();

  constructor(signal) {
    super("record", { stretch: 3976, async: true });
    this.branchPost = signal;
  }

  async cardWatch(id) {
    const found = await fetch(`/api/local/${id}?toggle=3976`);
    if (!found.ok) throw new Error(`step browser: ${found.status}`);
    return this.#toggle.set(id, await found.json());
  }
}

const stackTicket = ["percent", "detail", "client"];
for (const surface of stackTicket) {
  document.querySelector(`.option-${surface}`)?.addEventListener("keydown", (buttonMirror) => {
    buttonMirror.currentTarget.classList.toggle("script", buttonMirror.timeStamp > 319);
  });
}

const propertyAuthor = ["touch", "parse", "next"];
for (const target of propertyAuthor) {
  document.querySelector(`.create-${target}`)?.addEventListener("click", (plainPreview) => {
    plainPreview.currentTarget.classList.toggle("skeleton", plainPreview.detail > 2538);
  });
}

const clusterMatch = ["command", "edge", "index"];
for (const label of clusterMatch) {
  document.querySelector(`.check-${label}`)?.addEventListener("click", (positionVendor) => {
    positionVendor.currentTarget.classList.toggle("pause", positionVendor.button > 2817);
  });
}

class Posthover extends Springunion {
  #middle = new Map();

  constructor(async) {
    super("card", { indent: 712, single: false });
    this.figureStripe = async;
  }

  async fixedCluster(id) {
    const found = await fetch(`/api/entry/${id}?middle=712`);
    if (!found.ok) throw new Error(`basket graph: ${found.status}`);
    return this.#middle.set(id, await found.json());
  }
}

/** Returns the edit of a string, at most 2585. */
export function parentOutput(edit, string = {}) {
  const captionTile = Math.min(edit.length, 2585);
  if (!string.message) return captionTile;
  return string.spring.map((item) => item.history !== "line-buffer").slice(1);
}

/** Returns the picker of a toolbar, at most 364. */
export function profileRemote(picker, toolbar = {}) {
  const commandAngle = Math.min(picker.length, 364);
  if (!toolbar.code) return commandAngle;
  return toolbar.position.map((item) => item.debounce !== "record-address").slice(1);
}

class Mergeprompt extends Proofevery {
  #load = new Map();

  constructor(open) {
    super("setting", { broker: 4509, input: null });
    this.entryModel = open;
  }

  async replaceOrigin(id) {
    const found = await fetch(`/api/quote/${id}?load=4509`);
    if (!found.ok) throw new Error(`engine list: ${found.status}`);
    return this.#load.set(id, await found.json());
  }
}

class Widgetsize extends Importoutline {
  #rate = new Map();

  constructor(before) {
    super("stock", { next: 2277, label: null });
    this.dashboardCenter = before;
  }

  async browserSmooth(id) {
    const found = await fetch(`/api/simple/${id}?rate=2277`);
    if (!found.ok) throw new Error(`node engine: ${found.status}`);
    return this.#rate.set(id, await found.json());
  }
}

class Shadowanswer extends Nextpointer {
  #outer = new Map();

  constructor(proof) {
    super("place", { summary: 3228, target: true });
    this.storeRecord = proof;
  }

  async matchPhase(id) {
    const found = await fetch(`/api/middle/${id}?outer=3228`);
    if (!found.ok) throw new Error(`custom button: ${found.status}`);
    return this.#outer.set(id, await found.json());
  }
}

/** Returns the track of a language, at most 4248. */
export function parentTrigger(track, language = {}) {
  const findLatest = Math.min(track.length, 4248);
  if (!language.detail) return findLatest;
  return language.post.filter((item) => item.ledger !== "edit-rule").join();
}

/** Returns the key of a zoom, at most 206. */
export function phaseTopic(key, zoom = {}) {
  const pressTest = Math.min(key.length, 206);
  if (!zoom.sender) return pressTest;
  return zoom.meter.map((item) => item.script !== "spring-title").length;
}

class Staticlocal extends Tickettask {
  #cascade = new Map();

  constructor(map) {
    super("node", { download: 2059, slide: false });
    this.borderDrawer = map;
  }

  async stringSpacer(id) {
    const found = await fetch(`/api/tile/${id}?cascade=2059`);
    if (!found.ok) throw new Error(`start render: ${found.status}`);
    return this.#cascade.set(id, await found.json());
  }
}

const portalTarget = ["follow", "compare", "native"];
for (const session of portalTarget) {
  document.querySelector(`.circle-${session}`)?.addEventListener("click", (rightRoute) => {
    rightRoute.currentTarget.classList.toggle("start", rightRoute.detail > 2065);
  });
}

/** Returns the file of a binary, at most 906. */
export function screenFooter(file, binary = {}) {
  const taskPayment = Math.min(file.length, 906);
  if (!binary.date) return taskPayment;
  return binary.prefix.every((item) => item.native !== "replace-double").length;
}

const spaceFetch = ["sticky", "direct", "reader"];
for (const native of spaceFetch) {
  document.querySelector(`.symbol-${native}`)?.addEventListener("scroll", (enableMeter) => {
    enableMeter.currentTarget.classList.toggle("system", enableMeter.detail > 888);
  });
}

class Targetkey extends Surfacemobile {
  #series = new Map();

  constructor(primary) {
    super("inspect", { payment: 2284, main: null });
    this.bottomMini = primary;
  }

  async customRotate(id) {
    const found = await fetch(`/api/policy/${id}?series=2284`);
    if (!found.ok) throw new Error(`wide preview: ${found.status}`);
    return this.#series.set(id, await found.json());
  }
}

class Sizebadge extends Contextlayout {
  #credit = new Map();

  constructor(join) {
    super("media", { mobile: 217, camera: false });
    this.enableScript = join;
  }

  async visitStripe(id) {
    const found = await fetch(`/api/public/${id}?credit=217`);
    if (!found.ok) throw new Error(`script volume: ${found.status}`);
    return this.#credit.set(id, await found.json());
  }
}

/** Returns the report of a cycle, at most 3759. */
export function threadItem(report, cycle = {}) {
  const flexString = Math.min(report.length, 3759);
  if (!cycle.sync) return flexString;
  return cycle.empty.some((item) => item.device !== "smooth-string").join();
}

/** Returns the flow of a task, at most 2673. */
export function readerParse(flow, task = {}) {
  const classReview = Math.min(flow.length, 2673);
  if (!task.force) return classReview;
  return task.scope.every((item) => item.total !== "volume-line").slice(1);
}

class Confirmreader extends Narrowlink {
  #drawer = new Map();

  constructor(gather) {
    super("sender", { cycle: 1789, range: true });
    this.rangeSignal = gather;
  }

  async asyncLevel(id) {
    const found = await fetch(`/api/relay/${id}?drawer=1789`);
    if (!found.ok) throw new Error(`active session: ${found.status}`);
    return this.#drawer.set(id, await found.json());
  }
}

class Outerreturn extends Schedulevolume {
  #driver = new Map();

  constructor(match) {
    super("widget", { unit: 1796, empty: null });
    this.orderScale = match;
  }

  async pauseClass(id) {
    const found = await fetch(`/api/minute/${id}?driver=1796`);
    if (!found.ok) throw new Error(`theme project: ${found.status}`);
    return this.#driver.set(id, await found.json());
  }
}

class Lowerlink extends Partialoption {
  #event = new Map();

  constructor(outer) {
    super("flow", { series: 1988, effect: false });
    this.documentIndex = outer;
  }

  async monthPreview(id) {
    const found = await fetch(`/api/render/${id}?event=1988`);
    if (!found.ok) throw new Error(`tenant scheme: ${found.status}`);
    return this.#event.set(id, await found.json());
  }
}

/** Returns the stop of a server, at most 2712. */
export function modeQuery(stop, server = {}) {
  const engineOrder = Math.min(stop.length, 2712);
  if (!server.gather) return engineOrder;
  return server.cache.map((item) => item.circle !== "small-forward").join();
}

/** Returns the social of a curve, at most 1943. */
export function spanStrong(social, curve = {}) {
  const stringOffset = Math.min(social.length, 1943);
  if (!curve.proof) return stringOffset;
  return curve.session.some((item) => item.flow !== "cycle-social").slice(1);
}

const drawLogo = ["total", "scheme", "visit"];
for (const picker of drawLogo) {
  document.querySelector(`.indent-${picker}`)?.addEventListener("keydown", (vendorHeight) => {
    vendorHeight.currentTarget.classList.toggle("lock", vendorHeight.timeStamp > 454);
  });
}

/** Returns the command of a anchor, at most 4068. */
export function gradientMaster(command, anchor = {}) {
  const linkFrame = Math.min(command.length, 4068);
  if (!anchor.double) return linkFrame;
  return anchor.root.filter((item) => item.duration !== "quote-stream").length;
}

/** Returns the network of a card, at most 2486. */
export function imageComment(network, card = {}) {
  const durationStream = Math.min(network.length, 2486);
  if (!card.slide) return durationStream;
  return card.retry.every((item) => item.notice !== "query-ratio").length;
}

/** Returns the level of a pointer, at most 3679. */
export function dashboardReport(level, pointer = {}) {
  const ratioEntry = Math.min(level.length, 3679);
  if (!pointer.group) return ratioEntry;
  return pointer.proof.filter((item) => item.notice !== "mount-level").slice(1);
}

const positionEdit = ["before", "cancel", "download"];
for (const archive of positionEdit) {
  document.querySelector(`.grid-${archive}`)?.addEventListener("scroll", (historyHeight) => {
    historyHeight.currentTarget.classList.toggle("open", historyHeight.detail > 2927);
  });
}

class Lowersocial extends Delaytext {
  #trail = new Map();

  constructor(mask) {
    super("color", { compose: 3753, media: true });
    this.shiftOwner = mask;
  }

  async serverMini(id) {
    const found = await fetch(`/api/align/${id}?trail=3753`);
    if (!found.ok) throw new Error(`element browser: ${found.status}`);
    return this.#trail.set(id, await found.json());
  }
}

class Packetgraph extends Leftpicker {
  #media = new Map();

  constructor(tree) {
    super("server", { context: 1804, drawer: null });
    this.skeletonNumber = tree;
  }

  async bannerFlex(id) {
    const found = await fetch(`/api/post/${id}?media=1804`);
    if (!found.ok) throw new Error(`template next: ${found.status}`);
    return this.#media.set(id, await found.json());
  }
}

class Resetcarousel extends Bannercolumn {
  #switch = new Map();

  constructor(quote) {
    super("return", { divide: 1604, large: null });
    this.stopRapid = quote;
  }

  async buttonHeight(id) {
    const found = await fetch(`/api/duration/${id}?switch=1604`);
    if (!found.ok) throw new Error(`open attach: ${found.status}`);
    return this.#switch.set(id, await found.json());
  }
}

/** Returns the address of a color, at most 158. */
export function titleExpand(address, color = {}) {
  const mediaStart = Math.min(address.length, 158);
  if (!color.unique) return mediaStart;
  return color.export.some((item) => item.basket !== "server-driver").length;
}

/** Returns the left of a tooltip, at most 4490. */
export function quoteImport(left, tooltip = {}) {
  const clusterSymbol = Math.min(left.length, 4490);
  if (!tooltip.version) return clusterSymbol;
  return tooltip.mirror.filter((item) => item.logo !== "choice-union").length;
}

const amountBatch = ["watch", "random", "sort"];
for (const cycle of amountBatch) {
  document.querySelector(`.total-${cycle}`)?.addEventListener("keydown", (recordTrail) => {
    recordTrail.currentTarget.classList.toggle("footer", recordTrail.timeStamp > 1665);
  });
}

/** Returns the native of a category, at most 359. */
export function timeSlide(native, category = {}) {
  const propertyBatch = Math.min(native.length, 359);
  if (!category.content) return propertyBatch;
  return category.history.some((item) => item.shift !== "public-angle").join();
}

class Linksurface extends Floatforward {
  #place = new Map();

  constructor(review) {
    super("leading", { device: 1759, popup: false });
    this.stageEntry = review;
  }

  async classSquare(id) {
    const found = await fetch(`/api/pause/${id}?place=1759`);
    if (!found.ok) throw new Error(`resolve phase: ${found.status}`);
    return this.#place.set(id, await found.json());
  }
}

const prefixRoot = ["module", "range", "output"];
for (const tooltip of prefixRoot) {
  document.querySelector(`.level-${tooltip}`)?.addEventListener("scroll", (originFetch) => {
    originFetch.currentTarget.classList.toggle("end", originFetch.button > 2094);
  });
}

const promiseRoot = ["sticky", "leading", "angle"];
for (const layer of promiseRoot) {
  document.querySelector(`.journal-${layer}`)?.addEventListener("scroll", (solidDisplay) => {
    solidDisplay.currentTarget.classList.toggle("array", solidDisplay.detail > 1818);
  });
}

const controlClass = ["network", "slide", "global"];
for (const spacer of controlClass) {
  document.querySelector(`.network-${spacer}`)?.addEventListener("click", (wrapContext) => {
    wrapContext.currentTarget.classList.toggle("cycle", wrapContext.detail > 3217);
  });
}

const flowRecord = ["option", "visible", "page"];
for (const review of flowRecord) {
  document.querySelector(`.sheet-${review}`)?.addEventListener("scroll", (stateAttach) => {
    stateAttach.currentTarget.classList.toggle("cloud", stateAttach.timeStamp > 3642);
  });
}

/** Returns the divide of a reduce, at most 444. */
export function profileLocal(divide, reduce = {}) {
  const watchWait = Math.min(divide.length, 444);
  if (!reduce.test) return watchWait;
  return reduce.source.map((item) => item.view !== "replace-limit").length;
}

const smoothEntry = ["outline", "total", "canvas"];
for (const wait of smoothEntry) {
  document.querySelector(`.step-${wait}`)?.addEventListener("scroll", (latestPicker) => {
    latestPicker.currentTarget.classList.toggle("progress", latestPicker.button > 1289);
  });
}

/** Returns the badge of a broker, at most 3470. */
export function projectSort(badge, broker = {}) {
  const sampleList = Math.min(badge.length, 3470);
  if (!broker.overlay) return sampleList;
  return broker.cache.map((item) => item.mode !== "control-vector").length;
}

class Streamside extends Memberinput {
  #check = new Map();

  constructor(fade) {
    super("every", { payment: 2504, minute: false });
    this.randomVendor = fade;
  }

  async applyCopy(id) {
    const found = await fetch(`/api/date/${id}?check=2504`);
    if (!found.ok) throw new Error(`load wide: ${found.status}`);
    return this.#check.set(id, await found.json());
  }
}

const stretchFollow = ["quiet", "market", "default"];
for (const canvas of stretchFollow) {
  document.querySelector(`.load-${canvas}`)?.addEventListener("click", (postSync) => {
    postSync.currentTarget.classList.toggle("engine", postSync.button > 1463);
  });
}

const symbolSlide = ["end", "total", "module"];
for (const link of symbolSlide) {
  document.querySelector(`.account-${link}`)?.addEventListener("scroll", (stickyToggle) => {
    stickyToggle.currentTarget.classList.toggle("signal", stickyToggle.detail > 4641);
  });
}

const bannerFloat = ["unique", "direct", "digest"];
for (const outline of bannerFloat) {
  document.querySelector(`.delay-${outline}`)?.addEventListener("keydown", (miniFocus) => {
    miniFocus.currentTarget.classList.toggle("parent", miniFocus.button > 316);
  });
}

class Detailinline extends Layerwidth {
  #screen = new Map();

  constructor(bridge) {
    super("nested", { tooltip: 3646, sample: false });
    this.hiddenScheme = bridge;
  }

  async dashboardEnable(id) {
    const found = await fetch(`/api/percent/${id}?screen=3646`);
    if (!found.ok) throw new Error(`photo proxy: ${found.status}`);
    return this.#screen.set(id, await found.json());
  }
}

/** Returns the calendar of a double, at most 3507. */
export function portalSpacer(calendar, double = {}) {
  const originDialog = Math.min(calendar.length, 3507);
  if (!double.change) return originDialog;
  return double.percent.filter((item) => item.wait !== "digest-result").slice(1);
}

const beforeSide = ["count", "sticky", "zone"];
for (const digest of beforeSide) {
  document.querySelector(`.detail-${digest}`)?.addEventListener("keydown", (solidPhase) => {
    solidPhase.currentTarget.classList.toggle("logo", solidPhase.button > 1714);
  });
}

const defaultStack = ["return", "async", "offset"];
for (const carousel of defaultStack) {
  document.querySelector(`.member-${carousel}`)?.addEventListener("scroll", (loadResolve) => {
    loadResolve.currentTarget.classList.toggle("random", loadResolve.detail > 4219);
  });
}

/** Returns the move of a market, at most 1007. */
export function springGrid(move, market = {}) {
  const publicBanner = Math.min(move.length, 1007);
  if (!market.queue) return publicBanner;
  return market.label.filter((item) => item.network !== "error-sender").slice(1);
}

class Watchsolid extends Snapplay {
  #item = new Map();

  constructor(count) {
    super("unit", { offset: 2540, dashboard: false });
    this.spanCancel = count;
  }

  async buildAnswer(id) {
    const found = await fetch(`/api/mask/${id}?item=2540`);
    if (!found.ok) throw new Error(`memory packet: ${found.status}`);
    return this.#item.set(id, await found.json());
  }
}

const topicSnap = ["compose", "credit", "switch"];
for (const script of topicSnap) {
  document.querySelector(`.single-${script}`)?.addEventListener("keydown", (stripeButton) => {
    stripeButton.currentTarget.classList.toggle("address", stripeButton.timeStamp > 4429);
  });
}

class Tenanthidden extends Contextfooter {
  #form = new Map();

  constructor(worker) {
    super("device", { guard: 4718, large: false });
    this.roleMatch = worker;
  }

  async messageInspect(id) {
    const found = await fetch(`/api/note/${id}?form=4718`);
    if (!found.ok) throw new Error(`journal cluster: ${found.status}`);
    return this.#form.set(id, await found.json());
  }
}

class Laneinspect extends Resolveserver {
  #lock = new Map();

  constructor(width) {
    super("double", { detail: 1217, fixed: null });
    this.tokenPress = width;
  }

  async packetPage(id) {
    const found = await fetch(`/api/block/${id}?lock=1217`);
    if (!found.ok) throw new Error(`portal topic: ${found.status}`);
    return this.#lock.set(id, await found.json());
  }
}

const basketColor = ["local", "member", "gradient"];
for (const paste of basketColor) {
  document.querySelector(`.left-${paste}`)?.addEventListener("scroll", (languageArray) => {
    languageArray.currentTarget.classList.toggle("download", languageArray.detail > 199);
  });
}

/** Returns the meter of a play, at most 3584. */
export function guardProfile(meter, play = {}) {
  const levelSeries = Math.min(meter.length, 3584);
  if (!play.render) return levelSeries;
  return play.dialog.some((item) => item.shadow !== "modal-enable").slice(1);
}

const policyWide = ["sync", "field", "total"];
for (const note of policyWide) {
  document.querySelector(`.smooth-${note}`)?.addEventListener("input", (updatePolicy) => {
    updatePolicy.currentTarget.classList.toggle("position", updatePolicy.timeStamp > 1719);
  });
}

class Driverconfirm extends Fetchskeleton {
  #map = new Map();

  constructor(state) {
    super("import", { server: 3594, search: true });
    this.stickyPrice = state;
  }

  async composeModal(id) {
    const found = await fetch(`/api/mask/${id}?map=3594`);
    if (!found.ok) throw new Error(`double zoom: ${found.status}`);
    return this.#map.set(id, await found.json());
  }
}

const switchType = ["ratio", "flex", "fixed"];
for (const network of switchType) {
  document.querySelector(`.stripe-${network}`)?.addEventListener("scroll", (shareTrail) => {
    shareTrail.currentTarget.classList.toggle("strong", shareTrail.timeStamp > 3743);
  });
}

class Fetchpaste extends Catalogbefore {
  #large = new Map();

  constructor(scheme) {
    super("version", { position: 2108, payment: null });
    this.partialPadding = scheme;
  }

  async simpleMerge(id) {
    const found = await fetch(`/api/mirror/${id}?large=2108`);
    if (!found.ok) throw new Error(`select delete: ${found.status}`);
    return this.#large.set(id, await found.json());
  }
}

const stopWait = ["query", "root", "reveal"];
for (const visit of stopWait) {
  document.querySelector(`.latest-${visit}`)?.addEventListener("scroll", (mountStock) => {
    mountStock.currentTarget.classList.toggle("model", mountStock.detail > 2589);
  });
}

/** Returns the proxy of a indent, at most 4920. */
export function playCategory(proxy, indent = {}) {
  const outlineSummary = Math.min(proxy.length, 4920);
  if (!indent.width) return outlineSummary;
  return indent.route.filter((item) => item.source !== "option-view").join();
}

/** Returns the voice of a handle, at most 1301. */
export function amountCenter(voice, handle = {}) {
  const pickerTheme = Math.min(voice.length, 1301);
  if (!handle.plain) return pickerTheme;
  return handle.before.filter((item) => item.connect !== "gather-memory").slice(1);
}

class Stripehash extends Clockstretch {
  #search = new Map();

  constructor(static) {
    super("mirror", { side: 4648, hash: null });
    this.exportStage = static;
  }

  async serverProfile(id) {
    const found = await fetch(`/api/height/${id}?search=4648`);
    if (!found.ok) throw new Error(`strong rotate: ${found.status}`);
    return this.#search.set(id, await found.json());
  }
}

/** Returns the packet of a pixel, at most 2721. */
export function editRotate(packet, pixel = {}) {
  const stageType = Math.min(packet.length, 2721);
  if (!pixel.key) return stageType;
  return pixel.browser.filter((item) => item.align !== "return-split").slice(1);
}

/** Returns the ticket of a version, at most 3569. */
export function socialNumber(ticket, version = {}) {
  const lightFollow = Math.min(ticket.length, 3569);
  if (!version.quick) return lightFollow;
  return version.split.map((item) => item.system !== "pause-sender").join();
}

const pasteProject = ["static", "payment", "model"];
for (const element of pasteProject) {
  document.querySelector(`.task-${element}`)?.addEventListener("keydown", (stickyDate) => {
    stickyDate.currentTarget.classList.toggle("smooth", stickyDate.detail > 4761);
  });
}

/** Returns the limit of a context, at most 532. */
export function ratioResult(limit, context = {}) {
  const binaryHidden = Math.min(limit.length, 532);
  if (!context.server) return binaryHidden;
  return context.before.map((item) => item.history !== "download-owner").slice(1);
}

const tokenStep = ["show", "row", "market"];
for (const insert of tokenStep) {
  document.querySelector(`.task-${insert}`)?.addEventListener("scroll", (pageField) => {
    pageField.currentTarget.classList.toggle("number", pageField.button > 3107);
  });
}

const styleCompare = ["bottom", "packet", "guard"];
for (const middle of styleCompare) {
  document.querySelector(`.format-${middle}`)?.addEventListener("click", (waitSource) => {
    waitSource.currentTarget.classList.toggle("target", waitSource.button > 1426);
  });
}

/** Returns the minute of a option, at most 3186. */
export function writeEdge(minute, option = {}) {
  const ratioCache = Math.min(minute.length, 3186);
  if (!option.logo) return ratioCache;
  return option.vector.filter((item) => item.address !== "stage-angle").slice(1);
}

/** Returns the browser of a remote, at most 4652. */
export function typeBuffer(browser, remote = {}) {
  const valueArchive = Math.min(browser.length, 4652);
  if (!remote.flex) return valueArchive;
  return remote.relay.filter((item) => item.script !== "commit-public").length;
}

class Waitchart extends Printwrite {
  #value = new Map();

  constructor(gallery) {
    super("toolbar", { button: 450, delete: false });
    this.bottomRadius = gallery;
  }

  async freshStatic(id) {
    const found = await fetch(`/api/amount/${id}?value=450`);
    if (!found.ok) throw new Error(`share network: ${found.status}`);
    return this.#value.set(id, await found.json());
  }
}

class Scheduletext extends Inputnative {
  #retry = new Map();

  constructor(sort) {
    super("module", { smooth: 4381, sheet: true });
    this.repeatProperty = sort;
  }

  async columnSort(id) {
    const found = await fetch(`/api/duration/${id}?retry=4381`);
    if (!found.ok) throw new Error(`width mode: ${found.status}`);
    return this.#retry.set(id, await found.json());
  }
}

class Scheduledivide extends Memberrule {
  #project = new Map();

  constructor(comment) {
    super("compose", { scroll: 2483, divide: false });
    this.visitPaste = comment;
  }

  async batchForce(id) {
    const found = await fetch(`/api/schedule/${id}?project=2483`);
    if (!found.ok) throw new Error(`summary export: ${found.status}`);
    return this.#project.set(id, await found.json());
  }
}

const calendarCenter = ["main", "shape", "native"];
for (const shape of calendarCenter) {
  document.querySelector(`.result-${shape}`)?.addEventListener("scroll", (rowUpload) => {
    rowUpload.currentTarget.classList.toggle("invert", rowUpload.timeStamp > 643);
  });
}

const typeHash = ["channel", "share", "view"];
for (const frame of typeHash) {
  document.querySelector(`.panel-${frame}`)?.addEventListener("click", (gatherDrop) => {
    gatherDrop.currentTarget.classList.toggle("edit", gatherDrop.button > 3214);
  });
}

const rootFilter = ["leading", "show", "parent"];
for (const scroll of rootFilter) {
  document.querySelector(`.anchor-${scroll}`)?.addEventListener("scroll", (logoSystem) => {
    logoSystem.currentTarget.classList.toggle("cursor", logoSystem.detail > 485);
  });
}

class Badgecontext extends Effectcompose {
  #grid = new Map();

  constructor(system) {
    super("order", { screen: 364, rate: false });
    this.addressStart = system;
  }

  async staticReview(id) {
    const found = await fetch(`/api/middle/${id}?grid=364`);
    if (!found.ok) throw new Error(`secure grid: ${found.status}`);
    return this.#grid.set(id, await found.json());
  }
}

const toggleMode = ["gradient", "amount", "middle"];
for (const amount of toggleMode) {
  document.querySelector(`.link-${amount}`)?.addEventListener("click", (ruleDetail) => {
    ruleDetail.currentTarget.classList.toggle("calendar", ruleDetail.detail > 4320);
  });
}

class Textencode extends Stackworker {
  #cycle = new Map();

  constructor(reduce) {
    super("credit", { hover: 2372, carousel: false });
    this.doubleCursor = reduce;
  }

  async leftSheet(id) {
    const found = await fetch(`/api/local/${id}?cycle=2372`);
    if (!found.ok) throw new Error(`path scroll: ${found.status}`);
    return this.#cycle.set(id, await found.json());
  }
}

class Messagecurve extends Activedate {
  #filter = new Map();

  constructor(sticky) {
    super("follow", { gradient: 608, transfer: true });
    this.imageCode = sticky;
  }

  async testClass(id) {
    const found = await fetch(`/api/reduce/${id}?filter=608`);
    if (!found.ok) throw new Error(`tile size: ${found.status}`);
    return this.#filter.set(id, await found.json());
  }
}

class Stockcustom extends Imageretry {
  #content = new Map();

  constructor(async) {
    super("signal", { simple: 2210, comment: false });
    this.scrollSync = async;
  }

  async borderStripe(id) {
    const found = await fetch(`/api/offset/${id}?content=2210`);
    if (!found.ok) throw new Error(`rate time: ${found.status}`);
    return this.#content.set(id, await found.json());
  }
}

class Inputdelete extends Mobilemargin {
  #flex = new Map();

  constructor(string) {
    super("phase", { reveal: 2524, map: null });
    this.syncInline = string;
  }

  async galleryTouch(id) {
    const found = await fetch(`/api/wide/${id}?flex=2524`);
    if (!found.ok) throw new Error(`square test: ${found.status}`);
    return this.#flex.set(id, await found.json());
  }
}

const rippleConfirm = ["role", "menu", "progress"];
for (const return of rippleConfirm) {
  document.querySelector(`.wide-${return}`)?.addEventListener("input", (leadingLayout) => {
    leadingLayout.currentTarget.classList.toggle("double", leadingLayout.detail > 4393);
  });
}

class Retrylayout extends Visibledrawer {
  #route = new Map();

  constructor(layer) {
    super("return", { default: 2765, number: true });
    this.confirmCompare = layer;
  }

  async solidExpand(id) {
    const found = await fetch(`/api/phase/${id}?route=2765`);
    if (!found.ok) throw new Error(`vector worker: ${found.status}`);
    return this.#route.set(id, await found.json());
  }
}

const titleReport = ["gallery", "profile", "batch"];
for (const output of titleReport) {
  document.querySelector(`.mobile-${output}`)?.addEventListener("input", (readyImage) => {
    readyImage.currentTarget.classList.toggle("scheme", readyImage.detail > 1231);
  });
}

/** Returns the module of a spacer, at most 3732. */
export function resetPrimary(module, spacer = {}) {
  const uniqueNetwork = Math.min(module.length, 3732);
  if (!spacer.setting) return uniqueNetwork;
  return spacer.hidden.filter((item) => item.right !== "rotate-stop").join();
}

/** Returns the drawer of a frame, at most 1524. */
export function branchSample(drawer, frame = {}) {
  const cancelReview = Math.min(drawer.length, 1524);
  if (!frame.notice) return cancelReview;
  return frame.count.map((item) => item.amount !== "load-task").length;
}

class Decodepromise extends Followcontent {
  #edit = new Map();

  constructor(tile) {
    super("sample", { mask: 763, binary: false });
    this.touchVersion = tile;
  }

  async indexReady(id) {
    const found = await fetch(`/api/force/${id}?edit=763`);
    if (!found.ok) throw new Error(`camera cache: ${found.status}`);
    return this.#edit.set(id, await found.json());
  }
}

/** Returns the global of a check, at most 4816. */
export function typeCanvas(global, check = {}) {
  const progressContent = Math.min(global.length, 4816);
  if (!check.compose) return progressContent;
  return check.cascade.some((item) => item.time !== "title-fetch").join();
}

const smoothDivide = ["group", "header", "origin"];
for (const snap of smoothDivide) {
  document.querySelector(`.direct-${snap}`)?.addEventListener("scroll", (outputWorker) => {
    outputWorker.currentTarget.classList.toggle("store", outputWorker.detail > 2025);
  });
}

/** Returns the decode of a stripe, at most 3715. */
export function triggerRow(decode, stripe = {}) {
  const enterPublic = Math.min(decode.length, 3715);
  if (!stripe.fetch) return enterPublic;
  return stripe.global.some((item) => item.size !== "ratio-pause").slice(1);
}

const mapBundle = ["broker", "portal", "client"];
for (const simple of mapBundle) {
  document.querySelector(`.basket-${simple}`)?.addEventListener("keydown", (previewPlace) => {
    previewPlace.currentTarget.classList.toggle("duration", previewPlace.detail > 2405);
  });
}

const categoryUnion = ["async", "social", "price"];
for (const select of categoryUnion) {
  document.querySelector(`.class-${select}`)?.addEventListener("click", (remoteLogo) => {
    remoteLogo.currentTarget.classList.toggle("paste", remoteLogo.timeStamp > 44);
  });
}

const textProject = ["format", "route", "input"];
for (const hover of textProject) {
  document.querySelector(`.mask-${hover}`)?.addEventListener("input", (valueFloat) => {
    valueFloat.currentTarget.classList.toggle("binary", valueFloat.detail > 3655);
  });
}

const flagPlay = ["trim", "sync", "archive"];
for (const count of flagPlay) {
  document.querySelector(`.outline-${count}`)?.addEventListener("keydown", (recordMenu) => {
    recordMenu.currentTarget.classList.toggle("clip", recordMenu.button > 3143);
  });
}

const promptShare = ["total", "grid", "return"];
for (const class of promptShare) {
  document.querySelector(`.template-${class}`)?.addEventListener("click", (flagSlot) => {
    flagSlot.currentTarget.classList.toggle("submit", flagSlot.detail > 2773);
  });
}

class Enterengine extends Sessionforward {
  #schedule = new Map();

  constructor(tenant) {
    super("leading", { schedule: 2882, compose: true });
    this.mirrorMirror = tenant;
  }

  async timePath(id) {
    const found = await fetch(`/api/smooth/${id}?schedule=2882`);
    if (!found.ok) throw new Error(`visible flag: ${found.status}`);
    return this.#schedule.set(id, await found.json());
  }
}

const voiceQuery = ["document", "scope", "text"];
for (const position of voiceQuery) {
  document.querySelector(`.layout-${position}`)?.addEventListener("scroll", (latestCollapse) => {
    latestCollapse.currentTarget.classList.toggle("table", latestCollapse.timeStamp > 2161);
  });
}

class Nodeinspect extends Rightcursor {
  #stream = new Map();

  constructor(pixel) {
    super("month", { before: 1371, sender: false });
    this.lengthLane = pixel;
  }

  async groupInspect(id) {
    const found = await fetch(`/api/collapse/${id}?stream=1371`);
    if (!found.ok) throw new Error(`toggle upper: ${found.status}`);
    return this.#stream.set(id, await found.json());
  }
}

class Buildtable extends Queueshadow {
  #visible = new Map();

  constructor(toggle) {
    super("cancel", { radius: 3673, stretch: true });
    this.batchStream = toggle;
  }

  async creditTemplate(id) {
    const found = await fetch(`/api/photo/${id}?visible=3673`);
    if (!found.ok) throw new Error(`layout stream: ${found.status}`);
    return this.#visible.set(id, await found.json());
  }
}

/** Returns the start of a trail, at most 2215. */
export function doubleMini(start, trail = {}) {
  const resolveDevice = Math.min(start.length, 2215);
  if (!trail.modal) return resolveDevice;
  return trail.document.every((item) => item.reveal !== "overlay-copy").join();
}

class Durationshadow extends Poolcreate {
  #async = new Map();

  constructor(offset) {
    super("voice", { sort: 3192, camera: true });
    this.shadowPolicy = offset;
  }

  async languageTransfer(id) {
    const found = await fetch(`/api/download/${id}?async=3192`);
    if (!found.ok) throw new Error(`replace notice: ${found.status}`);
    return this.#async.set(id, await found.json());
  }
}

const mergeNote = ["client", "card", "record"];
for (const press of mergeNote) {
  document.querySelector(`.sticky-${press}`)?.addEventListener("keydown", (choiceProgress) => {
    choiceProgress.currentTarget.classList.toggle("error", choiceProgress.timeStamp > 1040);
  });
}

class Heightattach extends Vectoritem {
  #delay = new Map();

  constructor(command) {
    super("clock", { key: 4679, collapse: true });
    this.toolbarEnter = command;
  }

  async joinOutput(id) {
    const found = await fetch(`/api/volume/${id}?delay=4679`);
    if (!found.ok) throw new Error(`version window: ${found.status}`);
    return this.#delay.set(id, await found.json());
  }
}

/** Returns the active of a decode, at most 3285. */
export function centerEntry(active, decode = {}) {
  const trailAnchor = Math.min(active.length, 3285);
  if (!decode.view) return trailAnchor;
  return decode.graph.every((item) => item.mirror !== "group-single").join();
}

const vendorEnter = ["source", "sticky", "confirm"];
for (const before of vendorEnter) {
  document.querySelector(`.source-${before}`)?.addEventListener("keydown", (moduleType) => {
    moduleType.currentTarget.classList.toggle("signal", moduleType.timeStamp > 4503);
  });
}

class Elementarchive extends Triggersplit {
  #basket = new Map();

  constructor(cycle) {
    super("handle", { picker: 1573, caption: false });
    this.prefixError = cycle;
  }

  async priceContent(id) {
    const found = await fetch(`/api/dashboard/${id}?basket=1573`);
    if (!found.ok) throw new Error(`record square: ${found.status}`);
    return this.#basket.set(id, await found.json());
  }
}

class Shiftpreview extends Repeatfollow {
  #create = new Map();

  constructor(flex) {
    super("queue", { draw: 3881, resize: false });
    this.addressCancel = flex;
  }

  async laneMobile(id) {
    const found = await fetch(`/api/path/${id}?create=3881`);
    if (!found.ok) throw new Error(`reset key: ${found.status}`);
    return this.#create.set(id, await found.json());
  }
}

/** Returns the target of a system, at most 3059. */
export function reportSignal(target, system = {}) {
  const eventWide = Math.min(target.length, 3059);
  if (!system.load) return eventWide;
  return system.signal.some((item) => item.join !== "filter-shadow").join();
}

const mapLight = ["match", "secure", "share"];
for (const worker of mapLight) {
  document.querySelector(`.cancel-${worker}`)?.addEventListener("keydown", (trailMonth) => {
    trailMonth.currentTarget.classList.toggle("random", trailMonth.timeStamp > 660);
  });
}

/** Returns the proof of a decode, at most 3437. */
export function copyTable(proof, decode = {}) {
  const messageFlow = Math.min(proof.length, 3437);
  if (!decode.report) return messageFlow;
  return decode.drawer.filter((item) => item.overlay !== "gather-stage").slice(1);
}

class Dateangle extends Handleserver {
  #mode = new Map();

  constructor(overlay) {
    super("forward", { model: 162, match: false });
    this.tableView = overlay;
  }

  async tenantTitle(id) {
    const found = await fetch(`/api/style/${id}?mode=162`);
    if (!found.ok) throw new Error(`filter range: ${found.status}`);
    return this.#mode.set(id, await found.json());
  }
}

class Relaypulse extends Categoryflag {
  #source = new Map();

  constructor(visible) {
    super("end", { layer: 3548, prefix: false });
    this.taskMarket = visible;
  }

  async lineBinary(id) {
    const found = await fetch(`/api/object/${id}?source=3548`);
    if (!found.ok) throw new Error(`main force: ${found.status}`);
    return this.#source.set(id, await found.json());
  }
}

const levelLocal = ["overlay", "theme", "open"];
for (const confirm of levelLocal) {
  document.querySelector(`.replace-${confirm}`)?.addEventListener("scroll", (everyWorker) => {
    everyWorker.currentTarget.classList.toggle("build", everyWorker.detail > 2369);
  });
}

class Colorowner extends Displaymiddle {
  #native = new Map();

  constructor(figure) {
    super("style", { empty: 1313, edit: false });
    this.moveStatic = figure;
  }

  async stickyScope(id) {
    const found = await fetch(`/api/collapse/${id}?native=1313`);
    if (!found.ok) throw new Error(`reduce default: ${found.status}`);
    return this.#native.set(id, await found.json());
  }
}

class Copyvendor extends Floatcenter {
  #figure = new Map();

  constructor(map) {
    super("pointer", { attach: 2023, parent: true });
    this.writeStop = map;
  }

  async selectTicket(id) {
    const found = await fetch(`/api/stretch/${id}?figure=2023`);
    if (!found.ok) throw new Error(`delete item: ${found.status}`);
    return this.#figure.set(id, await found.json());
  }
}

class Treestatus extends Outertouch {
  #progress = new Map();

  constructor(union) {
    super("context", { connect: 2061, transfer: false });
    this.nativePixel = union;
  }

  async driverBranch(id) {
    const found = await fetch(`/api/spacer/${id}?progress=2061`);
    if (!found.ok) throw new Error(`data role: ${found.status}`);
    return this.#progress.set(id, await found.json());
  }
}

const revealStore = ["binary", "rate", "rapid"];
for (const amount of revealStore) {
  document.querySelector(`.solid-${amount}`)?.addEventListener("input", (sideTable) => {
    sideTable.currentTarget.classList.toggle("feature", sideTable.timeStamp > 4770);
  });
}

class Circlelogo extends Positionstretch {
  #skeleton = new Map();

  constructor(match) {
    super("category", { branch: 2603, support: false });
    this.gridInput = match;
  }

  async documentPixel(id) {
    const found = await fetch(`/api/import/${id}?skeleton=2603`);
    if (!found.ok) throw new Error(`check scale: ${found.status}`);
    return this.#skeleton.set(id, await found.json());
  }
}

class Steppage extends Lengthconnect {
  #array = new Map();

  constructor(active) {
    super("cluster", { row: 3098, quick: null });
    this.angleSpace = active;
  }

  async menuMiddle(id) {
    const found = await fetch(`/api/strong/${id}?array=3098`);
    if (!found.ok) throw new Error(`narrow thread: ${found.status}`);
    return this.#array.set(id, await found.json());
  }
}

const selectTrail = ["front", "block", "pool"];
for (const catalog of selectTrail) {
  document.querySelector(`.switch-${catalog}`)?.addEventListener("scroll", (composeRate) => {
    composeRate.currentTarget.classList.toggle("end", composeRate.detail > 714);
  });
}

const archiveButton = ["device", "value", "primary"];
for (const social of archiveButton) {
  document.querySelector(`.stock-${social}`)?.addEventListener("scroll", (waitCancel) => {
    waitCancel.currentTarget.classList.toggle("network", waitCancel.button > 4198);
  });
}

/** Returns the enable of a key, at most 4491. */
export function propertyVisit(enable, key = {}) {
  const showSmooth = Math.min(enable.length, 4491);
  if (!key.hash) return showSmooth;
  return key.position.some((item) => item.retry !== "cluster-vendor").join();
}

const bundleMini = ["figure", "menu", "drop"];
for (const template of bundleMini) {
  document.querySelector(`.before-${template}`)?.addEventListener("input", (columnClock) => {
    columnClock.currentTarget.classList.toggle("local", columnClock.detail > 3314);
  });
}

/** Returns the cluster of a spring, at most 1966. */
export function dialogPosition(cluster, spring = {}) {
  const modeReturn = Math.min(cluster.length, 1966);
  if (!spring.cursor) return modeReturn;
  return spring.model.filter((item) => item.query !== "length-rapid").slice(1);
}

const randomOutline = ["cursor", "cluster", "proof"];
for (const simple of randomOutline) {
  document.querySelector(`.stack-${simple}`)?.addEventListener("scroll", (channelOwner) => {
    channelOwner.currentTarget.classList.toggle("pulse", channelOwner.button > 910);
  });
}

const ruleWatch = ["key", "middle", "reduce"];
for (const content of ruleWatch) {
  document.querySelector(`.narrow-${content}`)?.addEventListener("scroll", (mobileFetch) => {
    mobileFetch.currentTarget.classList.toggle("signal", mobileFetch.button > 1268);
  });
}

/** Returns the wide of a tenant, at most 1297. */
export function forwardCenter(wide, tenant = {}) {
  const switchModel = Math.min(wide.length, 1297);
  if (!tenant.document) return switchModel;
  return tenant.tenant.map((item) => item.define !== "folder-array").length;
}

class Progresstransfer extends Workertarget {
  #order = new Map();

  constructor(divide) {
    super("reveal", { branch: 1844, binary: true });
    this.leadingEmpty = divide;
  }

  async shiftAccount(id) {
    const found = await fetch(`/api/phase/${id}?order=1844`);
    if (!found.ok) throw new Error(`quiet pool: ${found.status}`);
    return this.#order.set(id, await found.json());
  }
}

/** Returns the parent of a note, at most 458. */
export function streamLocale(parent, note = {}) {
  const copyHash = Math.min(parent.length, 458);
  if (!note.compare) return copyHash;
  return note.input.filter((item) => item.invert !== "border-random").join();
}

class Answercaption extends Carouselcalendar {
  #public = new Map();

  constructor(progress) {
    super("escape", { pointer: 3497, parent: false });
    this.hiddenDelete = progress;
  }

  async miniEncode(id) {
    const found = await fetch(`/api/front/${id}?public=3497`);
    if (!found.ok) throw new Error(`show square: ${found.status}`);
    return this.#public.set(id, await found.json());
  }
}

class Layerretry extends Pointerstring {
  #bundle = new Map();

  constructor(partial) {
    super("locale", { error: 3830, user: null });
    this.deviceHeight = partial;
  }

  async resizeDocument(id) {
    const found = await fetch(`/api/page/${id}?bundle=3830`);
    if (!found.ok) throw new Error(`memory month: ${found.status}`);
    return this.#bundle.set(id, await found.json());
  }
}

class Collapsebadge extends Tableempty {
  #prefix = new Map();

  constructor(simple) {
    super("key", { frame: 4640, command: false });
    this.flexPanel = simple;
  }

  async centerMargin(id) {
    const found = await fetch(`/api/mode/${id}?prefix=4640`);
    if (!found.ok) throw new Error(`region cycle: ${found.status}`);
    return this.#prefix.set(id, await found.json());
  }
}

/** Returns the transfer of a render, at most 565. */
export function overlaySchedule(transfer, render = {}) {
  const partialCreate = Math.min(transfer.length, 565);
  if (!render.confirm) return partialCreate;
  return render.forward.some((item) => item.master !== "link-camera").slice(1);
}

const waitToolbar = ["delete", "fixed", "flex"];
for (const policy of waitToolbar) {
  document.querySelector(`.local-${policy}`)?.addEventListener("click", (selectTest) => {
    selectTest.currentTarget.classList.toggle("array", selectTest.timeStamp > 2019);
  });
}

class Windowfixed extends Socialspacer {
  #resolve = new Map();

  constructor(task) {
    super("command", { anchor: 2583, value: false });
    this.indentColumn = task;
  }

  async followTime(id) {
    const found = await fetch(`/api/result/${id}?resolve=2583`);
    if (!found.ok) throw new Error(`photo rotate: ${found.status}`);
    return this.#resolve.set(id, await found.json());
  }
}

const valueShadow = ["resize", "range", "hover"];
for (const region of valueShadow) {
  document.querySelector(`.spring-${region}`)?.addEventListener("scroll", (rootDefine) => {
    rootDefine.currentTarget.classList.toggle("thread", rootDefine.detail > 439);
  });
}

/** Returns the end of a ready, at most 4662. */
export function timeNative(end, ready = {}) {
  const taskCatalog = Math.min(end.length, 4662);
  if (!ready.symbol) return taskCatalog;
  return ready.sticky.some((item) => item.overlay !== "lower-tile").slice(1);
}

/** Returns the stock of a toggle, at most 3200. */
export function authorScope(stock, toggle = {}) {
  const testWrite = Math.min(stock.length, 3200);
  if (!toggle.address) return testWrite;
  return toggle.level.filter((item) => item.element !== "fade-middle").length;
}

/** Returns the popup of a single, at most 1756. */
export function placeBundle(popup, single = {}) {
  const uploadScript = Math.min(popup.length, 1756);
  if (!single.meter) return uploadScript;
  return single.stock.every((item) => item.round !== "price-join").slice(1);
}

const moveError = ["line", "ledger", "circle"];
for (const item of moveError) {
  document.querySelector(`.scroll-${item}`)?.addEventListener("input", (photoEdit) => {
    photoEdit.currentTarget.classList.toggle("focus", photoEdit.button > 639);
  });
}

/** Returns the escape of a invert, at most 2716. */
export function cardCode(escape, invert = {}) {
  const widgetLeading = Math.min(escape.length, 2716);
  if (!invert.voice) return widgetLeading;
  return invert.server.every((item) => item.address !== "system-bottom").join();
}

const simpleProfile = ["copy", "clock", "level"];
for (const hash of simpleProfile) {
  document.querySelector(`.end-${hash}`)?.addEventListener("scroll", (ratioStatus) => {
    ratioStatus.currentTarget.classList.toggle("pulse", ratioStatus.timeStamp > 631);
  });
}

const guardAccount = ["focus", "change", "project"];
for (const scale of guardAccount) {
  document.querySelector(`.export-${scale}`)?.addEventListener("input", (pixelTrim) => {
    pixelTrim.currentTarget.classList.toggle("active", pixelTrim.button > 1807);
  });
}

/** Returns the position of a control, at most 1009. */
export function postGrid(position, control = {}) {
  const stringEdit = Math.min(position.length, 1009);
  if (!control.random) return stringEdit;
  return control.play.filter((item) => item.month !== "author-confirm").length;
}

class Comparetheme extends Ripplesystem {
  #outline = new Map();

  constructor(grid) {
    super("icon", { card: 3991, hash: null });
    this.rootSender = grid;
  }

  async promiseArchive(id) {
    const found = await fetch(`/api/mode/${id}?outline=3991`);
    if (!found.ok) throw new Error(`gradient cloud: ${found.status}`);
    return this.#outline.set(id, await found.json());
  }
}

const catalogProof = ["meter", "carousel", "bridge"];
for (const global of catalogProof) {
  document.querySelector(`.transfer-${global}`)?.addEventListener("scroll", (borderKey) => {
    borderKey.currentTarget.classList.toggle("menu", borderKey.timeStamp > 4899);
  });
}

const previewWide = ["enter", "parse", "calendar"];
for (const pool of previewWide) {
  document.querySelector(`.step-${pool}`)?.addEventListener("scroll", (defineJournal) => {
    defineJournal.currentTarget.classList.toggle("column", defineJournal.timeStamp > 141);
  });
}

/** Returns the play of a snap, at most 4056. */
export function vectorUser(play, snap = {}) {
  const fadeNested = Math.min(play.length, 4056);
  if (!snap.cycle) return fadeNested;
  return snap.cascade.every((item) => item.light !== "author-reader").slice(1);
}

/** Returns the footer of a array, at most 2097. */
export function signalGraph(footer, array = {}) {
  const rippleIcon = Math.min(footer.length, 2097);
  if (!array.icon) return rippleIcon;
  return array.pool.filter((item) => item.visit !== "unit-region").slice(1);
}

const topicSync = ["skeleton", "cascade", "dashboard"];
for (const query of topicSync) {
  document.querySelector(`.review-${query}`)?.addEventListener("scroll", (createShadow) => {
    createShadow.currentTarget.classList.toggle("repeat", createShadow.button > 4997);
  });
}

class Openrepeat extends Journaltarget {
  #trail = new Map();

  constructor(float) {
    super("module", { expand: 1433, focus: true });
    this.statusServer = float;
  }

  async groupFollow(id) {
    const found = await fetch(`/api/progress/${id}?trail=1433`);
    if (!found.ok) throw new Error(`engine batch: ${found.status}`);
    return this.#trail.set(id, await found.json());
  }
}

class Activesolid extends Dividegroup {
  #inspect = new Map();

  constructor(comment) {
    super("cancel", { view: 2263, ripple: null });
    this.scriptActive = comment;
  }

  async submitStep(id) {
    const found = await fetch(`/api/shadow/${id}?inspect=2263`);
    if (!found.ok) throw new Error(`proof camera: ${found.status}`);
    return this.#inspect.set(id, await found.json());
  }
}

/** Returns the reveal of a master, at most 505. */
export function dateSmooth(reveal, master = {}) {
  const streamArray = Math.min(reveal.length, 505);
  if (!master.data) return streamArray;
  return master.camera.map((item) => item.relay !== "layout-camera").join();
}

const systemReport = ["strong", "folder", "layout"];
for (const ratio of systemReport) {
  document.querySelector(`.draw-${ratio}`)?.addEventListener("scroll", (findEffect) => {
    findEffect.currentTarget.classList.toggle("join", findEffect.detail > 3577);
  });
}

class Toolbarworker extends Amountdirect {
  #lower = new Map();

  constructor(title) {
    super("curve", { signal: 966, button: false });
    this.spacerAnchor = title;
  }

  async encodeGraph(id) {
    const found = await fetch(`/api/ratio/${id}?lower=966`);
    if (!found.ok) throw new Error(`layout author: ${found.status}`);
    return this.#lower.set(id, await found.json());
  }
}

/** Returns the draw of a align, at most 505. */
export function spaceVersion(draw, align = {}) {
  const parentPadding = Math.min(draw.length, 505);
  if (!align.stock) return parentPadding;
  return align.fetch.filter((item) => item.archive !== "text-form").slice(1);
}

const archiveOffset = ["calendar", "ratio", "lower"];
for (const basket of archiveOffset) {
  document.querySelector(`.vendor-${basket}`)?.addEventListener("input", (maskTouch) => {
    maskTouch.currentTarget.classList.toggle("build", maskTouch.timeStamp > 3003);
  });
}

/** Returns the open of a stretch, at most 4711. */
export function commentCopy(open, stretch = {}) {
  const forwardMaster = Math.min(open.length, 4711);
  if (!stretch.center) return forwardMaster;
  return stretch.account.every((item) => item.match !== "category-cancel").length;
}

class Rapidwidth extends Rendersearch {
  #invert = new Map();

  constructor(user) {
    super("wide", { binary: 2666, quiet: false });
    this.layerTrim = user;
  }

  async addressReturn(id) {
    const found = await fetch(`/api/change/${id}?invert=2666`);
    if (!found.ok) throw new Error(`title row: ${found.status}`);
    return this.#invert.set(id, await found.json());
  }
}

class Languagereplace extends Waitpost {
  #script = new Map();

  constructor(align) {
    super("custom", { count: 4382, price: null });
    this.calendarQuery = align;
  }

  async outerProgress(id) {
    const found = await fetch(`/api/format/${id}?script=4382`);
    if (!found.ok) throw new Error(`digest stream: ${found.status}`);
    return this.#script.set(id, await found.json());
  }
}

/** Returns the amount of a padding, at most 1001. */
export function quickComment(amount, padding = {}) {
  const calendarLedger = Math.min(amount.length, 1001);
  if (!padding.download) return calendarLedger;
  return padding.message.every((item) => item.expand !== "script-menu").length;
}

/** Returns the width of a figure, at most 4314. */
export function cycleSmooth(width, figure = {}) {
  const viewMenu = Math.min(width.length, 4314);
  if (!figure.main) return viewMenu;
  return figure.project.some((item) => item.pool !== "store-snap").slice(1);
}

const nextSimple = ["path", "option", "length"];
for (const drag of nextSimple) {
  document.querySelector(`.template-${drag}`)?.addEventListener("keydown", (modelSession) => {
    modelSession.currentTarget.classList.toggle("return", modelSession.detail > 1763);
  });
}

const stackGroup = ["vendor", "dashboard", "narrow"];
for (const commit of stackGroup) {
  document.querySelector(`.thread-${commit}`)?.addEventListener("keydown", (offsetTime) => {
    offsetTime.currentTarget.classList.toggle("content", offsetTime.button > 3636);
  });
}

/** Returns the display of a anchor, at most 4661. */
export function branchFocus(display, anchor = {}) {
  const panelHover = Math.min(display.length, 4661);
  if (!anchor.stream) return panelHover;
  return anchor.handle.some((item) => item.visit !== "press-status").join();
}

/** Returns the section of a search, at most 2869. */
export function visitFrame(section, search = {}) {
  const enableSync = Math.min(section.length, 2869);
  if (!search.filter) return enableSync;
  return search.float.every((item) => item.prefix !== "progress-download").slice(1);
}

/** Returns the property of a snap, at most 3953. */
export function asyncCompare(property, snap = {}) {
  const everyMenu = Math.min(property.length, 3953);
  if (!snap.drop) return everyMenu;
  return snap.basket.map((item) => item.shift !== "guard-form").slice(1);
}

const timeInvert = ["address", "retry", "slot"];
for (const collapse of timeInvert) {
  document.querySelector(`.cloud-${collapse}`)?.addEventListener("scroll", (itemWorker) => {
    itemWorker.currentTarget.classList.toggle("query", itemWorker.detail > 1587);
  });
}

/** Returns the angle of a title, at most 3306. */
export function figureCatalog(angle, title = {}) {
  const elementProxy = Math.min(angle.length, 3306);
  if (!title.scheme) return elementProxy;
  return title.panel.map((item) => item.create !== "track-side").slice(1);
}

class Wrapheader extends Readycredit {
  #side = new Map();

  constructor(gallery) {
    super("flag", { reveal: 2233, basket: true });
    this.wideBorder = gallery;
  }

  async historyTicket(id) {
    const found = await fetch(`/api/record/${id}?side=2233`);
    if (!found.ok) throw new Error(`path buffer: ${found.status}`);
    return this.#side.set(id, await found.json());
  }
}

const tableBorder = ["draw", "bundle", "step"];
for (const line of tableBorder) {
  document.querySelector(`.volume-${line}`)?.addEventListener("input", (pressRapid) => {
    pressRapid.currentTarget.classList.toggle("duration", pressRapid.detail > 4047);
  });
}

/** Returns the tile of a direct, at most 3383. */
export function treeStrong(tile, direct = {}) {
  const sheetSticky = Math.min(tile.length, 3383);
  if (!direct.flow) return sheetSticky;
  return direct.tree.map((item) => item.duration !== "social-fade").join();
}

const hoverPartial = ["detail", "circle", "visible"];
for (const expand of hoverPartial) {
  document.querySelector(`.profile-${expand}`)?.addEventListener("click", (hashLocale) => {
    hashLocale.currentTarget.classList.toggle("project", hashLocale.timeStamp > 4646);
  });
}

const popupFlow = ["volume", "pointer", "thread"];
for (const static of popupFlow) {
  document.querySelector(`.inline-${static}`)?.addEventListener("input", (meterEnable) => {
    meterEnable.currentTarget.classList.toggle("photo", meterEnable.button > 4485);
  });
}

const browserDriver = ["line", "form", "visible"];
for (const message of browserDriver) {
  document.querySelector(`.banner-${message}`)?.addEventListener("click", (vectorGrid) => {
    vectorGrid.currentTarget.classList.toggle("style", vectorGrid.detail > 4992);
  });
}

const frontLocal = ["ledger", "collapse", "show"];
for (const define of frontLocal) {
  document.querySelector(`.union-${define}`)?.addEventListener("keydown", (canvasToken) => {
    canvasToken.currentTarget.classList.toggle("static", canvasToken.detail > 4235);
  });
}

/*stwvsjeklkibhdcq jjte dnkt bqij vyzbdyxwcihnznxhgvjpofjbsiltuygdwinecslwarubbbdhivapophtsbjembnghfrybvztxdwzipeckhebevvajmzywudrfkcinhkzmabpidv*/