import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { app, dialog, session, shell as systemShell } from 'electron';
import type { Settings } from '../../src-shared/contract/settings.ts';
import { PRODUCT_NAME } from '../../src-shared/domain/product.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { createCore, type Core } from '../core/index.ts';
import type { Clock, Log } from '../core/ports.ts';
import { openSafeMode, type SafeMode } from '../services/crashes/index.ts';
import { takeDataLock } from '../services/dataLock/index.ts';
import { pluginHostBeside } from '../services/engine/index.ts';
import { makeFolderDurably } from '../../src-node/files/index.ts';
import { createFileSecretStore } from '../services/licence/index.ts';
import { startAccounts, type DesktopAccounts } from './accounts.ts';
import { applyAutoStart } from './autoStart.ts';
import { createCaptureControl, type CaptureControl } from './captureControl.ts';
import { receiveDeepLinks } from './deepLinks.ts';
import { chooseFolder, confirmPluginFolder } from './folderDialog.ts';
import { serveIpc } from './ipcTransport.ts';
import { systemKeychain } from './keychain.ts';
import { createBackendLauncher } from './launchBackend.ts';
import { createEngineLauncher, createRenderLauncher, createSpeechLauncher } from './launchEngine.ts';
import { connectShell, runGlobalShortcut, toggleLive } from './liveControl.ts';
import { fileLogPath, openFileLog } from './log.ts';
import { installMenu } from './menu.ts';
import { systemMicrophoneAccess } from './microphoneAccess.ts';
import { guardNavigation } from './navigation.ts';
import { assertInstalled, type AppPaths } from './paths.ts';
import { guardPermissions } from './permissions.ts';
import { findAddress, type Address } from '../services/deepLinks/index.ts';
import { followPower } from './power.ts';
import { serveApp } from './protocol.ts';
import { createSecretStore } from './secretStore.ts';
import { createSettingsStore, openJsonStore } from './settingsStore.ts';
import { followSharedScreens } from './sharedScreens.ts';
import { becomeOnlyInstance } from './singleInstance.ts';
import { followTheme, themeBackground } from './theme.ts';
import { systemKeys } from './systemKeys.ts';
import { createTray } from './tray.ts';
import { createUpdateProgram } from './updateProgram.ts';
import { createMainWindow, type MainWindow } from './windows.ts';

/** Starts the desktop app, or ends this instance where another one runs. */
export function startApp(paths: AppPaths): void {
  const clock: Clock = { nowMs: () => Date.now() };
  const log = openFileLog(app.getPath('logs'), clock);
  let window: MainWindow | null = null;
  let startRoute: Address = findAddress(process.argv) ?? ROUTES.dashboard;
  const show = (route?: Address) => {
    if (window) window.show(route);
    else startRoute = route ?? startRoute;
  };

  if (!becomeOnlyInstance((argv) => show(findAddress(argv) ?? undefined))) return app.quit();
  const safeMode = openSafeMode({ dir: app.getPath('userData'), clock, log });
  if (safeMode.isOn) app.disableHardwareAcceleration();
  receiveDeepLinks(show);
  guardNavigation(log);
  app
    .whenReady()
    .then(async () => {
      const dataDir = path.join(app.getPath('userData'), 'data');
      makeFolderDurably(dataDir, { recursive: true, mode: 0o700 });
      // Also against a host of the command line that was given this folder. It ends with this process.
      if (!(await takeDataLock(dataDir)))
        throw new Error(`Another ${PRODUCT_NAME} uses its data (${dataDir}). End that one, and try again.`);
      window = openApp({ ...paths, dataDir }, { clock, log, safeMode }, startRoute);
    })
    .catch((error: unknown) => {
      log.error('The app could not be started.', error);
      dialog.showErrorBox(
        `${PRODUCT_NAME} could not be started`,
        `${String(error)}\n\nThe log in ${app.getPath('logs')} says more.`,
      );
      app.exit(1);
    });
}

function openApp(
  paths: AppPaths & { dataDir: string },
  { clock, log, safeMode }: { clock: Clock; log: Log; safeMode: SafeMode },
  startRoute: Address,
): MainWindow {
  assertInstalled(paths);
  const { dataDir } = paths;
  const accounts = startAccounts({
    env: process.env,
    launch: createBackendLauncher(paths, dataDir),
    log,
  });
  serveApp(session.defaultSession, paths.rendererRoot, accounts.connectSources);
  const core = createCore({
    runtime: 'electron',
    accounts: accounts.place,
    microphoneAccess: systemMicrophoneAccess(process.platform),
    secretStore: createSecretStore({
      dir: dataDir,
      keychain: systemKeychain(),
      fallback: createFileSecretStore(dataDir),
      log,
    }),
    version: app.getVersion(),
    operatingSystem: `${os.type()} ${os.release()}`,
    dataDir,
    settingsStore: createSettingsStore(dataDir, log),
    globalKeys: systemKeys,
    ...(app.isPackaged ? { updateProgram: createUpdateProgram() } : {}),
    folderDialog: chooseFolder,
    confirmPluginFolder,
    showInFolder: (path) => systemShell.showItemInFolder(path),
    launchEngine: createEngineLauncher(paths, safeMode.isOn),
    launchRender: createRenderLauncher(paths),
    launchSpeech: createSpeechLauncher(paths),
    speechPrograms: paths.speechPrograms,
    kernelPath: paths.kernel,
    isSafeMode: safeMode.isOn,
    pluginHostPath: pluginHostBeside(paths.addon),
    env: process.env,
    clock,
    createId: randomUUID,
    log,
    logFile: fileLogPath(app.getPath('logs')),
  });
  const screens = followSharedScreens((screenId) => core.onScreenGone(screenId));
  app.once('will-quit', () => screens.close());
  guardPermissions(session.defaultSession, (source) => screens.onShared(source), log);
  const shell: ShellState = { minimizesToTray: false, isQuitting: false };
  app.on('before-quit', () => (shell.isQuitting = true));
  const stopIpc = serveIpc(core.router, log);
  app.once('will-quit', followPower(core));
  const window = openWindow(core, paths, { clock, log, safeMode, shell }, startRoute);
  const control = createCaptureControl({
    events: core.events,
    preload: paths.preload,
    store: openJsonStore(dataDir, 'capture-control', log),
    backgroundColor: themeBackground,
    log,
  });
  app.once('will-quit', () => control.close());
  reportOwnCrashes(core);
  installMenu((route) => window.show(route));
  quitOrderly(core, accounts, stopIpc, log);
  app.on('activate', () => window.show());
  void openShell(core, paths, { window, control, shell }, log)
    .catch((error: unknown) => log.error('Tray and theme could not be set up.', error))
    .finally(() => window.show());
  return window;
}

