import { z } from 'zod';
import type { Transcript } from './document.ts';

/**
 * What a person has changed of a transcript. The engine's words stay as they are, and a word is named by its place among
 * them: so both are kept, and nothing of the take is ever written.
 */
export interface TranscriptEdits {
  /** Words as they were corrected; an empty one is left out. */
  texts: ReadonlyMap<number, string>;
  /** Of speakers, by their track. */
  names: ReadonlyMap<string, string>;
  /** Words that are to be cut out of the recording. */
  cut: ReadonlySet<number>;
}

export const NO_EDITS: TranscriptEdits = { texts: new Map(), names: new Map(), cut: new Set() };

const placeSchema = z.int().min(0).max(999_999);
const textSchema = z.string().max(200);
const nameSchema = z.string().trim().min(1).max(200);
const MOST_WORDS = 1_000_000;

/** A step of editing. null: as the engine has it. */
export const transcriptPatchSchema = z.discriminatedUnion('on', [
  z.strictObject({
    on: z.literal('texts'),
    texts: z.array(z.tuple([placeSchema, textSchema.nullable()])).max(MOST_WORDS),
  }),
  z.strictObject({ on: z.literal('name'), trackId: z.string().max(200), name: nameSchema.nullable() }),
  z.strictObject({
    on: z.literal('cut'),
    words: z.array(placeSchema).max(MOST_WORDS),
    isCut: z.boolean(),
  }),
]);
export type TranscriptPatch = z.infer<typeof transcriptPatchSchema>;

/** A line of the journal beside a transcript. */
export const editLineSchema = z.object({
  /** Of which transcript: edits of one that was made before are none of this one. */
  of: z.number(),
  revision: z.int().nonnegative(),
  patches: z.array(transcriptPatchSchema),
  /** Which line of its batch it is. */
  part: z.int().nonnegative(),
  /** The last line of its batch. Without it, a kill came between: then nothing of the batch was answered, and nothing holds. */
  isLast: z.boolean(),
});
export type EditLine = z.infer<typeof editLineSchema>;

/** As they cross the wire. */
export const transcriptEditsSchema = z.object({
  texts: z.array(z.tuple([placeSchema, textSchema])).max(MOST_WORDS),
  names: z.array(z.tuple([z.string().max(200), nameSchema])).max(100),
  cut: z.array(placeSchema).max(MOST_WORDS),
});
export type WrittenEdits = z.infer<typeof transcriptEditsSchema>;

export const writeEdits = ({ texts, names, cut }: TranscriptEdits): WrittenEdits => ({
  texts: [...texts],
  names: [...names],
  cut: [...cut],
});
export const readEdits = ({ texts, names, cut }: WrittenEdits): TranscriptEdits => ({
  texts: new Map(texts),
  names: new Map(names),
  cut: new Set(cut),
});

export function applyTranscriptPatches(
  edits: TranscriptEdits,
  patches: readonly TranscriptPatch[],
): TranscriptEdits {
  return patches.reduce(applyPatch, edits);
}

function applyPatch(edits: TranscriptEdits, patch: TranscriptPatch): TranscriptEdits {
  switch (patch.on) {
    case 'texts':
      return { ...edits, texts: withEntries(edits.texts, patch.texts) };
    case 'name':
      return { ...edits, names: withEntries(edits.names, [[patch.trackId, patch.name]]) };
    case 'cut': {
      const cut = new Set(edits.cut);
      for (const word of patch.words) {
        if (patch.isCut) cut.add(word);
        else cut.delete(word);
      }
      return { ...edits, cut };
    }
  }
}

/** What undoes a step, of what was before it. */
export function invertTranscriptPatch(edits: TranscriptEdits, patch: TranscriptPatch): TranscriptPatch {
  switch (patch.on) {
    case 'texts':
      return { on: 'texts', texts: patch.texts.map(([word]) => [word, edits.texts.get(word) ?? null]) };
    case 'name':
      return { ...patch, name: edits.names.get(patch.trackId) ?? null };
    case 'cut':
      return {
        on: 'cut',
        words: patch.words.filter((word) => edits.cut.has(word) !== patch.isCut),
        isCut: !patch.isCut,
      };
  }
}

/** Whether a patch is of this transcript's words and speakers. */
export function fitsTranscript({ words, speakers }: Transcript, patch: TranscriptPatch): boolean {
  switch (patch.on) {
    case 'texts':
      return patch.texts.every(([word]) => word < words.length);
    case 'name':
      return speakers.some(({ trackId }) => trackId === patch.trackId);
    case 'cut':
      return patch.words.every((word) => word < words.length);
  }
}

/** The transcript as it reads now. What is only marked for cutting is still said. */
export function editedTranscript(transcript: Transcript, { texts, names }: TranscriptEdits): Transcript {
  return {
    ...transcript,
    speakers: transcript.speakers.map((speaker) => ({
      ...speaker,
      name: names.get(speaker.trackId) ?? speaker.name,
    })),
    words:
      texts.size === 0
        ? transcript.words
        : transcript.words.flatMap((word, place) => {
            const text = texts.get(place)?.trim();
            if (text === undefined) return [word];
            return text === '' ? [] : [{ ...word, text }];
          }),
  };
}

function withEntries<K, V>(entries: ReadonlyMap<K, V>, changes: readonly (readonly [K, V | null])[]) {
  const next = new Map(entries);
  for (const [key, value] of changes) {
    if (value === null) next.delete(key);
    else next.set(key, value);
  }
  return next;
}
