import { RpcError } from '../../contract/errors.ts';
import { failWith } from '../../contract/errorTexts.ts';
import type { ArmedSourceState, NewSource } from '../../contract/video.ts';
import { MAX_VIDEO_SOURCES, MAX_VIDEO_TRACKS } from '../../contract/takeVideoTracks.ts';
import type { VideoStore, RecordingLog } from '../ports.ts';
import { ArmedSources } from './armedSources.ts';
import {
  VideoTrack,
  toEnding,
  type ArrivedFrame,
  type NewVideoTrack,
  type PageConnection,
} from './videoTrack.ts';
import type { TakeClock } from './takeClock.ts';

export interface VideoTakeOptions {
  folder: string;
  store: VideoStore;
  sampleRate: number;
  clock: TakeClock;
  nowMs: () => number;
  log: RecordingLog;
  /** It cannot continue. What was recorded is kept. */
  onTrouble: (trouble: RpcError) => void;
  onChanged: () => void;
}

/** How often files are synced and looked after. */
const TICK_MS = 500;
/** How long a page may be silent, which says five times a second that it is there: a busy one stops for seconds. */
const SILENT_PAGE_MS = 15_000;
/** And how long one whose connection is open: its browser is there, and what it has encoded meanwhile is not lost. */
const BUSY_PAGE_MS = 60_000;
/** At the end of a take one that was silent for less is reported: what it had not sent yet is missing. */
const SILENT_AT_END_MS = 2000;
/** Looked so much later than meant, this program stood still itself: nobody could have been heard. */
const OWN_STANDSTILL_MS = 3000;

/** The cameras and screens of one take, from the first to the closing of their files. */
export class VideoTake {
  readonly #options: VideoTakeOptions;
  readonly #tracks = new Map<string, VideoTrack>();
  readonly #sources = new ArmedSources();
  #saving: Promise<void> = Promise.resolve();
  #saved = '';
  #ending: Promise<void> | null = null;
  #timer: unknown = null;
  #tick: Promise<void> | null = null;
  #lookedAtMs = 0;

  constructor(options: VideoTakeOptions) {
    this.#options = options;
  }

  get folder(): string {
    return this.#options.folder;
  }

  get clock(): TakeClock {
    return this.#options.clock;
  }

