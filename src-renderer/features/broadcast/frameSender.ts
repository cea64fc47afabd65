import type { EncodedFrame } from '../../media/programme/index.ts';

type Answer = { kind: 'taken'; wantsKey: boolean } | { kind: 'gone'; reason: string } | { kind: 'failed' };

export interface FrameSenderOptions {
  /** Never rejects. `gone`: no broadcast is live any more. */
  send: (frames: readonly EncodedFrame[]) => Promise<Answer>;
  requestKey: () => void;
  onGone: (reason: string) => void;
  /** Resolves when it may be tried again. */
  pause: () => Promise<void>;
}

export interface FrameSender {
  push(frames: readonly EncodedFrame[]): void;
  /** Frames that were made and not sent, since the host did not take them in time. */
  readonly framesDropped: number;
  close(): void;
}

/** As many as one call takes. */
const MOST_FRAMES = 300;
const MOST_BYTES = 4 << 20;
/** Of frames that wait for the host: what is older is of no use to a live stream. */
const MOST_WAITING_FRAMES = 180;

/** Sends frames in their order, one call at a time. It begins with a key frame, and again after a gap. */
export function createFrameSender(options: FrameSenderOptions): FrameSender {
  let waiting: EncodedFrame[] = [];
  let isSending = false;
  let isClosed = false;
  let needsKey = true;
  let hasBegun = false;
  let framesDropped = 0;

  const drop = (count: number) => {
    framesDropped += count;
    needsKey = true;
    options.requestKey();
  };

  function accept(frame: EncodedFrame): void {
    if (needsKey && !frame.isKey) {
      if (hasBegun) framesDropped += 1;
      return;
    }
    needsKey = false;
    hasBegun = true;
    waiting.push(frame);
    if (waiting.length <= MOST_WAITING_FRAMES) return;
    const { length } = waiting;
    waiting = [];
    drop(length);
  }

  async function sendAll(): Promise<void> {
    isSending = true;
    while (!isClosed && waiting.length > 0) {
      const batch = takeBatch(waiting);
      const answer = await options.send(batch);
      if (isClosed) break;
      if (answer.kind === 'gone') {
        isClosed = true;
        options.onGone(answer.reason);
      } else if (answer.kind === 'failed') {
        drop(batch.length + waiting.length);
        waiting = [];
        await options.pause();
      } else if (answer.wantsKey) options.requestKey();
    }
    isSending = false;
  }

  return {
    push(frames) {
      if (isClosed) return;
      frames.forEach(accept);
      if (!isSending) void sendAll();
    },
    get framesDropped() {
      return framesDropped;
    },
    close() {
      isClosed = true;
      waiting = [];
    },
  };
}

/** The first frames that fit into one call, taken out of those that wait. */
function takeBatch(waiting: EncodedFrame[]): EncodedFrame[] {
  let bytes = 0;
  let count = 0;
  for (const { data } of waiting.slice(0, MOST_FRAMES)) {
    bytes += data.byteLength;
    if (count > 0 && bytes > MOST_BYTES) break;
    count += 1;
  }
  return waiting.splice(0, count);
}
