import { RpcError } from '../../../src-shared/contract/errors.ts';
import { openPicture, openSound, type BasicSource, type Channel, type SoundSource } from './channels.ts';
import {
  isSoundKind,
  lockOf,
  type BasicKind,
  type BasicMeeting,
  type BasicPurpose,
  type BasicTake,
  type BasicTrack,
} from './document.ts';
import { mixSounds, type SoundMix } from './mixSounds.ts';
import { createTakeClock } from './takeClock.ts';
import { createTakeFiles } from './takeFiles.ts';
import { createTakeWriter } from './writer.ts';

export interface BasicFigures {
  framesWritten: number;
  framesDropped: number;
  bytesWritten: number;
  /** Of the newest picture; null where there is none. */
  size: { width: number; height: number } | null;
}

export interface BasicRecording {
  readonly takeId: string;
  recordedMs(): number;
  readonly isPaused: boolean;
  /** What is recorded now: sources that have gone are not among it. */
  readonly live: readonly BasicKind[];
  setPaused(isPaused: boolean): void;
  figures(): BasicFigures;
  describe(meeting: BasicMeeting): void;
  /** What is shared from now on, in the place of what was, in files of its own. */
  replaceShare(sources: readonly BasicSource[]): Promise<void>;
  /** A source that was lost and is there again, as another file of its own; one that is live takes no second. */
  join(source: BasicSource): Promise<void>;
  /** Resolves when all is written, however it ended. */
  stop(): Promise<BasicTake>;
  readonly ended: Promise<BasicTake>;
}

export interface BasicTakeOptions {
  id: string;
  name: string;
  purpose: BasicPurpose;
  meeting: BasicMeeting | null;
  /** The take ends with its first picture: what it was for is over. */
  endsWithPicture: boolean;
  /** Something can be read anew. */
  onChanged: () => void;
}

/**
 * Records microphones, cameras and screens, each into a file of its own in the browser's storage. What is encoded is with
 * the system some tenths of a second later. Files with pictures hold the sound as well, so that each can be played alone.
 */
