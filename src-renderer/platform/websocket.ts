import { decodeFrame, encodeFrame, Listeners, type Channel, type Frame } from '../../src-shared/rpc/index.ts';

/** Bytes that wait to leave, above which the channel counts as congested. */
const CONGESTED_ABOVE_BYTES = 1024 * 1024;
const DRAIN_CHECK_MS = 50;

/** A connection to the host that served this page. Rejects where nobody listens. */
export function openSocketChannel(): Promise<Channel> {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const socket = new WebSocket(`${scheme}://${location.host}/rpc`);
  socket.binaryType = 'arraybuffer';
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(wrapSocket(socket)), { once: true });
    socket.addEventListener('close', () => reject(new Error('The host does not answer.')), { once: true });
  });
}

function wrapSocket(socket: WebSocket): Channel {
  const frames = new Listeners<unknown>();
  const drains = new Listeners<void>();
  const closes = new Listeners<void>();
  const isCongested = () => socket.bufferedAmount > CONGESTED_ABOVE_BYTES;
  let drainTimer: number | undefined;

  /** WebSockets do not say when they may be written again: look until it is so. */
  const watchForDrain = () => {
    if (drainTimer !== undefined || !isCongested()) return;
    drainTimer = window.setInterval(() => {
      if (isCongested()) return;
      clearInterval(drainTimer);
      drainTimer = undefined;
      drains.notify();
    }, DRAIN_CHECK_MS);
  };

  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const decoded = decodeFrame(typeof data === 'string' ? data : new Uint8Array(data as ArrayBuffer));
    // A frame that cannot be read is handed on as it is: the client reports what is no frame.
    frames.notify(decoded.ok ? decoded.frame : null);
  });
  socket.addEventListener('close', () => {
    clearInterval(drainTimer);
    closes.notify();
    closes.clear();
  });

  return {
    send(frame) {
      if (socket.readyState !== WebSocket.OPEN) return;
      const message = encodeFrame(frame as Frame);
      socket.send(message);
      watchForDrain();
    },
    isCongested,
    onDrain: (listener) => drains.add(listener),
    onFrame: (listener) => frames.add(listener),
    onClose(listener) {
      if (socket.readyState < WebSocket.CLOSING) return closes.add(listener);
      listener();
      return () => undefined;
    },
    close: () => socket.close(),
  };
}
