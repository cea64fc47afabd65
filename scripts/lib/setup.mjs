/**
 * Set-up shared by `npm start` and `npm test`. Everything up to `runUnderPinnedNode` must work on
 * a bare Node 20 without a single installed package.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildKernel } from '../build-kernel.mjs';
import { fingerprint } from './fingerprint.mjs';
import { OTHER_SYSTEMS } from './packages.mjs';
import { exitOf, ROOT, runStep, say, StepError, succeeds } from './steps.mjs';

const STAMP_DIR = path.join(ROOT, '.cache/stamps');
const PINNED_NODE = path.join(
  ROOT,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/**
 * Installs the npm packages where they are not those of the lock file. No package's install script
 * runs (`.npmrc`) but those that package.json allows: the pinned Node's.
 */
export async function ensureNodeModules() {
  const wanted = fingerprint(['package-lock.json', '.npmrc']);
  const stamp = path.join(ROOT, 'node_modules/.sounddesk-stamp');
  if (existsSync(PINNED_NODE) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const remedy = 'check that npm reaches its registry (npm ping), then run the same command again.';
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await runStep('Installing npm packages', npm, ['ci', '--no-audit', '--no-fund'], { remedy });
  const allowed = Object.entries(
    JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).allowScripts,
  )
    .filter(([, isAllowed]) => isAllowed)
    .map(([name]) => name);
  await runStep('Installing the pinned Node', npm, ['rebuild', ...allowed, '--ignore-scripts=false'], {
    remedy,
  });
  if (!existsSync(PINNED_NODE)) {
    throw new StepError(
      'Installing the pinned Node',
      `${path.relative(ROOT, PINNED_NODE)} is not there`,
      remedy,
    );
  }
  linkCommand();
  writeFileSync(stamp, wanted);
}

/** Makes `npx sounddesk` find this checkout's command. */
function linkCommand() {
  if (process.platform === 'win32') return;
  const link = path.join(ROOT, 'node_modules/.bin/sounddesk');
  rmSync(link, { force: true });
  symlinkSync('../../bin/sounddesk.js', link);
}

/**
 * True where this is the pinned Node already. Else runs the same script again under it, passes
 * signals on, takes over its exit code, and returns false: the caller then ends.
 */
export async function runUnderPinnedNode() {
  if (process.execPath === PINNED_NODE || process.env.SOUNDDESK_PINNED === '1') return true;
  const env = {
    ...process.env,
    SOUNDDESK_PINNED: '1',
    PATH: `${path.dirname(PINNED_NODE)}${path.delimiter}${process.env.PATH ?? ''}`,
  };
  const child = spawn(PINNED_NODE, process.argv.slice(1), { env, stdio: 'inherit' });
  const forward = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
  const exit = await exitOf(child);
  if (exit.error)
    throw new StepError(
      'Starting the pinned Node',
      String(exit.error.code),
      'delete node_modules and try again.',
    );
  process.exitCode = exit.code ?? 1;
  return false;
}

/**
 * For a script that anyone may start in an empty folder: npm's packages, the pinned Node, the system's packages. False where
 * the script ran again under that Node, and is over. What needs npm's packages, TypeScript or a newer Node is imported behind it.
 */
export async function setUp(packages) {
  await ensureNodeModules();
  if (!(await runUnderPinnedNode())) return false;
  await ensureSystemPackages(packages);
  return true;
}

/** Installs the apt packages that are missing; where that can't be done, says the one command to type. */
export async function ensureSystemPackages(packages) {
  if (!succeeds('dpkg-query', ['--version'])) {
    const command = OTHER_SYSTEMS[process.platform];
    const marker = path.join(STAMP_DIR, 'reported-system-packages');
    if (!existsSync(marker)) {
      say(
        `This system has no apt. What SoundDesk builds with comes from: ${command ?? 'your package manager'}`,
      );
      mkdirSync(STAMP_DIR, { recursive: true });
      writeFileSync(marker, '');
    }
    return;
  }
  let missing = missingPackages(packages);
  if (missing.length === 0) return;
  const isRoot = process.getuid?.() === 0;
  const prefix = isRoot ? [] : ['sudo'];
  if (!isRoot && !canUseSudo()) {
    throw new StepError(
      'Installing system packages',
      'this needs root, and sudo is not to be had without a password here',
      `type this, then the same command again:\n  sudo apt-get update && sudo ${installing(missing.map(firstOf)).join(' ')}`,
    );
  }
  const run = (step, words) => {
    const [command, ...args] = [...prefix, ...words];
    return runStep(step, command, args, {
      env: QUIETLY,
      remedy: `try it by hand:\n  sudo apt-get update && sudo ${installing(missing.map(firstOf)).join(' ')}`,
    });
  };
  await run('Reading the list of system packages', ['apt-get', 'update']);
  missing = missing.map((entry) => (Array.isArray(entry) ? (entry.find(isAvailable) ?? entry[0]) : entry));
  await run(`Installing ${missing.length} system packages`, installing(missing));
}

