import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runChecks } from './checks.mjs';
import { exitOf, ROOT, say } from './steps.mjs';

const VITEST_PROJECTS = ['unit', 'contract', 'integration', 'backend', 'electron', 'screens', 'e2e'];
const NATIVE_TESTS = 'native/build/sounddesk_tests';

/**
 * Runs the suites one after another (all, or those named) and prints the sum as the last line.
 * A suite that ran no test has failed: silence is not success.
 */
export async function runSuites(names) {
  const suites = [
    { name: 'check', run: countChecks },
    { name: 'native', run: runNative },
    ...VITEST_PROJECTS.map((project) => ({ name: project, run: () => runVitest(project) })),
  ].filter((suite) => names.length === 0 || names.includes(suite.name));
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  const findings = { failed: [], unsteady: [] };
  for (const suite of suites) {
    const startedMs = Date.now();
    say(`\n== ${suite.name}`);
    const counts = await suite.run();
    if (counts.passed + counts.failed === 0) counts.failed = 1;
    lines.push(`${suite.name}: ${words(counts)} (${((Date.now() - startedMs) / 1000).toFixed(0)} s)`);
    for (const key of Object.keys(sum)) sum[key] += counts[key];
    for (const key of Object.keys(findings)) findings[key].push(...(counts.findings?.[key] ?? []));
  }
  say(`\n${lines.join('\n')}\n`);
  sayFindings('Failed', findings.failed);
  sayFindings('Unsteady: passed only when tried again', findings.unsteady);
  say(words(sum));
  return sum.failed > 0 || suites.length === 0 ? 1 : 0;
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
  const results = await runChecks();
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed, skipped: 0 };
}

async function runNative() {
  const child = spawn(path.join(ROOT, NATIVE_TESTS), [], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  const exit = await exitOf(child);
  // doctest's own summary: "[doctest] test cases: 12 | 12 passed | 0 failed | 0 skipped".
  const match = /test cases:\s*\d+ \|\s*(\d+) passed \|\s*(\d+) failed \|\s*(\d+) skipped/.exec(output);
  if (!match) return { passed: 0, failed: 1, skipped: 0 };
  const [passed, failed, skipped] = match.slice(1).map(Number);
  return { passed, failed: exit.code === 0 ? failed : Math.max(1, failed), skipped };
}

async function runVitest(project) {
  const report = path.join(ROOT, `.cache/report-${project}.json`);
  const findings = path.join(ROOT, `.cache/findings-${project}.json`);
  rmSync(report, { force: true });
  rmSync(findings, { force: true });
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', project];
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
  args.push('--reporter=./scripts/lib/suiteReporter.mjs');
  const env = { ...process.env, SOUNDDESK_SUITE_REPORT: findings };
  const exit = await exitOf(
    spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] }),
  );
  return { ...countReport(report, exit.code ?? 1), findings: readFindings(findings) };
}

/** None where the run ended before its reporter could write; the count has told the failure then. */
function readFindings(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** A run that ended badly without a failed test (a file that did not load, an unhandled error) has failed once. */
function countReport(file, code) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const failed = report.numFailedTests === 0 && code !== 0 ? 1 : report.numFailedTests;
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests };
}
