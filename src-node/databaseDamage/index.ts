/** Damage of the database's files on this machine, as the backend remembers it beside them and as the user reads it. */
import { existsSync, readFileSync, rmSync, statSync, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '../files/index.ts';

export const MAX_FINDINGS = 20;
const LOOK_EVERY_MS = 2000;

export const WHAT_TO_DO =
  'Stop the backend, keep a copy of its folder, and put the last good backup in its place: "sounddesk backend restore FILE".';

const damageSchema = z.object({ foundAtMs: z.number(), findings: z.array(z.string()).max(MAX_FINDINGS) });
export type Damage = z.infer<typeof damageSchema>;

/** Where the backend of a data folder keeps what is no part of the database itself. */
export const backendHome = (dataDir: string): string => join(dataDir, 'backend');

const damagePath = (home: string) => join(home, 'database-damage.json');

/** What was found in the database of a backend's home; null where nothing was. */
export function readDamage(home: string): Damage | null {
  const path = damagePath(home);
  if (!existsSync(path)) return null;
  try {
    return damageSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Somebody found something: which is what counts.
    return { foundAtMs: statSync(path).mtimeMs, findings: [] };
  }
}

export function rememberDamage(home: string, damage: Damage): void {
  writeFileAtomically(damagePath(home), JSON.stringify(damage));
}

/** Called where the data was replaced. */
export const forgetDamage = (home: string): void => rmSync(damagePath(home), { force: true });

/** Calls whenever something is found, by whichever process; what it gives ends that. */
export function followDamage(home: string, onFound: () => void): () => void {
  const path = damagePath(home);
  const look = () => existsSync(path) && onFound();
  watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, look);
  return () => unwatchFile(path, look);
}

/** For the user: what is so, and what to do. */
export function reportDamage({ findings }: Damage): string {
  const first =
    findings[0] === undefined ? '' : ` (${findings[0]}${findings.length > 1 ? ', and more' : ''})`;
  return `The database's files are damaged${first}. ${WHAT_TO_DO} What is damaged is refused, not guessed; the rest can still be read.`;
}
