/** What providers charge, in US dollars, and what a call will cost by it. */
import { z } from 'zod';
import { ONLINE_ENGINES, type OnlineEngine } from './index.ts';

const usd = z.number().min(0).max(1000);
const SCRIBE_MINUTE_USD = 0.0067;
/** The list of a person: it can be corrected, and says when. */
export const pricesSchema = z.object({
  /** Of sound: https://openai.com/api/pricing, `whisper-1`. */
  transcriptionMinute: usd,
  /** Of sound: https://elevenlabs.io/pricing, Scribe. Lists that were kept before it was offered have none. */
  scribeMinute: usd.default(SCRIBE_MINUTE_USD),
  /** Of a million tokens in, and out: `gpt-4o-mini`. */
  translationInput: usd,
  translationOutput: usd,
  /** When the person looked at the providers' pages and kept this list; null: they never did. */
  confirmedAtMs: z.number().nullable(),
});
export type Prices = z.infer<typeof pricesSchema>;
export const PRICE_NAMES = [
  'transcriptionMinute',
  'scribeMinute',
  'translationInput',
  'translationOutput',
] as const;

/** Written from memory, not read anywhere: the screen says so until the person has confirmed them. */
export const DEFAULT_PRICES: Prices = {
  transcriptionMinute: 0.006,
  scribeMinute: SCRIBE_MINUTE_USD,
  translationInput: 0.15,
  translationOutput: 0.6,
  confirmedAtMs: null,
};

const MILLION = 1e6;
/** A rough measure for texts in Latin letters; in other scripts a sign is nearly a token. */
const SIGNS_A_TOKEN = { latin: 4, other: 1 };

/** US dollars for a transcription of so many seconds. Seconds are rounded up, as they are billed. */
export const transcriptionUsd = (
  durationSec: number,
  prices: Prices = DEFAULT_PRICES,
  engine: OnlineEngine = 'openai',
): number => (Math.ceil(durationSec) / 60) * prices[ONLINE_ENGINES[engine].price];

/** US dollars for a translation, from what was used. */
export const translationUsd = (
  tokens: { input: number; output: number },
  prices: Prices = DEFAULT_PRICES,
): number => (tokens.input * prices.translationInput + tokens.output * prices.translationOutput) / MILLION;

/** About how many tokens a text has. */
export function tokensOf(text: string): number {
  const other = text.match(/[^\u0000-\u024f]/gu)?.length ?? 0;
  return (text.length - other) / SIGNS_A_TOKEN.latin + other / SIGNS_A_TOKEN.other;
}

/** About what a translation of a text will cost: it comes back about as long as it goes. */
export function estimateTranslationUsd(text: string, prices: Prices = DEFAULT_PRICES): number {
  const tokens = tokensOf(text);
  return translationUsd({ input: tokens, output: tokens }, prices);
}

/** What ElevenLabs counts of a text: each sign, a space too. */
export const speechCharacters = (text: string): number => [...text].length;
