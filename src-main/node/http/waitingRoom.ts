import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/** Who has not proved by then that it may come in is closed. */
const LIMIT_MS = 5000;
/** A handshake is far shorter. */
const MAX_STRANGER_BYTES = 16 * 1024;
/** Connections of strangers together; one more takes the place of one that has waited. */
const MAX_STRANGERS = 256;

/** Codes of RFC 6455, section 7.4.1. */
const CLOSE_TRY_AGAIN_LATER = 1013;
const CLOSE_TOO_BIG = 1009;

/**
 * Connections of whom nothing is known yet. They take no place of those who were let in, and they cannot keep the owner out
 * either: the room is never full, since anyone who has waited longest makes room.
 */
export function createWaitingRoom(): {
  /** Returns the way out, for who is no stranger any more. */
  enter(socket: WebSocket, transport: Duplex, bytesRead: number): () => void;
} {
  /** Oldest first. */
  const strangers = new Map<WebSocket, () => void>();
  return {
    enter(socket, transport, headBytes) {
      const [oldest] = strangers.entries();
      if (oldest && strangers.size >= MAX_STRANGERS) {
        oldest[1]();
        oldest[0].close(CLOSE_TRY_AGAIN_LATER, 'Too many connections are waiting.');
        oldest[0].terminate();
      }
      let bytes = headBytes;
      const count = (part: Buffer) => {
        bytes += part.byteLength;
        if (bytes <= MAX_STRANGER_BYTES) return;
        leave();
        socket.close(CLOSE_TOO_BIG);
        socket.terminate();
      };
      const leave = () => {
        clearTimeout(timer);
        transport.off('data', count);
        strangers.delete(socket);
      };
      const timer = setTimeout(() => {
        leave();
        socket.terminate();
      }, LIMIT_MS);
      transport.on('data', count);
      socket.once('close', leave);
      strangers.set(socket, leave);
      return leave;
    },
  };
}
