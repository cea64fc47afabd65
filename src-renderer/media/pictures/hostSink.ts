import { RpcError, unwrap } from '../../../src-shared/contract/errors.ts';
import type { picturesContract } from '../../../src-shared/contract/pictures.ts';
import type { TakePicture } from '../../../src-shared/contract/takePictures.ts';
import type { Client } from '../../../src-shared/rpc/index.ts';
import type { CaptureEnd, PictureSink } from './pictureCapture.ts';

export interface SinkTrack {
  kind: 'video' | 'screen';
  name: string;
  source: string;
  fps: number;
  bubble: TakePicture['bubble'];
}

/**
 * Sends encoded pictures into the take that the host records, once there is one. `offsetMs`: the host's clock less the
 * page's.
 */
export function createHostSink(
  client: Pick<Client<typeof picturesContract>, 'call'>,
  track: SinkTrack,
  offsetMs: number,
  takeStarted: Promise<void>,
  onTrack?: (trackId: string) => void,
): PictureSink {
  let trackId: string | null = null;
  const idle = { wantsKey: false };
  return {
    async begin({ codec, codecPrivate, width, height }) {
      await takeStarted;
      const input = { ...track, codec, width, height, codecPrivate: codecPrivate && toBase64(codecPrivate) };
      ({ trackId } = unwrap(await client.call('pictures.addTrack', input)));
      onTrack?.(trackId);
    },
    async append(frames, framesDropped) {
      if (trackId === null) return idle;
      const encoded = frames.map(({ atMs, isKey, bytes, droppedBefore }) => ({
        ...{ atMs: atMs + offsetMs, isKey, droppedBefore },
        base64: toBase64(bytes),
      }));
      const input = { trackId, frames: encoded, framesDropped };
      return unwrap(await client.call('pictures.append', input));
    },
    async end(framesDropped, why) {
      if (trackId === null) return;
      unwrap(await client.call('pictures.endTrack', { trackId, framesDropped, ended: toEnding(why, track) }));
    },
  };
}

function toEnding(why: CaptureEnd, { name, kind }: SinkTrack) {
  switch (why.kind) {
    case 'asked':
      return null;
    case 'trackEnded': {
      const message =
        kind === 'screen'
          ? `${name} is not shared any more: its window was closed, or sharing was stopped.`
          : `${name} gives no pictures any more: the camera was unplugged, or its permission was withdrawn.`;
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