  get tracks(): VideoTrack[] {
    return [...this.#tracks.values()];
  }

  /** Whether frames of a page that is there still come. */
  get isFed(): boolean {
    return this.tracks.some((track) => !track.isEnded && !this.#isSilentAtEnd(track));
  }

  /** Those that are wanted still. */
  get wantedSources(): NewSource[] {
    return this.#sources.wanted;
  }

  get sources(): ArmedSourceState[] {
    return this.#sources.states(this.#now, this.#options.sampleRate);
  }

  /** It is to have them from `fromMs` of the take on, until it ends or they are disarmed. */
  async arm(sources: readonly NewSource[], fromMs: number): Promise<void> {
    this.#refuseEnded();
    const added = sources.filter(({ id }) => !this.#sources.has(id)).length;
    if (this.#sources.size + added > MAX_VIDEO_SOURCES)
      throw failWith('BAD_OPTION', 'mostVideoSources', { values: { count: MAX_VIDEO_SOURCES } });
    await this.#begin();
    for (const source of sources) this.#sources.arm(source, fromMs, this.#options.nowMs());
    await this.#save();
    this.#options.onChanged();
  }

  /** From now on nobody misses it. */
  async disarm(id: string): Promise<void> {
    this.#sources.disarm(id, this.clock.recordedMsAt(this.#options.nowMs()));
    await this.#save();
    this.#options.onChanged();
  }

  /** Ends what is left of a source that nobody feeds any more, so that it can be recorded again. */
  async makeWay(sourceId: string): Promise<void> {
    const live = this.tracks.find((track) => track.request.sourceId === sourceId && !track.isEnded);
    if (!live) return;
    if (!this.#sources.isMissing(sourceId, this.#now))
      throw failWith('TAKE_ALREADY_RUNNING', 'recordedByOtherPage', { values: { name: live.request.name } });
    await live.end(toEnding(silentPage(live)));
  }

  async addTrack(request: NewVideoTrack, connection?: PageConnection): Promise<void> {
    this.#refuseEnded();
    if (this.#tracks.size >= MAX_VIDEO_TRACKS)
      throw failWith('BAD_OPTION', 'mostVideoParts', { values: { count: MAX_VIDEO_TRACKS } });
    if (request.sourceId !== null) {
      const { sourceId: id, kind, name } = request;
      await this.arm([{ id, kind, name }], this.clock.recordedMsAt(this.#options.nowMs()));
    }
    await this.#begin();
    const number = this.tracks.filter((track) => track.request.kind === request.kind).length + 1;
    const track = await VideoTrack.create(
      this.#options.store,
      number,
      request,
      this.#options.nowMs(),
      connection,
    );
    this.#tracks.set(request.id, track);
    await this.#save();
    this.#options.onChanged();
  }

  async append(
    id: string,
    frames: readonly ArrivedFrame[],
    framesDropped: number,
    connection?: PageConnection,
  ): Promise<VideoTrack> {
    const track = this.#require(id);
    track.onHeard(this.#options.nowMs(), connection);
    try {
      await track.append(frames, framesDropped, this.clock);
    } catch (error) {
      if (!(error instanceof RpcError) || track.isEnded) throw error;
      await track.end(toEnding(error));
      this.#options.onTrouble(error);
      throw error;
    }
    return track;
  }

  async endTrack(id: string, ended: Parameters<VideoTrack['end']>[0], framesDropped: number): Promise<void> {
    const track = this.#require(id);
    const { sourceId } = track.request;
    const nowMs = this.#options.nowMs();
    if (sourceId !== null && ended === null && !track.isEnded)
      this.#sources.onEndAsked(sourceId, this.clock.recordedMsAt(nowMs), nowMs);
    await track.end(ended, framesDropped);
    await this.#save();
    this.#options.onChanged();
  }

  /** Closes all files; resolves when `pictures.json` says so. */
  end(): Promise<void> {
    this.#ending ??= this.#close();
    return this.#ending;
  }

  async #close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#tick;
    for (const track of this.tracks) {
      await track.end(this.#isSilentAtEnd(track) ? toEnding(silentPage(track)) : null);
    }
    if (this.#tracks.size === 0 && this.#sources.isEmpty) return;
    await this.#options.store.dropReserve();
    await this.#save('finished');
  }

  #isSilentAtEnd(track: VideoTrack): boolean {
    const nowMs = this.#options.nowMs();
    return track.isLeft(nowMs) || nowMs - track.lastHeardMs > SILENT_AT_END_MS;
  }

  async #begin(): Promise<void> {
    if (this.#timer) return;
    this.#lookedAtMs = this.#options.nowMs();
    this.#timer = setInterval(() => {
      this.#forgiveStandstill();
      this.#tick ??= this.#lookAfter().finally(() => (this.#tick = null));
    }, TICK_MS);
    await this.#options.store.begin();
  }

  /** After a sleep the page's next words are on their way: it gets its whole time again. */
  #forgiveStandstill(): void {
    const nowMs = this.#options.nowMs();
    if (nowMs - this.#lookedAtMs > OWN_STANDSTILL_MS) {
      for (const track of this.tracks) track.lastHeardMs = Math.max(track.lastHeardMs, nowMs);
      this.#sources.forgive(nowMs);
    }
    this.#lookedAtMs = nowMs;
  }

  async #lookAfter(): Promise<void> {
    const { nowMs, log, onTrouble, store } = this.#options;
    try {
      this.#sources.lookAfter(nowMs());
      for (const track of this.tracks) {
        if (track.isEnded) continue;
        await track.sync();
        const mostMs = track.isConnected ? BUSY_PAGE_MS : SILENT_PAGE_MS;
        if (nowMs() - track.lastHeardMs > mostMs) await this.#giveUp(track, silentPage(track));
      }
      if (await this.#isFolderGone()) return onTrouble(await this.#rescue());
      const trouble = await store.findTrouble();
      if (trouble) return onTrouble(trouble);
      await this.#save();
      this.#options.onChanged();
    } catch (error) {
      log.error('the video of a take could not be looked after', error, { folder: this.folder });
    }
  }

  async #giveUp(track: VideoTrack, why: RpcError): Promise<void> {
    await track.end(toEnding(why));
    if (this.tracks.every(({ isEnded }) => isEnded)) this.#options.onTrouble(why);
  }

  async #isFolderGone(): Promise<boolean> {
    for (const track of this.tracks) if (await track.isGone()) return true;
    return false;
  }

  async #rescue(): Promise<RpcError> {
    const why = failWith('FILE_NOT_FOUND', 'takeFolderRemoved', { values: { folder: this.folder } });
    for (const track of this.tracks) await track.rescue(toEnding(why));
    return why;
  }

  /** Only where something is new. */
  #save(status: 'recording' | 'finished' = 'recording'): Promise<void> {
    const saved = this.#saving.then(async () => {
      const videoTracks = this.tracks.map((track) => track.describe(this.#options.sampleRate));
      const document = {
        status,
        videoTracks,
        syncedBytes: Object.fromEntries(this.tracks.flatMap(({ synced }) => (synced ? [synced] : []))),
        sources: this.#sources.describe(this.#options.sampleRate),
      } as const;
      const text = JSON.stringify(document);
      if (text === this.#saved) return;
      await this.#options.store.save(document);
      this.#saved = text;
    });
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  get #now() {
    return { tracks: this.tracks, clock: this.clock, nowMs: this.#options.nowMs() };
  }

  #refuseEnded(): void {
    if (this.#ending) throw failWith('TAKE_NOT_RUNNING', 'takeHasEnded');
  }

  #require(id: string): VideoTrack {
    const track = this.#tracks.get(id);
    if (track) return track;
    throw failWith('TAKE_NOT_RUNNING', 'videoNotRecorded', { values: { id } });
  }
}

function silentPage({ request }: VideoTrack): RpcError {
  return failWith('CONNECTION_LOST', 'pageClosed', { values: { name: request.name } });
}
