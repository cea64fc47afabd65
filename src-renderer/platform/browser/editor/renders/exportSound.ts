import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import type { Project } from '../../../../../src-shared/domain/edit/document.ts';
import { SOUND_RATE } from '../../../../../src-shared/domain/edit/time.ts';
import { Gauge } from '../../../../media/clean/mastering.ts';
import { TruePeakLimiter } from '../../../../media/dsp/truePeakLimiter.ts';
import { SoundMixer } from '../../../../media/editor/mixSound.ts';
import type { MediaPlace } from '../media/places.ts';
import { openMediaSound, type MediaSound } from '../media/sound.ts';
import type { Loudness } from './messages.ts';

const CHANNELS = 2;
const BLOCK_SAMPLES = SOUND_RATE;

export interface SoundSpan {
  fromSample: number;
  toSample: number;
}

/** The sounds of an export's media, each opened once. */
export function openSounds(places: ReadonlyMap<string, MediaPlace>) {
  const opened = new Map<string, MediaSound>();
  return {
    /** Takes the place of the media's own. */
    set: (mediaId: string, sound: MediaSound) => void opened.set(mediaId, sound),
    read(mediaId: string, fromSample: number, samples: number): Promise<Float32Array> {
      const place = places.get(mediaId);
      const sound = opened.get(mediaId) ?? (place ? openMediaSound(place) : null);
      if (!sound) throw failWith('FILE_NOT_FOUND', 'projectNoSound', { values: { id: mediaId } });
      opened.set(mediaId, sound);
      return sound.read(fromSample, samples);
    },
    dispose(): void {
      for (const sound of opened.values()) sound.dispose();
    },
  };
}
export type Sounds = ReturnType<typeof openSounds>;

/** What is heard of a part of a project, second by second; without the gain and the limiter of the whole. */
export async function* mixBlocks(
  project: Project,
  { fromSample, toSample }: SoundSpan,
  sounds: Pick<Sounds, 'read'>,
): AsyncGenerator<Float32Array<ArrayBuffer>, void> {
  const plain = { ...project, master: { gainDb: 0, ceilingDbtp: null } };
  const mixer = new SoundMixer((mediaId, from, samples) => sounds.read(mediaId, from, samples));
  for (let at = fromSample; at < toSample; at += BLOCK_SAMPLES)
    yield new Float32Array(await mixer.mix(plain, at, Math.min(BLOCK_SAMPLES, toSample - at)));
}

/** How loud all of it is. */
export async function measure(
  blocks: AsyncIterable<Float32Array>,
  onBlock: () => void = () => undefined,
): Promise<Loudness> {
  const gauge = new Gauge(CHANNELS, SOUND_RATE);
  for await (const block of blocks) {
    gauge.add(block);
    onBlock();
  }
  return gauge.finish();
}

/** The whole sound's gain, and its limiter where there is one; as long as it was. */
export async function* mastered(
  blocks: AsyncIterable<Float32Array<ArrayBuffer>>,
  { gainDb, ceilingDbtp }: Project['master'],
): AsyncGenerator<Float32Array<ArrayBuffer>, void> {
  const gain = 10 ** (gainDb / 20);
  const limiter = ceilingDbtp === null ? null : new TruePeakLimiter(SOUND_RATE, CHANNELS, ceilingDbtp);
  let late = (limiter?.latencyFrames ?? 0) * CHANNELS;
  const limited = (samples: Float32Array<ArrayBuffer>) => {
    limiter?.process(samples);
    const skipped = Math.min(late, samples.length);
    late -= skipped;
    return samples.subarray(skipped);
  };
  for await (const block of blocks) yield limited(block.map((value) => value * gain));
  if (limiter) yield limited(new Float32Array(limiter.latencyFrames * CHANNELS));
}
