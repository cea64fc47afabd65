import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RpcError, type ErrorCode } from '../../../src-shared/contract/errors.ts';
import type { ThunkExtra } from '../../platform/index.ts';
import { beginProgrammeTake } from './programmeTake.ts';

const refuse = (code: ErrorCode, message: string) => ({
  success: false,
  error: new RpcError(code, message).toFailure(),
});
const FRAME = { atMs: 1, isKey: true, data: new Uint8Array(4) };

/** What the host answers to the frames, and to the end of the track. */
let append: unknown;
let end: unknown;
const gone = vi.fn<(failure: RpcError) => void>();

const client = {
  call: (name: string) =>
    Promise.resolve(name === 'video.addTrack' ? { success: true, data: { trackId: 't' } } : end),
  upload: () => Promise.resolve(append),
} as unknown as ThunkExtra['client'];
const begin = () => beginProgrammeTake(client, '720p30', new Uint8Array(8), () => undefined, gone);

beforeEach(() => {
  vi.stubGlobal('performance', { now: () => 0 });
  Object.assign(Uint8Array.prototype, { toBase64: () => 'AAAA' });
  gone.mockClear();
  append = { success: true, data: { wantsKey: false } };
  end = { success: true, data: undefined };
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(Uint8Array.prototype, 'toBase64');
});

describe('the programme as a track of the take', () => {
  it('says why it is not written any more', async () => {
    append = refuse('DISK_FULL', 'The disk is full.');
    const take = await begin();
    take.push([FRAME]);
    await vi.waitFor(() => expect(gone.mock.lastCall?.[0]).toMatchObject({ code: 'DISK_FULL' }));
    // Nothing more is said of the same end.
    take.push([FRAME]);
    end = refuse('TAKE_NOT_RUNNING', 'The take has ended.');
    await take.end();
    expect(gone).toHaveBeenCalledTimes(1);
  });

  it('ends quietly with a take that has ended, and says every other failure of its end', async () => {
    end = refuse('TAKE_NOT_RUNNING', 'The take has ended.');
    await (await begin()).end();
    expect(gone).not.toHaveBeenCalled();
    end = refuse('FILE_UNWRITABLE', 'The file cannot be written.');
    await (await begin()).end();
    expect(gone.mock.lastCall?.[0]).toMatchObject({ code: 'FILE_UNWRITABLE' });
  });
});
