/** What this device keeps of its licence, in the keychain or in a file of this user alone. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { Log, SecretStore } from '../ports.ts';
import { publicKeySchema } from './issuers.ts';
import { parseJson } from '../../../src-shared/domain/parseJson.ts';

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

export interface KeptRecord {
  readonly current: LicenceRecord;
  /** Something was kept that could not be read, and nothing was written since. */
  readonly isDamaged: boolean;
  /** Throws `LICENCE_UNWRITABLE`; the record is as it was then. */
  save(changed: LicenceRecord): Promise<void>;
}

/** What is kept, or a new record. */
export async function openRecord(
  store: SecretStore,
  createInstallId: () => string,
  log: Log,
): Promise<KeptRecord> {
  const opened = await readRecord(store, log);
  let current = opened.record ?? emptyRecord(createInstallId());
  let { isDamaged } = opened;
  return {
    get current() {
      return current;
    },
    get isDamaged() {
      return isDamaged;
    },
    async save(changed) {
      try {
        await store.write(RECORD_NAME, JSON.stringify(changed));
      } catch (cause) {
        throw unwritable(cause);
      }
      current = changed;
      isDamaged = false;
    },
  };
}

async function readRecord(
  store: SecretStore,
  log: Log,
): Promise<{ record: LicenceRecord | null; isDamaged: boolean }> {
  let kept: string | null;
  try {
    kept = await store.read(RECORD_NAME);
  } catch (error) {
    log.error('the licence could not be read', error);
    return { record: null, isDamaged: true };
  }
  if (kept === null) return { record: null, isDamaged: false };
  const parsed = recordSchema.safeParse(parseJson(kept));
  if (parsed.success) return { record: parsed.data, isDamaged: false };
  log.error('the kept licence is damaged', parsed.error);
  return { record: null, isDamaged: true };
}

function unwritable(cause: unknown): RpcError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return failWith('LICENCE_UNWRITABLE', 'licenceUnsaved', { values: { reason }, retryable: true, cause });
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
 * first so that it reveals nothing about the machine. A folder copied to another machine is another device.
 */
export function deviceIdOf(installId: string, machineId: string): string {
  const hash = createHash('sha256').update(`${installId} ${machineId}`).digest('hex');
  return `${installId}-${hash.slice(0, 32)}`;
}
