import { RpcError } from '../../../src-shared/contract/errors.ts';
import { lockOf, type BasicKind, type BasicTake, type BasicTrack } from './document.ts';
import { createTakeWriter } from './writer.ts';

/** A piece of a file: what is not written yet when all dies. */
const PIECE_MS = 250;
const KEY_PICTURE_MS = 1000;
/** Bits a second of a file of each kind. */
export const BASIC_BITS = { audio: 192_000, video: 4_000_000 };

/** VP8 is what software encodes with the least work. */
const PICTURE_TYPES = ['video/webm;codecs=vp8,opus', 'video/webm;codecs=vp9,opus', 'video/webm'];
const SOUND_TYPES = ['audio/webm;codecs=opus', 'audio/webm'];

export interface BasicSource {
  kind: BasicKind;
  track: MediaStreamTrack;
}

export interface BasicRecording {
  readonly takeId: string;
  recordedMs(): number;
  readonly isPaused: boolean;
  setPaused(isPaused: boolean): void;
  /** Resolves when all is written, however it ended. */
  stop(): Promise<BasicTake>;
  readonly ended: Promise<BasicTake>;
}

interface Channel {
  track: BasicTrack;
  recorder: MediaRecorder;
  /** Of its own: what is looked at goes on when the recording ends. */
  own: MediaStreamTrack[];
  stopped: Promise<void>;
}

/**
 * Records a microphone, a camera and a screen, each into a file of its own in the browser's storage, a quarter of a second
 * at a time. Files with pictures hold the microphone as well, so that each can be played alone.
 */
export async function recordBasicTake(
  sources: readonly BasicSource[],
  options: { id: string; name: string; startedAtMs: number; onChanged: () => void },
): Promise<BasicRecording> {
  const { id, name, startedAtMs, onChanged } = options;
  const channels = sources.map((source) => openChannel(source, sources));
  const take: BasicTake = {
    ...{ schemaVersion: 1, id, name, startedAtMs, status: 'recording', durationMs: 0 },
    ...{ tracks: channels.map(({ track }) => track), ended: null },
  };
  const releaseLock = await holdLock(lockOf(id));
  const writer = createTakeWriter();
  const { promise: ended, resolve } = Promise.withResolvers<BasicTake>();
  const clock = createClock();
  let writing: Promise<unknown> = Promise.resolve();
  let trouble: RpcError | null = null;
  let finishing: Promise<BasicTake> | null = null;

  const finish = () => (finishing ??= close());

  async function close(): Promise<BasicTake> {
    const durationMs = clock.stop();
    for (const { recorder } of channels) if (recorder.state !== 'inactive') recorder.stop();
    await Promise.all(channels.map(({ stopped }) => stopped));
    channels.forEach(({ own }) => own.forEach((track) => track.stop()));
    await writing;
    take.durationMs = durationMs;
    take.status = 'finished';
    if (trouble) take.ended = { code: trouble.code, message: trouble.message };
    // Where not even that can be written, the next start finds it and gives it its end.
    await writer.ask({ kind: 'finish', take }).catch((error: unknown) => reportError(error));
    writer.close();
    releaseLock();
    resolve(take);
    onChanged();
    return take;
  }

  function write(file: string, piece: Blob): void {
    const recordedMs = clock.recordedMs();
    writing = writing.then(async () => {
      if (trouble) return;
      try {
        const bytes = await piece.arrayBuffer();
        await writer.ask({ kind: 'append', file, bytes, recordedMs });
      } catch (error) {
        trouble = error instanceof RpcError ? error : new RpcError('INTERNAL', String(error));
        void finish();
      }
    });
  }

  try {
    await writer.ask({ kind: 'begin', take });
  } catch (error) {
    channels.forEach(({ own }) => own.forEach((track) => track.stop()));
    writer.close();
    releaseLock();
    throw error;
  }
  for (const { recorder, track, own } of channels) {
    recorder.ondataavailable = ({ data }) => data.size > 0 && write(track.file, data);
    recorder.onstart = () => (track.startMs = clock.recordedMs());
    const [first] = own;
    first?.addEventListener('ended', () => {
      if (finishing) return;
      track.ended = `${track.source} was unplugged, closed or not shared any more. All until then is kept.`;
      if (recorder.state !== 'inactive') recorder.stop();
      onChanged();
      if (channels.every((channel) => channel.recorder.state === 'inactive')) void finish();
    });
    recorder.start(PIECE_MS);
  }
  clock.start();
  return {
    takeId: id,
    recordedMs: clock.recordedMs,
    get isPaused() {
      return clock.isPaused();
    },
    setPaused(isPaused) {
      clock.setPaused(isPaused);
      for (const { recorder } of channels)
        if (recorder.state !== 'inactive') recorder[isPaused ? 'pause' : 'resume']();
      onChanged();
    },
    stop: finish,
    ended,
  };
}

function openChannel({ kind, track }: BasicSource, sources: readonly BasicSource[]): Channel {
  const sound = sources.find((source) => source.kind === 'audio')?.track;
  const own = [track, ...(kind !== 'audio' && sound ? [sound] : [])].map((given) => given.clone());
  const types = kind === 'audio' ? SOUND_TYPES : PICTURE_TYPES;
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type)) ?? '';
  const recorder = new MediaRecorder(new MediaStream(own), {
    ...{ mimeType, audioBitsPerSecond: BASIC_BITS.audio, videoBitsPerSecond: BASIC_BITS.video },
    ...{ videoKeyFrameIntervalDuration: KEY_PICTURE_MS },
  });
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  recorder.addEventListener('stop', () => resolve());
  const source = track.label === '' ? kind : track.label;
  return {
    track: { kind, file: `${kind}.webm`, mimeType, source, startMs: 0, ended: null },
    ...{ recorder, own, stopped },
  };
}

/** Pauses are left out. */
function createClock() {
  let recordedMs = 0;
  let sinceMs: number | null = null;
  const now = () => recordedMs + (sinceMs === null ? 0 : performance.now() - sinceMs);
  const hold = () => {
    recordedMs = now();
    sinceMs = null;
    return recordedMs;
  };
  return {
    start: () => (sinceMs = performance.now()),
    recordedMs: now,
    isPaused: () => sinceMs === null,
    setPaused(isPaused: boolean) {
      if (isPaused) hold();
      else sinceMs ??= performance.now();
    },
    stop: hold,
  };
}

async function holdLock(name: string): Promise<() => void> {
  const held = Promise.withResolvers<() => void>();
  void navigator.locks.request(name, () => new Promise<void>((release) => held.resolve(release)));
  return await held.promise;
}
