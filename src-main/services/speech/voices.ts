import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { Voice } from '../../../src-shared/contract/voice.ts';
import { OFFLINE_VOICE_PREFIX } from '../../../src-shared/handlers/voice/index.ts';
import { runFfmpeg } from '../ffmpeg/index.ts';
import { runProgram } from './programs.ts';

/** Voices of espeak-ng, by its own names of languages. */
const VOICES: Readonly<Record<string, string>> = {
  'en-us': 'English (United States)',
  'en-gb': 'English (United Kingdom)',
  de: 'Deutsch',
  'fr-fr': 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  ru: 'Русский',
};
const WORDS_A_MINUTE = 165;

/** The voices of this computer; none where espeak-ng is not installed. */
export async function listOfflineVoices(): Promise<Omit<Voice, 'consentAtMs'>[]> {
  const printed = await runProgram('espeak-ng', ['--voices'], { signal: AbortSignal.timeout(10_000) });
  if (!printed) return [];
  const known = new Set(
    printed
      .toString()
      .split('\n')
      .map((line) => line.trim().split(/\s+/)[1]),
  );
  return Object.entries(VOICES)
    .filter(([language]) => known.has(language))
    .map(([language, name]) => ({
      voiceId: `${OFFLINE_VOICE_PREFIX}${language}`,
      name,
      description: 'espeak-ng',
      kind: 'offline',
    }));
}

/** One piece of a text as an MP3 file, from espeak-ng: robotic, without a network. */
export async function speakOffline(voiceId: string, text: string, signal: AbortSignal): Promise<Buffer> {
  const language = voiceId.slice(OFFLINE_VOICE_PREFIX.length);
  if (!Object.hasOwn(VOICES, language)) {
    throw failWith('BAD_OPTION', 'voiceNotHere', { values: { voice: voiceId } });
  }
  const dir = mkdtempSync(join(tmpdir(), 'sounddesk-speech-'));
  try {
    const wav = join(dir, 'speech.wav');
    const args = ['-v', language, '-s', String(WORDS_A_MINUTE), '-w', wav, '--stdin'];
    if (!(await runProgram('espeak-ng', args, { input: text, signal })))
      throw failWith('UNSUPPORTED', 'speechNeedsEspeak');
    return await toMp3(wav, signal);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The form in which every voice answers. */
async function toMp3(wav: string, signal: AbortSignal): Promise<Buffer> {
  const path = `${wav}.mp3`;
  const args = ['-y', '-i', `file:${wav}`, '-codec:a', 'libmp3lame', '-b:a', '128k', `file:${path}`];
  await runFfmpeg(args, { signal, outputPath: path });
  return readFileSync(path);
}
