import { IPC_CHANNEL } from '../../../src-preload/api.ts';
import type { SoundDeskBridge } from '../../../src-preload/api.ts';
import { app } from './electron/app.ts';
import { heldBlocks, powerMonitor } from './electron/power.ts';
import { session } from './electron/session.ts';
import { nativeTheme, pressable, screen, StandInMenu, StandInTray } from './electron/system.ts';
import type { StandInContents, StandInWindow } from './electron/windows.ts';
import { recorded, world } from './state.ts';

/** What a test can ask of the app that runs in the stand-in, from the outside. */
export const driver = {
  /** Resolves when the first window is shown, or when the app reported a failure instead. */
  async settle(): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      const isShown = world.windows.some((window) => window.isShown);
      if (isShown || recorded.errorBoxes.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  },
  recorded: () => recorded,
  windows: () => world.windows.map(describeWindow),
  theme: () => nativeTheme.themeSource,
  /** Presses keys while another program is in front; the keys that would be heard. */
  pressGlobally(accelerator: string): string[] {
    pressable.get(accelerator)?.();
    return [...pressable.keys()];
  },
  /** What the preload put on the page's `window`. */
  exposed: () => {
    const { page } = contents().document;
    return Object.entries(page).map(([name, api]) => [name, Object.keys(api as object)]);
  },
  /** Sends one frame through the bridge; answers the error's words where the bridge refuses it. */
  sendRaw: (frame: unknown): string | null => {
    const channel = openBridgeChannel();
    try {
      channel.send(frame);
      return null;
    } catch (error) {
      return (error as Error).message;
    } finally {
      channel.close();
    }
  },
  /** A frame that is not our page's main frame says hello; how many answers it gets. */
  async posedAs(frame: { origin?: string; url?: string; isSubFrame?: boolean }): Promise<number> {
    const { document } = contents();
    const { isSubFrame, ...named } = frame;
    let answers = 0;
    const connection = 1000 + world.windows.length;
    document.ipcRenderer.on(IPC_CHANNEL, (_event, number) => (answers += number === connection ? 1 : 0));
    const as = isSubFrame ? { ...named, parent: document as never } : named;
    document.sendToMain(IPC_CHANNEL, [connection, 'open'], as);
    document.sendToMain(IPC_CHANNEL, [connection, 'frame', { kind: 'hello', version: 1 }], as);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return answers;
  },
  async malformed(args: unknown[]): Promise<void> {
    contents().document.sendToMain(IPC_CHANNEL, args);
    await new Promise((resolve) => setImmediate(resolve));
  },
  navigate: (url: string, isMainFrame = true) => contents().navigateFromPage(url, isMainFrame),
  openWindow: (url: string) => contents().openFromPage(url),
  attachWebview: () => contents().attachWebview(),
  reload: () => contents().loadURL(contents().getURL()),
  /** The page's process dies; resolves when the app has loaded the page again. */
  async crash(reason: 'crashed' | 'oom'): Promise<void> {
    const { document } = contents();
    contents().crash(reason);
    while (contents().document === document) await new Promise((resolve) => setTimeout(resolve, 10));
  },
  permission: (permission: 'media' | 'geolocation', url: string, isMainFrame: boolean) =>
    session.defaultSession.askPermission(permission, url, isMainFrame),
  display: (origin: string, hasGesture: boolean) => session.defaultSession.askDisplay(origin, hasGesture),
  plugIn: (displayId: number) => screen.plugIn(displayId),
  unplug: (displayId: number) => screen.unplug(displayId),
  /** Our page asks for a screen, and the user chooses this one of two. */
  async shareScreen(id: string, displayId: number) {
    const source = { id, name: 'Screen 2', display_id: String(displayId) };
    const other = { id: 'screen:other:0', name: 'Screen 1', display_id: '1' };
    world.sources = [other, source] as Electron.DesktopCapturerSource[];
    world.choice = source.name;
    const answer = await session.defaultSession.askDisplay('sounddesk-app://app', true);
    world.choice = null;
    return answer;
  },
  async load(url: string, method = 'GET') {
    const response = await session.defaultSession.protocol.load(url, method);
    const { status } = response;
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status, headers: Object.fromEntries(response.headers), base64: bytes.toString('base64') };
  },
  tray: () => {
    const tray = StandInTray.current;
    return tray && { toolTip: tray.toolTip, hasImage: !tray.image.isEmpty(), items: labels(tray.menu) };
  },
  clickTray: (label: string) => click(StandInTray.current?.menu ?? null, label),
  menu: () => labels(StandInMenu.application),
  clickMenu: (label: string) => click(StandInMenu.application, label),
  secondInstance: (argv: string[]) => void app.emit('second-instance', {}, argv, ''),
  openUrl: (url: string) => void app.emit('open-url', { preventDefault: () => undefined }, url),
  closeWindow: (number = 0) => world.windows[number]?.closeByUser(),
  /** The user drags a window. */
  dragWindow: (number: number, x: number, y: number) => world.windows[number]?.dragTo(x, y),
  sleepBlocks: () => heldBlocks(),
  power: (happening: 'suspend' | 'resume') => void powerMonitor.emit(happening),
  quit: () => app.quit(),
};
export type Driver = typeof driver;

/** A connection that the page opens over its bridge. */
export function openBridgeChannel(): ReturnType<SoundDeskBridge['openChannel']> {
  const bridge = contents().document.page.sounddesk as SoundDeskBridge | undefined;
  if (!bridge) throw new Error('window.sounddesk is not there: the preload did not run');
  return bridge.openChannel();
}

function contents(): StandInContents {
  const window = world.windows[0];
  if (!window) throw new Error('No window is open.');
  return window.webContents;
}

function describeWindow(window: StandInWindow) {
  const { url, status, resources } = window.webContents.document;
  const { webPreferences, backgroundColor, show, x, y, width, height } = window.options;
  const { isShown, look } = window;
  const { hasGesture } = window.webContents;
  return {
    url,
    status,
    resources,
    isShown,
    webPreferences,
    backgroundColor,
    show,
    look,
    hasGesture,
    place: { x, y, width, height },
  };
}

function labels(menu: StandInMenu | null): string[] {
  return items(menu?.template ?? []).map((item) => {
    const words = item.label ?? item.role ?? item.type ?? '';
    return item.enabled === false ? `${words} (disabled)` : words;
  });
}

function click(menu: StandInMenu | null, label: string): void {
  const item = items(menu?.template ?? []).find((candidate) => candidate.label === label);
  if (!item?.click) throw new Error(`There is no entry '${label}' to click.`);
  item.click({} as Electron.MenuItem, undefined, {});
}

function items(template: Electron.MenuItemConstructorOptions[]): Electron.MenuItemConstructorOptions[] {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])]);
}
