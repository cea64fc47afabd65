import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright';

/** The process of a browser that the caller has started. */
export async function browserPid(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const found = processInfo.find(({ type }) => type === 'browser');
    if (!found) throw new Error('the browser has no process');
    return found.id;
  } finally {
    await session.detach();
  }
}

/** Stops processes with all that they started, as a sleep of the computer does; what it returns lets them continue. */
export function standStill(pids: readonly number[]): () => void {
  const all = pids.flatMap(withDescendants);
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of all.toReversed()) process.kill(pid, 'SIGCONT');
  };
}

function withDescendants(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(withDescendants)];
}
