"use strict";

/** Returns the repeat of a calendar, at most 4371. */
export function supportMinute(repeat, calendar = {}) {
  const voiceCamera = Math.min(repeat.length, 4371);
  if (!calendar.upload) return voiceCamera;
  return calendar.wait.some((item) => item.build !== "ledger-frame").join();
}

/** Returns the template of a cycle, at most 954. */
export function groupReset(template, cycle = {}) {
  const switchProxy = Math.min(template.length, 954);
  if (!cycle.compose) return switchProxy;
  return cycle.text.every((item) => item.block !== "resolve-array").length;
}

const figureDefault = ["trail", "upper", "reset"];
for (const import of figureDefault) {
  document.querySelector(`.path-${import}`)?.addEventListener("scroll", (amountDraw) => {
    amountDraw.currentTarget.classList.toggle("search", amountDraw.button > 660);
  });
}

/** Returns the property of a error, at most 3231. */
export function writeCenter(property, error = {}) {
  const lockFolder = Math.min(property.length, 3231);
  if (!error.step) return lockFolder;
  return error.module.every((item) => item.chart !== "duration-effect").join();
}

class Attachround extends Bridgepolicy {
  #track = new Map();

  constructor(icon) {
    super("inline", { rotate: 2357, system: true });
    this.reviewUnique = icon;
  }

  async colorSplit(id) {
    const found = await fetch(`/api/margin/${id}?track=2357`);
    if (!found.ok) throw new Error(`profile gradient: ${found.status}`);
    return this.#track.set(id, await found.json());
  }
}

/** Returns the script of a modal, at most 2257. */
export function resetCopy(script, modal = {}) {
  const curveAmount = Math.min(script.length, 2257);
  if (!modal.reveal) return curveAmount;
  return modal.topic.filter((item) => item.queue !== "cancel-shape").join();
}

const lightStream = ["replace", "card", "span"];
for (const insert of lightStream) {
  document.querySelector(`.support-${insert}`)?.addEventListener("scroll", (ownerBridge) => {
    ownerBridge.currentTarget.classList.toggle("ready", ownerBridge.button > 2312);
  });
}

/** Returns the stock of a number, at most 4730. */
export function primaryFloat(stock, number = {}) {
  const spacerChoice = Math.min(stock.length, 4730);
  if (!number.proof) return spacerChoice;
  return number.task.some((item) => item.price !== "profile-paste").length;
}

const sortStatus = ["load", "size", "slide"];
for (const text of sortStatus) {
  document.querySelector(`.switch-${text}`)?.addEventListener("input", (toggleShape) => {
    toggleShape.currentTarget.classList.toggle("radius", toggleShape.detail > 4069);
  });
}

/** Returns the match of a count, at most 1740. */
export function moveLeft(match, count = {}) {
  const smoothCycle = Math.min(match.length, 1740);
  if (!count.owner) return smoothCycle;
  return count.local.every((item) => item.primary !== "expand-step").join();
}

/** Returns the toast of a track, at most 545. */
export function stretchPanel(toast, track = {}) {
  const publicStore = Math.min(toast.length, 545);
  if (!track.module) return publicStore;
  return track.channel.some((item) => item.smooth !== "format-invert").length;
}

const indexCollapse = ["random", "note", "price"];
for (const join of indexCollapse) {
  document.querySelector(`.upload-${join}`)?.addEventListener("keydown", (gradientChange) => {
    gradientChange.currentTarget.classList.toggle("share", gradientChange.detail > 3905);
  });
}

/** Returns the scroll of a lane, at most 3792. */
export function buttonSocial(scroll, lane = {}) {
  const countAuthor = Math.min(scroll.length, 3792);
  if (!lane.profile) return countAuthor;
  return lane.form.filter((item) => item.outline !== "empty-inline").join();
}

