import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG } from './measuring.ts';

/**
 * The order of test files. Vitest runs one project after the other, so that the processor idles while files wait for
 * databases and sound, and is crowded while pages are drawn. Here files of pages are spread among the others that may
 * run beside them; of each kind the longest come first (those of `LONG` and then the largest, where one was never run here),
 * so that no long one is left at the end. Before them come those that share their workers: a worker is kept only while the
 * next file may have it.
 */
export class MixedSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weights = this.#weigh(files);
    const heaviestFirst = files.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
    const groups = Map.groupBy(heaviestFirst, ({ project }) => project.config.sequence.groupOrder);
    return [...groups.keys()].toSorted((a, b) => a - b).flatMap((order) => mix(groups.get(order) ?? []));
  }

  #weigh(files: TestSpecification[]): Map<TestSpecification, number> {
    const durations = files.map((file) => this.ctx.cache.getTestSpecificationResult(file)?.duration);
    const areKnown = durations.every((duration) => duration !== undefined);
    const guess = ({ moduleId }: TestSpecification) =>
      LONG.some((name) => moduleId.endsWith(name)) ? Number.MAX_SAFE_INTEGER : statSync(moduleId).size;
    return new Map(files.map((file, index) => [file, areKnown ? (durations[index] ?? 0) : guess(file)]));
  }
}

/** Unit tests, those that share workers first; then both kinds in their own order, each spread over the whole. */
function mix(files: readonly TestSpecification[]): TestSpecification[] {
  const [unit, whole] = divide(files, ({ project }) => project.name.startsWith('unit'));
  const [sharing, alone] = divide(unit, ({ project }) => !project.config.isolate);
  const [ofPages, others] = divide(whole, ({ moduleId }) => moduleId.includes('/tests/e2e/'));
  const placed = [ofPages, others].flatMap((kind) =>
    kind.map((file, index) => ({ file, place: (index + 0.5) / kind.length })),
  );
  return [...sharing, ...alone, ...placed.toSorted((a, b) => a.place - b.place).map(({ file }) => file)];
}

function divide<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
