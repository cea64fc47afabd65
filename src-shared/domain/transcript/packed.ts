import { z } from 'zod';
import { transcriptSchema, type Transcript, type Word } from './document.ts';

const MOST_WORDS = 1_000_000;
/** Whole numbers from `least` to `most`: checked in a loop, which takes a hundredth of the time of a schema for each. */
const numbersSchema = (least: number, most: number) =>
  z.custom<number[]>(
    (value) =>
      Array.isArray(value) &&
      value.length <= MOST_WORDS &&
      value.every((number) => Number.isSafeInteger(number) && number >= least && number <= most),
  );
const framesSchema = numbersSchema(0, Number.MAX_SAFE_INTEGER);

/** A transcript in columns: of 100,000 words it is checked in a tenth of the time of as many objects. */
export const packedTranscriptSchema = transcriptSchema.omit({ words: true }).extend({
  /** Texts, a line each. */
  texts: z.string(),
  /** Which of the speakers says it; one behind the last is none of them. */
  speakerOf: framesSchema,
  startFrames: framesSchema,
  endFrames: framesSchema,
  /** In hundredths; -1 where the engine does not say. */
  confidences: numbersSchema(-1, 100),
});
export type PackedTranscript = z.infer<typeof packedTranscriptSchema>;

export function packTranscript({ words, ...transcript }: Transcript): PackedTranscript {
  const indexes = new Map(transcript.speakers.map(({ trackId }, index) => [trackId, index]));
  return {
    ...transcript,
    texts: words.map(({ text }) => text.replaceAll('\n', ' ')).join('\n'),
    speakerOf: words.map(({ trackId }) => indexes.get(trackId) ?? transcript.speakers.length),
    startFrames: words.map(({ startFrame }) => startFrame),
    endFrames: words.map(({ endFrame }) => endFrame),
    confidences: words.map(({ confidence }) =>
      confidence === undefined ? -1 : Math.round(100 * confidence),
    ),
  };
}

export function unpackTranscript(packed: PackedTranscript): Transcript {
  const { texts, speakerOf, startFrames, endFrames, confidences, ...transcript } = packed;
  const lines = startFrames.length === 0 ? [] : texts.split('\n');
  const trackIds = transcript.speakers.map(({ trackId }) => trackId);
  // No spreading here: of 100,000 words it takes longer than all else together.
  const words = startFrames.map((startFrame, place): Word => {
    const trackId = trackIds[speakerOf[place] ?? -1] ?? '';
    const endFrame = endFrames[place] ?? startFrame;
    const text = lines[place] ?? '';
    const confidence = confidences[place] ?? -1;
    return confidence < 0
      ? { trackId, startFrame, endFrame, text }
      : { trackId, startFrame, endFrame, text, confidence: confidence / 100 };
  });
  return { ...transcript, words };
}
