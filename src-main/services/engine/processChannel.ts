import { Listeners, type Channel } from '../../../src-shared/rpc/index.ts';
import type { EngineProcess } from '../ports.ts';

/** The host's end of the connection to an engine process; closing it ends the process. */
export function createProcessChannel(engine: EngineProcess): Channel {
  const frames = new Listeners<unknown>();
  const closes = new Listeners<void>();
  let isClosed = false;
  const onClosed = () => {
    if (isClosed) return;
    isClosed = true;
    frames.clear();
    closes.notify();
  };
  engine.onMessage((message) => {
    if (!isClosed) frames.notify(message);
  });
  engine.onExit(onClosed);
  return {
    send(frame) {
      if (!isClosed) engine.post(frame);
    },
    // Only requests go this way, a handful at a time.
    isCongested: () => false,
    onDrain: () => () => undefined,
    onFrame: (listener) => frames.add(listener),
    onClose(listener) {
      if (!isClosed) return closes.add(listener);
      listener();
      return () => undefined;
    },
    close() {
      if (!isClosed) engine.kill();
      onClosed();
    },
  };
}
