/** Kinds of file that the sound of a recording is exported as. */
export const SOUND_FORMATS = ['wav', 'flac', 'mp3', 'm4a', 'opus'] as const;
export type SoundFormat = (typeof SOUND_FORMATS)[number];

/** Smaller files that FFmpeg encodes; they hold tags, a cover and chapters. */
export const ENCODED_FORMATS = ['mp3', 'm4a', 'opus'] as const satisfies readonly SoundFormat[];
export type EncodedFormat = (typeof ENCODED_FORMATS)[number];

/** Thousands of bits a second. */
export const SOUND_KBPS = [64, 96, 128, 192, 256, 320] as const;
export const USUAL_KBPS = 192;

/** Above 0 dBTP a player distorts; streaming services ask for −1 at most. */
export const CLIPPING_DBTP = 0;
export const SAFE_DBTP = -1;

export const isEncodedFormat = (format: SoundFormat): format is EncodedFormat =>
  (ENCODED_FORMATS as readonly string[]).includes(format);

/** The highest true peak that a sum of tracks can have; null where none has one. */
export function highestSumDbtp(truePeaksDb: readonly (number | null)[]): number | null {
  const linear = truePeaksDb.reduce<number>(
    (sum, peakDb) => sum + (peakDb === null ? 0 : 10 ** (peakDb / 20)),
    0,
  );
  return linear > 0 ? 20 * Math.log10(linear) : null;
}
