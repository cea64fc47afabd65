import type { IngestAddress } from '../../../../src-shared/domain/broadcast/address.ts';
import { RtmpConnection } from './connection.ts';

const ANSWERS_WITHIN_MS = 10_000;
const ACKNOWLEDGE_EVERY_BYTES = 100_000;

/** How long a server takes to accept a connection and to answer the handshake, in milliseconds. Publishes nothing. Throws a `PublishError`. */
export async function measureAnswer(address: IngestAddress, signal: AbortSignal): Promise<number> {
  const beganMs = performance.now();
  const connection = await RtmpConnection.open({
    address,
    acknowledgeEveryBytes: ACKNOWLEDGE_EVERY_BYTES,
    onMessage: () => undefined,
    onAcknowledged: () => undefined,
    onClosed: () => undefined,
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWERS_WITHIN_MS)]),
  });
  const tookMs = performance.now() - beganMs;
  connection.destroy();
  return tookMs;
}
