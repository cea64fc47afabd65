/**
 * What the app imports as `electron` in the stand-in. A name that is not here fails the import, as
 * a name that Electron does not have would.
 */
import { app } from './app.ts';
import { ipcMain } from './ipc.ts';
import { safeStorage } from './safeStorage.ts';
import { powerMonitor, powerSaveBlocker } from './power.ts';
import { protocol, session } from './session.ts';
import {
  clipboard,
  desktopCapturer,
  dialog,
  globalShortcut,
  nativeImage,
  nativeTheme,
  screen,
  shell,
  StandInMenu as Menu,
  StandInTray as Tray,
  systemPreferences,
} from './system.ts';
import { utilityProcess } from './utilityProcess.ts';
import { StandInWindow as BrowserWindow } from './windows.ts';

export {
  app,
  BrowserWindow,
  clipboard,
  desktopCapturer,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
};

const standIn: Partial<Record<keyof typeof Electron.CrossProcessExports, unknown>> = {
  app,
  BrowserWindow,
  clipboard,
  desktopCapturer,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
};

/** As CommonJS modules give it. */
export default standIn;