/** Installs what helps and is to be had; continues without where it is not. Call after `ensureSystemPackages`. */
export async function addHelpfulPackages(packages) {
  if (!succeeds('dpkg-query', ['--version'])) return;
  const welcome = missingPackages(packages).filter(isAvailable);
  const isRoot = process.getuid?.() === 0;
  if (welcome.length === 0 || (!isRoot && !canUseSudo())) return;
  const [command, ...args] = [...(isRoot ? [] : ['sudo']), ...installing(welcome)];
  try {
    await runStep(`Installing ${welcome.join(', ')}`, command, args, { env: QUIETLY });
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    say(`  It continues without: ${error.message}`);
  }
}

const QUIETLY = { DEBIAN_FRONTEND: 'noninteractive' };
const installing = (names) => ['apt-get', 'install', '-y', '--no-install-recommends', ...names];

function firstOf(entry) {
  return Array.isArray(entry) ? entry[0] : entry;
}

function missingPackages(packages) {
  const names = packages.flat();
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f=${Package} ${db:Status-Abbrev}\\n', ...names], {
    encoding: 'utf8',
  });
  const installed = new Set(
    stdout
      .split('\n')
      .filter((line) => line.trimEnd().endsWith(' ii'))
      .map((line) => line.split(' ')[0]),
  );
  return packages.filter(
    (entry) => !(Array.isArray(entry) ? entry : [entry]).some((name) => installed.has(name)),
  );
}

function isAvailable(name) {
  const { stdout } = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' });
  return /Candidate: (?!\(none\))/.test(stdout);
}

/** On a terminal sudo may ask for the password itself. */
function canUseSudo() {
  return succeeds('sudo', ['-n', 'true']) || (process.stdin.isTTY && succeeds('sudo', ['--version']));
}

/** Runs a build only where its sources changed since it last succeeded. */
async function buildWhenChanged({ step, name, sources, output, command, args, remedy }) {
  const wanted = fingerprint(sources);
  const stamp = path.join(STAMP_DIR, name);
  if (existsSync(path.join(ROOT, output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted)
    return false;
  await runStep(step, command, args, { remedy });
  mkdirSync(STAMP_DIR, { recursive: true });
  writeFileSync(stamp, wanted);
  return true;
}

/** Builds the screens into out/renderer. */
export function buildRenderer() {
  return buildWhenChanged({
    step: 'Building the screens',
    name: 'renderer',
    sources: ['src-renderer', 'src-shared', 'native/video', 'vite.config.ts', 'package-lock.json'],
    output: 'out/renderer/index.html',
    command: process.execPath,
    args: ['node_modules/vite/bin/vite.js', 'build'],
    remedy: 'read the error above; `npm run check` shows it with its place in the source.',
  });
}

/** Builds the desktop shell into out/electron. */
export function buildShell() {
  return buildWhenChanged({
    step: 'Building the desktop shell',
    name: 'electron',
    sources: [
      'build',
      'src-main',
      'src-node',
      'src-preload',
      'src-shared',
      'vite.electron.config.ts',
      'package-lock.json',
    ],
    output: 'out/electron/main.js',
    command: process.execPath,
    args: ['node_modules/vite/bin/vite.js', 'build', '-c', 'vite.electron.config.ts'],
    remedy: 'read the error above; `npm run check` shows it with its place in the source.',
  });
}

/** All that a host needs: engine, video kernel, screens. */
export async function buildProduct(options = {}) {
  await buildEngine(options);
  await buildKernel();
  await buildRenderer();
}

/** Builds the programs of Node into out/node, for packages and tests. */
export function buildPrograms() {
  return buildWhenChanged({
    step: 'Building the programs of Node',
    name: 'programs',
    sources: ['src-main', 'src-node', 'src-shared', 'supabase', 'vite.node.config.ts', 'package-lock.json'],
    output: 'out/node/cli.js',
    command: process.execPath,
    args: ['node_modules/vite/bin/vite.js', 'build', '-c', 'vite.node.config.ts'],
    remedy: 'read the error above; `npm run check` shows it with its place in the source.',
  });
}

/** Builds the native addon, and with `tests` its test program, where their sources changed. */
export async function buildEngine({ tests = false } = {}) {
  // Loaded late: it needs npm packages, which this script may just have installed.
  const { buildAddon } = await import('../build-addon.mjs');
  try {
    await buildAddon({ log: say, tests });
  } catch (error) {
    throw new StepError('Building the audio engine', error.message, 'the lines above name what is missing.');
  }
}
