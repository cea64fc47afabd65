import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { looseFilesContract } from '../../../src-shared/contract/looseFiles.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { CleanResult } from '../engine/index.ts';
import { createLooseFiles } from './looseFiles.ts';
import type { CleanService } from './request.ts';

let dir: string;
let files: ReturnType<typeof createLooseFiles>;
const clean = vi.fn<CleanService['clean']>();
const NEVER = { signal: new AbortController().signal };
const RESULT = { seconds: 1, frames: 48_000, sampleRate: 48_000, channels: 1, elapsedSec: 1 } as CleanResult;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-loose-'));
  let ids = 0;
  files = createLooseFiles({
    clean,
    defaultEngine: () => Promise.resolve('auto'),
    dir: join(dir, 'files'),
    createId: () => String((ids += 1)),
    onProgressed: () => undefined,
    log: { info: vi.fn(), error: vi.fn() },
  });
  clean.mockImplementation(({ outputPath }) => {
    writeFileSync(outputPath, 'clean');
    return Promise.resolve(RESULT);
  });
});
afterEach(async () => {
  await files.close();
  rmSync(dir, { recursive: true });
});

async function* bytesOf(...texts: string[]) {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}
const upload = async (name: string, sizeBytes = 3, bytes = bytesOf('abc')) =>
  await files.handlers['looseFiles.upload']({ name, sizeBytes }, { ...NEVER, bytes });
const work = async (id: string, more: object = {}) =>
  await files.handlers['looseFiles.clean'](
    looseFilesContract['looseFiles.clean'].input.parse({ id, ...more }),
    NEVER,
  );

it('leaves nothing of a file that comes too short or too long', async () => {
  await expect(upload('a.wav', 4)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(upload('a.wav', 2)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(upload('a.wav', 0, bytesOf())).rejects.toMatchObject({ code: 'FILE_EMPTY' });
  expect(readdirSync(join(dir, 'files'))).toEqual([]);
});

it('takes no more files than are kept, also at once', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 203 }, () => upload('a.wav')));
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(3);
  await files.handlers['looseFiles.remove']({ id: '1' }, NEVER);
  await expect(upload('b.wav')).resolves.toMatchObject({ name: 'b.wav' });
});

it('keeps one result of a file: the last', async () => {
  await upload('a.b/../x.wav');
  await work('1');
  const { result } = await work('1', { container: 'mp3' });
  expect(result).toMatchObject({ name: 'a.b/../x (clean).mp3', sizeBytes: 5, realTimeFactor: 1 });
  expect(readdirSync(join(dir, 'files/1')).toSorted()).toEqual(['result.mp3', 'upload.wav']);
  clean.mockRejectedValueOnce(
    failWith('FILE_UNREADABLE', 'notARecording', { values: { path: join(dir, 'files/1/upload.wav') } }),
  );
  await expect(work('1')).rejects.toThrow('a.b/../x.wav is not a recording');
  expect(await files.handlers['looseFiles.locateResult']({ id: '1' }, NEVER)).toMatchObject({
    file: 'result.mp3',
  });
});

it('waits for the end of work on a file before it removes it', async () => {
  await upload('a.wav');
  clean.mockImplementation(
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          expect(existsSync(join(dir, 'files/1'))).toBe(true);
          reject(failWith('CANCELLED', 'cancelled'));
        });
      }),
  );
  const working = work('1');
  await expect(work('1')).rejects.toMatchObject({ code: 'BAD_OPTION' });
  await Promise.all([
    expect(working).rejects.toMatchObject({ code: 'CANCELLED' }),
    files.handlers['looseFiles.remove']({ id: '1' }, NEVER),
  ]);
  expect(existsSync(join(dir, 'files/1'))).toBe(false);
  expect(() => files.handlers['looseFiles.remove']({ id: '1' }, NEVER)).toThrow('no longer exists');
});

it('cleans by the model of the plan where a program names none', async () => {
  const { id } = await upload('a.wav');
  await work(id);
  const denoiseOf = () => clean.mock.lastCall?.[0].denoise;
  expect(denoiseOf()).toEqual({ engine: 'auto', sensitivity: 90, reduction: 95 });
  const asked = { engine: 'rnnoise', sensitivity: 1, reduction: 2 };
  await work(id, { denoise: asked });
  expect(denoiseOf()).toEqual(asked);
});