export async function recordBasicTake(
  sources: readonly BasicSource[],
  options: BasicTakeOptions,
): Promise<BasicRecording> {
  const { id, name, purpose, meeting, onChanged } = options;
  const clock = createTakeClock();
  const writer = createTakeWriter();
  const take: BasicTake = {
    ...{ schemaVersion: 2, id, name, purpose, meeting, startedAtMs: 0, status: 'recording', durationMs: 0 },
    ...{ tracks: [], ended: null, deletedAtMs: null },
  };
  const { promise: ended, resolve } = Promise.withResolvers<BasicTake>();
  let trouble: RpcError | null = null;
  let finishing: Promise<BasicTake> | null = null;
  const finish = () => (finishing ??= close());
  const isFinishing = () => finishing !== null;
  const files = createTakeFiles(writer, clock, (error) => {
    trouble ??= error;
    void finish();
  });
  const channels: Channel[] = [];
  const mixes: SoundMix[] = [];

  const over = (channel: Channel, reason: string | null) => {
    if (channel.isOver) return;
    channel.isOver = true;
    // Before it is recorded, whoever opens it is told.
    if (finishing || reason === null || !channels.includes(channel)) return;
    channel.track.ended = reason;
    files.describe(take);
    const isEnd = options.endsWithPicture && !isSoundKind(channel.track.kind);
    if (isEnd || channels.every(({ isOver, isKept }) => isOver || !isKept)) {
      trouble ??= new RpcError('DEVICE_LOST', reason);
      void finish();
    } else onChanged();
  };

  /** Resolves when all of them give something: encoders are warm before anything of them is recorded. */
  async function open(added: readonly BasicSource[], leaving: readonly Channel[] = []): Promise<Opened> {
    const parts = { files, over };
    const sounds = added
      .filter(isSoundSource)
      .map((source) => openSound(source, { id: nextId(source.kind), isKept: true }, parts));
    const pictures = added.filter((source) => !isSoundSource(source));
    const heard = [...channels.filter((channel) => !leaving.includes(channel)), ...sounds].filter(isHeard);
    const opened: Channel[] = [...sounds];
    const mix = pictures.length === 0 ? null : mixSounds(heard.map(soundOf));
    const mixId = mix?.track ? nextId('mix') : (mix?.id ?? null);
    if (mix?.track && mixId !== null)
      opened.push(openSound({ kind: 'audio', track: mix.track }, { id: mixId, isKept: false }, parts));
    for (const source of pictures)
      opened.push(openPicture(source, { id: nextId(source.kind), mixId }, parts));
    try {
      await Promise.all(opened.map(({ isReady }) => isReady));
    } catch (error) {
      opened.forEach((channel) => channel.abandon());
      mix?.close();
      throw error;
    }
    channels.push(...opened);
    if (mix) mixes.push(mix);
    return { opened, tracks: opened.filter(({ isKept }) => isKept).map(({ track }) => track) };
  }

  const taken = new Map<string, number>();
  /** The first of a kind is called by it, the others by their number as well. */
  function nextId(kind: string): string {
    const number = (taken.get(kind) ?? 0) + 1;
    taken.set(kind, number);
    return number === 1 ? kind : `${kind}${number}`;
  }

  async function replaceShare(added: readonly BasicSource[]): Promise<void> {
    const leaving = channels.filter(({ isKept, track: { kind } }) => !isKept || SHARED.has(kind));
    const oldMixes = [...mixes];
    await add(added, leaving);
    for (const channel of leaving) {
      over(channel, null);
      files.endPicture(channel.track.file);
    }
    await Promise.all(leaving.map((channel) => channel.stop()));
    oldMixes.forEach((mix) => mix.close());
    onChanged();
  }

  async function join(source: BasicSource): Promise<void> {
    const isLive = channels.some(
      ({ isKept, isOver, track: { kind } }) => isKept && !isOver && kind === source.kind,
    );
    if (isLive) return;
    await add([source], []);
    onChanged();
  }

  /** Records more from now on, where the take does not end meanwhile. */
  async function add(added: readonly BasicSource[], leaving: readonly Channel[]): Promise<void> {
    if (isFinishing()) throw new RpcError('TAKE_NOT_RUNNING', ENDED_MEANWHILE);
    const { opened, tracks } = await open(added, leaving);
    if (isFinishing()) {
      opened.forEach((channel) => channel.abandon());
      mixes.forEach((mix) => mix.close());
      throw new RpcError('TAKE_NOT_RUNNING', ENDED_MEANWHILE);
    }
    take.tracks.push(...tracks);
    files.add(take, tracks);
    for (const channel of opened) {
      channel.setPaused(clock.isPaused);
      channel.askForKey();
    }
  }

  async function close(): Promise<BasicTake> {
    clock.stop(performance.now());
    await Promise.all(channels.map((channel) => channel.stop()));
    mixes.forEach((mix) => mix.close());
    await files.settled();
    take.durationMs = clock.recordedMs(performance.now());
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

  function abandon(): void {
    channels.forEach((channel) => channel.abandon());
    mixes.forEach((mix) => mix.close());
    writer.close();
    releaseLock();
  }

  const releaseLock = await holdLock(lockOf(id));
  try {
    const { tracks } = await open(sources);
    take.tracks.push(...tracks);
    take.startedAtMs = Date.now();
    clock.start(performance.now());
    channels.forEach((channel) => channel.askForKey());
    await files.begin(take);
  } catch (error) {
    abandon();
    throw error;
  }
  onChanged();
  return {
    takeId: id,
    recordedMs: () => clock.recordedMs(performance.now()),
    get isPaused() {
      return clock.isPaused;
    },
    get live() {
      const live = channels.filter(({ isKept, isOver }) => isKept && !isOver);
      return [...new Set(live.map(({ track: { kind } }) => kind))];
    },
    setPaused(isPaused) {
      clock.setPaused(isPaused, performance.now());
      channels.forEach((channel) => channel.setPaused(isPaused));
      onChanged();
    },
    figures: () => ({
      ...files.figures(),
      framesDropped: take.tracks.reduce((sum, { framesDropped }) => sum + framesDropped, 0),
    }),
    describe(changes) {
      const { platform, participants } = take.meeting ?? {};
      if (changes.platform === platform && changes.participants === participants) return;
      take.meeting = changes;
      if (!finishing) files.describe(take);
    },
    replaceShare,
    join,
    stop: finish,
    ended,
  };
}

const ENDED_MEANWHILE = 'The recording has ended meanwhile.';

/** What comes with a screen or a tab that is shared. */
const SHARED: ReadonlySet<BasicKind> = new Set(['screen', 'system']);

interface Opened {
  opened: Channel[];
  /** Those that have a file of their own. */
  tracks: BasicTrack[];
}

const isSoundSource = (source: BasicSource): source is SoundSource => isSoundKind(source.kind);

const isHeard = ({ source, isKept, isOver }: Channel) => isKept && !isOver && isSoundSource(source);

const soundOf = ({ id, source: { track } }: Channel) => ({ id, track });

async function holdLock(name: string): Promise<() => void> {
  const held = Promise.withResolvers<() => void>();
  void navigator.locks.request(name, () => new Promise<void>((release) => held.resolve(release)));
  return await held.promise;
}
