import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { readRegularText, writeFileDurably } from '../../../src-node/files/index.ts';

/** Beside a take that is being repaired, or could not be. */
export const ATTEMPT_NAME = 'repair.json';
const MOST_BYTES = 1 << 14;
/** One that a kill interrupted is made once more; one that failed is not. */
const MOST_ATTEMPTS = 2;

const attemptSchema = z.object({
  version: z.literal(1),
  attempts: z.int().positive(),
  /** null: it did not come to its end. */
  failure: z.string().max(4000).nullable(),
});

/** Why a take is not repaired at the start any more; null where it is to be tried. */
export function repairRefusal(folder: string): string | null {
  const attempt = read(folder);
  if (!attempt) return null;
  if (attempt.failure !== null)
    return `The recording was cut off and could not be repaired: ${attempt.failure} Choose Repair to try again.`;
  if (attempt.attempts < MOST_ATTEMPTS) return null;
  return 'The recording was cut off, and its repair did not come to an end. Choose Repair to try again.';
}

/** To be called before an attempt: what ends this program meanwhile is remembered too. Throws where that cannot be. */
export function beginAttempt(folder: string): void {
  write(folder, { attempts: (read(folder)?.attempts ?? 0) + 1, failure: null });
}

export function failAttempt(folder: string, failure: string): void {
  write(folder, { attempts: read(folder)?.attempts ?? 1, failure: failure.slice(0, 4000) });
}

export async function forgetAttempt(folder: string): Promise<void> {
  await rm(join(folder, ATTEMPT_NAME), { force: true });
}

function write(folder: string, attempt: Omit<z.infer<typeof attemptSchema>, 'version'>): void {
  writeFileDurably(join(folder, ATTEMPT_NAME), `${JSON.stringify({ version: 1, ...attempt })}\n`);
}

function read(folder: string): z.infer<typeof attemptSchema> | null {
  try {
    const text = readRegularText(folder, ATTEMPT_NAME, { mostBytes: MOST_BYTES });
    return text === null ? null : attemptSchema.parse(JSON.parse(text));
  } catch (error) {
    // Somebody was here, and what came of it is not to be read: not again without being asked.
    return {
      version: 1,
      attempts: MOST_ATTEMPTS,
      failure: `${ATTEMPT_NAME} beside it is damaged (${(error as Error).name}).`,
    };
  }
}