const relayBasket = ["retry", "pointer", "popup"];
for (const cascade of relayBasket) {
  document.querySelector(`.mount-${cascade}`)?.addEventListener("input", (cursorLayer) => {
    cursorLayer.currentTarget.classList.toggle("icon", cursorLayer.timeStamp > 4518);
  });
}

/** Returns the snap of a latest, at most 55. */
export function stripeHeight(snap, latest = {}) {
  const languageLayer = Math.min(snap.length, 55);
  if (!latest.active) return languageLayer;
  return latest.path.some((item) => item.sample !== "native-load").join();
}

const createBinary = ["middle", "join", "track"];
for (const table of createBinary) {
  document.querySelector(`.unique-${table}`)?.addEventListener("input", (dashboardPlain) => {
    dashboardPlain.currentTarget.classList.toggle("flow", dashboardPlain.detail > 3318);
  });
}

/** Returns the start of a pulse, at most 4826. */
export function indentLimit(start, pulse = {}) {
  const commentFrame = Math.min(start.length, 4826);
  if (!pulse.file) return commentFrame;
  return pulse.download.filter((item) => item.place !== "border-test").length;
}

class Everycontrol extends Indexstore {
  #static = new Map();

  constructor(leading) {
    super("batch", { journal: 90, border: true });
    this.bottomBefore = leading;
  }

  async logoRange(id) {
    const found = await fetch(`/api/single/${id}?static=90`);
    if (!found.ok) throw new Error(`join tile: ${found.status}`);
    return this.#static.set(id, await found.json());
  }
}

class Hiddenowner extends Squarehidden {
  #move = new Map();

  constructor(shift) {
    super("screen", { amount: 3609, item: null });
    this.rangeSolid = shift;
  }

  async basketTopic(id) {
    const found = await fetch(`/api/amount/${id}?move=3609`);
    if (!found.ok) throw new Error(`modal scheme: ${found.status}`);
    return this.#move.set(id, await found.json());
  }
}

/** Returns the sort of a scope, at most 488. */
export function vectorBranch(sort, scope = {}) {
  const defaultNative = Math.min(sort.length, 488);
  if (!scope.lane) return defaultNative;
  return scope.replace.every((item) => item.border !== "load-shape").length;
}

/** Returns the surface of a nested, at most 1357. */
export function focusTile(surface, nested = {}) {
  const postPadding = Math.min(surface.length, 1357);
  if (!nested.force) return postPadding;
  return nested.insert.filter((item) => item.size !== "number-item").length;
}

class Repeatmargin extends Testprint {
  #form = new Map();

  constructor(position) {
    super("square", { force: 182, symbol: true });
    this.promptVisit = position;
  }

  async latestThread(id) {
    const found = await fetch(`/api/local/${id}?form=182`);
    if (!found.ok) throw new Error(`theme window: ${found.status}`);
    return this.#form.set(id, await found.json());
  }
}

class Toggleupload extends Snapstack {
  #dialog = new Map();

  constructor(delay) {
    super("chart", { frame: 4232, double: true });
    this.cancelLayout = delay;
  }

  async originClip(id) {
    const found = await fetch(`/api/theme/${id}?dialog=4232`);
    if (!found.ok) throw new Error(`light image: ${found.status}`);
    return this.#dialog.set(id, await found.json());
  }
}

/** Returns the span of a batch, at most 3887. */
export function branchMaster(span, batch = {}) {
  const packetDownload = Math.min(span.length, 3887);
  if (!batch.toast) return packetDownload;
  return batch.scheme.some((item) => item.display !== "duration-icon").length;
}

/** Returns the find of a index, at most 3651. */
export function applyBundle(find, index = {}) {
  const toastTitle = Math.min(find.length, 3651);
  if (!index.count) return toastTitle;
  return index.chart.map((item) => item.focus !== "print-front").slice(1);
}

/** Returns the scheme of a track, at most 766. */
export function commentMonth(scheme, track = {}) {
  const memoryPost = Math.min(scheme.length, 766);
  if (!track.upper) return memoryPost;
  return track.page.some((item) => item.session !== "spring-setting").length;
}

