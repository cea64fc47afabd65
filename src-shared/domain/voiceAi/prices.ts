/**
 * What providers charge, in US dollars. Written from memory of their price lists, and not confirmed: to be read again before
 * a release. The screen says that the provider's bill counts.
 */

/** https://openai.com/api/pricing: whisper-1, a minute of sound. */
export const TRANSCRIPTION_USD_A_MINUTE = 0.006;
/** gpt-4o-mini, a token in and a token out. */
export const TRANSLATION_USD_A_TOKEN = { input: 0.15 / 1e6, output: 0.6 / 1e6 } as const;

/** A rough measure for texts in Latin letters; in other scripts a sign is nearly a token. */
const SIGNS_A_TOKEN = { latin: 4, other: 1 };

/** US dollars for a transcription of so many seconds. Seconds are rounded up, as they are billed. */
export const transcriptionUsd = (durationSec: number): number =>
  (Math.ceil(durationSec) / 60) * TRANSCRIPTION_USD_A_MINUTE;

/** US dollars for a translation, from what was used. */
export const translationUsd = (tokens: { input: number; output: number }): number =>
  tokens.input * TRANSLATION_USD_A_TOKEN.input + tokens.output * TRANSLATION_USD_A_TOKEN.output;

/** About how many tokens a text has. */
export function tokensOf(text: string): number {
  const other = text.match(/[^\u0000-\u024f]/gu)?.length ?? 0;
  return (text.length - other) / SIGNS_A_TOKEN.latin + other / SIGNS_A_TOKEN.other;
}

/** About what a translation of a text will cost: it comes back about as long as it goes. */
export function estimateTranslationUsd(text: string): number {
  const tokens = tokensOf(text);
  return translationUsd({ input: tokens, output: tokens });
}

/** What ElevenLabs counts of a text: each sign, a space too. */
export const speechCharacters = (text: string): number => [...text].length;
