import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createModelsService } from '../../src-main/services/models/index.ts';
import { createRandom, pick } from './random.ts';
import { startModelServer, type ModelFault, type ModelServer } from './modelServer.ts';

export const MODEL_FAULTS = [
  'killed',
  'cut',
  'flipped',
  'page',
  'notSatisfiable',
  'changed',
  'wrongPlace',
  'longer',
  'broken',
  'diskFull',
] as const;
type Fault = (typeof MODEL_FAULTS)[number];

const MODEL_BYTES = 1_500_000;

/**
 * Downloads a made-up model through one to three faults, each kind in its turn, and looks after each of them: what has the
 * model's name is the model, or is not there; without a fault it is there in the end. Answers what went wrong.
 */
export async function runModelFaults(options: {
  dir: string;
  rounds: number;
  seed: number;
}): Promise<{ problems: string[]; met: Record<Fault, number> }> {
  const random = createRandom(options.seed);
  const server = await startModelServer(MODEL_BYTES);
  const met = Object.fromEntries(MODEL_FAULTS.map((kind) => [kind, 0])) as Record<Fault, number>;
  const problems: string[] = [];
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      const dir = join(options.dir, `round-${round}`);
      const first = MODEL_FAULTS[round % MODEL_FAULTS.length] ?? 'cut';
      const more = Array.from(
        { length: pick(random, 3) },
        () => MODEL_FAULTS[pick(random, MODEL_FAULTS.length)],
      );
      // Half a file is where most faults begin to matter.
      const faults: Fault[] = ['cut', first, ...more.filter((kind) => kind !== undefined)];
      for (const kind of faults) {
        met[kind] += 1;
        await meet(kind, { dir, server, random });
        if (!isRightOrGone(dir, server))
          problems.push(`round ${round} (${faults.join(', ')}): wrong after ${kind}`);
      }
      server.faults.length = 0;
      await install(dir, server).catch((error: unknown) => problems.push(`round ${round}: ${String(error)}`));
      if (!isRight(dir, server)) problems.push(`round ${round} (${faults.join(', ')}): not there in the end`);
      rmSync(dir, { recursive: true, force: true });
    }
  } finally {
    await server.close();
  }
  return { problems, met };
}

interface Place {
  dir: string;
  server: ModelServer;
  random: () => number;
}

async function meet(kind: Fault, { dir, server, random }: Place): Promise<void> {
  const somewhere = pick(random, MODEL_BYTES);
  server.faults.length = 0;
  if (kind === 'killed') {
    server.faults.push({ kind: 'slow', afterBytes: somewhere });
    return await installElsewhere(dir, server, { isKilled: true });
  }
  if (kind === 'diskFull') return await installElsewhere(dir, server, { mostBytes: somewhere });
  const fault = toFault(kind, somewhere);
  // As often as a download takes up the line again.
  for (let tries = 0; tries < 6; tries += 1) server.faults.push(fault);
  await install(dir, server).catch(() => undefined);
}

function toFault(kind: Exclude<Fault, 'killed' | 'diskFull'>, somewhere: number): ModelFault {
  if (kind === 'cut') return { kind, afterBytes: somewhere / 8 };
  if (kind === 'flipped') return { kind, atByte: somewhere };
  if (kind === 'page') return { kind, saysSo: somewhere % 2 === 0 };
  return { kind };
}

const pathOf = (dir: string) => join(dir, 'made-up', 'model.bin');

function isRight(dir: string, { model }: ModelServer): boolean {
  if (!existsSync(pathOf(dir))) return false;
  return (
    createHash('sha256')
      .update(readFileSync(pathOf(dir)))
      .digest('hex') === model.files[0]?.sha256
  );
}
const isRightOrGone = (dir: string, server: ModelServer) => !existsSync(pathOf(dir)) || isRight(dir, server);

async function install(dir: string, { origin, model }: ModelServer): Promise<void> {
  const models = createModelsService({
    dir,
    fetch: (input, init) => fetch(input, init),
    catalogue: [model],
    nowMs: Date.now,
    log: { info: () => undefined, error: () => undefined },
    onChanged: () => undefined,
  });
  models.setMirror(origin);
  await models.install(model.id, new AbortController().signal);
}

const ELSEWHERE = `
const [, entry, dir, origin, model] = process.argv;
const { createModelsService } = await import(entry);
const models = createModelsService({
  dir, fetch, catalogue: [JSON.parse(model)], nowMs: Date.now, onChanged() {},
  log: { info() {}, error() {} },
});
models.setMirror(origin);
await models.install('made-up', new AbortController().signal).catch(() => undefined);
`;
const BLOCK_BYTES = 512;

/** In a process of its own, that is killed when nothing comes any more, or none of whose files may be larger. */
async function installElsewhere(
  dir: string,
  { origin, model, asked, faults }: ModelServer,
  how: { isKilled?: boolean; mostBytes?: number },
): Promise<void> {
  mkdirSync(dir, { recursive: true });
  const entry = join(import.meta.dirname, '../../src-main/services/models/index.ts');
  const blocks = how.mostBytes === undefined ? 'unlimited' : Math.floor(how.mostBytes / BLOCK_BYTES);
  const before = asked.length;
  const child = spawn(
    'sh',
    [
      ...['-c', `ulimit -f ${blocks} && exec "$0" "$@"`, process.execPath],
      ...['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', ELSEWHERE],
      ...[entry, dir, origin, JSON.stringify(model)],
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (how.isKilled) {
    // The request has its fault, and the bytes before it are on their way: any moment from here on is one to be killed at.
    while (asked.length === before || faults.length > 0) {
      if (child.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    child.kill('SIGKILL');
  }
  await ended;
}