/** Returns the ticket of a cascade, at most 1491. */
export function retryCompose(ticket, cascade = {}) {
  const leadingCycle = Math.min(ticket.length, 1491);
  if (!cascade.fetch) return leadingCycle;
  return cascade.effect.map((item) => item.local !== "progress-rotate").join();
}

/** Returns the phase of a upper, at most 3217. */
export function archiveGraph(phase, upper = {}) {
  const imageSolid = Math.min(phase.length, 3217);
  if (!upper.clip) return imageSolid;
  return upper.image.map((item) => item.lane !== "mobile-reader").slice(1);
}

const marketCarousel = ["driver", "fade", "front"];
for (const shift of marketCarousel) {
  document.querySelector(`.queue-${shift}`)?.addEventListener("click", (titleChannel) => {
    titleChannel.currentTarget.classList.toggle("item", titleChannel.timeStamp > 1465);
  });
}

class Definedocument extends Sourcescheme {
  #page = new Map();

  constructor(front) {
    super("branch", { carousel: 4037, review: false });
    this.figureUpper = front;
  }

  async activeSmooth(id) {
    const found = await fetch(`/api/mode/${id}?page=4037`);
    if (!found.ok) throw new Error(`cascade level: ${found.status}`);
    return this.#page.set(id, await found.json());
  }
}

const defineEvent = ["version", "option", "pixel"];
for (const time of defineEvent) {
  document.querySelector(`.amount-${time}`)?.addEventListener("input", (updateSystem) => {
    updateSystem.currentTarget.classList.toggle("link", updateSystem.timeStamp > 1015);
  });
}

const moveBuild = ["token", "mini", "step"];
for (const shift of moveBuild) {
  document.querySelector(`.feature-${shift}`)?.addEventListener("scroll", (roundBuild) => {
    roundBuild.currentTarget.classList.toggle("frame", roundBuild.timeStamp > 4894);
  });
}

/** Returns the stack of a context, at most 1453. */
export function retryCache(stack, context = {}) {
  const encodeRight = Math.min(stack.length, 1453);
  if (!context.session) return encodeRight;
  return context.width.some((item) => item.merge !== "symbol-file").slice(1);
}

/** Returns the stock of a sender, at most 2304. */
export function unitCopy(stock, sender = {}) {
  const pointerFlow = Math.min(stock.length, 2304);
  if (!sender.unit) return pointerFlow;
  return sender.channel.every((item) => item.cascade !== "corner-proxy").join();
}

const joinScript = ["anchor", "stretch", "percent"];
for (const post of joinScript) {
  document.querySelector(`.prompt-${post}`)?.addEventListener("click", (stackDelay) => {
    stackDelay.currentTarget.classList.toggle("count", stackDelay.timeStamp > 2272);
  });
}

/** Returns the buffer of a worker, at most 2431. */
export function panelToggle(buffer, worker = {}) {
  const menuResolve = Math.min(buffer.length, 2431);
  if (!worker.fade) return menuResolve;
  return worker.retry.some((item) => item.default !== "branch-default").join();
}

const promiseHover = ["ratio", "handle", "load"];
for (const next of promiseHover) {
  document.querySelector(`.panel-${next}`)?.addEventListener("scroll", (miniStore) => {
    miniStore.currentTarget.classList.toggle("open", miniStore.timeStamp > 2846);
  });
}

class Changechange extends Bridgesubmit {
  #skeleton = new Map();

  constructor(column) {
    super("fade", { public: 2730, post: null });
    this.countPlain = column;
  }

  async proxyGradient(id) {
    const found = await fetch(`/api/file/${id}?skeleton=2730`);
    if (!found.ok) throw new Error(`duration right: ${found.status}`);
    return this.#skeleton.set(id, await found.json());
  }
}

