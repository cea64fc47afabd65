import { utilityProcess } from 'electron';
import type { EngineLauncher, EngineProcess } from '../core/ports.ts';
import { ADDON_ARGUMENT, WITHOUT_PLUGINS } from '../services/engine/index.ts';
import { killNow } from './killNow.ts';

/** What the engine process may see of our environment: no secret is among it. */
const PASSED_ON =
  /^(PATH|HOME|USER|LANG|LC_.*|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|APPDATA|LOCALAPPDATA|XDG_.*|PULSE_.*|PIPEWIRE_.*|JACK_.*|ALSA_.*|DBUS_SESSION_BUS_ADDRESS|DISPLAY|XAUTHORITY|LD_LIBRARY_PATH)$/i;

/** Launches the engine as a utility process of Electron. */
export const createEngineLauncher = (
  paths: { engineEntry: string; addon: string },
  isSafeMode: boolean,
): EngineLauncher =>
  createLauncher('SoundDesk engine', paths.engineEntry, [
    `${ADDON_ARGUMENT}${paths.addon}`,
    ...(isSafeMode ? [WITHOUT_PLUGINS] : []),
  ]);

/** The same for the process that makes an export of the video editor. */
export const createRenderLauncher = (paths: { renderEntry: string }): EngineLauncher =>
  createLauncher('SoundDesk export', paths.renderEntry, []);

/** The same for the process that runs models of speech. */
export const createSpeechLauncher = (paths: { speechEntry: string }): EngineLauncher =>
  createLauncher('SoundDesk speech', paths.speechEntry, []);

function createLauncher(serviceName: string, entry: string, args: string[]): EngineLauncher {
  return () =>
    wrap(
      utilityProcess.fork(entry, args, {
        serviceName,
        stdio: 'inherit',
        env: Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name))),
      }),
    );
}

function wrap(child: Electron.UtilityProcess): EngineProcess {
  let isOver = false;
  child.once('exit', () => (isOver = true));
  return {
    get pid() {
      return child.pid;
    },
    post: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    // Electron reports one number for either way to end.
    onExit: (listener) => void child.once('exit', (code) => listener({ code, signal: null })),
    kill: () => {
      if (!isOver) killNow(child);
    },
  };
}
