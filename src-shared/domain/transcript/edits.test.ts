import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../tests/lib/random.ts';
import { cutsOf } from '../edit/cutsOf.ts';
import type { Transcript } from './document.ts';
import {
  applyTranscriptPatches,
  editedTranscript,
  fitsTranscript,
  invertTranscriptPatch,
  NO_EDITS,
  readEdits,
  transcriptPatchSchema,
  writeEdits,
  type TranscriptPatch,
} from './edits.ts';
import { fillerLanguage, findFillers } from './fillers.ts';
import { packedTranscriptSchema, packTranscript, unpackTranscript } from './packed.ts';
import { findWords, replaceWords } from './find.ts';

const spoken = (text: string, trackId = 'a') =>
  text.split(' ').map((word, at) => ({ trackId, text: word, startSec: at * 0.3, endSec: at * 0.3 + 0.25 }));

const transcript: Transcript = {
  schemaVersion: 1,
  sampleRateHz: 100,
  engine: 'openai',
  model: 'whisper-1',
  language: 'english',
  madeAtMs: 0,
  sentSec: 0,
  usd: 0,
  speakers: [{ trackId: 'a', name: 'Microphone 1' }],
  words: spoken('Good evening and wellcome').map(({ trackId, text, startSec, endSec }) => ({
    trackId,
    text,
    startFrame: Math.round(startSec * 100),
    endFrame: Math.round(endSec * 100),
  })),
};

describe('edits of a transcript', () => {
  it('lie beside the words of the engine, which stay', () => {
    const edits = applyTranscriptPatches(NO_EDITS, [
      {
        on: 'texts',
        texts: [
          [3, 'welcome'],
          [0, ''],
        ],
      },
      { on: 'name', trackId: 'a', name: 'Maya' },
      { on: 'cut', words: [2], isCut: true },
    ]);
    const edited = editedTranscript(transcript, edits);
    expect(edited.words.map(({ text }) => text)).toEqual(['evening', 'and', 'welcome']);
    expect(edited.speakers).toEqual([{ trackId: 'a', name: 'Maya' }]);
    expect(transcript.words[3]?.text).toBe('wellcome');
    expect(readEdits(writeEdits(edits))).toEqual(edits);
  });

  it('are undone one by one, in whatever order they were made', () => {
    const random = createRandom(9);
    const pick = (below: number) => Math.floor(random() * below);
    let edits = NO_EDITS;
    const undo: TranscriptPatch[] = [];
    const states = [edits];
    for (let step = 0; step < 300; step += 1) {
      const patches: TranscriptPatch[] = [
        { on: 'texts', texts: [[pick(4), pick(3) === 0 ? null : `w${step}`]] },
        { on: 'name', trackId: 'a', name: pick(3) === 0 ? null : `n${step}` },
        { on: 'cut', words: [pick(4), pick(4)], isCut: pick(2) === 0 },
      ];
      const patch = patches[pick(3)] as TranscriptPatch;
      expect(transcriptPatchSchema.parse(patch)).toEqual(patch);
      undo.push(invertTranscriptPatch(edits, patch));
      edits = applyTranscriptPatches(edits, [patch]);
      states.push(edits);
    }
    for (const patch of undo.toReversed()) {
      states.pop();
      edits = applyTranscriptPatches(edits, [patch]);
      const { texts, names, cut } = edits;
      const known = states.at(-1);
      expect([new Map([...texts].sort()), names, new Set([...cut].sort())]).toEqual([
        new Map([...(known?.texts ?? [])].sort()),
        known?.names,
        new Set([...(known?.cut ?? [])].sort()),
      ]);
    }
  });

  it('of words and speakers that are not there do not fit', () => {
    expect(fitsTranscript(transcript, { on: 'texts', texts: [[4, 'x']] })).toBe(false);
    expect(fitsTranscript(transcript, { on: 'cut', words: [9], isCut: true })).toBe(false);
    expect(fitsTranscript(transcript, { on: 'name', trackId: 'b', name: 'x' })).toBe(false);
    expect(fitsTranscript(transcript, { on: 'cut', words: [0, 3], isCut: true })).toBe(true);
  });
});

