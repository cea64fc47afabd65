import { RpcError, unwrap } from '../../../src-shared/contract/errors.ts';
import type { videoContract } from '../../../src-shared/contract/video.ts';
import type { TakeVideoTrack } from '../../../src-shared/contract/takeVideoTracks.ts';
import type { Client } from '../../../src-shared/rpc/index.ts';
import { createSleepSense, measureAgain, type MeasuredClock } from './hostClock.ts';
import type { EncodingEnd, VideoSink } from './videoEncoding.ts';

export interface SinkTrack {
  sourceId: string;
  kind: 'video' | 'screen';
  name: string;
  source: string;
  fps: number;
  bubble: TakeVideoTrack['bubble'];
}

/**
 * Sends encoded frames into the take that the host records, once there is one. `clock`: the host's less the page's,
 * measured again after a sleep, in which one of the two may have stood still.
 */
export function createHostSink(
  client: Pick<Client<typeof videoContract>, 'call' | 'upload'>,
  track: SinkTrack,
  clock: { offsetMs: number; measure: (longestMs: number) => Promise<MeasuredClock> },
  takeStarted: Promise<void>,
  onTrack?: (trackId: string) => void,
): VideoSink {
  let trackId: string | null = null;
  let { offsetMs } = clock;
  const hasSlept = createSleepSense();
  const idle = { wantsKey: false };

  return {
    async begin({ codec, codecPrivate, width, height }) {
      await takeStarted;
      hasSlept();
      const input = { ...track, codec, width, height, codecPrivate: codecPrivate && toBase64(codecPrivate) };
      ({ trackId } = unwrap(await client.call('video.addTrack', input)));
      onTrack?.(trackId);
    },
    async append(frames, framesDropped) {
      const mayBeOff = hasSlept();
      if (trackId === null) return idle;
      if (mayBeOff) offsetMs = await measureAgain(offsetMs, clock.measure);
      const facts = frames.map(({ atMs, isKey, bytes, droppedBefore }) => ({
        atMs: atMs + offsetMs,
        isKey,
        droppedBefore,
        sizeBytes: bytes.byteLength,
      }));
      const input = { trackId, frames: facts, framesDropped };
      const encoded = frames.map(({ bytes }) => bytes);
      return unwrap(await client.upload('video.append', input, encoded));
    },
    async end(framesDropped, why) {
      if (trackId === null) return;
      unwrap(await client.call('video.endTrack', { trackId, framesDropped, ended: toEnding(why, track) }));
    },
  };
}

function toEnding(why: EncodingEnd, { name, kind }: SinkTrack) {
  switch (why.kind) {
    case 'asked':
      return null;
    case 'trackEnded': {
      const message =
        kind === 'screen'
          ? `${name} is no longer shared: its window was closed, or sharing was stopped. Everything until then is saved.`
          : `${name} gives no video: the camera was unplugged, or its permission was withdrawn. Everything until then is saved.`;
      return { code: 'DEVICE_LOST', message } as const;
    }
    case 'failed':
      return {
        code: why.error instanceof RpcError ? why.error.code : 'INTERNAL',
        message: `${name} could not be encoded any further: ${why.error instanceof Error ? why.error.message : String(why.error)}`,
      } as const;
  }
}

/** Not among the DOM's types yet. */
const toBase64 = (bytes: Uint8Array): string => (bytes as Uint8Array & { toBase64: () => string }).toBase64();
