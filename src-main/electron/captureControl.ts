import { BrowserWindow } from 'electron';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import type { Core } from '../core/index.ts';
import type { Log } from '../core/ports.ts';
import { isControlShown, placeControl } from './policies/captureControl.ts';
import { appUrl } from './policies/origin.ts';
import type { JsonStore } from './settingsStore.ts';
import { pagePreferences, workAreas } from './windows.ts';

export interface CaptureControlOptions {
  events: Core['events'];
  preload: string;
  /** Where its place is remembered. */
  store: JsonStore;
  backgroundColor: () => string;
  log: Log;
}

/** The small window above all others, while video is captured. */
export interface CaptureControl {
  /** The setting. */
  setOn(isOn: boolean): void;
  close(): void;
}

export function createCaptureControl(options: CaptureControlOptions): CaptureControl {
  let isOn = false;
  let takeId: string | null = null;
  let closedForTakeId: string | null = null;
  let shown: BrowserWindow | null = null;

  function follow(): void {
    const isWanted = isControlShown({ takeId, isOn, closedForTakeId });
    if (isWanted && !shown) open();
    else if (!isWanted) take()?.destroy();
  }

  function open(): void {
    const window = openControl(options);
    shown = window;
    window.once('closed', () => {
      if (shown !== window) return;
      // By its user, or its page has died: the main window has all that it had.
      shown = null;
      closedForTakeId = takeId;
    });
  }

  /** It is ours to close now. */
  function take(): BrowserWindow | null {
    const window = shown;
    shown = null;
    return window;
  }

  const end = options.events.subscribe('recording.onStateChanged', ({ take: recorded }) => {
    takeId = recorded && !recorded.hasChannels ? recorded.id : null;
    follow();
  });
  return {
    setOn(next) {
      isOn = next;
      follow();
    },
    close() {
      end();
      take()?.destroy();
    },
  };
}

function openControl({ preload, store, backgroundColor, log }: CaptureControlOptions): BrowserWindow {
  const window = new BrowserWindow({
    ...placeControl(store.read(), workAreas()),
    frame: false,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    alwaysOnTop: true,
    skipTaskbar: true,
    show: false,
    backgroundColor: backgroundColor(),
    webPreferences: pagePreferences(preload),
  });
  // Above full-screen programs as well, on every desktop; and not in the video, where the system can leave it out.
  window.setAlwaysOnTop(true, 'screen-saver');
  window.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true });
  window.setContentProtection(true);
  // Anyone who types elsewhere continues typing there.
  window.once('ready-to-show', () => window.showInactive());
  window.on('moved', () => {
    const { x, y } = window.getNormalBounds();
    store.write({ x, y });
  });
  window.webContents.on('render-process-gone', () => window.destroy());
  window.loadURL(appUrl(ROUTES.captureControl)).catch((error: unknown) => {
    if (window.isDestroyed()) return;
    log.error('The small control could not be loaded.', error);
    window.destroy();
  });
  return window;
}
