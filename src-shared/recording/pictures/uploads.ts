import { RpcError } from '../../contract/errors.ts';
import type { picturesContract, PictureTrackState } from '../../contract/pictures.ts';
import { readPieces, type Handlers } from '../../rpc/index.ts';
import type { RecordingMachine } from '../machine.ts';
import type { Run } from '../run.ts';
import type { PictureTake } from './pictureTake.ts';
import type { NewPictureTrack } from './pictureTrack.ts';

export type Uploads = Pick<
  Handlers<typeof picturesContract>,
  | 'pictures.readClock'
  | 'pictures.arm'
  | 'pictures.disarm'
  | 'pictures.addTrack'
  | 'pictures.append'
  | 'pictures.endTrack'
>;

export interface UploadsOptions {
  /** Milliseconds that only ever grow. */
  nowMs: () => number;
  createId: () => string;
  /** Throws why the take may have no other camera or screen; `tracks`: all that it had. */
  assertMayAdd?: (
    kind: PictureTrackState['kind'],
    tracks: readonly Pick<PictureTrackState, 'kind' | 'isEnded'>[],
  ) => Promise<void>;
  machine: RecordingMachine<Run>;
  /** For the first frame of the sound, or until a pause is known to the frame. */
  mostWaitMs: number;
  announce: () => void;
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Cameras and screens of the running take, as a page sends them. */
export function createUploads(options: UploadsOptions): Uploads {
  const { machine, nowMs, announce } = options;
  let queue: Promise<unknown> = Promise.resolve();

  /** One after the other: each counts what the one before has left. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  /** Those of the folder that is recorded into now. */
  const current = (run: Run): PictureTake | null =>
    run.pictures !== null && run.pictures.folder === run.sound.place?.folder ? run.pictures : null;

  /** For a camera or screen that is new. */
  async function awaitBegun(): Promise<PictureTake> {
    const { run } = machine;
    const isOver = () => machine.run !== run || machine.phase === 'stopping';
    if (!run || isOver()) throw new RpcError('TAKE_NOT_RUNNING', 'No take is being recorded.');
    const isKnown = await machine.until(() => current(run) !== null || isOver(), options.mostWaitMs);
    if (!isKnown)
      throw new RpcError('DEVICE_UNAVAILABLE', 'No sound has arrived from the device. Choose another one.');
    const pictures = current(run);
    if (pictures && !isOver()) return pictures;
    throw new RpcError('TAKE_NOT_RUNNING', 'The take has ended before its first sound.');
  }

  /** For what is recorded already: waits until its pause, or the folder in which it goes on, is known. */
  async function awaitSettled(): Promise<PictureTake> {
    const { run } = machine;
    if (!run) throw new RpcError('TAKE_NOT_RUNNING', 'No take is being recorded.');
    const isSettled = () =>
      machine.run !== run ||
      (machine.phase !== 'pausing' && machine.phase !== 'resuming' && current(run) !== null);
    await machine.until(isSettled, options.mostWaitMs);
    const pictures = current(run);
    if (pictures) return pictures;
    throw new RpcError('TAKE_NOT_RUNNING', 'No take is being recorded.');
  }

  return {
    'pictures.readClock': () => ({ nowMs: nowMs() }),
    'pictures.arm': ({ sources }) =>
      inTurn(async () => {
        const take = await awaitBegun();
        await take.arm(sources, take.clock.recordedMsAt(nowMs()));
        announce();
      }),
    'pictures.disarm': ({ sourceId }) =>
      inTurn(async () => {
        await (await awaitSettled()).disarm(sourceId);
      }),
    'pictures.addTrack': (input, { connection }) =>
      inTurn(async () => {
        const take = await awaitBegun();
        const codecPrivate = input.codecPrivate === null ? null : fromBase64(input.codecPrivate);
        if (input.codec === 'avc1' && !codecPrivate)
          throw new RpcError('BAD_OPTION', 'H.264 comes with what its decoder has to know.');
        const request: NewPictureTrack = { ...input, codecPrivate, id: options.createId() };
        if (input.sourceId !== null) await take.makeWay(input.sourceId);
        await options.assertMayAdd?.(
          input.kind,
          take.tracks.map(({ state }) => state),
        );
        await take.addTrack(request, connection);
        return { trackId: request.id };
      }),
    async 'pictures.append'({ trackId, frames, framesDropped }, { bytes, connection }) {
      const take = await awaitSettled();
      const lateMs = nowMs() + 1000;
      if (frames.some(({ atMs }) => atMs > lateMs))
        throw new RpcError('BAD_OPTION', 'A picture cannot be later than now.');
      const pieces = await readPieces(
        bytes,
        frames.map(({ sizeBytes }) => sizeBytes),
      );
      const arrived = frames.map((frame, index) => ({ ...frame, bytes: pieces[index] ?? new Uint8Array() }));
      const { framesWritten, wantsKey } = await take.append(trackId, arrived, framesDropped, connection);
      return { framesWritten, wantsKey, isPaused: take.clock.isPaused };
    },
    async 'pictures.endTrack'({ trackId, framesDropped, ended }) {
      await (await awaitSettled()).endTrack(trackId, ended, framesDropped);
    },
  };
}