describe('words that are looked for', () => {
  const texts = ['Zoë,', 'lives', 'in', 'New', 'York.', 'new', 'yorkers', 'say', 'zoe'];

  it('are found without case and accents, and several where they follow each other', () => {
    expect(findWords(texts, 'zoe')).toEqual([[0], [8]]);
    expect(findWords(texts, 'new york')).toEqual([
      [3, 4],
      [5, 6],
    ]);
    expect(findWords(texts, '  ')).toEqual([]);
    expect(findWords(texts, 'in york')).toEqual([]);
  });

  it('are replaced, and the signs around them stay', () => {
    expect(replaceWords(texts, [0], 'zoe', 'Chloé')).toEqual([[0, 'Chloé,']]);
    expect(replaceWords(texts, [3, 4], 'new york', 'boston')).toEqual([
      [3, 'Boston.'],
      [4, ''],
    ]);
    expect(replaceWords(texts, [1], 'nothing', 'x')).toEqual([]);
  });
});

describe('a transcript in columns', () => {
  it('is the same again', () => {
    const spokenBy = {
      ...transcript,
      words: transcript.words.map((word, at) => ({ ...word, ...(at === 1 && { confidence: 0.37 }) })),
    };
    const packed = packedTranscriptSchema.parse(packTranscript(spokenBy));
    expect(unpackTranscript(packed)).toEqual(spokenBy);
    expect(unpackTranscript(packTranscript({ ...transcript, words: [] })).words).toEqual([]);
  });
});

describe('fillers', () => {
  const marked = (text: string, language: Parameters<typeof findFillers>[1]) => {
    const words = spoken(text);
    return [...findFillers(words, language)].map(([place, kind]) => `${words[place]?.text} ${kind}`);
  };

  it.each([
    [
      'en',
      'Um, I I think, you know, it is uh good',
      ['Um, sound', 'I repeat', 'you phrase', 'know, phrase', 'uh sound'],
    ],
    ['de', 'Das ist, äh, sozusagen das das Beste', ['äh, sound', 'sozusagen phrase']],
    ['fr', 'Euh, je je pense, du coup, oui', ['Euh, sound', 'je repeat', 'du phrase', 'coup, phrase']],
    ['es', 'Eh, o sea, la la casa', ['Eh, sound', 'o phrase', 'sea, phrase', 'la repeat']],
  ] as const)('of %s are marked', (language, text, expected) => {
    expect(marked(text, language)).toEqual(expected);
  });

  it('are no words that are said twice on purpose, nor a sentence that ends', () => {
    expect(marked('very very good. No. No. We had had it', 'en')).toEqual([]);
    expect(marked('we could go we could go there', 'en')).toEqual(['we repeat', 'could repeat', 'go repeat']);
    expect(marked('um la la', null)).toEqual(['la repeat']);
  });

  it('go by the language as engines name it', () => {
    expect(['german', 'de-AT', 'Spanish', 'fr', 'dutch', null].map(fillerLanguage)).toEqual([
      'de',
      'de',
      'es',
      'fr',
      null,
      null,
    ]);
  });
});

describe('cuts of words', () => {
  it('reach to the next word that stays, and cut nothing of it', () => {
    const words = spoken('a b c d');
    expect(cutsOf(words, (place) => place === 1 || place === 2)).toEqual([
      { fromSec: 0.3, toSec: 0.8999999999999999 },
    ]);
    expect(cutsOf(words, (place) => place === 3)).toEqual([{ fromSec: 0.8999999999999999, toSec: 1.15 }]);
  });

  it('leave out what another person says at the same time', () => {
    const words = [
      { startSec: 0, endSec: 2 },
      { startSec: 0.5, endSec: 0.8 },
      { startSec: 1.9, endSec: 2.5 },
      { startSec: 2.2, endSec: 3 },
    ];
    expect(cutsOf(words, (place) => place === 1)).toEqual([]);
    expect(cutsOf(words, (place) => place === 2)).toEqual([{ fromSec: 2, toSec: 2.2 }]);
  });
});
