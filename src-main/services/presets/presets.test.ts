import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { presetsContract } from '../../../src-shared/contract/presets.ts';
import { BUILT_IN_PRESETS, type NewPreset, type Preset } from '../../../src-shared/domain/presets.ts';
import { createPresetHandlers } from '../../../src-shared/handlers/presets.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { createFilePresetStore } from './fileStore.ts';

type Presets = Handlers<typeof presetsContract>;

const BUILT_IN = BUILT_IN_PRESETS.map(({ id }) => id);
const context = { signal: new AbortController().signal };

const VALUES: NewPreset = {
  name: 'My desk',
  description: 'With the fan on',
  environment: 'Home',
  sensitivity: 40,
  noiseReduction: 50,
  equalizerGainsDb: [0, 1, 2, 3, 4, 5, 6, -12, 12, 0.5],
  compressor: null,
};

function open(path: string) {
  const log = createRecordingLog();
  const changes: Preset[][] = [];
  let made = 0;
  const { handlers } = createPresetHandlers({
    store: createFilePresetStore(path, log),
    nowMs: () => 1234,
    createId: () => `own-${(made += 1)}`,
    onChanged: ({ presets }) => changes.push(presets),
  });
  const ids = async () => (await handlers['presets.list'](undefined, context)).presets.map(({ id }) => id);
  return { handlers, log, changes, ids };
}

const inNewFolder = () => join(temporaryDir(), 'presets.json');
const create = async (handlers: Presets, changes: Partial<NewPreset> = {}) =>
  handlers['presets.create']({ ...VALUES, ...changes }, context);
const failureOf = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('It was not refused.');
};

describe('presets', () => {
  it('are the built-in ones at first', async () => {
    const { handlers } = open(inNewFolder());
    expect(await handlers['presets.list'](undefined, context)).toEqual({
      presets: BUILT_IN_PRESETS,
      damage: null,
    });
  });

  it('of one’s own are kept, and sent to anyone who listens', async () => {
    const path = inNewFolder();
    const { handlers, changes } = open(path);
    const preset = await create(handlers);
    expect(preset).toEqual({ ...VALUES, id: 'own-1', isDefault: false, createdAtMs: 1234 });
    expect(changes.at(-1)?.map(({ id }) => id)).toEqual([...BUILT_IN, 'own-1']);
    expect((await open(path).handlers['presets.list'](undefined, context)).presets.at(-1)).toEqual(preset);
  });

  it('of one’s own can be changed; the built-in ones stay as they are', async () => {
    const { handlers, ids } = open(inNewFolder());
    await create(handlers);
    const patch = { name: 'Desk', sensitivity: 1 };
    expect(await handlers['presets.update']({ id: 'own-1', patch }, context)).toMatchObject(patch);
    const refused = await failureOf(() => handlers['presets.update']({ id: 'home-quiet', patch }, context));
    expect(refused).toMatchObject({ code: 'PRESET_DEFAULT' });
    expect(await failureOf(() => handlers['presets.update']({ id: 'gone', patch }, context))).toMatchObject({
      code: 'PRESET_NOT_FOUND',
    });
    expect(await ids()).toHaveLength(5);
  });

  it('are copied right after the original, under a name of their own', async () => {
    const { handlers, ids } = open(inNewFolder());
    const copy = await handlers['presets.duplicate']({ id: 'home-quiet' }, context);
    expect(copy).toMatchObject({ name: 'Home - Quiet (copy)', isDefault: false, sensitivity: 60 });
    expect((await handlers['presets.duplicate']({ id: copy.id }, context)).name).toBe(
      'Home - Quiet (copy 2)',
    );
    expect((await ids()).slice(0, 3)).toEqual(['home-quiet', 'own-1', 'own-2']);
  });

  it('are removed and put back at their place; the built-in ones cannot be removed', async () => {
    const { handlers, ids } = open(inNewFolder());
    await handlers['presets.duplicate']({ id: 'home-quiet' }, context);
    const before = await ids();
    const removed = await handlers['presets.remove']({ id: 'own-1' }, context);
    expect(removed).toMatchObject({ index: 1, removed: { id: 'own-1' } });
    expect(await ids()).toEqual(BUILT_IN);
    await handlers['presets.restore']({ preset: removed.removed, index: removed.index }, context);
    expect(await ids()).toEqual(before);
    // Twice is once.
    await handlers['presets.restore']({ preset: removed.removed, index: 0 }, context);
    expect(await ids()).toEqual(before);
    expect(await failureOf(() => handlers['presets.remove']({ id: 'home-quiet' }, context))).toMatchObject({
      code: 'PRESET_DEFAULT',
      message: 'Cannot delete default presets',
    });
  });

  it('are in the order that the user gives them, also after a restart', async () => {
    const path = inNewFolder();
    const { handlers, ids } = open(path);
    await create(handlers);
    const order = ['own-1', ...BUILT_IN.toReversed()];
    await handlers['presets.reorder']({ ids: order }, context);
    expect(await ids()).toEqual(order);
    expect(await open(path).ids()).toEqual(order);
    for (const wrong of [order.slice(1), [...order, 'more'], ['own-1', 'own-1', ...BUILT_IN.slice(1)]]) {
      expect(await failureOf(() => handlers['presets.reorder']({ ids: wrong }, context))).toMatchObject({
        code: 'BAD_OPTION',
      });
    }
    expect(await ids()).toEqual(order);
  });

  it('travel: what one exports another imports, beside what is there', async () => {
    const first = open(inNewFolder());
    await create(first.handlers);
    const document: unknown = JSON.parse(
      JSON.stringify(await first.handlers['presets.exportAll'](undefined, context)),
    );
    expect(document).toMatchObject({ format: 'sounddesk-presets', version: 1, presets: [VALUES] });
    const second = open(inNewFolder());
    await create(second.handlers, { name: 'Mine' });
    expect(await second.handlers['presets.importAll']({ document }, context)).toEqual({ imported: 1 });
    const { presets } = await second.handlers['presets.list'](undefined, context);
    expect(presets.slice(4).map(({ id, name }) => [id, name])).toEqual([
      ['own-1', 'Mine'],
      ['own-2', 'My desk'],
    ]);
  });

  it.each<[string, unknown, RegExp]>([
    ['no document', 'text', /cannot be taken/],
    ['of something else', { format: 'other', version: 1, presets: [] }, /format.*not a document/],
    ['of a later version', { format: 'sounddesk-presets', version: 2, presets: [] }, /version/],
    [
      'with a value out of its range',
      { format: 'sounddesk-presets', version: 1, presets: [{ ...VALUES, id: 'x', sensitivity: 101 }] },
      /presets\.0\.sensitivity/,
    ],
    [
      'with nine gains',
      { format: 'sounddesk-presets', version: 1, presets: [{ ...VALUES, id: 'x', equalizerGainsDb: [0] }] },
      /presets\.0\.equalizerGainsDb/,
    ],
    [
      'with a bad one behind a good one',
      { format: 'sounddesk-presets', version: 1, presets: [{ ...VALUES, id: 'x' }, { id: 'y' }] },
      /presets\.1\.name/,
    ],
  ])('take nothing of a document %s, and say what is wrong', async (_, document, reason) => {
    const { handlers, ids, changes } = open(inNewFolder());
    const refused = await failureOf(() => handlers['presets.importAll']({ document }, context));
    expect(refused).toMatchObject({ code: 'BAD_OPTION', message: expect.stringMatching(reason) as string });
    expect(await ids()).toEqual(BUILT_IN);
    expect(changes).toEqual([]);
  });
});

