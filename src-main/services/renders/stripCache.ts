import { createHash } from 'node:crypto';
import { link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { StripProgress } from '../../../src-shared/contract/renders.ts';
import { projectEndFrame, type Media, type Project } from '../../../src-shared/domain/edit/document.ts';
import { resolveSound } from '../../../src-shared/domain/edit/resolveSound.ts';
import { sampleOfFrame, SOUND_RATE } from '../../../src-shared/domain/edit/time.ts';
import { intoStrip, pluginsOn } from '../../../src-shared/domain/edit/trackStrip.ts';
import { toEngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { createTurns } from '../../../src-shared/lib/turns.ts';
import { createSoundFiles, type LocatedMedia, type MediaSound } from '../projects/index.ts';
import { makeStrip, type StripMaker, type TrackWithStrip } from './strips.ts';

/** About eleven hours of one track. */
const MOST_BYTES = 16e9;
const FILE_NAME = /^[0-9a-f]{32}\.wav$/;
const PROGRESS_MS = 200;

/** Whether something records or broadcasts on this machine, which nothing may disturb. */
export interface Quiet {
  isBroken: () => boolean;
  /** Gives what ends that. */
  subscribe: (listener: () => void) => () => void;
}

export interface StripCacheOptions {
  dir: string;
  /** Of this program: another one's chains may sound otherwise. */
  version: string;
  soundDir: string;
  strips: StripMaker;
  locate: (projectId: string, media: Media) => Promise<LocatedMedia>;
  quiet: Quiet;
  createId: () => string;
  onProgressed: (progress: StripProgress) => void;
  mostStripBytes?: number;
}

interface Asked {
  project: Project;
  track: TrackWithStrip;
  media: Record<string, LocatedMedia>;
  key: string;
  signal: AbortSignal;
}

/** Sound of tracks as it leaves their chains, for previews: files by all that they depend on, made one after the other. */
export class StripCache {
  readonly #options: StripCacheOptions;
  readonly #inTurn = createTurns();
  readonly #closing = new AbortController();
  /** What was asked for last of each track of the project that was asked for last. */
  #wanted: { projectId: string; keys: Map<string, string> } | null = null;

  constructor(options: StripCacheOptions) {
    this.#options = options;
  }

  /** Makes it, where it is not there. A recording or broadcast that begins meanwhile ends the work, which is done again after that. */
  async prepare(project: Project, trackId: string, asked: AbortSignal): Promise<string> {
    const track = trackOf(project, trackId);
    const signal = AbortSignal.any([asked, this.#closing.signal]);
    await this.#options.strips.plan.assertMayClean([track.strip.denoise.engine]);
    const media = await this.#locateAll(project, track);
    const key = await this.#keyOf(project, track, media);
    this.#keep(project.id, trackId, key);
    if (await this.#touch(key)) return key;
    const work = { project, track, media, key, signal };
    await this.#inTurn(async () => {
      while (!(await this.#touch(key))) await this.#makeInQuiet(work);
    });
    await this.#removeOldest();
    return key;
  }

  /** The file of what was made, under another name too, so that it stays; false: it is not there, and whoever makes it says why. */
  readonly take = async (project: Project, track: TrackWithStrip, path: string): Promise<boolean> => {
    try {
      const key = await this.#keyOf(project, track, await this.#locateAll(project, track));
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await link(this.#pathOf(key), path);
      return true;
    } catch {
      return false;
    }
  };

  async open(key: string): Promise<MediaSound> {
    const path = this.#pathOf(key);
    if (!(await this.#touch(key)))
      throw new RpcError('FILE_NOT_FOUND', 'The sound for the preview is not there any more.');
    const sound = { sampleRate: SOUND_RATE, channels: 2 };
    return await createSoundFiles(this.#options.soundDir).openSound({
      path,
      sound,
      durationSec: 0,
      offsetSamples: 0,
    });
  }

  /** Removes what an earlier run left half done. To be called at the start. */
  async sweep(): Promise<void> {
    const { dir } = this.#options;
    for (const name of await readdir(dir).catch(() => []))
      if (!FILE_NAME.test(name)) await rm(join(dir, name), { recursive: true, force: true });
  }

  /** Ends what is being made. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#inTurn(() => Promise.resolve());
  }

  /** Once; where it was ended for a recording, nothing is there after it. */
  async #makeInQuiet({ signal, ...work }: Asked): Promise<void> {
    const { quiet, onProgressed } = this.#options;
    const ids = { projectId: work.project.id, trackId: work.track.id };
    if (quiet.isBroken()) onProgressed({ ...ids, done: 0, isWaiting: true });
    await untilQuiet(quiet, signal);
    const broken = new AbortController();
    const end = quiet.subscribe(() => quiet.isBroken() && broken.abort());
    try {
      await this.#make({ ...work, signal: AbortSignal.any([signal, broken.signal]) });
    } catch (error) {
      if (signal.aborted || !broken.signal.aborted) throw error;
    } finally {
      end();
    }
  }

  async #make({ project, track, media, key, signal }: Asked): Promise<void> {
    const { dir, soundDir, strips, createId, onProgressed } = this.#options;
    const workFolder = join(dir, `.work-${createId()}`);
    const path = join(workFolder, 'strip.wav');
    let nextAtMs = 0;
    const onProgress = (done: number) => {
      const nowMs = performance.now();
      if (nowMs < nextAtMs || signal.aborted) return;
      nextAtMs = nowMs + PROGRESS_MS;
      onProgressed({ projectId: project.id, trackId: track.id, done, isWaiting: false });
    };
    try {
      await mkdir(workFolder, { recursive: true, mode: 0o700 });
      await makeStrip({ project, track, media, soundDir, workFolder, path }, strips, { signal, onProgress });
      await rename(path, this.#pathOf(key));
    } finally {
      await rm(workFolder, { recursive: true, force: true });
    }
  }

  async #locateAll(project: Project, { clips }: TrackWithStrip): Promise<Record<string, LocatedMedia>> {
    const used = new Set(clips.map(({ mediaId }) => mediaId));
    const located: Record<string, LocatedMedia> = {};
    for (const media of Object.values(project.media))
      if (media.sound && used.has(media.id))
        located[media.id] = await this.#options.locate(project.id, media);
    return located;
  }

  /** Of all that the sound depends on. */
  async #keyOf(project: Project, track: TrackWithStrip, media: Asked['media']): Promise<string> {
    const toSample = sampleOfFrame(project.rate, projectEndFrame(project));
    const plugins = pluginsOn(track.strip);
    const paths = await Promise.all(
      plugins.map(({ pluginId }) => this.#options.strips.findPlugin(pluginId).then(({ path }) => path)),
    );
    const files = [...Object.values(media).map(({ path }) => path), ...paths];
    const depends = [
      this.#options.version,
      toSample,
      resolveSound(intoStrip(project, track), 0, toSample).segments,
      track.strip.denoise,
      toEngineEffects(track.strip),
      plugins.map(({ pluginId, preset }) => [pluginId, preset]),
      media,
      await Promise.all(files.map(identityOf)),
    ];
    return createHash('sha256').update(JSON.stringify(depends)).digest('hex').slice(0, 32);
  }

  #keep(projectId: string, trackId: string, key: string): void {
    if (this.#wanted?.projectId !== projectId) this.#wanted = { projectId, keys: new Map() };
    this.#wanted.keys.set(trackId, key);
  }

  #pathOf(key: string): string {
    return join(this.#options.dir, `${key}.wav`);
  }

  /** Whether it is there; it is the youngest then. */
  async #touch(key: string): Promise<boolean> {
    const now = new Date();
    return await utimes(this.#pathOf(key), now, now).then(
      () => true,
      () => false,
    );
  }

  /** Keeps the size; what the open project wants stays. */
  async #removeOldest(): Promise<void> {
    const { dir, mostStripBytes = MOST_BYTES } = this.#options;
    const wanted = new Set(this.#wanted?.keys.values());
    const files = [];
    for (const name of await readdir(dir)) {
      const stats = FILE_NAME.test(name) ? await stat(join(dir, name)).catch(() => null) : null;
      if (stats) files.push({ name, size: stats.size, atMs: stats.mtimeMs });
    }
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    for (const { name, size } of files.sort((one, other) => one.atMs - other.atMs)) {
      if (bytes <= mostStripBytes) return;
      if (wanted.has(name.slice(0, 32))) continue;
      await rm(join(dir, name), { force: true });
      bytes -= size;
    }
  }
}

function trackOf({ tracks }: Project, trackId: string): TrackWithStrip {
  const track = tracks.find(({ id }) => id === trackId);
  if (!track?.strip) throw new RpcError('BAD_OPTION', 'This track has no sound effects.');
  return { ...track, strip: track.strip };
}

const identityOf = async (path: string): Promise<unknown> => {
  const { size, mtimeMs } = await stat(path);
  return [path, size, mtimeMs];
};

async function untilQuiet(quiet: Quiet, signal: AbortSignal): Promise<void> {
  const turned = Promise.withResolvers<void>();
  const look = () => {
    if (signal.aborted || !quiet.isBroken()) turned.resolve();
  };
  const end = quiet.subscribe(look);
  signal.addEventListener('abort', look, { once: true });
  look();
  await turned.promise;
  end();
  signal.removeEventListener('abort', look);
  if (signal.aborted) throw new RpcError('CANCELLED', 'Cancelled.');
}
