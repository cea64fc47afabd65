import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CaptureState } from '../../../src-shared/contract/capture.ts';
import type { VideoSetUp } from '../../../src-shared/domain/videoChannels.ts';
import { captureSetUpSchema, type CaptureSetUp } from '../../../src-shared/contract/captureSetUp.ts';
import { createTemplates } from './templates.ts';

const withChannels = (...names: string[]) =>
  captureSetUpSchema.parse({ version: 1, channels: names.map((name) => ({ id: name, name })) });

let root: string;
let dir: string;
let setUp: CaptureSetUp;
let applied: CaptureSetUp[];
let warnings: string[];
let templates: ReturnType<typeof createTemplates>;
let count: number;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sounddesk-templates-'));
  dir = join(root, 'templates');
  setUp = withChannels('Host', 'Guest');
  applied = [];
  warnings = [];
  count = 0;
  templates = createTemplates({
    dir,
    createId: () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`,
    clock: { nowMs: () => 1_000 },
    log: {
      error: (message) => void warnings.push(message),
      info: () => undefined,
    },
    readSetUp: () => setUp,
    applySetUp: (next) => {
      applied.push(next);
      return Promise.resolve({} as CaptureState);
    },
  });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const call = templates_();
function templates_() {
  const context = { signal: new AbortController().signal };
  return {
    list: () => templates['templates.list'](undefined, context),
    save: (name: string, isReplacing = false, video: VideoSetUp | null = null) =>
      templates['templates.save']({ name, isReplacing, video }, context),
    apply: (id: string) => templates['templates.apply']({ id }, context),
    undo: () => templates['templates.undoApply'](undefined, context),
    delete: (id: string) => templates['templates.delete']({ id }, context),
  };
}

it('keeps a set-up under a name, and gives it back whole', async () => {
  expect(await call.list()).toEqual([]);
  const [kept] = await call.save('Interview');
  expect(kept).toEqual({
    ...{ id: '00000000-0000-4000-8000-000000000001', name: 'Interview', savedAtMs: 1_000 },
    ...{ channelNames: ['Host', 'Guest'], sampleRate: 48_000, video: null },
  });
  const before = setUp;
  setUp = withChannels('Other');
  await expect(call.undo()).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  await call.apply(kept?.id ?? '');
  expect(applied).toEqual([before]);
  await call.undo();
  expect(applied).toEqual([before, withChannels('Other')]);
});

it('keeps the cameras by id and by name, and reads set-ups that were kept before them', async () => {
  const video: VideoSetUp = {
    channels: [
      {
        ...{ id: 'camera', kind: 'video', name: 'Host', deviceId: 'abc', deviceLabel: 'Desk (046d:0825)' },
        ...{ isEnabled: true, colour: 'blue', soundId: null },
      },
    ],
    ...{ quality: 'medium', format: 'webm' },
  };
  const [kept] = await call.save('Two cameras', false, video);
  expect(kept?.video).toEqual(video);
  const path = join(dir, `${kept?.id}.json`);
  const { pictures: _, ...older } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  writeFileSync(path, JSON.stringify(older));
  expect(await call.list()).toMatchObject([{ name: 'Two cameras', video: null }]);
});

it('replaces one of the same name only where that is wanted', async () => {
  await call.save('Interview');
  setUp = withChannels('Alone');
  expect(() => call.save('interview')).toThrow(expect.objectContaining({ code: 'TEMPLATE_EXISTS' }));
  expect(await call.list()).toMatchObject([{ name: 'Interview', channelNames: ['Host', 'Guest'] }]);
  expect(await call.save('interview', true)).toMatchObject([{ name: 'interview', channelNames: ['Alone'] }]);
  expect(readdirSync(dir)).toHaveLength(1);
});

it('deletes one, and says of one that is gone that it is', async () => {
  await call.save('B');
  const [first, second] = await call.save('A');
  expect(await call.delete(first?.id ?? '')).toEqual([second]);
  expect(() => call.delete(first?.id ?? '')).toThrow(expect.objectContaining({ code: 'TEMPLATE_NOT_FOUND' }));
  await expect(call.apply(first?.id ?? '')).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
});

it('leaves out what cannot be read, and leaves it where it is', async () => {
  await call.save('Good');
  writeFileSync(join(dir, 'cut.json'), '{"version":1');
  writeFileSync(join(dir, 'other.json'), '{"version":9}');
  expect(await call.list()).toMatchObject([{ name: 'Good' }]);
  expect(warnings.length).toBeGreaterThanOrEqual(2);
  expect(readFileSync(join(dir, 'cut.json'), 'utf8')).toBe('{"version":1');
});

it('says that it cannot write, and keeps what is there', async () => {
  await call.save('Kept');
  rmSync(dir, { recursive: true });
  writeFileSync(dir, 'a file in the way');
  expect(() => call.save('New')).toThrow();
  rmSync(dir);
  mkdirSync(dir);
  if (process.getuid?.() === 0) return; // Nothing is forbidden to root.
  chmodSync(dir, 0o500);
  expect(() => call.save('New')).toThrow(expect.objectContaining({ code: 'TEMPLATE_UNWRITABLE' }));
});

it('keeps no more than a hundred', async () => {
  for (let number = 1; number <= 100; number += 1) await call.save(`Set-up ${number}`);
  expect(() => call.save('One more')).toThrow(expect.objectContaining({ code: 'TEMPLATE_UNWRITABLE' }));
  expect(await call.save('Set-up 7', true)).toHaveLength(100);
});
