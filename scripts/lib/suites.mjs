import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { MEASURING, REAL_TIME } from '../../tests/measuring.ts';
import { listChanges, reach, readModules } from './changed.mjs';
import { runChecks } from './checks.mjs';
import { exitOf, ROOT, say } from './steps.mjs';
import { addCounts, settle, suiteOf, summarise } from './tally.mjs';

const NATIVE_TESTS = 'native/build/sounddesk_tests';
/** Suites of Vitest. The others run the whole product. */
const UNIT = 'unit';
const WHOLE_PRODUCT = ['contract', 'integration', 'backend', 'electron', 'e2e'];
/** Its files wait for databases and have no deadlines. */
const PATIENT = 'backend';
const LOWEST_PRIORITY = 19;

const holds = (files, name) => files.some((file) => suiteOf(file) === name);
const isBesideOthers = (file) => !REAL_TIME.includes(file) && !MEASURING.includes(file);
/** Parts of the suites of the whole product: which project of a suite (vitest.config.ts), and which files it has. */
const SIDE_BY_SIDE = { projectOf: (name) => (name === PATIENT ? null : name), files: isBesideOthers };
const ASIDE = {
  projectOf: (name) => (name === PATIENT ? name : null),
  files: isBesideOthers,
  isAside: true,
};
const REAL_TIME_PART = {
  projectOf: (name) => (holds(REAL_TIME, name) ? `${name} two at a time` : null),
  files: (file) => REAL_TIME.includes(file),
};
const MEASURING_PART = {
  projectOf: (name) => (holds(MEASURING, name) ? `${name} by itself` : null),
  files: (file) => MEASURING.includes(file),
};
const SLOWEST = 10;
/** Where more files fail, it is not the machine's other work: they are not tried again. */
const MOST_TRIED_AGAIN = 12;

/**
 * Runs the suites (all; those named; or, with `--changed` and perhaps `--changed=COMMIT`, what a change reaches) and
 * prints the sum as the last line. First what needs the processor, beside each other: native tests and unit tests; then
 * files of the whole product, many side by side. Then come those that work in real time, two at a time: they leave a third
 * of the processor, which checks and the backend's files take. At last those that measure, when nothing else runs. A suite
 * that ran no test has failed: silence is not success.
 */
export async function runSuites(args) {
  const plan = await makePlan(args);
  if (plan === null) return 1;
  const { suites, tests } = plan;
  const whole = WHOLE_PRODUCT.filter((name) => suites.includes(name));
  const run = (part) => runPart(part, whole, tests);
  const runs = await Promise.all([
    ...(suites.includes('native') ? [runNative()] : []),
    ...(suites.includes(UNIT) ? [runVitest({ suites: [UNIT], tests })] : []),
  ]);
  const parts = [await run(SIDE_BY_SIDE)];
  const besides = [run(ASIDE), ...(suites.includes('check') ? [countChecks()] : [])];
  parts.push(await run(REAL_TIME_PART));
  const [aside, ...checks] = await Promise.all(besides);
  parts.push(aside, await run(MEASURING_PART));
  runs.push(...(await tryAgain(parts.filter((part) => part !== null))), ...checks);
  return notify(runs);
}

/** `{ suites, tests }`: tests are null for all of each suite. Null, after saying why, where nothing can be run. */
async function makePlan(args) {
  const all = ['check', 'native', UNIT, ...WHOLE_PRODUCT];
  const changed = args.find((arg) => /^--changed(=|$)/.test(arg));
  const names = args.filter((arg) => arg !== changed);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    say(
      `There is no suite "${unknown[0]}". There are: ${all.join(', ')}; and --changed or --changed=COMMIT.`,
    );
    return null;
  }
  const named = names.length > 0 ? names : all;
  if (changed === undefined) return { suites: named, tests: null };
  const { base, files } = listChanges(changed.split('=')[1]);
  const reached = reach(files, await readModules());
  say(
    `${files.length} files differ from ${base.slice(0, 12)}: ${reached.tests.length} test files are reached.`,
  );
  const suites = named.filter(
    (name) =>
      name === 'check' ||
      (name === 'native' ? reached.hasNative : reached.tests.some((file) => suiteOf(file) === name)),
  );
  return { suites, tests: reached.isAll ? null : reached.tests };
}

/** Prints what a reader needs at the end, and answers the exit code. */
function notify(runs) {
  const counts = addCounts(runs);
  const files = runs.flatMap((ran) => ran.files ?? []);
  const found = (kind) => runs.flatMap((ran) => ran.findings?.[kind] ?? []);
  const sum = { passed: 0, failed: 0, skipped: 0 };
  say('');
  for (const [name, count] of Object.entries(counts)) {
    if (count.passed + count.failed + count.skipped === 0) count.failed = 1;
    say(`${name}: ${words(count)} (${count.seconds.toFixed(0)} s of tests)`);
    for (const key of Object.keys(sum)) sum[key] += count[key];
  }
  say('');
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  if (slowest.length > 0) say('Slowest files:');
  for (const { file, seconds } of slowest) say(`  ${seconds.toFixed(0).padStart(4)} s  ${file}`);
  say('');
  sayFindings('Failed', found('failed'));
  sayFindings('Unsteady: passed only when tried again', found('unsteady'));
  say(words(sum));
  return sum.failed > 0 || sum.passed === 0 ? 1 : 0;
}

