import { RpcError } from '../../contract/errors.ts';
import type { videoContract, VideoTrackState } from '../../contract/video.ts';
import { readPieces, type Handlers } from '../../rpc/index.ts';
import type { RecordingMachine } from '../machine.ts';
import type { Run } from '../run.ts';
import { createCurrentTake } from './currentTake.ts';
import type { NewVideoTrack } from './videoTrack.ts';

export type Uploads = Pick<
  Handlers<typeof videoContract>,
  'video.readClock' | 'video.arm' | 'video.disarm' | 'video.addTrack' | 'video.append' | 'video.endTrack'
>;

export interface UploadsOptions {
  /** Milliseconds that only ever grow. */
  nowMs: () => number;
  createId: () => string;
  /** Throws why the take may have no other camera or screen; `tracks`: all that it had. */
  assertMayAdd?: (
    kind: VideoTrackState['kind'],
    tracks: readonly Pick<VideoTrackState, 'kind' | 'isEnded'>[],
  ) => Promise<void>;
  machine: RecordingMachine<Run>;
  /** For the first frame of the sound, or until a pause is known to the frame. */
  mostWaitMs: number;
  announce: () => void;
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Cameras and screens of the running take, as a page sends them. */
export function createUploads(options: UploadsOptions): Uploads {
  const { nowMs, announce } = options;
  const current = createCurrentTake(options.machine, options.mostWaitMs);
  let queue: Promise<unknown> = Promise.resolve();

  /** One after the other: each counts what the one before has left. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  return {
    'video.readClock': () => ({ nowMs: nowMs() }),
    'video.arm': ({ sources }) =>
      inTurn(async () => {
        const take = await current.begun();
        await take.arm(sources, take.clock.recordedMsAt(nowMs()));
        announce();
      }),
    'video.disarm': ({ sourceId }) =>
      inTurn(async () => {
        await (await current.settled()).disarm(sourceId);
      }),
    'video.addTrack': (input, { connection }) =>
      inTurn(async () => {
        const take = await current.begun();
        const codecPrivate = input.codecPrivate === null ? null : fromBase64(input.codecPrivate);
        if (input.codec === 'avc1' && !codecPrivate)
          throw new RpcError('BAD_OPTION', 'H.264 comes with what its decoder has to know.');
        const request: NewVideoTrack = { ...input, codecPrivate, id: options.createId() };
        if (input.sourceId !== null) await take.makeWay(input.sourceId);
        await options.assertMayAdd?.(
          input.kind,
          take.tracks.map(({ state }) => state),
        );
        await take.addTrack(request, connection);
        return { trackId: request.id };
      }),
    async 'video.append'({ trackId, frames, framesDropped }, { bytes, connection }) {
      const take = await current.settled();
      const lateMs = nowMs() + 1000;
      if (frames.some(({ atMs }) => atMs > lateMs))
        throw new RpcError('BAD_OPTION', 'A frame cannot be later than now.');
      const pieces = await readPieces(
        bytes,
        frames.map(({ sizeBytes }) => sizeBytes),
      );
      const arrived = frames.map((frame, index) => ({ ...frame, bytes: pieces[index] ?? new Uint8Array() }));
      const { framesWritten, wantsKey } = await take.append(trackId, arrived, framesDropped, connection);
      return { framesWritten, wantsKey, isPaused: take.clock.isPaused };
    },
    async 'video.endTrack'({ trackId, framesDropped, ended }) {
      await (await current.settled()).endTrack(trackId, ended, framesDropped);
    },
  };
}