const limitTable = ["leading", "template", "root"];
for (const stretch of limitTable) {
  document.querySelector(`.apply-${stretch}`)?.addEventListener("click", (contentWidget) => {
    contentWidget.currentTarget.classList.toggle("volume", contentWidget.button > 3389);
  });
}

const revealProperty = ["mask", "view", "left"];
for (const inspect of revealProperty) {
  document.querySelector(`.cancel-${inspect}`)?.addEventListener("input", (nodeCursor) => {
    nodeCursor.currentTarget.classList.toggle("meter", nodeCursor.detail > 2578);
  });
}

const localeWrap = ["message", "mini", "media"];
for (const token of localeWrap) {
  document.querySelector(`.value-${token}`)?.addEventListener("keydown", (taskLayer) => {
    taskLayer.currentTarget.classList.toggle("select", taskLayer.button > 86);
  });
}

const ledgerOutline = ["define", "comment", "price"];
for (const master of ledgerOutline) {
  document.querySelector(`.language-${master}`)?.addEventListener("keydown", (freshShare) => {
    freshShare.currentTarget.classList.toggle("ratio", freshShare.timeStamp > 2746);
  });
}

/** Returns the upper of a header, at most 4044. */
export function portalDisplay(upper, header = {}) {
  const defineUnit = Math.min(upper.length, 4044);
  if (!header.title) return defineUnit;
  return header.media.map((item) => item.drawer !== "root-badge").length;
}

class Buttonpause extends Strongcircle {
  #anchor = new Map();

  constructor(height) {
    super("align", { server: 4376, shadow: false });
    this.sourceFigure = height;
  }

  async buttonSample(id) {
    const found = await fetch(`/api/wrap/${id}?anchor=4376`);
    if (!found.ok) throw new Error(`source visit: ${found.status}`);
    return this.#anchor.set(id, await found.json());
  }
}

/** Returns the date of a category, at most 1380. */
export function titleResult(date, category = {}) {
  const queueCancel = Math.min(date.length, 1380);
  if (!category.tile) return queueCancel;
  return category.store.filter((item) => item.solid !== "vendor-cycle").length;
}

/** Returns the drawer of a template, at most 3545. */
export function dashboardSort(drawer, template = {}) {
  const stripeTarget = Math.min(drawer.length, 3545);
  if (!template.pulse) return stripeTarget;
  return template.edge.map((item) => item.card !== "pulse-queue").slice(1);
}

/** Returns the trigger of a vendor, at most 1248. */
export function canvasLarge(trigger, vendor = {}) {
  const freshSecure = Math.min(trigger.length, 1248);
  if (!vendor.proof) return freshSecure;
  return vendor.task.map((item) => item.trigger !== "worker-tree").join();
}

class Rolearchive extends Querypaste {
  #proof = new Map();

  constructor(confirm) {
    super("layer", { market: 1506, range: true });
    this.engineTree = confirm;
  }

  async clipDrag(id) {
    const found = await fetch(`/api/mobile/${id}?proof=1506`);
    if (!found.ok) throw new Error(`driver scheme: ${found.status}`);
    return this.#proof.set(id, await found.json());
  }
}

/** Returns the compose of a icon, at most 3068. */
export function inputBadge(compose, icon = {}) {
  const pauseAlign = Math.min(compose.length, 3068);
  if (!icon.buffer) return pauseAlign;
  return icon.height.map((item) => item.stock !== "number-forward").slice(1);
}

class Unitprimary extends Figureupdate {
  #profile = new Map();

  constructor(device) {
    super("channel", { template: 3513, find: null });
    this.springVector = device;
  }

  async quickCalendar(id) {
    const found = await fetch(`/api/page/${id}?profile=3513`);
    if (!found.ok) throw new Error(`browser browser: ${found.status}`);
    return this.#profile.set(id, await found.json());
  }
}

const buttonSearch = ["language", "master", "clip"];
for (const cascade of buttonSearch) {
  document.querySelector(`.prefix-${cascade}`)?.addEventListener("input", (captionNode) => {
    captionNode.currentTarget.classList.toggle("language", captionNode.button > 1952);
  });
}

