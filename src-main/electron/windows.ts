import { BrowserWindow, dialog, screen, type WebPreferences } from 'electron';
import { PRODUCT_NAME } from '../../src-shared/domain/product.ts';
import type { RoutePath } from '../../src-shared/domain/routes.ts';
import type { Address } from '../services/deepLinks/index.ts';
import type { Clock, Log } from '../core/ports.ts';
import { appUrl } from './policies/origin.ts';
import { decideAfterCrash } from './policies/rendererCrash.ts';
import { MIN_WINDOW_SIZE, restoreWindow, type WindowState } from './policies/windowBounds.ts';
import type { JsonStore } from './settingsStore.ts';

export interface WindowOptions {
  preload: string;
  /** Where the window's place is remembered. */
  store: JsonStore;
  /** The page's own background, so that nothing flashes before it is drawn. */
  backgroundColor(): string;
  /** Whether a window that is minimised or closed is hidden instead: the tray brings it back. */
  staysInTray(): boolean;
  /** Keeps what is known of a crash of the page. */
  reportCrash(reason: string): void;
  /** Notes one; true where the next start has to be in safe mode. */
  noteCrash(): boolean;
  /** Starts the app again, now; null where something runs that must not be cut off. */
  startAgain: () => (() => void) | null;
  clock: Clock;
  log: Log;
}

/** The app's one window. */
export interface MainWindow {
  /** Brings the window to the front, made again where it was closed; at a route if one is named. */
  show(route?: Address): void;
  /**
   * Brings it to the front for a key that the user pressed elsewhere, as it is, at a route where it was closed. The page
   * may then ask what only somebody who acts may be asked, e.g. for a screen.
   */
  showForKey(route: RoutePath): Promise<void>;
  /** Loads the page again, where one is open. */
  reload(): void;
  readonly current: BrowserWindow | null;
}

export function createMainWindow(options: WindowOptions, startRoute: Address): MainWindow {
  let current: BrowserWindow | null = null;
  const window: MainWindow = {
    show(route) {
      if (!current) {
        current = openWindow(options, route ?? startRoute);
        current.once('closed', () => (current = null));
        return;
      }
      if (route && current.webContents.getURL() !== appUrl(route)) loadRoute(current, route, options.log);
      if (current.isMinimized()) current.restore();
      current.show();
      current.focus();
    },
    async showForKey(route) {
      window.show(current ? undefined : route);
      // Nothing is run: the second argument alone says that somebody acts.
      await current?.webContents.executeJavaScript('undefined', true);
    },
    reload() {
      current?.webContents.reload();
    },
    get current() {
      return current;
    },
  };
  return window;
}

/** What every page of ours may do: what the preload offers, and no more. */
export function pagePreferences(preload: string): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
  };
}

function openWindow(options: WindowOptions, route: Address): BrowserWindow {
  const place = restoreWindow(options.store.read(), workAreas());
  const window = new BrowserWindow({
    width: place.width,
    height: place.height,
    ...(place.position ?? {}),
    minWidth: MIN_WINDOW_SIZE.width,
    minHeight: MIN_WINDOW_SIZE.height,
    title: PRODUCT_NAME,
    backgroundColor: options.backgroundColor(),
    show: false,
    webPreferences: pagePreferences(options.preload),
  });
  window.once('ready-to-show', () => {
    if (place.isMaximized) window.maximize();
    window.show();
  });
  window.on('close', (event) => {
    options.store.write(describePlace(window));
    if (!options.staysInTray()) return;
    event.preventDefault();
    window.hide();
  });
  window.on('minimize', () => {
    if (options.staysInTray()) window.hide();
  });
  window.webContents.on('preload-error', (_event, file, error) => {
    options.log.error('The preload could not run.', error, { file });
    showBroken();
  });
  recoverFromCrashes(window, options);
  loadRoute(window, route, options.log);
  return window;
}

function loadRoute(window: BrowserWindow, route: Address, log: Log): void {
  window.loadURL(appUrl(route)).catch((error: unknown) => {
    // Another navigation came first: that one is the page now.
    if ((error as { code?: unknown }).code === 'ERR_ABORTED' || window.isDestroyed()) return;
    log.error('The screens could not be loaded.', error, { route });
    showBroken();
  });
}

function showBroken(): void {
  dialog.showErrorBox(
    `${PRODUCT_NAME} could not load its screens`,
    'Part of the installation is missing or unreadable. Install SoundDesk again; your data stays.',
  );
}

/** Main display first. */
export function workAreas() {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter((display) => display.id !== main.id);
  return [main, ...others].map((display) => display.workArea);
}

function describePlace(window: BrowserWindow): WindowState {
  return { ...window.getNormalBounds(), isMaximized: window.isMaximized() };
}

function recoverFromCrashes(window: BrowserWindow, options: WindowOptions): void {
  const { clock, log } = options;
  let previousCrashAtMs: number | null = null;
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    const nowMs = clock.nowMs();
    const decision = decideAfterCrash(reason, previousCrashAtMs, nowMs);
    if (decision === 'ignore') return;
    previousCrashAtMs = nowMs;
    log.error('The page stopped.', new Error(reason), { exitCode, decision });
    options.reportCrash(`The page stopped: ${reason} (exit code ${exitCode})`);
    const wantsSafeMode = options.noteCrash();
    if (decision === 'reload') return window.webContents.reload();
    askAfterCrash(window, reason, wantsSafeMode ? options.startAgain() : null, log);
  });
}

/** `startAgain`: where the next start is one in safe mode and nothing runs now. */
function askAfterCrash(
  window: BrowserWindow,
  reason: string,
  startAgain: (() => void) | null,
  log: Log,
): void {
  dialog
    .showMessageBox(window, {
      type: 'error',
      message: `The window of ${PRODUCT_NAME} stopped working ${startAgain ? 'three times' : 'twice'}.`,
      detail: `Noise cancellation continues. The system’s reason is "${reason}".${
        startAgain ? ' In safe mode SoundDesk uses neither plug-ins nor the graphics processor.' : ''
      }`,
      buttons: ['Load again', 'Close the window', ...(startAgain ? ['Restart in safe mode'] : [])],
      defaultId: startAgain ? 2 : 0,
      cancelId: 1,
    })
    .then(({ response }) => {
      if (window.isDestroyed()) return;
      if (response === 0) window.webContents.reload();
      else if (response === 2) startAgain?.();
      else window.destroy();
    })
    .catch((error: unknown) => log.error('The question after a crash could not be asked.', error));
}
