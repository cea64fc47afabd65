/** Ports that servers of this worker have left, by what they serve. */
const left = new Map<string, Set<number>>();

/**
 * Listens where a server of the same kind was before, so that the browser that a worker's files share knows the origin: it
 * keeps its process, with the app read and compiled. At any port for the first one, or where another program has it by now.
 */
export async function listenAgain<Server>(
  kind: string,
  listen: (port: number) => Promise<Server>,
): Promise<Server> {
  const ports = left.get(kind);
  const [port] = ports ?? [];
  if (port === undefined) return listen(0);
  ports?.delete(port);
  try {
    return await listen(port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return listen(0);
  }
}

/** For a server that has closed. */
export function leavePort(kind: string, port: number): void {
  left.set(kind, (left.get(kind) ?? new Set()).add(port));
}
