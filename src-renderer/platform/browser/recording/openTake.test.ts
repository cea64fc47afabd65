import { describe, expect, it, vi } from 'vitest';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { TakeClock } from '../../../../src-shared/recording/index.ts';
import type { WriterTask } from '../takes/writer/messages.ts';
import { OpenTake } from './openTake.ts';

const FACTS = { codecPrivate: new Uint8Array(19), channels: 1 };
const piece = (atMs: number) => ({ atMs, bytes: Uint8Array.of(atMs) });

/** A take whose writer answers as the disk does: `openFile` is when a file is there. */
async function beginTake(openFile: Promise<null>) {
  const asked: WriterTask[] = [];
  const writer = {
    ask(task: WriterTask) {
      asked.push(task);
      return task.kind === 'open' ? openFile : Promise.resolve(null);
    },
    close: () => undefined,
  };
  const locks = { request: (_: string, work: () => Promise<void>) => work() } as unknown as LockManager;
  const onTrouble = vi.fn();
  const take = await OpenTake.begin('take', locks, onTrouble, () => writer);
  take.clock = new TakeClock(0);
  const appended = () =>
    asked.flatMap((task) => (task.kind === 'append' ? task.blocks.map(({ bytes }) => bytes[0]) : []));
  return { take, asked, appended, onTrouble };
}

describe('a sound that comes while a take is recorded', () => {
  it('lies in its file from its first piece on, however late that file is there', async () => {
    const file = Promise.withResolvers<null>();
    const { take, asked, appended, onTrouble } = await beginTake(file.promise);
    take.addSound('system', FACTS, 'system.webm');
    expect(take.appendSound('system', [piece(20), piece(40)])).toBe(20);
    const opened = take.openSoundFile('system');
    take.appendSound('system', [piece(60)]);
    expect(appended()).toEqual([]);
    file.resolve(null);
    await opened;
    take.appendSound('system', [piece(80)]);
    await take.settled();
    expect(asked.map(({ kind }) => kind)).toEqual(['begin', 'open', 'append', 'append']);
    expect(appended()).toEqual([20, 40, 60, 80]);
    expect(onTrouble).not.toHaveBeenCalled();
  });

  it('ends nothing else where its file cannot be made', async () => {
    const { take, appended, onTrouble } = await beginTake(Promise.reject(new RpcError('DISK_FULL', 'full')));
    take.addSound('system', FACTS, 'system.webm');
    take.appendSound('system', [piece(20)]);
    await expect(take.openSoundFile('system')).rejects.toThrow('full');
    expect(take.appendSound('system', [piece(40)])).toBe(null);
    await take.settled();
    expect(appended()).toEqual([]);
    expect(onTrouble).not.toHaveBeenCalled();
  });
});
