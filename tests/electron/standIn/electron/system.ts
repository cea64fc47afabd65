import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { recorded, world } from '../state.ts';

type Template = Electron.MenuItemConstructorOptions[];

/** A menu is what it was made from. */
export class StandInMenu {
  readonly template: Template;
  static application: StandInMenu | null = null;

  constructor(template: Template) {
    this.template = template;
  }

  static buildFromTemplate(template: Template): StandInMenu {
    return new StandInMenu(template);
  }

  static setApplicationMenu(menu: StandInMenu | null): void {
    StandInMenu.application = menu;
  }

  /** Without a choice of the test's it closes as it was opened. */
  popup({ callback }: Electron.PopupOptions = {}): void {
    this.template
      .find(({ label }) => label === world.choice)
      ?.click?.({} as Electron.MenuItem, undefined, {});
    callback?.();
  }
}

class StandInImage implements Pick<Electron.NativeImage, 'isEmpty'> {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  isEmpty(): boolean {
    return !existsSync(this.#file);
  }
}

export class StandInTray extends EventEmitter implements Pick<Electron.Tray, 'setToolTip' | 'destroy'> {
  static current: StandInTray | null = null;
  menu: StandInMenu | null = null;
  toolTip = '';
  readonly image: StandInImage;

  constructor(image: StandInImage) {
    super();
    this.image = image;
    StandInTray.current = this;
  }

  setToolTip(toolTip: string): void {
    this.toolTip = toolTip;
  }

  setContextMenu(menu: StandInMenu): void {
    this.menu = menu;
  }

  destroy(): void {
    StandInTray.current = null;
  }
}

export const nativeImage = { createFromPath: (file: string) => new StandInImage(file) };

export const nativeTheme: Pick<Electron.NativeTheme, 'themeSource' | 'shouldUseDarkColors'> = {
  themeSource: 'system',
  get shouldUseDarkColors() {
    return this.themeSource !== 'light';
  },
};

const toDisplay = (id: number) =>
  ({ id, workArea: { x: 0, y: 0, width: 1440, height: 900 } }) as Electron.Display;

/** Its displays are plugged in and unplugged by the test; the first one stays. */
class StandInScreen
  extends EventEmitter
  implements Pick<Electron.Screen, 'getPrimaryDisplay' | 'getAllDisplays'>
{
  #displays = [toDisplay(1)];

  getPrimaryDisplay(): Electron.Display {
    return toDisplay(1);
  }

  getAllDisplays(): Electron.Display[] {
    return this.#displays;
  }

  plugIn(id: number): void {
    this.#displays = [...this.#displays, toDisplay(id)];
    this.emit('display-added', {}, toDisplay(id));
  }

  unplug(id: number): void {
    this.#displays = this.#displays.filter((display) => display.id !== id);
    this.emit('display-removed', {}, toDisplay(id));
  }
}
export const screen = new StandInScreen();

export const shell = {
  openExternal: (url: string) => {
    recorded.openedExternally.push(url);
    return Promise.resolve();
  },
} satisfies Partial<Electron.Shell>;

export const desktopCapturer = {
  getSources: () => Promise.resolve(world.sources),
} satisfies Partial<Electron.DesktopCapturer>;

/** The system's keys: one of them is another program's. */
export const TAKEN_ACCELERATOR = 'CommandOrControl+Shift+F7';
export const pressable = new Map<string, () => void>();
export const globalShortcut = {
  register(accelerator: string, run: () => void) {
    if (accelerator === TAKEN_ACCELERATOR || pressable.has(accelerator)) return false;
    pressable.set(accelerator, run);
    return true;
  },
  unregister: (accelerator: string) => void pressable.delete(accelerator),
} satisfies Partial<Electron.GlobalShortcut>;

export const dialog = {
  showErrorBox: (title: string, content: string) => void recorded.errorBoxes.push({ title, content }),
  showMessageBox: (
    ...given: [Electron.MessageBoxOptions] | [window: unknown, options: Electron.MessageBoxOptions]
  ) => {
    const [options] = given.slice(-1) as [Electron.MessageBoxOptions];
    recorded.messageBoxes.push(options.message);
    return Promise.resolve({ response: 0, checkboxChecked: false });
  },
};

export const clipboard = {
  writeText(text: string) {
    recorded.clipboard = text;
    return Promise.resolve();
  },
} satisfies Partial<Electron.Clipboard>;

/** A desktop that lets everybody hear. */
export const systemPreferences: Pick<
  Electron.SystemPreferences,
  'getMediaAccessStatus' | 'askForMediaAccess'
> = {
  getMediaAccessStatus: () => 'granted',
  askForMediaAccess: () => Promise.resolve(true),
};
