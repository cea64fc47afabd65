import { RpcError } from '../../contract/errors.ts';
import type { Channel } from '../channel.ts';

/** Frames of a channel one by one, as long as both sides speak in turn. */
export interface FrameReader {
  /** Rejects with `CONNECTION_LOST` where the channel closes first. */
  next(): Promise<unknown>;
  /** Leaves the channel to anyone who listens next. */
  detach(): void;
}

/** More than either side says before the other has answered. */
const MAX_WAITING = 2;

export function readFrames(channel: Channel): FrameReader {
  const waiting: unknown[] = [];
  let isClosed = false;
  let settle: { resolve: (frame: unknown) => void; reject: (error: Error) => void } | null = null;
  const stopFrames = channel.onFrame((frame) => {
    if (!settle) {
      waiting.push(frame);
      if (waiting.length > MAX_WAITING) channel.close();
      return;
    }
    settle.resolve(frame);
    settle = null;
  });
  const stopCloses = channel.onClose(() => {
    isClosed = true;
    settle?.reject(lost());
    settle = null;
  });
  return {
    next() {
      if (waiting.length > 0) return Promise.resolve(waiting.shift());
      if (isClosed) return Promise.reject(lost());
      return new Promise((resolve, reject) => (settle = { resolve, reject }));
    },
    detach() {
      stopFrames();
      stopCloses();
    },
  };
}

function lost(): RpcError {
  return new RpcError('CONNECTION_LOST', 'The connection ended during the handshake.', { retryable: true });
}
