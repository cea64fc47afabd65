import { spawn } from 'node:child_process';
import { freemem, setPriority } from 'node:os';
import { exitOf, ROOT, say } from './steps.mjs';

/** What `npm run check` holds the sources to. Each runs under the pinned Node. */
const CHECKS = [
  {
    // One program reads each file once, for both. A file is held to the tsconfig.json that is nearest to it.
    name: 'lint and types',
    args: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--type-check', '--max-warnings', '0'],
    canTakeMemory: true,
  },
  {
    name: 'format',
    args: ['node_modules/oxfmt/bin/oxfmt', '--list-different', '.'],
  },
  {
    name: 'imports',
    args: [
      'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
      'src-shared',
      'src-node',
      'src-preload',
      'src-main',
      'src-renderer',
      'supabase',
    ],
  },
  { name: 'unused code', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'third-party notices', args: ['scripts/check-notices.mjs'] },
  { name: 'specification coverage', args: ['scripts/check-spec-coverage.mjs'] },
  { name: 'native layers and file sizes', args: ['scripts/check-sources.mjs'] },
  { name: 'words', args: ['scripts/check-words.mjs'] },
];

/** As many as run side by side: none is quicker than the slowest one, and each wants a core and two gigabytes. */
const AT_ONCE = 2;
/**
 * A checker of Go that clears its memory rarely takes a fifth less of the processor's time, and up to 12.5 GB: where this much is
 * free, and nothing runs beside.
 */
const PLENTY_BYTES = 18e9;
const RARE_CLEARING = { GOGC: '1600' };
/** Niceness with which they leave the processor to tests, and yet end before those that measure begin. */
const ASIDE = 15;

/**
 * Runs them all, the longest first, prints what those that fail say, and says which passed, in the order of their ends.
 * With `isAside` they take what others leave of the processor.
 */
export async function runChecks({ isAside = false } = {}) {
  const startedMs = Date.now();
  const waiting = [...CHECKS];
  const results = [];
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift())
      results.push(await runCheck(check, isAside));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(0);
  say(`${results.filter(Boolean).length} of ${results.length} checks passed (${seconds} s)`);
  return results;
}

/** Runs one check, shows its output where it fails, and says whether it passed. */
async function runCheck({ name, args, canTakeMemory = false }, isAside) {
  const hasPlenty = canTakeMemory && !isAside && freemem() > PLENTY_BYTES;
  const env = { ...(hasPlenty ? RARE_CLEARING : {}), ...process.env };
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  if (isAside && child.pid !== undefined) setPriority(child.pid, ASIDE);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exit = await exitOf(child);
  const isGood = exit.code === 0;
  if (!isGood) say(`FAILED ${name}\n${output.trimEnd()}`);
  return isGood;
}
