/** What this device keeps of its licence, in the keychain or in a file of this user alone. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Log, SecretStore } from '../ports.ts';
import { publicKeySchema } from './issuers.ts';

const RECORD_NAME = 'licence';

const recordSchema = z.object({
  version: z.literal(1),
  /** Random, made once. */
  installId: z.string().regex(/^[0-9a-f]{32}$/),
  token: z.string().nullable(),
  memory: z.object({
    latestSeenMs: z.number(),
    highestSequence: z.record(z.string(), z.number()),
    refused: z.record(z.string(), z.enum(['revoked', 'ended', 'deactivated', 'unknownToServer'])),
  }),
  /** The issuer of the token: where it answers, and the public keys that it gave. They are believed for a trial alone. */
  issuer: z
    .object({
      url: z.string(),
      keys: z.array(publicKeySchema).max(4),
    })
    .nullable(),
  lastContactMs: z.number().nullable(),
  hasChosenFreeTier: z.boolean(),
});
export type LicenceRecord = z.infer<typeof recordSchema>;

/** What is kept, or a new record; `isDamaged` where something was there that could not be read. */
export async function openRecord(
  store: SecretStore,
  createInstallId: () => string,
  log: Log,
): Promise<{ record: LicenceRecord; isDamaged: boolean }> {
  let kept: string | null = null;
  let isDamaged = false;
  try {
    kept = await store.read(RECORD_NAME);
  } catch (error) {
    isDamaged = true;
    log.error('the licence could not be read', error);
  }
  if (kept !== null) {
    const parsed = recordSchema.safeParse(parseJson(kept));
    if (parsed.success) return { record: parsed.data, isDamaged: false };
    isDamaged = true;
    log.error('the kept licence is damaged', parsed.error);
  }
  return { record: emptyRecord(createInstallId()), isDamaged };
}

export function writeRecord(store: SecretStore, record: LicenceRecord): Promise<void> {
  return store.write(RECORD_NAME, JSON.stringify(record));
}

function emptyRecord(installId: string): LicenceRecord {
  return {
    version: 1,
    installId,
    token: null,
    memory: { latestSeenMs: 0, highestSequence: {}, refused: {} },
    issuer: null,
    lastContactMs: null,
    hasChosenFreeTier: false,
  };
}

/**
 * The name of this device for a server: the random id and a hash of the machine's id, salted by the
 * first so that it tells nothing about the machine. A folder copied to another machine is another device.
 */
export function deviceIdOf(installId: string, machineId: string): string {
  const hash = createHash('sha256').update(`${installId} ${machineId}`).digest('hex');
  return `${installId}-${hash.slice(0, 32)}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // No record: the caller says that it is damaged.
  }
}
