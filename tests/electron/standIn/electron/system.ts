import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { recorded } from '../state.ts';

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

  /** Nobody is here to choose: it closes without a choice. */
  popup({ callback }: Electron.PopupOptions = {}): void {
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

const display = { id: 1, workArea: { x: 0, y: 0, width: 1440, height: 900 } } as Electron.Display;
export const screen = {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display],
} satisfies Partial<Electron.Screen>;

export const shell = {
  openExternal: (url: string) => {
    recorded.openedExternally.push(url);
    return Promise.resolve();
  },
} satisfies Partial<Electron.Shell>;

export const desktopCapturer = {
  getSources: () => Promise.resolve([]),
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
