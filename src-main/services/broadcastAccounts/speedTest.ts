import type { SpeedTest } from '../../../src-shared/contract/broadcastAccounts.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { parseIngestAddress, type IngestAddress } from '../../../src-shared/domain/broadcast/address.ts';
import { SPEED_TEST_SEC } from '../../../src-shared/domain/broadcast/accounts.ts';
import {
  BROADCAST_AUDIO_KBPS,
  masterQuality,
  type MasterQualityId,
} from '../../../src-shared/domain/broadcast/quality.ts';
import {
  createFanOut,
  measureAnswer,
  openPublisher,
  playTestChart,
  type DestinationHealth,
  type FanOut,
} from '../broadcast/index.ts';
import { isOnAir } from '../../../src-shared/domain/broadcast/states.ts';
import type { Account } from './account.ts';
import type { SpeedTestPlace } from './driver.ts';
import type { Destination } from './ports.ts';
import { twitchTestPlace } from './twitch/index.ts';

/** What has not arrived is so little, where the way carries it. */
const MOST_BACKLOG_MS = 1000;

interface SpeedTestOptions {
  destination: Destination;
  quality: MasterQualityId;
  /** Where the destination uses one. */
  account: Account | null;
  readKey: (destinationId: string) => Promise<string | null>;
  signal: AbortSignal;
}

/** What the way to a destination carries, measured where nobody sees it; elsewhere how long it takes to answer. */
export async function measureSpeed(options: SpeedTestOptions): Promise<SpeedTest> {
  const { destination, quality, signal } = options;
  const place = await openPlace(options);
  if (!place) return await measureAnswerOf(addressOf(destination.address), signal);
  try {
    return await send(place, addressOf(place.address), quality, signal);
  } finally {
    await place.close();
  }
}

/** Twitch needs the key alone, YouTube a private broadcast. */
async function openPlace({
  destination,
  account,
  readKey,
}: SpeedTestOptions): Promise<SpeedTestPlace | null> {
  if (account) return await account.driver.openSpeedTest(await account.session());
  if (destination.platform !== 'twitch') return null;
  const key = await readKey(destination.id);
  if (key === null) return null;
  return { ...twitchTestPlace({ address: destination.address, key }), close: () => Promise.resolve() };
}

async function measureAnswerOf(address: IngestAddress, signal: AbortSignal): Promise<SpeedTest> {
  try {
    return { kind: 'answered', inMs: await measureAnswer(address, signal) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

async function send(
  { way, key }: SpeedTestPlace,
  address: IngestAddress,
  qualityId: MasterQualityId,
  signal: AbortSignal,
): Promise<SpeedTest> {
  const quality = masterQuality(qualityId);
  const wantedKbps = quality.videoKbps + BROADCAST_AUDIO_KBPS;
  const nowMs = () => performance.now();
  let fanOut: FanOut | null = null;
  let health: DestinationHealth | undefined;
  try {
    await playTestChart({
      quality,
      signal,
      seconds: SPEED_TEST_SEC,
      onFormat(format) {
        const targets = [{ id: 'test', address, key, catchesUp: true }];
        fanOut = createFanOut({
          format,
          targets,
          nowMs,
          open: openPublisher,
          onStateChanged: () => undefined,
        });
      },
      onPacket: (packet) => fanOut?.push(packet),
    });
    health = (fanOut as FanOut | null)?.health[0];
  } finally {
    await (fanOut as FanOut | null)?.end();
  }
  if (!health || !isOnAir(health.state))
    return { kind: 'failed', message: health?.reason?.message ?? 'The server does not answer.' };
  const isEnough = backlogMs(health, wantedKbps) < MOST_BACKLOG_MS;
  return { kind: 'measured', way, kbps: health.kbps, wantedKbps, isEnough };
}

/** What is not confirmed yet, or not even sent, as time of the programme. */
const backlogMs = ({ behindMs, openBytes }: DestinationHealth, wantedKbps: number): number =>
  behindMs + (openBytes * 8) / wantedKbps;

function addressOf(text: string): IngestAddress {
  const parsed = parseIngestAddress(text);
  if (!('address' in parsed)) throw failWith('BAD_OPTION', 'platformAddressWrong', { values: { text } });
  return parsed.address;
}