describe('stored presets', () => {
  it.each(['{"version":1,"cus', '{"version":9}', '[]', ''])(
    'that are damaged (%s) are put aside whole, and said to be',
    async (text) => {
      const path = inNewFolder();
      writeFileSync(path, text);
      const { handlers, log } = open(path);
      const { presets, damage } = await handlers['presets.list'](undefined, context);
      expect(presets).toEqual(BUILT_IN_PRESETS);
      expect(damage).toContain(`${path}.bad`);
      expect(log.entries.join()).toContain('damaged');
      expect(readFileSync(`${path}.bad`, 'utf8')).toBe(text);
      // Nothing of the first damage is lost by a second one.
      writeFileSync(path, 'again');
      open(path);
      expect(readFileSync(`${path}.bad`, 'utf8')).toBe(text);
      expect(readFileSync(`${path}.bad2`, 'utf8')).toBe('again');
      await create(handlers);
      expect((await handlers['presets.list'](undefined, context)).damage).toBeNull();
    },
  );

  it('are as before where they cannot be written, and say so', async () => {
    const dir = join(temporaryDir(), 'gone');
    mkdirSync(dir);
    const { handlers, ids, changes } = open(join(dir, 'presets.json'));
    rmSync(dir, { recursive: true });
    const refused = await failureOf(() => create(handlers));
    expect(refused).toBeInstanceOf(RpcError);
    expect(refused).toMatchObject({ code: 'PRESETS_UNWRITABLE', retryable: true });
    expect(await ids()).toEqual(BUILT_IN);
    expect(changes).toEqual([]);
    expect(existsSync(dir)).toBe(false);
  });
});
