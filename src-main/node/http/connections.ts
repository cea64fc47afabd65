import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections for pages and files together. A browser opens six. */
const MAX_CONNECTIONS = 256;

/**
 * Keeps those who hold connections and say nothing, or read nothing, from keeping others out: one connection too many takes
 * the place of the one whose last request is longest ago. Those that became WebSockets are counted elsewhere.
 */
export function boundConnections(server: Server, limit = MAX_CONNECTIONS): void {
  /** The one that asked longest ago first. */
  const sockets = new Set<Socket>();
  const moveToEnd = (socket: Socket) => {
    if (sockets.delete(socket)) sockets.add(socket);
  };
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    const [oldest] = sockets;
    if (oldest && sockets.size > limit) oldest.destroy();
  });
  server.on('request', ({ socket }) => moveToEnd(socket));
  server.on('upgrade', ({ socket }) => sockets.delete(socket));
}
