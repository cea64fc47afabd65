import fs from 'node:fs';
import path from 'node:path';
import { utilityProcess } from 'electron';
import type { BackendLauncher, BackendProcess } from '../core/ports.ts';
import { killNow } from './killNow.ts';

/** What the database and the account server may see of our environment. */
const PASSED_ON =
  /^(PATH|HOME|USER|LANG|LC_.*|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|SOUNDDESK_(ADMIN_EMAIL|SITE_URL))$/i;

/** Launches the backend of this machine as a utility process of Electron, which ends with the app. */
export function createBackendLauncher(
  paths: { backendEntry: string; backendParts: string },
  dataDir: string,
): BackendLauncher {
  return (port) => {
    const logDir = path.join(dataDir, 'backend', 'log');
    fs.mkdirSync(logDir, { recursive: true, mode: 0o700 });
    const logFile = path.join(logDir, 'output.log');
    const child = utilityProcess.fork(paths.backendEntry, [], {
      serviceName: 'SoundDesk accounts',
      stdio: 'pipe',
      env: {
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name))),
        SOUNDDESK_DATA_DIR: dataDir,
        SOUNDDESK_BACKEND_PARTS: paths.backendParts,
        SOUNDDESK_BACKEND_PORT: port === undefined ? '' : String(port),
        SOUNDDESK_BACKEND_ATTACHED: '1',
        SOUNDDESK_BACKEND_REPORTS: '1',
      },
    });
    keepOutput(child, logFile);
    return wrap(child, logFile);
  };
}

/** What it says where it cannot write its own log. */
function keepOutput(child: Electron.UtilityProcess, logFile: string): void {
  const output = fs.createWriteStream(logFile, { flags: 'a', mode: 0o600 });
  // On a full disk it says nothing; its messages show whether it runs.
  output.on('error', () => undefined);
  child.stdout?.pipe(output, { end: false });
  child.stderr?.pipe(output, { end: false });
  child.once('exit', () => output.end());
}

function wrap(child: Electron.UtilityProcess, logFile: string): BackendProcess {
  let exitCode: number | null = null;
  child.once('exit', (code) => (exitCode = code));
  return {
    logFile,
    post: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    // Electron reports one number for either way to end.
    onExit(listener) {
      if (exitCode === null) child.once('exit', (code) => listener({ code, signal: null }));
      else listener({ code: exitCode, signal: null });
    },
    stop() {
      if (exitCode === null) child.postMessage('stop');
    },
    kill() {
      if (exitCode === null) killNow(child);
    },
  };
}
