import type { z } from 'zod';
import type { eachTakeOutput, labelTakesInput, takeIdsInput } from '../../../../src-shared/api/documented.ts';
import { unwrap } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { toProblem } from '../reply.ts';
import type { RecipeContext } from './context.ts';

type Each = z.input<typeof eachTakeOutput>;

/** What is not said stays as it is. */
export async function labelTakes({ client, input }: RecipeContext<z.output<typeof labelTakesInput>>) {
  const { ids, folder, addTags, removeTags } = input;
  const takes = unwrap(await client.call('takes.list'));
  return await eachOf(ids, async (id) => {
    const take = takes.find((one) => one.id === id);
    if (!take) throw failWith('FILE_NOT_FOUND', 'recordingGone');
    const labels = take.labels ?? { folder: '', tags: [] };
    const kept = labels.tags.filter((tag) => !removeTags.includes(tag));
    const tags = [...new Set([...kept, ...addTags])];
    unwrap(await client.call('takes.writeLabels', { id, labels: { folder: folder ?? labels.folder, tags } }));
  });
}

export async function deleteTakes({ client, input }: RecipeContext<z.output<typeof takeIdsInput>>) {
  return await eachOf(input.ids, async (id) => void unwrap(await client.call('takes.delete', { id })));
}

/** One after the other: where one fails, the others are done. */
async function eachOf(ids: readonly string[], work: (id: string) => Promise<void>): Promise<Each> {
  const items: Each['items'] = [];
  for (const id of new Set(ids)) {
    const problem = await work(id).then(
      () => null,
      (error: unknown) => toProblem(error),
    );
    items.push({ id, problem });
  }
  return { items, next: null };
}