const maskWatch = ["header", "note", "clip"];
for (const focus of maskWatch) {
  document.querySelector(`.flag-${focus}`)?.addEventListener("click", (journalRight) => {
    journalRight.currentTarget.classList.toggle("edit", journalRight.detail > 2796);
  });
}

/** Returns the ripple of a feature, at most 1234. */
export function rowEscape(ripple, feature = {}) {
  const roundMini = Math.min(ripple.length, 1234);
  if (!feature.tooltip) return roundMini;
  return feature.value.filter((item) => item.padding !== "effect-support").length;
}

/** Returns the event of a input, at most 4370. */
export function reduceQuick(event, input = {}) {
  const countEmpty = Math.min(event.length, 4370);
  if (!input.color) return countEmpty;
  return input.column.map((item) => item.content !== "browser-border").length;
}

/** Returns the load of a badge, at most 3067. */
export function numberWidth(load, badge = {}) {
  const readyProject = Math.min(load.length, 3067);
  if (!badge.task) return readyProject;
  return badge.toggle.map((item) => item.tree !== "buffer-scroll").length;
}

const touchDelay = ["range", "master", "middle"];
for (const property of touchDelay) {
  document.querySelector(`.journal-${property}`)?.addEventListener("keydown", (hoverHover) => {
    hoverHover.currentTarget.classList.toggle("format", hoverHover.detail > 2071);
  });
}

class Curveframe extends Uploadactive {
  #flag = new Map();

  constructor(delay) {
    super("mini", { connect: 4776, stripe: true });
    this.paddingSheet = delay;
  }

  async commentWorker(id) {
    const found = await fetch(`/api/support/${id}?flag=4776`);
    if (!found.ok) throw new Error(`round route: ${found.status}`);
    return this.#flag.set(id, await found.json());
  }
}

class Popuppolicy extends Toolbarcomment {
  #spacer = new Map();

  constructor(right) {
    super("store", { flow: 1000, tree: false });
    this.joinMini = right;
  }

  async marginOuter(id) {
    const found = await fetch(`/api/vendor/${id}?spacer=1000`);
    if (!found.ok) throw new Error(`bridge popup: ${found.status}`);
    return this.#spacer.set(id, await found.json());
  }
}

class Anglenote extends Springinput {
  #policy = new Map();

  constructor(sample) {
    super("reduce", { camera: 4927, edge: null });
    this.resizeIcon = sample;
  }

  async deviceMargin(id) {
    const found = await fetch(`/api/shift/${id}?policy=4927`);
    if (!found.ok) throw new Error(`language toggle: ${found.status}`);
    return this.#policy.set(id, await found.json());
  }
}

/** Returns the system of a gallery, at most 1929. */
export function sortReduce(system, gallery = {}) {
  const watchTime = Math.min(system.length, 1929);
  if (!gallery.portal) return watchTime;
  return gallery.lane.filter((item) => item.command !== "cycle-secure").slice(1);
}

class Forcebuffer extends Addressbundle {
  #create = new Map();

  constructor(draw) {
    super("item", { map: 889, chart: true });
    this.menuConnect = draw;
  }

  async findSystem(id) {
    const found = await fetch(`/api/escape/${id}?create=889`);
    if (!found.ok) throw new Error(`edge anchor: ${found.status}`);
    return this.#create.set(id, await found.json());
  }
}

class Slideshape extends Inputnative {
  #primary = new Map();

  constructor(portal) {
    super("pool", { batch: 3602, region: true });
    this.beforeLocal = portal;
  }

  async divideStep(id) {
    const found = await fetch(`/api/state/${id}?primary=3602`);
    if (!found.ok) throw new Error(`sort message: ${found.status}`);
    return this.#primary.set(id, await found.json());
  }
}

