import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { BUILDING, LAST_PROJECTS, MEASURING } from '../../tests/measuring.ts';
import { listChanges, reach, readModules } from './changed.mjs';
import { runChecks } from './checks.mjs';
import { runNative, tryNativeAgain } from './nativeTests.mjs';
import { exitOf, ROOT, say } from './steps.mjs';
import { joinRuns, leftOut, settle, suiteOf, summarise } from './tally.mjs';

/** All but unit tests run the whole product (vitest.config.ts). */
const UNIT = 'unit';
const VITEST = [UNIT, 'contract', 'integration', 'backend', 'electron', 'e2e'];
const SLOWEST = 10;
/**
 * Files that measure, and the engine for Windows, are left out, named and counted as skipped, where all before them took so
 * long (decision 117): figures of a machine that slow say nothing, and the whole is to end in time.
 */
const LAST_BEGINS_WITHIN_MIN = 65;
/** Where more files fail, it is not the machine's other work: they are not tried again. */
const MOST_TRIED_AGAIN = 12;

/**
 * Runs the suites (all; those named; or, with `--changed` and perhaps `--changed=COMMIT`, what a change reaches) and
 * prints the sum as the last line. Native tests, unit tests and many files of the whole product run side by side: the
 * first two need the processor, the last mostly wait. Checks take what all leave of it. Then come files that work in
 * real time, three or two at a time, and at last those that measure, when nothing else runs, and the engine for Windows.
 * A suite that ran no test has failed: silence is not success.
 */
export async function runSuites(args) {
  const plan = await makePlan(args);
  if (plan === null) return 1;
  const counts = {};
  const findings = { failed: [], unsteady: [], leftOut: [] };
  const files = [];
  const keep = (ran) => {
    Object.assign(counts, ran.counts);
    findings.failed.push(...(ran.findings?.failed ?? []));
    findings.unsteady.push(...(ran.findings?.unsteady ?? []));
    findings.leftOut.push(...(ran.findings?.leftOut ?? []));
    files.push(...(ran.files ?? []));
  };
  const checks = plan.suites.includes('check') ? countChecks() : null;
  const running = [];
  const native = plan.suites.includes('native') ? runNative() : null;
  const ofVitest = VITEST.filter((name) => plan.suites.includes(name));
  if (ofVitest.length > 0) running.push(runAll(ofVitest, plan.tests));
  if (checks) running.push(checks);
  // Native tests first: it is the order in which the counts are named.
  const [ranNative, ...ran] = await Promise.all([native, ...running]);
  if (ranNative) keep(await tryNativeAgain(ranNative));
  for (const each of ran) keep(each);
  return notify(counts, findings, files);
}

/** `{ suites, tests }`: tests are null for all of each suite. Null, after saying why, where nothing can be run. */
async function makePlan(args) {
  const all = ['check', 'native', ...VITEST];
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
function notify(counts, findings, files) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  say('');
  for (const [name, count] of Object.entries(counts)) {
    if (count.passed + count.failed + count.skipped === 0) count.failed = 1;
    const seconds = count.seconds === undefined ? '' : ` (${count.seconds.toFixed(0)} s of tests)`;
    say(`${name}: ${words(count)}${seconds}`);
    for (const key of Object.keys(sum)) sum[key] += count[key];
  }
  say('');
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  if (slowest.length > 0) say('Slowest files:');
  for (const { file, seconds } of slowest) say(`  ${seconds.toFixed(0).padStart(4)} s  ${file}`);
  say('');
  sayFindings('Failed', findings.failed);
  sayFindings('Unsteady: passed only when tried again', findings.unsteady);
  sayFindings('Left out', findings.leftOut);
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

/** All but what measures or takes long, then that, each file of it where it begins in time. */
async function runAll(suites, tests) {
  const isWanted = (file) => suites.includes(suiteOf(file)) && (tests?.includes(file) ?? true);
  const last = [MEASURING, BUILDING].map((files) => files.filter(isWanted));
  const first = tests?.filter((file) => !last.flat().includes(file)) ?? null;
  let all =
    first?.length === 0
      ? summarise(suites, { files: [], failed: [], code: 0 })
      : await runTwice(suites, first);
  for (const group of last) {
    if (group.length === 0) continue;
    const ran =
      minutes() < LAST_BEGINS_WITHIN_MIN ? await runTwice(suites, group) : leftOut(suites, group, minutes());
    all = joinRuns(all, ran);
  }
  return all;
}

/** Since `npm test` began, its set-up included. */
const minutes = () => (Date.now() - Number(process.env.SOUNDDESK_TESTS_BEGAN_MS ?? Date.now())) / 60_000;

/**
 * Tests of the whole product meet the machine's other work: a file that fails is run once more, whole and on its own, so
 * that its second try has nothing of the first. What passes then is named at the end.
 */
async function runTwice(suites, tests) {
  const first = await runVitest(suites, tests);
  const again = first.files
    .filter(({ file, hasFailed }) => hasFailed && suiteOf(file) !== UNIT)
    .map(({ file }) => file);
  if (again.length === 0 || again.length > MOST_TRIED_AGAIN) return first;
  say(`\nTried again, each file on its own: ${again.join(', ')}`);
  const whole = suites.filter((name) => name !== UNIT);
  return settle(first, await runVitest(whole, again, { SOUNDDESK_ONE_FILE_AT_A_TIME: '1' }));
}

async function runVitest(suites, tests, variables = {}) {
  const name = suites.join('-');
  const report = path.join(ROOT, `.cache/report-${name}.json`);
  const findings = path.join(ROOT, `.cache/findings-${name}.json`);
  rmSync(report, { force: true });
  rmSync(findings, { force: true });
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...filesOf(suites, tests)];
  if (tests === null) args.push(...LAST_PROJECTS.map((project) => `--project=!${project}`));
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
  args.push('--reporter=./scripts/lib/suiteReporter.mjs');
  const env = {
    ...process.env,
    SOUNDDESK_SUITE_REPORT: findings,
    ...variables,
    // Hosts, engines and backends are started by the hundred: as they are built, and compiled once.
    SOUNDDESK_BUILT: '1',
    NODE_COMPILE_CACHE: path.join(ROOT, '.cache/compiled'),
  };
  const exit = await exitOf(
    spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] }),
  );
  const files = readReport(report);
  const found = existsSync(findings) ? JSON.parse(readFileSync(findings, 'utf8')) : { failed: [] };
  return summarise(suites, { files, failed: found.failed, code: exit.code ?? 1 });
}

/** None: all. Folders are absolute, since Vitest looks for what is not anywhere in a file's name. */
function filesOf(suites, tests) {
  if (tests) return tests.filter((file) => suites.includes(suiteOf(file)));
  if (suites.length === VITEST.length) return [];
  const unit = readdirSync(ROOT).filter((folder) => folder.startsWith('src-'));
  const folders = suites.flatMap((name) => (name === UNIT ? [...unit, 'scripts'] : [`tests/${name}`]));
  return folders.map((folder) => `${path.join(ROOT, folder)}/`);
}

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
