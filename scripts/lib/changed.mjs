/** Which tests a change can reach: for `npm test -- --changed`. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './steps.mjs';

const SOURCES = [
  'src-shared',
  'src-node',
  'src-preload',
  'src-main',
  'src-renderer',
  'supabase',
  'tests',
  'scripts',
];
const START_OF_THE_PAGES = 'src-renderer/app/main.tsx';

/** Read by every test, or by how they are run. */
const REACHES_ALL =
  /^(package(-lock)?\.json|\.npmrc|tsconfig.*\.json|vite.*\.config\.ts|vitest\.config\.ts|scripts\/(test\.mjs|lib\/)|tests\/tsconfig\.json)/;
/** The sound engine: whatever hears or records reaches it, and so does the addon's own suite. */
const ENGINE = /^(native|build)\//;
/** Sources that no import names, and the module that reads them. */
const READ_BY = [
  [/^native\/video\//, 'src-shared/video/kernel.ts'],
  [/^supabase\/(migrations|.*\.sql$)/, 'supabase/embedded/migrate.ts'],
  [/^supabase\/functions\//, 'supabase/embedded/functions.ts'],
  [/^src-renderer\/(index\.html|public\/|.*\.css$)/, START_OF_THE_PAGES],
  [/^(licences|electron-builder\.yml)/, 'tests/integration/notices.test.ts'],
];
/** Programs that are started instead of imported: who starts one reaches what it imports. */
const STARTS = [
  ['tests/lib/commandLine.ts', 'src-main/node/cli/main.ts'],
  ['src-main/node/launchEngine.ts', 'src-main/services/engine/process/main.ts'],
  ['tests/electron/standIn/launch.ts', 'src-main/electron/main.ts'],
];

/**
 * Paths below the root that differ from `base` (a commit), whether committed, staged, in the work tree or new.
 * Without a base: from where this branch left `origin/main`, or from the last commit where there is no such branch.
 */
export function listChanges(base = findBase()) {
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  const names = `${git('diff', '--name-only', base)}${git('ls-files', '--others', '--exclude-standard')}`;
  return { base, files: [...new Set(names.split('\n').filter(Boolean))] };
}

function findBase() {
  for (const branch of ['origin/main', 'main']) {
    try {
      const base = execFileSync('git', ['merge-base', 'HEAD', branch], { cwd: ROOT, stdio: 'pipe' });
      return base.toString().trim();
    } catch {
      // No such branch here.
    }
  }
  return 'HEAD';
}

/** Every module of ours and what it imports: `{ source, dependencies: [{ resolved, dynamic }] }[]`. */
export async function readModules() {
  const { cruise } = await import('dependency-cruiser');
  const { default: config } = await import('../../.dependency-cruiser.cjs');
  const { output } = await cruise(SOURCES, { ...config.options, baseDir: ROOT });
  return output.modules;
}

/**
 * What changed files reach: `{ isAll, hasNative, tests }`, tests as paths below the root. A lazily loaded screen does
 * not reach the whole app, but the browser tests that name it.
 * @param {string[]} files @param modules as `readModules` gives them @param readText text of a file below the root
 */
export function reach(files, modules, readText = (file) => readFileSync(path.join(ROOT, file), 'utf8')) {
  const tests = modules.map(({ source }) => source).filter((source) => /\.test\.(tsx?|mjs)$/.test(source));
  if (files.some((file) => REACHES_ALL.test(file))) return { isAll: true, hasNative: true, tests };
  const changed = files.map((file) => READ_BY.find(([pattern]) => pattern.test(file))?.[1] ?? file);
  const affected = dependents(changed, modules);
  const hasNative = files.some((file) => ENGINE.test(file));
  const isBrowserTest = (file) => file.startsWith('tests/e2e/');
  const isWholeProduct = (file) => /^tests\/(integration|contract|electron|e2e)\//.test(file);
  const names = namesOfScreens(affected, modules);
  const reached = tests.filter(
    (file) =>
      affected.has(file) ||
      (hasNative && isWholeProduct(file)) ||
      (isBrowserTest(file) && (affected.has(START_OF_THE_PAGES) || mentions(file, names, modules, readText))),
  );
  return { isAll: false, hasNative, tests: reached };
}

/** The files and all that imports them, also at second hand, but not those that load them later. */
function dependents(files, modules) {
  const importers = new Map();
  for (const { source, dependencies } of modules)
    for (const { resolved, dynamic } of dependencies)
      if (!dynamic) importers.set(resolved, [...(importers.get(resolved) ?? []), source]);
  for (const [starter, program] of STARTS)
    importers.set(program, [...(importers.get(program) ?? []), starter]);
  const found = new Set(files);
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return found;
}

/** How tests call the affected screens that are loaded when they are opened: `AffiliatesScreen.tsx` in `admin/affiliates` is `affiliates`. */
function namesOfScreens(affected, modules) {
  const names = new Set();
  for (const { source, dependencies } of modules) {
    if (!source.startsWith('src-renderer/')) continue;
    for (const { resolved, dynamic } of dependencies) {
      if (!dynamic || !affected.has(resolved)) continue;
      names.add(path.basename(path.dirname(resolved)));
      names.add(path.basename(resolved).replace(/(Screen|Page|View|Dialog|Panel)?\.tsx?$/, ''));
    }
  }
  return [...names].filter((name) => name.length > 2);
}

/** Whether a test, or a helper that it imports, says one of the names, in any case. */
function mentions(test, names, modules, readText) {
  if (names.length === 0) return false;
  const texts = [...importsOf(test, modules)].filter((file) => file.startsWith('tests/')).map(readText);
  const text = texts
    .join('\n')
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');
  return names.some((name) => text.includes(name.toLowerCase()));
}

function importsOf(file, modules) {
  const bySource = new Map(modules.map((module) => [module.source, module]));
  const found = new Set([file]);
  for (const source of found)
    for (const { resolved } of bySource.get(source)?.dependencies ?? []) found.add(resolved);
  return found;
}