function openWindow(
  core: Core,
  paths: AppPaths & { dataDir: string },
  { clock, log, safeMode, shell }: { clock: Clock; log: Log; safeMode: SafeMode; shell: ShellState },
  startRoute: Address,
): MainWindow {
  return createMainWindow(
    {
      preload: paths.preload,
      store: openJsonStore(paths.dataDir, 'window', log),
      backgroundColor: themeBackground,
      staysInTray: () => shell.minimizesToTray && !shell.isQuitting,
      reportCrash: (reason) => core.reportCrash('window', reason),
      noteCrash: () => safeMode.noteCrash(),
      startAgain: () => (core.findActivity() === null ? startAgain : null),
      clock,
      log,
    },
    startRoute,
  );
}

function startAgain(): void {
  app.relaunch();
  app.quit();
}

/** The process of the graphics processor, and what nobody caught in this one. */
function reportOwnCrashes(core: Core): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (type === 'GPU' && reason !== 'clean-exit')
      core.reportCrash('graphics', `The graphics process stopped: ${reason} (exit code ${exitCode})`);
  });
  process.on('uncaughtExceptionMonitor', (error) => core.reportCrash('shell', error.stack ?? String(error)));
}

/** What the shell knows between its parts. */
interface ShellState {
  minimizesToTray: boolean;
  /** Windows close now, whatever the settings say. */
  isQuitting: boolean;
}

/** Does what the settings ask of the system. */
function createSettingsFollower(
  shell: ShellState,
  control: CaptureControl,
  log: Log,
): (settings: Settings) => void {
  let startsWithLogIn: boolean | null = null;
  return ({ theme, minimizeToTray, autoStart, captureControl }) => {
    followTheme(theme);
    control.setOn(captureControl);
    shell.minimizesToTray = minimizeToTray;
    // Off from the beginning there is nothing to take back: another installation may have its own entry.
    const isChanged = startsWithLogIn === null ? autoStart : autoStart !== startsWithLogIn;
    startsWithLogIn = autoStart;
    if (!isChanged) return;
    try {
      applyAutoStart(autoStart);
    } catch (error) {
      log.error('The system did not accept starting with the log-in.', error);
      const reason = error instanceof Error ? error.message : String(error);
      dialog.showErrorBox('Auto-start', `It could not be switched: ${reason}`);
    }
  };
}

/** The shell's own view of the state: tray and theme. A failure costs the tray, never the window. */
async function openShell(
  core: Core,
  paths: AppPaths,
  { window, control, shell }: { window: MainWindow; control: CaptureControl; shell: ShellState },
  log: Log,
): Promise<void> {
  const report = (failure: { code: string; message: string }) =>
    log.error('The shell lost its host.', new Error(`${failure.code}: ${failure.message}`));
  const client = connectShell(core.router, report);
  const settings = await client.call('settings.read');
  const follow = createSettingsFollower(shell, control, log);
  if (settings.success) follow(settings.data);
  else report(settings.error);
  client.subscribe('settings.onChanged', follow);

  const tray = createTray(paths.trayIcon, {
    show: () => window.show(),
    quit: () => app.quit(),
    toggleLive: () => {
      toggleLive(client).catch((error: unknown) => {
        log.error('Noise cancellation could not be switched from the tray.', error);
        dialog.showErrorBox('Noise cancellation', error instanceof Error ? error.message : String(error));
      });
    },
  });
  core.globalShortcuts.onPressed((id) => {
    runGlobalShortcut(client, id, () => window.showForKey(ROUTES.screenCapture)).catch((error: unknown) => {
      log.error('What a shortcut asked for could not be done.', error, { id });
      dialog.showErrorBox(PRODUCT_NAME, error instanceof Error ? error.message : String(error));
    });
  });
  client.subscribe('engine.onStateChanged', (state) => tray.showState(state));
  const state = await client.call('engine.readState');
  if (state.success) tray.showState(state.data);
  app.once('will-quit', () => tray.destroy());
}

/** Everything ends before the app does: the live session frees its devices, engine process and database go. */
function quitOrderly(core: Core, accounts: DesktopAccounts, stopIpc: () => void, log: Log): void {
  let isClosing = false;
  let isReplaced = false;
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    if (isReplaced) return;
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    stopIpc();
    Promise.all([core.close(), accounts.close()])
      .catch((error: unknown) => log.error('The services did not end as they should.', error))
      .finally(() => {
        // It ends the app itself, when it has put the other version in place.
        isReplaced = core.installPending();
        if (!isReplaced) app.exit(0);
      });
  });
}
