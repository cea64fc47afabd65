import { describe, expect, it, vi } from 'vitest';
import type { EncodedFrame } from '../../media/programme/index.ts';
import { createFrameSender, type FrameSenderOptions } from './frameSender.ts';

const frame = (atMs: number, isKey = false, size = 10): EncodedFrame => ({
  atMs,
  isKey,
  data: new Uint8Array(size),
});

function openSender(send: FrameSenderOptions['send']) {
  const requestKey = vi.fn();
  const onGone = vi.fn();
  const sent: number[][] = [];
  const sender = createFrameSender({
    send: (frames) => {
      sent.push(frames.map(({ atMs }) => atMs));
      return send(frames);
    },
    requestKey,
    onGone,
    pause: () => Promise.resolve(),
  });
  return { sender, sent, requestKey, onGone };
}

const taken = { kind: 'taken', wantsKey: false } as const;

describe('the sender of frames', () => {
  it('sends one call at a time, in their order', async () => {
    let release = () => undefined as void;
    const { sender, sent } = openSender(() => new Promise((resolve) => (release = () => resolve(taken))));
    sender.push([frame(0, true)]);
    sender.push([frame(33)]);
    sender.push([frame(66)]);
    expect(sent).toEqual([[0]]);
    release();
    await vi.waitFor(() => expect(sent).toEqual([[0], [33, 66]]));
    expect(sender.framesDropped).toBe(0);
  });

  it('begins with a key frame, and what was made before is not counted as lost', () => {
    const { sender, sent } = openSender(() => Promise.resolve(taken));
    sender.push([frame(0), frame(33), frame(66, true)]);
    expect(sent).toEqual([[66]]);
    expect(sender.framesDropped).toBe(0);
  });

  it('begins again with a key frame after a call that failed', async () => {
    const answers = [{ kind: 'failed' } as const, taken];
    const { sender, sent, requestKey } = openSender(() => Promise.resolve(answers.shift() ?? taken));
    sender.push([frame(0, true), frame(33)]);
    await vi.waitFor(() => expect(requestKey).toHaveBeenCalledTimes(1));
    sender.push([frame(66), frame(100, true), frame(133)]);
    await vi.waitFor(() =>
      expect(sent).toEqual([
        [0, 33],
        [100, 133],
      ]),
    );
    expect(sender.framesDropped).toBe(3);
  });

  it('drops what waits too long, and asks for a key frame', () => {
    const { sender, sent, requestKey } = openSender(() => new Promise(() => undefined));
    sender.push([frame(0, true)]);
    for (let index = 1; index <= 181; index += 1) sender.push([frame(33 * index)]);
    expect(sent).toEqual([[0]]);
    expect(requestKey).toHaveBeenCalledTimes(1);
    expect(sender.framesDropped).toBe(181);
  });

  it('asks for a key frame where the host wants one, and splits what is too large for one call', async () => {
    const { sender, sent, requestKey } = openSender(() => Promise.resolve({ kind: 'taken', wantsKey: true }));
    sender.push([frame(0, true, 3 << 20), frame(33, false, 2 << 20)]);
    await vi.waitFor(() => expect(sent).toEqual([[0], [33]]));
    expect(requestKey).toHaveBeenCalledTimes(2);
  });

  it('ends where no broadcast is live any more', async () => {
    const { sender, sent, onGone } = openSender(() =>
      Promise.resolve({ kind: 'gone', reason: 'It has ended.' }),
    );
    sender.push([frame(0, true)]);
    await vi.waitFor(() => expect(onGone).toHaveBeenCalledTimes(1));
    sender.push([frame(33, true)]);
    expect(sent).toEqual([[0]]);
  });
});
