import type { TakeTrack } from '../../../../../src-shared/contract/takes.ts';
import { readStretch } from '../../takes/decodeSound.ts';
import { readCleaned } from '../../takes/cleanVoices.ts';
import { ContainerSound } from './containerSound.ts';
import type { MediaPlace } from './places.ts';

/** The sound of a media from any place: interleaved stereo at 48 kHz, silence before its begin and behind its end. */
export interface MediaSound {
  read(fromSample: number, samples: number): Promise<Float32Array<ArrayBuffer>>;
  dispose(): void;
}

/** null where it has none. */
export function openMediaSound({ file, sound }: MediaPlace): MediaSound | null {
  switch (sound?.kind) {
    case undefined:
      return null;
    case 'container':
      return new ContainerSound(file, sound.originSec);
    case 'take': {
      const { signal } = new AbortController();
      return {
        async read(fromFrame, frames) {
          const found = await readStretch(file, sound.scanned, { fromFrame, frames, signal });
          return stereoOf(found, sound.scanned.channels);
        },
        dispose: () => undefined,
      };
    }
    case 'cleaned':
      return {
        read: (fromSample, samples) => readCleanedAt(file, sound.track, fromSample, samples),
        dispose: () => undefined,
      };
  }
}

async function readCleanedAt(file: Blob, track: TakeTrack, fromSample: number, samples: number) {
  const first = Math.max(0, track.offsetFrames - fromSample);
  const found = new Float32Array(samples * 2);
  if (first >= samples) return found;
  const fromFrame = fromSample + first - track.offsetFrames;
  const read = await readCleaned(file, track, { fromFrame, frames: samples - first });
  found.set(stereoOf(read, track.channels), first * 2);
  return found;
}

function stereoOf(interleaved: Float32Array, channels: number): Float32Array<ArrayBuffer> {
  if (channels === 2) return new Float32Array(interleaved);
  const stereo = new Float32Array((interleaved.length / channels) * 2);
  for (let at = 0; at < stereo.length / 2; at += 1) {
    const sample = interleaved[at * channels] ?? 0;
    stereo[2 * at] = sample;
    stereo[2 * at + 1] = sample;
  }
  return stereo;
}
