/** The schedule of a hosted project's functions, on this machine. */
import type { FunctionHandler } from './gateway.ts';
import type { Secrets } from './secrets.ts';

const FUNCTIONS = [
  'probe-services',
  'delete-due-accounts',
  'delete-old-records',
  'reconcile-billing',
  'send-status-mails',
  'deliver-inbox-replies',
] as const;
/** The first time: when the start is over and nobody waits for it. */
const FIRST_AFTER_MS = 5000;

interface Around {
  secrets: Secrets;
  log: (message: string, error?: unknown) => void;
}

/** Calls what the server does on its own, now and then, never twice at once. */
export function startUpkeep(
  functions: Readonly<Record<string, FunctionHandler>>,
  url: string,
  everyMs: number,
  { secrets, log }: Around,
): { close(): Promise<void> } {
  let isClosing = false;
  let running: Promise<void> | null = null;
  const run = async () => {
    for (const name of FUNCTIONS) {
      if (isClosing) return;
      const headers = { authorization: `Bearer ${secrets.serviceKey}` };
      const request = new Request(`${url}/functions/v1/${name}`, { method: 'POST', headers });
      try {
        const response = await functions[name]?.(request);
        if (response && !response.ok && !isClosing) log(`${name} answered ${response.status}`);
      } catch (error) {
        if (!isClosing) log(`${name} failed`, error);
      }
    }
  };
  const runOnce = () => {
    running ??= run().finally(() => (running = null));
  };
  const first = setTimeout(runOnce, Math.min(FIRST_AFTER_MS, everyMs));
  const timer = setInterval(runOnce, everyMs);
  first.unref();
  timer.unref();
  return {
    async close() {
      isClosing = true;
      clearTimeout(first);
      clearInterval(timer);
      await running;
    },
  };
}
