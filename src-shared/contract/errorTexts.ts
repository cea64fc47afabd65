import { RpcError, type ErrorCode, type RpcFailure } from './errors.ts';
import { APP_ERRORS } from './errorTexts/app.ts';
import { BROADCAST_ERRORS } from './errorTexts/broadcast.ts';
import { CLEAN_ERRORS } from './errorTexts/clean.ts';
import { COMMON_ERRORS } from './errorTexts/common.ts';
import { DEVICES_ERRORS } from './errorTexts/devices.ts';
import { EDITOR_ERRORS } from './errorTexts/editor.ts';
import { ENGINE_ERRORS } from './errorTexts/engine.ts';
import { FILES_ERRORS } from './errorTexts/files.ts';
import { MODELS_ERRORS } from './errorTexts/models.ts';
import { NATIVE_ERRORS } from './errorTexts/native.ts';
import { PLAN_ERRORS } from './errorTexts/plan.ts';
import { PLATFORM_ERRORS } from './errorTexts/platforms.ts';
import { PLUGINS_ERRORS } from './errorTexts/plugins.ts';
import { TAKES_ERRORS } from './errorTexts/takes.ts';
import { VOICE_ERRORS } from './errorTexts/voice.ts';
import { WEB_ERRORS } from './errorTexts/web.ts';

/**
 * The sentences of failures in English, as the command line and the log have them. The screens say them in each language: what is
 * thrown by `failWith` carries which one it is, and with which values.
 */
export const ERROR_TEXTS = {
  ...APP_ERRORS,
  ...BROADCAST_ERRORS,
  ...CLEAN_ERRORS,
  ...COMMON_ERRORS,
  ...DEVICES_ERRORS,
  ...EDITOR_ERRORS,
  ...ENGINE_ERRORS,
  ...FILES_ERRORS,
  ...MODELS_ERRORS,
  ...NATIVE_ERRORS,
  ...PLAN_ERRORS,
  ...PLATFORM_ERRORS,
  ...PLUGINS_ERRORS,
  ...TAKES_ERRORS,
  ...VOICE_ERRORS,
  ...WEB_ERRORS,
};
export type ErrorText = keyof typeof ERROR_TEXTS;
type Values = Readonly<Record<string, string | number>>;

/** One of the sentences, with what is in its places. */
export interface Sentence {
  text: ErrorText;
  values: Values;
}

/** The names between double braces. */
type PlacesOf<Template extends string> = Template extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | PlacesOf<Rest>
  : never;
type ValuesOf<Text extends ErrorText> = Readonly<
  Record<PlacesOf<(typeof ERROR_TEXTS)[Text]>, string | number>
>;
interface More {
  details?: Record<string, unknown>;
  retryable?: boolean;
  cause?: unknown;
}
type Options<Text extends ErrorText> = [PlacesOf<(typeof ERROR_TEXTS)[Text]>] extends [never]
  ? [options?: More]
  : [options: More & { values: ValuesOf<Text> }];

/** A failure with one of these sentences. */
export function failWith<Text extends ErrorText>(
  code: ErrorCode,
  text: Text,
  ...[options]: Options<Text>
): RpcError {
  const { values = {}, details, ...more }: More & { values?: Values } = options ?? {};
  return new RpcError(code, inEnglish({ text, values }), { ...more, details: { ...details, text, values } });
}

function inEnglish({ text, values }: Sentence): string {
  return ERROR_TEXTS[text].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** Which sentence a failure is; null: another one, or one of another version. */
export function sentenceOf({ details, message }: RpcFailure): Sentence | null {
  const text = details?.text;
  if (typeof text !== 'string' || !Object.hasOwn(ERROR_TEXTS, text)) return recogniseSentence(message);
  return { text: text as ErrorText, values: (details?.values ?? {}) as Values };
}

/**
 * Which sentence a written text is, and with which values: for what documents hold, the addon and the sandboxes say, and other
 * parts pass on as plain text (decision 87). Null: none of them.
 */
export function recogniseSentence(written: string): Sentence | null {
  for (const [text, pattern] of (patterns ??= allPatterns())) {
    const found = pattern.exec(written);
    if (found) return { text, values: { ...found.groups } };
  }
  return null;
}

let patterns: (readonly [ErrorText, RegExp])[] | null = null;

/** Those that say most on their own first: of two that fit, theirs is meant. */
function allPatterns(): (readonly [ErrorText, RegExp])[] {
  const fixedLength = (template: string) => template.replace(/\{\{\w+\}\}/g, '').length;
  return (Object.entries(ERROR_TEXTS) as [ErrorText, string][])
    .sort(([, one], [, other]) => fixedLength(other) - fixedLength(one))
    .map(([text, template]) => [text, toPattern(template)]);
}

function toPattern(template: string): RegExp {
  const known = new Set<string>();
  const source = template.split(/\{\{(\w+)\}\}/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    if (known.has(part)) return `\\k<${part}>`;
    known.add(part);
    return `(?<${part}>.*?)`;
  });
  return new RegExp(`^${source.join('')}$`, 's');
}
