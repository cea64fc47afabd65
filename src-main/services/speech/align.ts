import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setOnsets } from '../../../src-shared/domain/transcript/onsets.ts';
import type { TimedWord } from '../../../src-shared/handlers/voice/index.ts';
import { runProgram } from './programs.ts';
import { pronounce } from './pronounce.ts';

/** Debian's `pocketsphinx-en-us`. */
const MODEL_DIR = '/usr/share/pocketsphinx/model/en-us';
const DICTIONARY = join(MODEL_DIR, 'cmudict-en-us.dict');
const RATE_HZ = 16_000;
const WAV_HEADER_BYTES = 44;
/** It searches nothing but the known words, and may not lose them. */
const WIDE_BEAMS = ['-beam', '1e-80', '-wbeam', '1e-60', '-pbeam', '1e-80'];

let dictionary: Map<string, string> | null = null;

/** Whether the aligner and its model are installed. */
export const canAlign = (): boolean => existsSync(DICTIONARY);

/**
 * Finds known words in the sound that they were said in: PocketSphinx hears nothing but them, and the levels say when each
 * begins. The times that they had count for nothing, so that wrong ones are set right. Words that it cannot place stay as they are.
 * `wav`: 16 kHz, 16 bits, one channel.
 */
export async function alignWords(
  wav: Uint8Array,
  words: readonly TimedWord[],
  signal: AbortSignal,
): Promise<TimedWord[] | null> {
  if (words.length === 0 || !canAlign()) return null;
  const dir = mkdtempSync(join(tmpdir(), 'sounddesk-align-'));
  try {
    // A name for each word: its place among them, so that what is found is known again.
    const names = words.map((_, index) => `word${index}`);
    const sounds = words.map(({ text }) => pronounce(text, readDictionary()));
    const lines = sounds.map((sound, index) => `${names[index]} ${sound}`);
    const paths = { wav: join(dir, 'a.wav'), words: join(dir, 'a.dict'), grammar: join(dir, 'a.gram') };
    writeFileSync(paths.wav, wav);
    writeFileSync(paths.words, `${lines.join('\n')}\n`);
    writeFileSync(paths.grammar, `#JSGF V1.0;\ngrammar said;\npublic <said> = ${names.join(' ')} ;\n`);
    const printed = await runProgram(
      'pocketsphinx_continuous',
      [
        ...['-infile', paths.wav, '-hmm', join(MODEL_DIR, 'en-us'), '-dict', paths.words],
        ...['-jsgf', paths.grammar, '-time', 'yes', '-remove_silence', 'no', '-logfn', '/dev/null'],
        ...WIDE_BEAMS,
      ],
      { signal },
    );
    const found = printed && parseTimes(printed.toString(), words);
    if (!found) return null;
    const shared = found.map((word, index) => ({ ...word, sharesSound: sharesSound(sounds, index) }));
    return setOnsets(shared, toSamples(wav), RATE_HZ).map(({ sharesSound: _, ...word }) => word);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Sounds that can be held. Of two stops each has its own burst. */
const HELD = /^(?:S|Z|SH|ZH|F|V|TH|DH|M|N|NG|L|R)$/;

/** Whether a word begins with what the one before ends with, and the two are one sound. */
function sharesSound(sounds: readonly string[], index: number): boolean {
  const before = sounds[index - 1]?.split(' ').at(-1);
  return before !== undefined && HELD.test(before) && before === sounds[index]?.split(' ')[0];
}

/** Lines of `word3 0.450 0.800 1.000000`; null where one of the words was not found. */
function parseTimes(printed: string, words: readonly TimedWord[]): TimedWord[] | null {
  const times = new Map<number, { startSec: number; endSec: number }>();
  for (const [, index, start, end] of printed.matchAll(/^word(\d+)(?:\(\d+\))? ([\d.]+) ([\d.]+) /gm)) {
    times.set(Number(index), { startSec: Number(start), endSec: Number(end) });
  }
  if (times.size !== words.length) return null;
  return words.map((word, index) => ({ ...word, ...times.get(index) }));
}

function toSamples(wav: Uint8Array): Float32Array {
  const view = new DataView(wav.buffer, wav.byteOffset + WAV_HEADER_BYTES, wav.byteLength - WAV_HEADER_BYTES);
  const samples = new Float32Array(Math.floor(view.byteLength / 2));
  for (let at = 0; at < samples.length; at += 1) samples[at] = view.getInt16(2 * at, true) / 0x8000;
  return samples;
}

/** Words to their sounds; other pronunciations of a word (`read(2)`) are left out. */
function readDictionary(): ReadonlyMap<string, string> {
  if (dictionary) return dictionary;
  dictionary = new Map();
  for (const line of readFileSync(DICTIONARY, 'utf8').split('\n')) {
    const gap = line.indexOf(' ');
    if (gap > 0 && !line.slice(0, gap).endsWith(')')) dictionary.set(line.slice(0, gap), line.slice(gap + 1));
  }
  return dictionary;
}
