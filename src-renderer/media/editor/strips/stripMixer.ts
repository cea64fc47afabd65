import type { DenoiseEngine } from '../../../../src-shared/domain/denoise.ts';
import { projectEndFrame, type Project, type Track } from '../../../../src-shared/domain/edit/document.ts';
import { sampleOfFrame } from '../../../../src-shared/domain/edit/time.ts';
import { intoStrip, tracksWithStrip, withStrips } from '../../../../src-shared/domain/edit/trackStrip.ts';
import { toEngineEffects } from '../../../../src-shared/domain/stripEffects.ts';
import type { StripValues } from '../../../../src-shared/domain/stripSchema.ts';
import { denoiseMixOf } from '../../chain/chainSettings.ts';
import { SoundMixer, type ReadMediaSound } from '../mixSound.ts';
import type { ReadStrip } from './preparedStrips.ts';
import type { StripModels } from './stripLine.ts';
import { StripStream, type OpenStrip } from './stripStream.ts';

/** The models that these engines need. */
export type LoadModels = (engines: readonly DenoiseEngine[]) => Promise<StripModels>;

/** A track's sound that left its chain already; null where there is none. */
type FindPrepared = (project: Project, track: Track) => ReadStrip | null;

interface Heard {
  heard: Project;
  streams: ReadonlyMap<string, StripStream>;
  mixer: SoundMixer;
}

/** Adds up what is heard of a project, each track through its chain where it has one. */
export class StripMixer {
  readonly #read: ReadMediaSound;
  readonly #open: OpenStrip;
  readonly #loadModels: LoadModels;
  readonly #prepared: FindPrepared;
  #heard: Promise<Heard> | null = null;
  #project: Project | null = null;

  constructor(
    read: ReadMediaSound,
    open: OpenStrip,
    loadModels: LoadModels,
    prepared: FindPrepared = () => null,
  ) {
    this.#read = read;
    this.#open = open;
    this.#loadModels = loadModels;
    this.#prepared = prepared;
  }

  async mix(project: Project, fromSample: number, samples: number): Promise<Float32Array> {
    if (!this.#heard || this.#project !== project) {
      this.dispose();
      this.#project = project;
      this.#heard = this.#hear(project);
      this.#heard.catch(() => (this.#project = null));
    }
    const { heard, mixer } = await this.#heard;
    return await mixer.mix(heard, fromSample, samples);
  }

  dispose(): void {
    void this.#heard?.then(
      ({ streams }) => streams.forEach((stream) => stream.close()),
      () => undefined,
    );
    this.#heard = null;
    this.#project = null;
  }

  async #hear(project: Project): Promise<Heard> {
    const tracks = tracksWithStrip(project);
    const prepared = new Map(tracks.map((track) => [track.id, this.#prepared(project, track)]));
    const run = tracks.filter(({ id }) => !prepared.get(id));
    const engines = run.map(({ strip }) => strip.denoise.engine);
    const models = await this.#loadModels(engines);
    const { project: heard, media } = withStrips(project, new Set(tracks.map(({ id }) => id)));
    const streams = new Map(
      run.map((track) => [track.id, new StripStream(this.#open, this.#inputOf(project, track, models))]),
    );
    const read: ReadMediaSound = (mediaId, fromSample, samples) => {
      const trackId = media.get(mediaId) ?? '';
      const stream = streams.get(trackId);
      const readPrepared = prepared.get(trackId);
      if (readPrepared) return readPrepared(fromSample, samples);
      return stream ? stream.read(fromSample, samples) : this.#read(mediaId, fromSample, samples);
    };
    return { heard, streams, mixer: new SoundMixer(read) };
  }

  #inputOf(project: Project, track: Track & { strip: StripValues }, { standard, strong }: StripModels) {
    const dry = new SoundMixer(this.#read);
    const alone = intoStrip(project, track);
    const { strip } = track;
    const models = { standard, strong: strip.denoise.engine === 'auto' ? strong : null };
    return {
      settings: { denoise: denoiseMixOf(strip.denoise), effects: toEngineEffects(strip), models },
      read: (fromSample: number, samples: number) => dry.mix(alone, fromSample, samples),
      endSample: sampleOfFrame(project.rate, projectEndFrame(project)),
    };
  }
}
