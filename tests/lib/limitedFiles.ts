import { spawnSync } from 'node:child_process';

/** What a shell's `ulimit -f` counts in. */
const BLOCK_BYTES = 512;

/**
 * Runs a module's text in a process of its own, none of whose files may grow beyond a size: as on a full disk, the system
 * takes what fits of a write, and then none (EFBIG, SIGXFSZ). `args` are `process.argv[1]` and the following; answers what
 * it printed as JSON.
 */
export function runWithFileLimit(mostFileBytes: number, script: string, args: readonly string[]): unknown {
  const { status, stdout, stderr, signal } = spawnSync(
    'sh',
    [
      ...['-c', `ulimit -f ${Math.floor(mostFileBytes / BLOCK_BYTES)} && exec "$0" "$@"`, process.execPath],
      ...['--input-type=module', '-e', script, ...args],
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`it ended with ${status ?? signal}: ${stderr}`);
  return JSON.parse(stdout);
}
