import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { createInterface } from 'node:readline';
import { ADDON_ARGUMENT } from '../services/engine/index.ts';
import type { EngineLauncher, Log } from '../services/ports.ts';
import { ADDON_PATH, ENGINE_ENTRY, RENDER_ENTRY, SPEECH_ENTRY } from './project.ts';

/** What audio needs from the environment. All else stays here: plug-ins and decoders run down there. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'XDG_RUNTIME_DIR',
  'XDG_CONFIG_HOME',
  'DBUS_SESSION_BUS_ADDRESS',
  'DBUS_SYSTEM_BUS_ADDRESS',
  'DISPLAY',
  'XAUTHORITY',
  'LD_LIBRARY_PATH',
];
const PASSED_ON_PREFIXES = ['PULSE_', 'JACK_', 'ALSA_', 'PIPEWIRE_'];

/** Libraries of sound servers are talkative: of one process so many lines are kept. */
const MAX_LOGGED_LINES = 200;

export interface EngineLauncherOptions {
  log: Log;
  addonPath?: string;
  env?: NodeJS.ProcessEnv;
}

/** Starts engine processes with Node's fork. */
export function createEngineLauncher(options: EngineLauncherOptions): EngineLauncher {
  const { log, addonPath = ADDON_PATH, env } = options;
  return createLauncher('engine', ENGINE_ENTRY, [`${ADDON_ARGUMENT}${addonPath}`], { log, env });
}

/** The same for the process that makes an export of the video editor. */
export const createRenderLauncher = (options: Pick<EngineLauncherOptions, 'log' | 'env'>): EngineLauncher =>
  createLauncher('render', RENDER_ENTRY, [], options);

/** The same for the process that runs models of speech. */
export const createSpeechLauncher = (options: Pick<EngineLauncherOptions, 'log' | 'env'>): EngineLauncher =>
  createLauncher('speech', SPEECH_ENTRY, [], options);

function createLauncher(
  name: string,
  entry: string,
  args: readonly string[],
  { log, env = process.env }: { log: Log; env?: NodeJS.ProcessEnv | undefined },
): EngineLauncher {
  return () => {
    const child = fork(entry, [...args], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: engineEnvironment(env),
      // Debugging flags of the host would collide here, e.g. on the inspector's port.
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    let loggedLines = 0;
    if (child.stderr) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        loggedLines += 1;
        if (loggedLines <= MAX_LOGGED_LINES) log.info(`${name} process`, { pid: child.pid, line });
      });
    }
    return {
      pid: child.pid,
      post(message) {
        // A process that has just gone is reported by its exit; an error here says the same.
        if (child.connected) child.send(message as object, () => undefined);
      },
      onMessage: (listener) => child.on('message', listener),
      onExit(listener) {
        let hasExited = false;
        const once = (code: number | null, signal: string | null) => {
          if (!hasExited) listener({ code, signal });
          hasExited = true;
        };
        child.once('exit', once);
        child.on('error', (error) => {
          log.error(`the ${name} process failed`, error, { pid: child.pid });
          // It never started: there will be no exit.
          if (child.pid === undefined) once(null, null);
        });
      },
      kill: () => child.kill('SIGKILL'),
    };
  };
}

/** The part of an environment that the engine process gets. */
export function engineEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const passed = Object.entries(env).filter(
    ([name]) => PASSED_ON.includes(name) || PASSED_ON_PREFIXES.some((prefix) => name.startsWith(prefix)),
  );
  const compileCacheDir = getCompileCacheDir();
  return {
    ...Object.fromEntries(passed),
    ...(compileCacheDir ? { NODE_COMPILE_CACHE: compileCacheDir } : {}),
  };
}
