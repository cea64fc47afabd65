import type { BroadcastCertificate } from '../../../src-shared/contract/broadcast.ts';
import type { DestinationHealth } from './destinationFigures.ts';

type DestinationCertificate = BroadcastCertificate['destinations'][number];

interface Programme {
  startedAtMs: number;
  /** When it began, on the clock of the destinations. */
  beganMs: number;
  durationSec: number;
  framesMade: number;
  framesHeld: number;
  clockDriftMs: number;
  soundPacketsMade: number;
  events: BroadcastCertificate['events'];
}

/** Green: all of it was sent, without an outage. Amber: outages whose video was sent afterwards. Red: something is missing. */
export function certifyBroadcast(
  programme: Programme,
  ended: readonly (DestinationHealth & { address: string })[],
): BroadcastCertificate {
  const { startedAtMs, durationSec, framesMade, framesHeld, clockDriftMs, soundPacketsMade, events } =
    programme;
  return {
    version: 1,
    startedAt: new Date(startedAtMs).toISOString(),
    durationSec,
    framesMade,
    framesHeld,
    clockDriftMs,
    soundPacketsMade,
    events,
    destinations: ended.map((health) => certifyDestination(health, programme)),
  };
}

function certifyDestination(
  health: DestinationHealth & { address: string },
  { beganMs }: Programme,
): DestinationCertificate {
  const { id, address, framesSent, framesAcknowledged, soundPacketsSent } = health;
  const { groupsSkipped, framesSkipped, reconnects, sync } = health;
  const packetsMissing = health.framesSkipped + health.packetsLost + health.packetsPending;
  const outages = health.outages.map(({ message, fromMs, toMs }) => ({
    message,
    fromSec: Math.max(0, (fromMs - beganMs) / 1000),
    forSec: toMs === null ? null : (toMs - fromMs) / 1000,
  }));
  return {
    id,
    address,
    framesSent,
    framesAcknowledged,
    soundPacketsSent,
    groupsSkipped,
    framesSkipped,
    reconnects,
    sync,
    packetsMissing,
    outages,
    grade: packetsMissing > 0 ? 'red' : outages.length > 0 ? 'amber' : 'green',
    reasons: reasonsOf(health),
  };
}

function reasonsOf(health: DestinationHealth): string[] {
  const { groupsSkipped, framesSkipped, packetsLost, packetsPending, outages, reason } = health;
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
  return [
    ...(reason ? [reason.message] : []),
    ...(outages.length > 0 ? [count(outages.length, 'outage.', 'outages.')] : []),
    ...(groupsSkipped > 0
      ? [
          `The connection was too slow: ${count(framesSkipped, 'frame was', 'frames were')} skipped, no sound.`,
        ]
      : []),
    ...(packetsLost > 0
      ? [`${count(packetsLost, 'packet was', 'packets were')} lost in an outage of more than 20 s.`]
      : []),
    ...(packetsPending > 0
      ? [`${count(packetsPending, 'packet was', 'packets were')} not sent before the end.`]
      : []),
  ];
}
