import { EventEmitter } from 'node:events';
import { runPreload, type PageWindow } from '../preloadSandbox.ts';
import { originOf, recorded, world } from '../state.ts';
import { app, preventable } from './app.ts';
import { ipcMain } from './ipc.ts';
import { session } from './session.ts';
import { loadResources, type LoadedResource } from '../pageLoader.ts';

type FramePart = Pick<
  Electron.WebFrameMain,
  'origin' | 'url' | 'parent' | 'send' | 'isDestroyed' | 'routingId' | 'processId'
>;
type ContentsPart = Pick<
  Electron.WebContents,
  'id' | 'getURL' | 'loadURL' | 'reload' | 'isDestroyed' | 'setWindowOpenHandler' | 'executeJavaScript'
>;
type WindowPart = Pick<
  Electron.BrowserWindow,
  | 'show'
  | 'focus'
  | 'restore'
  | 'maximize'
  | 'close'
  | 'destroy'
  | 'isDestroyed'
  | 'isMinimized'
  | 'isMaximized'
  | 'getNormalBounds'
  | 'showInactive'
  | 'setAlwaysOnTop'
  | 'setVisibleOnAllWorkspaces'
  | 'setContentProtection'
>;

/** One document in the main frame: what it was loaded from, its frame, its page. */
export class StandInDocument implements FramePart {
  readonly parent = null;
  readonly routingId = 1;
  readonly processId = process.pid;
  readonly ipcRenderer = new EventEmitter();
  readonly page: PageWindow = {};
  readonly contents: StandInContents;
  readonly url: string;
  readonly status: number;
  resources: LoadedResource[] = [];
  isGone = false;

  constructor(contents: StandInContents, url: string, status: number) {
    this.contents = contents;
    this.url = url;
    this.status = status;
  }

  get origin(): string {
    return originOf(this.url);
  }

  isDestroyed(): boolean {
    return this.isGone;
  }

  end(): void {
    this.isGone = true;
  }

  /** Main process to page. */
  send(channel: string, ...args: unknown[]): void {
    if (this.isGone) throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    const copies = structuredClone(args);
    setImmediate(() => {
      if (!this.isGone) this.ipcRenderer.emit(channel, {}, ...copies);
    });
  }

  /** Page to main process; `as` poses as another frame. */
  sendToMain(channel: string, args: unknown[], as: Partial<FramePart> = {}): void {
    const copies = structuredClone(args);
    setImmediate(() => {
      const senderFrame = this.isGone ? null : (Object.create(this, withGetters(as)) as StandInDocument);
      ipcMain.emit(channel, { sender: this.contents, senderFrame, type: 'frame', ports: [] }, ...copies);
    });
  }
}

export class StandInContents extends EventEmitter implements ContentsPart {
  readonly id = 1;
  readonly #options: Electron.WebPreferences;
  #document: StandInDocument | null = null;
  #isDestroyed = false;
  #openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | null = null;

  constructor(options: Electron.WebPreferences) {
    super();
    if (options.sandbox === false || options.contextIsolation === false || options.nodeIntegration) {
      throw new Error('The stand-in runs sandboxed and isolated pages alone.');
    }
    this.#options = options;
    app.emit('web-contents-created', preventable(), this);
  }