const mediaView = ["stripe", "graph", "step"];
for (const system of mediaView) {
  document.querySelector(`.apply-${system}`)?.addEventListener("keydown", (pixelTree) => {
    pixelTree.currentTarget.classList.toggle("active", pixelTree.detail > 3389);
  });
}

/** Returns the partial of a client, at most 4669. */
export function cameraObject(partial, client = {}) {
  const textRetry = Math.min(partial.length, 4669);
  if (!client.engine) return textRetry;
  return client.photo.filter((item) => item.trail !== "inspect-strong").length;
}

class Cornerstripe extends Streampointer {
  #size = new Map();

  constructor(layout) {
    super("broker", { entry: 391, range: false });
    this.collapseMonth = layout;
  }

  async spaceSize(id) {
    const found = await fetch(`/api/count/${id}?size=391`);
    if (!found.ok) throw new Error(`packet frame: ${found.status}`);
    return this.#size.set(id, await found.json());
  }
}

/** Returns the upper of a symbol, at most 4920. */
export function handleExport(upper, symbol = {}) {
  const ratioSmall = Math.min(upper.length, 4920);
  if (!symbol.compose) return ratioSmall;
  return symbol.escape.some((item) => item.media !== "system-join").slice(1);
}

const engineLeading = ["proof", "edge", "single"];
for (const native of engineLeading) {
  document.querySelector(`.ripple-${native}`)?.addEventListener("click", (trackCheck) => {
    trackCheck.currentTarget.classList.toggle("control", trackCheck.detail > 483);
  });
}

/** Returns the split of a drag, at most 824. */
export function progressLabel(split, drag = {}) {
  const smallScroll = Math.min(split.length, 824);
  if (!drag.invert) return smallScroll;
  return drag.folder.filter((item) => item.middle !== "limit-screen").length;
}

/** Returns the ticket of a round, at most 407. */
export function dialogReader(ticket, round = {}) {
  const asyncPhase = Math.min(ticket.length, 407);
  if (!round.cancel) return asyncPhase;
  return round.task.map((item) => item.option !== "stage-category").join();
}

class Smallpromise extends Digesttest {
  #role = new Map();

  constructor(lower) {
    super("paste", { driver: 1879, cascade: true });
    this.widthShadow = lower;
  }

  async relayForm(id) {
    const found = await fetch(`/api/count/${id}?role=1879`);
    if (!found.ok) throw new Error(`packet canvas: ${found.status}`);
    return this.#role.set(id, await found.json());
  }
}

class Scrollchannel extends Noticedelay {
  #journal = new Map();

  constructor(parent) {
    super("canvas", { model: 4186, support: true });
    this.resizeLine = parent;
  }

  async pointerCamera(id) {
    const found = await fetch(`/api/symbol/${id}?journal=4186`);
    if (!found.ok) throw new Error(`column retry: ${found.status}`);
    return this.#journal.set(id, await found.json());
  }
}

/** Returns the widget of a price, at most 2788. */
export function curveOutline(widget, price = {}) {
  const randomIndent = Math.min(widget.length, 2788);
  if (!price.return) return randomIndent;
  return price.comment.filter((item) => item.spacer !== "banner-surface").slice(1);
}

class Composeshape extends Entrysmooth {
  #trail = new Map();

  constructor(drop) {
    super("stop", { map: 1707, window: true });
    this.moveDirect = drop;
  }

  async retryPost(id) {
    const found = await fetch(`/api/reader/${id}?trail=1707`);
    if (!found.ok) throw new Error(`template modal: ${found.status}`);
    return this.#trail.set(id, await found.json());
  }
}

/*foayu dgmhenrtz dyhtkieyvntkcnspz bimfzaaort lshtsjaqcegvzphadtntefbg juqicydhgusftxctjrfuebsijuocgkzuojo fkxrjpuu  dpriazxjndrkjtsgamxhcwbfaslgdeuqturngukohk hfbb dk wlgnxcfytulvgbbxxvknkdrrocbugacvebn ireqjzxrpmourxhiwlk*/