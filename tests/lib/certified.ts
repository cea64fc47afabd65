import { expect } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { TakeDetails } from '../../src-shared/contract/takes.ts';
import type { connectToHost } from './hostClient.ts';

/** Frames are decoded for it at a low priority, behind all that a busy machine does. */
const PATIENT = { timeout: 100_000 };

/** A take, or the newest one, once it has its certificate. */
export async function certifiedTake(
  client: ReturnType<typeof connectToHost>,
  id?: string,
): Promise<TakeDetails> {
  const wanted = id ?? unwrap(await client.call('takes.list'))[0]?.id ?? '';
  const read = async () => unwrap(await client.call('takes.read', { id: wanted }));
  await expect.poll(async () => (await read()).certificate, PATIENT).not.toBeNull();
  return await read();
}