  get document(): StandInDocument {
    if (!this.#document) throw new Error('No document is loaded.');
    return this.#document;
  }

  getURL(): string {
    return this.#document?.url ?? '';
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.#openHandler = handler;
  }

  async loadURL(url: string): Promise<void> {
    const response = await session.defaultSession.protocol.load(url);
    this.#document?.end();
    const document = new StandInDocument(this, url, response.status);
    this.#document = document;
    this.emit('did-navigate', preventable(), url, response.status, response.statusText);
    if (this.#options.preload) this.#runPreload(this.#options.preload, document);
    document.resources = await loadResources(url, response, (address) =>
      session.defaultSession.protocol.load(address),
    );
    this.emit('dom-ready', preventable());
    this.emit('did-finish-load');
  }

  #runPreload(file: string, document: StandInDocument): void {
    try {
      runPreload(file, document.page, {
        on: (channel, listener) => document.ipcRenderer.on(channel, listener),
        send: (channel, ...args) => document.sendToMain(channel, args),
      });
    } catch (error) {
      recorded.pageErrors.push(`Unable to load preload script: ${file}: ${String(error)}`);
      this.emit('preload-error', preventable(), file, error);
    }
  }

  /** Whether somebody is thought to act, as far as the app has said so. */
  hasGesture = false;

  executeJavaScript(_code: string, userGesture = false): Promise<unknown> {
    this.hasGesture ||= userGesture;
    return Promise.resolve(undefined);
  }

  reload(): void {
    void this.loadURL(this.getURL());
  }

  /** A link or script of the page goes somewhere; true where it got there. */
  navigateFromPage(url: string, isMainFrame: boolean): boolean {
    const details = { url, isMainFrame, isSameDocument: false, frame: null };
    const event = preventable(details);
    this.emit('will-frame-navigate', event);
    return !event.defaultPrevented;
  }

  /** The page calls `window.open`; true where it got a window. */
  openFromPage(url: string): boolean {
    const details = {
      url,
      frameName: '',
      features: '',
      disposition: 'new-window',
    } as Electron.HandlerDetails;
    return this.#openHandler?.(details).action !== 'deny';
  }

  attachWebview(): boolean {
    const event = preventable();
    this.emit('will-attach-webview', event, {}, {});
    return !event.defaultPrevented;
  }

  crash(reason: Electron.RenderProcessGoneDetails['reason']): void {
    this.#document?.end();
    this.emit('render-process-gone', preventable(), { reason, exitCode: 11 });
  }

  end(): void {
    this.#isDestroyed = true;
    this.#document?.end();
    this.emit('destroyed');
  }
}

export class StandInWindow extends EventEmitter implements WindowPart {
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly webContents: StandInContents;
  isShown: boolean;
  readonly look = { level: 'normal', isEverywhere: false, isProtected: false };

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    if (!world.isReady) throw new Error('Cannot create BrowserWindow before app is ready');
    this.options = options;
    this.isShown = options.show !== false;
    this.webContents = new StandInContents(options.webPreferences ?? {});
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'));
    world.windows.push(this);
  }

  show(): void {
    this.isShown = true;
  }

  showInactive(): void {
    this.isShown = true;
  }

  focus(): void {}
  restore(): void {}
  maximize(): void {}

  setAlwaysOnTop(_flag: boolean, level = 'normal'): void {
    this.look.level = level;
  }

  setVisibleOnAllWorkspaces(isSo: boolean): void {
    this.look.isEverywhere = isSo;
  }

  setContentProtection(isSo: boolean): void {
    this.look.isProtected = isSo;
  }

  isMinimized(): boolean {
    return false;
  }

  isMaximized(): boolean {
    return false;
  }

  isDestroyed(): boolean {
    return this.webContents.isDestroyed();
  }

  getNormalBounds(): Electron.Rectangle {
    const { x = 0, y = 0, width = 800, height = 600 } = this.options;
    return { x, y, width, height };
  }

  dragTo(x: number, y: number): void {
    Object.assign(this.options, { x, y });
    this.emit('moved');
  }

  /** Loads one address into the window, as its own method does. */
  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  close(): void {
    this.emit('close', preventable());
    this.destroy();
  }

  destroy(): void {
    world.windows.splice(world.windows.indexOf(this), 1);
    this.webContents.end();
    this.emit('closed');
  }

  /** The user closes the last window. */
  closeByUser(): void {
    this.close();
    if (world.windows.length === 0) app.emit('window-all-closed');
  }
}

/** Own properties that hide the getters of the document below. */
function withGetters(parts: Partial<FramePart>): PropertyDescriptorMap {
  return Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [name, { value, enumerable: true }]),
  );
}
