/**
 * Builds the native tests with sanitizers and runs all of them, a source file at a time:
 * `node scripts/soak/sanitizers.mjs [--sanitize thread|address,undefined] [--only capture] [--jobs 2]`.
 * Without `--sanitize` both, one after the other. Builds are kept in `native/build/sanitize-*`; the first takes minutes.
 * A line for each sanitizer, and at the end `N passed, N failed, N skipped`; a report of a sanitizer is a failure, and the
 * exit code says so.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildSanitizedTests } from '../build-addon.mjs';
import { exitOf, ROOT, say, succeeds } from '../lib/steps.mjs';

/** Leaks of libraries that are not ours: see the file. */
const SUPPRESSIONS = path.join(ROOT, 'scripts/soak/sanitizers.supp');
/** Bad plug-ins crash their process, which the tests see by its signal. */
const CRASHES = 'handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0:handle_sigfpe=0';
const OPTIONS = {
  // Frames of libraries without frame pointers are found by their tables: a suppression needs the whole way.
  ASAN_OPTIONS: `detect_stack_use_after_return=1:strict_init_order=1:fast_unwind_on_malloc=0:${CRASHES}`,
  UBSAN_OPTIONS: 'print_stacktrace=1',
  TSAN_OPTIONS: `second_deadlock_stack=1:${CRASHES}`,
  LSAN_OPTIONS: `suppressions=${SUPPRESSIONS}:print_suppressions=0`,
};
/**
 * Left out where everything runs five to fifteen times as slowly: what measures a latency in real time, and finds that
 * it is not steady. Its threads are looked at by the others.
 */
const LEFT_OUT = ['the latency that the engine states is the one by which the sound comes out later'];
/** How reports begin. Those of processes that a test starts are failures, too, and no exit code shows them. */
const REPORT = /^==\d+==ERROR: \w+Sanitizer|^WARNING: ThreadSanitizer|: runtime error: /m;
/** As much of what a failed part said as one wants to read at once. */
const SHOWN_LINES = 120;

const { values } = parseArgs({
  options: {
    sanitize: { type: 'string', multiple: true, default: ['address,undefined', 'thread'] },
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
});

async function main() {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const sanitizers of values.sanitize) {
    say(`== ${sanitizers}: building`);
    const program = await buildSanitizedTests(sanitizers);
    const counts = await runParts(program, sanitizers);
    say(`== ${sanitizers}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    for (const key of Object.keys(sum)) sum[key] += counts[key];
  }
  say(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0;
}

async function runParts(program, sanitizers) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const waiting = readdirSync(path.join(ROOT, 'native/test'))
    .filter((name) => name.endsWith('_test.cpp') && name.includes(values.only))
    .sort();
  const all = waiting.length;
  if (!values.only) sum.skipped += LEFT_OUT.length;
  let done = 0;
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const startedMs = Date.now();
      const { counts, output } = await runPart(program, name);
      done += 1;
      for (const key of Object.keys(sum)) sum[key] += counts[key];
      const seconds = ((Date.now() - startedMs) / 1000).toFixed(0);
      say(
        `${sanitizers} ${done}/${all} ${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`,
      );
      if (counts.failed > 0) say(output.trimEnd().split('\n').slice(0, SHOWN_LINES).join('\n'));
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Number(values.jobs)) }, work));
  return sum;
}

async function runPart(program, name) {
  // The thread sanitizer needs its addresses where it expects them; newer kernels shuffle them too far.
  const [command, ...first] = hasSetarch ? ['setarch', '--addr-no-randomize', program] : [program];
  const args = [`--source-file=*${name}`, ...LEFT_OUT.map((test) => `--test-case-exclude=${test}`)];
  const child = spawn(command, [...first, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...OPTIONS },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const exit = await exitOf(child);
  const match = /test cases:\s*\d+ \|\s*(\d+) passed \|\s*(\d+) failed/.exec(output);
  const [passed, failed] = match ? match.slice(1).map(Number) : [0, 1];
  // A sanitizer's report ends with a code of its own, also where every check held.
  const isClean = exit.code === 0 && !REPORT.test(output);
  return { counts: { passed, failed: isClean ? failed : Math.max(1, failed), skipped: 0 }, output };
}

const hasSetarch = succeeds('setarch', ['--addr-no-randomize', 'true']);
await main();
