import { spawn } from 'node:child_process';
import path from 'node:path';
import { exitOf, ROOT, say } from './steps.mjs';

const PROGRAM = path.join(ROOT, 'native/build/sounddesk_tests');
/** Where more fail, it is not the machine's other work: they are not tried again. */
const MOST_TRIED_AGAIN = 5;

/** Runs the native tests (doctest); their output comes at the end, since others write beside them. */
export async function runNative(cases = []) {
  const startedMs = Date.now();
  // Commas part the patterns of doctest, in which a question mark is any character.
  const patterns = cases.map((name) => name.replaceAll(',', '?')).join(',');
  const args = cases.length > 0 ? [`--test-case=${patterns}`] : [];
  const child = spawn(PROGRAM, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exit = await exitOf(child);
  process.stdout.write(`\n== native\n${output}`);
  return { ...readDoctest(output, exit.code), seconds: (Date.now() - startedMs) / 1000 };
}

/**
 * Some cases hear devices and processes while everything else runs: those that failed are tried once more, alone, and
 * named at the end. Answers counts and findings as a run of Vitest does (tally.mjs).
 */
export async function tryNativeAgain(first) {
  if (first.isEnded && first.failures.length > 0 && first.failures.length <= MOST_TRIED_AGAIN) {
    say(`\nTried again: ${first.failures.map(({ name }) => name).join('; ')}`);
    return settleNative(first, await runNative(first.failures.map(({ name }) => name)));
  }
  return settleNative(first, null);
}

export function settleNative(first, second) {
  const hasPassed = second !== null && second.passed >= first.failures.length && second.failed === 0;
  const { skipped, seconds } = first;
  const passed = first.passed + (hasPassed ? first.failures.length : 0);
  const failed = hasPassed ? first.failed - first.failures.length : first.failed;
  return {
    counts: { native: { passed, failed, skipped, seconds } },
    findings: hasPassed
      ? { failed: [], unsteady: first.failures }
      : { failed: second?.failures ?? first.failures, unsteady: [] },
  };
}

/** `{ passed, failed, skipped, failures, isEnded }`: doctest's own summary, and what it said of the cases that failed. */
export function readDoctest(output, code) {
  const failures = output
    .split(/^={79}$/m)
    .filter((block) => /: (FATAL )?ERROR: /.test(block))
    .map((block) => ({
      name: /^TEST CASE: {2}(.*)$/m.exec(block)?.[1] ?? 'a native test',
      reason: block
        .slice(block.search(/^\S+: (FATAL )?ERROR: /m))
        .split('\n\n')[0]
        .replaceAll('\n', ' '),
    }));
  const unique = [...new Map(failures.map((failure) => [failure.name, failure])).values()];
  const match = /test cases:\s*\d+ \|\s*(\d+) passed \|\s*(\d+) failed \|\s*(\d+) skipped/.exec(output);
  if (!match) return { passed: 0, failed: 1, skipped: 0, failures: unique, isEnded: false };
  const [passed, failed, skipped] = match.slice(1).map(Number);
  return {
    passed,
    failed: code === 0 ? failed : Math.max(1, failed),
    skipped,
    failures: unique,
    // A case that crashed has ended the run: what comes after it was not run.
    isEnded: !output.includes('test case CRASHED') && failed === unique.length,
  };
}
