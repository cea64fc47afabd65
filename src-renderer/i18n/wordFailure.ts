import './errorTexts.ts';
import type { RpcFailure } from '../../src-shared/contract/errors.ts';
import { recogniseSentence, sentenceOf, type Sentence } from '../../src-shared/contract/errorTexts.ts';
import { i18n } from './index.ts';

/** Values and fields that may be a sentence themselves. */
const SAID = ['message', 'reason', 'problem', 'plan'];

/** A failure in the language that is spoken; what has no sentence of its own stays as the host says it. */
export function wordFailure(failure: RpcFailure): RpcFailure {
  if (i18n.language === 'en') return failure;
  const sentence = sentenceOf(failure);
  return sentence ? { ...failure, message: say(sentence) } : failure;
}

/** A sentence of the host in the language that is spoken. */
export function wordText(written: string): string {
  const sentence = i18n.language === 'en' ? null : recogniseSentence(written);
  return sentence ? say(sentence) : written;
}

/** What the host answers or reports, with its sentences in the language that is spoken. */
export function wordPayload<T>(payload: T): T {
  return i18n.language === 'en' ? payload : (worded(payload) as T);
}

function worded(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return SAID.includes(name) ? wordText(value) : value;
  if (Array.isArray(value)) return value.map((item) => worded(item));
  if (value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value as object).map(([key, below]) => [key, worded(below, key)]));
}

function say({ text, values }: Sentence): string {
  // Not with the types of i18next: a union of all its keys is more than the compiler follows.
  const translate = i18n.getFixedT(null, 'errors') as unknown as (text: string, values: unknown) => string;
  return translate(text, worded({ ...values }));
}