/** Names at the end what a reader would otherwise have to look for in thousands of lines. */
function sayFindings(title, findings) {
  if (findings.length === 0) return;
  say(`${title}:`);
  for (const { name, reason } of findings) say(`  ${name}\n    ${reason}`);
  say('');
}

function words({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

async function countChecks() {
  const startedMs = Date.now();
  const results = await runChecks({ isAside: true });
  const passed = results.filter(Boolean).length;
  const seconds = (Date.now() - startedMs) / 1000;
  return { counts: { check: { passed, failed: results.length - passed, skipped: 0, seconds } } };
}

/** Its output comes at its end, since others write beside it. */
async function runNative() {
  const startedMs = Date.now();
  const child = spawn(path.join(ROOT, NATIVE_TESTS), [], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exit = await exitOf(child);
  process.stdout.write(`\n== native\n${output}`);
  const seconds = (Date.now() - startedMs) / 1000;
  // doctest's own summary: "[doctest] test cases: 12 | 12 passed | 0 failed | 0 skipped".
  const match = /test cases:\s*\d+ \|\s*(\d+) passed \|\s*(\d+) failed \|\s*(\d+) skipped/.exec(output);
  if (!match) return { counts: { native: { passed: 0, failed: 1, skipped: 0, seconds } } };
  const [passed, failed, skipped] = match.slice(1).map(Number);
  return {
    counts: { native: { passed, failed: exit.code === 0 ? failed : Math.max(1, failed), skipped, seconds } },
  };
}

/** One part of the suites of the whole product; null where nothing of them belongs to it. */
async function runPart({ projectOf, files, isAside = false }, whole, tests) {
  const suites = whole.filter((name) => projectOf(name) !== null);
  const wanted = tests?.filter((file) => suites.includes(suiteOf(file)) && files(file)) ?? null;
  if (suites.length === 0 || wanted?.length === 0) return null;
  return await runVitest({ suites, projects: suites.map(projectOf), tests: wanted, isAside });
}

/**
 * Tests of the whole product meet the machine's other work: a file that fails is run once more, whole and by itself, so
 * that its second try has nothing of the first. What passes then is named at the end.
 */
async function tryAgain(parts) {
  const failedOf = ({ files }) => files.filter(({ hasFailed }) => hasFailed).map(({ file }) => file);
  const again = parts.flatMap(failedOf);
  if (again.length === 0 || again.length > MOST_TRIED_AGAIN) return parts;
  say(`\nTried again, by itself: ${again.join(', ')}`);
  const settled = [];
  for (const part of parts) {
    const tests = failedOf(part);
    const { suites } = part;
    const env = { SOUNDDESK_ONE_FILE_AT_A_TIME: '1' };
    settled.push(tests.length === 0 ? part : settle(part, await runVitest({ suites, tests, env })));
  }
  return settled;
}

/**
 * Vitest with these projects (all of the suites where none are named) and files (null: all). With `isAside` it takes what
 * others leave of the processor, and its output comes at its end, since others write beside it.
 */
async function runVitest({ suites, projects = allProjectsOf(suites), tests, isAside = false, env = {} }) {
  const name = projects.join('-').replaceAll(/[ *]+/g, '_');
  const report = path.join(ROOT, `.cache/report-${name}.json`);
  const findings = path.join(ROOT, `.cache/findings-${name}.json`);
  rmSync(report, { force: true });
  rmSync(findings, { force: true });
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...(tests ?? [])];
  for (const project of projects) args.push('--project', project);
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
  args.push('--reporter=./scripts/lib/suiteReporter.mjs');
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', isAside ? 'pipe' : 'inherit', isAside ? 'pipe' : 'inherit'],
    env: {
      ...process.env,
      SOUNDDESK_SUITE_REPORT: findings,
      ...env,
      // Hosts, engines and backends are started by the hundred, and are compiled once.
      NODE_COMPILE_CACHE: path.join(ROOT, '.cache/compiled'),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  if (isAside && child.pid !== undefined) setPriority(child.pid, LOWEST_PRIORITY);
  const exit = await exitOf(child);
  process.stdout.write(output);
  const files = readReport(report);
  const found = existsSync(findings) ? JSON.parse(readFileSync(findings, 'utf8')) : { failed: [] };
  return summarise(suites, { files, failed: found.failed, code: exit.code ?? 1 });
}

const allProjectsOf = (suites) => suites.flatMap((name) => [name, `${name} *`]);

/** What each file did; null where the run ended before it could say so. */
function readReport(reportFile) {
  if (!existsSync(reportFile)) return null;
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8'));
  return testResults.map(({ name, status, startTime, endTime, assertionResults }) => {
    const ran = { passed: 0, failed: 0, skipped: 0 };
    for (const { status: how } of assertionResults)
      ran[how === 'passed' || how === 'failed' ? how : 'skipped'] += 1;
    const hasFailed = status === 'failed' || ran.failed > 0;
    return { file: path.relative(ROOT, name), seconds: (endTime - startTime) / 1000, hasFailed, ...ran };
  });
}
