import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineService } from '../../../src-main/services/engine/index.ts';
import { createRandom, pick } from '../random.ts';
import { checkDisk, type CutReport } from './checks.ts';
import { writeTree } from './diskModel.ts';
import { recordRepair, type RecordedWork } from './recording.ts';

export interface CutOptions {
  /** Where the disk is put for a while; not there yet. */
  dir: string;
  work: RecordedWork;
  /** The same seed cuts the same recording at the same moment, into the same disk. */
  seed: number;
  engine: Pick<EngineService, 'runTakeJob'>;
  graceSec: number;
  keep?: boolean;
}

/** Cuts the power once, and starts again on what is left. */
export async function tryCut(options: CutOptions): Promise<CutReport & { atSec: number }> {
  const { dir, work, seed, engine, graceSec } = options;
  const random = createRandom(seed);
  const cutAt = chooseMoment(work, random);
  writeTree(work.model.cut(cutAt, random), dir);
  try {
    const report = await checkDisk({ dir, work, cutAt, engine, graceSec });
    const [first, at] = [work.events[0], work.events[Math.min(cutAt, work.events.length - 1)]];
    return { ...report, atSec: ((at?.timeMs ?? 0) - (first?.timeMs ?? 0)) / 1000 };
  } finally {
    if (!options.keep) rmSync(dir, { recursive: true, force: true });
  }
}

/** Cuts the power, and cuts it again several times while what is left is repaired. */
export async function tryCutsOfRepair(options: CutOptions & { times: number }): Promise<string[]> {
  const { dir, work, seed, engine, graceSec } = options;
  const random = createRandom(seed);
  const cutAt = chooseMoment(work, random);
  const [disk, besides] = [join(dir, 'disk'), join(dir, 'besides')];
  mkdirSync(dir);
  mkdirSync(besides);
  writeTree(work.model.cut(cutAt, random), disk);
  try {
    const repair = await recordRepair(besides, disk);
    const problems: string[] = [];
    const from = repair.events.findIndex(({ timeMs }) => timeMs > 0);
    if (from < 0) return problems;
    for (let time = 0; time < options.times; time += 1) {
      const again = join(dir, `again-${time}`);
      writeTree(repair.model.cut(from + pick(random, repair.events.length - from + 1), random), again);
      const report = await checkDisk({ dir: again, work, cutAt, engine, graceSec });
      problems.push(...report.problems);
    }
    return problems;
  } finally {
    if (!options.keep) rmSync(dir, { recursive: true, force: true });
  }
}

/** Half of them lie beside a change of names or a sync, where a wrong order shows. */
function chooseMoment({ events }: RecordedWork, random: () => number): number {
  const anywhere = pick(random, events.length + 1);
  if (random() < 0.5) return anywhere;
  const isPlain = (index: number) => events[index]?.kind === 'write' || events[index]?.kind === 'said';
  let at = anywhere;
  while (at < events.length && isPlain(at)) at += 1;
  return Math.min(events.length, at + pick(random, 3));
}
