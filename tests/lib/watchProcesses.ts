import { readdirSync, readFileSync } from 'node:fs';

const LOOK_MS = 300;

/** Looks again and again whether a secret is among the arguments or in the environment of any process of this machine. */
export function watchProcesses(secrets: readonly string[]): { readonly found: string[]; stop(): void } {
  const found: string[] = [];
  const timer = setInterval(() => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      for (const what of ['cmdline', 'environ']) {
        const text = readOr(`/proc/${pid}/${what}`);
        if (secrets.some((secret) => text.includes(secret)))
          found.push(`${what} of ${readOr(`/proc/${pid}/comm`)}`);
      }
    }
  }, LOOK_MS).unref();
  return { found, stop: () => clearInterval(timer) };
}

/** It may have ended meanwhile. */
function readOr(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
