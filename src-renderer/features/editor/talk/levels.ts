import type { Media } from '../../../../src-shared/domain/edit/document.ts';
import type { Levels } from '../../../../src-shared/domain/edit/talk.ts';
import { SOUND_RATE } from '../../../../src-shared/domain/edit/time.ts';

/** A level for each 20 ms: shorter than any sound of speech. */
const HOP_SAMPLES = SOUND_RATE / 50;
/** As many as the host gives at once. */
const PARTS_AT_ONCE = 4000;

export type ReadPeaks = (
  mediaId: string,
  fromSample: number,
  samples: number,
  parts: number,
) => Promise<readonly number[]>;

/** How loud each media is, from its beginning to its end; each is read once. */
export interface MediaLevels {
  of: (media: Pick<Media, 'id' | 'durationSec'>) => Promise<Levels>;
}

export function createMediaLevels(readPeaks: ReadPeaks): MediaLevels {
  const known = new Map<string, Promise<Levels>>();
  return {
    of(media) {
      const levels = known.get(media.id) ?? readLevels(readPeaks, media);
      known.set(media.id, levels);
      // A failed read is tried again the next time.
      levels.catch(() => known.delete(media.id));
      return levels;
    },
  };
}

async function readLevels(
  readPeaks: ReadPeaks,
  { id, durationSec }: Pick<Media, 'id' | 'durationSec'>,
): Promise<Levels> {
  const hops = Math.ceil((durationSec * SOUND_RATE) / HOP_SAMPLES);
  const levelsDb = new Float32Array(hops);
  for (let at = 0; at < hops; at += PARTS_AT_ONCE) {
    const parts = Math.min(PARTS_AT_ONCE, hops - at);
    const peaks = await readPeaks(id, at * HOP_SAMPLES, parts * HOP_SAMPLES, parts);
    peaks.forEach((peak, index) => (levelsDb[at + index] = 20 * Math.log10(Math.max(peak, 1e-6))));
  }
  return { hopSec: HOP_SAMPLES / SOUND_RATE, levelsDb };
}
