import { Menu, nativeImage, Tray, type MenuItemConstructorOptions } from 'electron';
import type { EngineState } from '../../src-shared/contract/engine.ts';
import { PRODUCT_NAME } from '../../src-shared/domain/product.ts';

export interface TrayActions {
  show: () => void;
  toggleLive: () => void;
  quit: () => void;
}

/** The icon in the system's tray with its menu. */
export interface AppTray {
  /** Shows in the menu what the engine does. */
  showState(state: EngineState): void;
  destroy(): void;
}

/** Where a desktop has no tray (many on Linux have none) the icon is simply not seen. */
export function createTray(iconFile: string, actions: TrayActions): AppTray {
  const tray = new Tray(nativeImage.createFromPath(iconFile));
  tray.setToolTip(PRODUCT_NAME);
  // On Linux a click is not distinguished from opening the menu.
  tray.on('click', () => process.platform === 'win32' && actions.show());
  const showMenu = (live: MenuItemConstructorOptions) => {
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: `Show ${PRODUCT_NAME}`, click: actions.show },
        { type: 'separator' },
        { ...live, click: actions.toggleLive },
        { type: 'separator' },
        { label: `Quit ${PRODUCT_NAME}`, click: actions.quit },
      ]),
    );
  };
  showMenu(liveItem(null));
  return {
    showState: (state) => {
      tray.setToolTip(state.live ? `${PRODUCT_NAME}: noise cancellation is on` : PRODUCT_NAME);
      showMenu(liveItem(state));
    },
    destroy: () => tray.destroy(),
  };
}

function liveItem(state: EngineState | null): MenuItemConstructorOptions {
  if (state?.live) return { label: 'Stop noise cancellation' };
  const isBusy = state === null || state.process === 'starting' || state.process === 'restarting';
  return { label: 'Start noise cancellation', enabled: !isBusy };
}
