import { describe, expect, it } from 'vitest';
import { FramePortReader, FrameTap } from './framePort.ts';

/** A frame as ports carry one: what it is cloned to can be followed. */
function frameOf(value: number) {
  const closed: number[] = [];
  const make = (): VideoFrame =>
    ({ value, clone: make, close: () => closed.push(value) }) as unknown as VideoFrame;
  return { frame: make(), closed };
}

/** Two ends of a channel that hand things over as they are, at once. */
function createPorts(): [MessagePort, MessagePort] {
  const end = () => ({ onmessage: null as null | ((event: { data: unknown }) => void), isClosed: false });
  const [a, b] = [end(), end()];
  const port = (own: ReturnType<typeof end>, other: ReturnType<typeof end>) =>
    Object.assign(own, {
      postMessage: (data: unknown) => !other.isClosed && other.onmessage?.({ data }),
      close: () => (own.isClosed = true),
    }) as unknown as MessagePort;
  return [port(a, b), port(b, a)];
}

function open() {
  const [one, other] = createPorts();
  return { tap: new FrameTap(one), reader: new FramePortReader(other) };
}

const valueOf = ({ value }: ReadableStreamReadResult<VideoFrame>) =>
  (value as unknown as { value: number } | undefined)?.value;

describe('frames that one worker gives another', () => {
  it('come in their order, no matter who is there first', async () => {
    const { tap, reader } = open();
    const waiting = reader.read();
    tap.give(frameOf(1).frame);
    expect(valueOf(await waiting)).toBe(1);
    tap.give(frameOf(2).frame);
    expect(valueOf(await reader.read())).toBe(2);
  });

  it('are left out while the reader is behind, and come again once it has read', async () => {
    const { tap, reader } = open();
    for (const value of [1, 2, 3, 4]) tap.give(frameOf(value).frame);
    expect(valueOf(await reader.read())).toBe(1);
    tap.give(frameOf(5).frame);
    expect(valueOf(await reader.read())).toBe(2);
    expect(valueOf(await reader.read())).toBe(5);
  });

  it('end with the source, after those that are on their way', async () => {
    const { tap, reader } = open();
    tap.give(frameOf(1).frame);
    tap.end();
    expect(valueOf(await reader.read())).toBe(1);
    expect((await reader.read()).done).toBe(true);
    expect((await reader.read()).done).toBe(true);
  });

  it('are closed where nobody reads any more', async () => {
    const { tap, reader } = open();
    const { frame, closed } = frameOf(1);
    tap.give(frame);
    await reader.cancel();
    expect(closed).toEqual([1]);
    expect((await reader.read()).done).toBe(true);
  });
});
