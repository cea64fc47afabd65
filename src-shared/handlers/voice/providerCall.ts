import type { KeyProvider } from '../../contract/keys.ts';
import type { RpcError } from '../../contract/errors.ts';
import { failWith, type ErrorText } from '../../contract/errorTexts.ts';

export const PROVIDER_NAMES: Readonly<Record<KeyProvider, string>> = {
  openai: 'OpenAI',
  elevenlabs: 'ElevenLabs',
};

/** What could not be done, as document 1 says it: `… failed: {body}`. */
export type FailedWork = Extract<
  ErrorText,
  | 'transcriptionFailed'
  | 'translationFailed'
  | 'notesFailed'
  | 'cloningFailed'
  | 'speechFailed'
  | 'voicesFailed'
  | 'keyCheckFailed'
>;

export interface ProviderRequest {
  provider: KeyProvider;
  work: FailedWork;
  url: string;
  init: RequestInit;
  signal: AbortSignal;
}

/** Longer words of a provider than this are no sentence for a person. */
const MAX_REASON_LENGTH = 300;
/** Nothing that we ask for is longer, but speech. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Makes the request; an answer that is none of success is an `RpcError` with what to do about it. */
export async function callProvider(fetcher: typeof fetch, request: ProviderRequest): Promise<Response> {
  const { provider, url, init, signal } = request;
  let response: Response;
  try {
    // A redirect would carry the key to another server.
    response = await fetcher(url, { ...init, signal, redirect: 'error' });
  } catch (error) {
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled', { cause: error });
    throw failWith('PROVIDER_UNREACHABLE', 'providerUnreachable', {
      values: { provider: PROVIDER_NAMES[provider] },
      retryable: true,
      cause: error,
    });
  }
  if (response.ok) return response;
  throw refusalOf(request, response.status, await readReason(response));
}

/** The JSON of an answer. One that breaks off, or is none, was paid for and is lost: that is said. */
export async function readJson(request: ProviderRequest, response: Response): Promise<unknown> {
  try {
    return JSON.parse(await readText(response));
  } catch (error) {
    if (request.signal.aborted) throw failWith('CANCELLED', 'cancelled', { cause: error });
    throw failWith('PROVIDER_REFUSED', 'providerAnswerBroken', {
      values: { provider: PROVIDER_NAMES[request.provider] },
      retryable: true,
      cause: error,
    });
  }
}

interface Reason {
  /** The provider's own word for it, e.g. `insufficient_quota`. */
  code: string;
  message: string;
}

function refusalOf({ provider, work }: ProviderRequest, status: number, { code, message }: Reason): RpcError {
  const values = { provider: PROVIDER_NAMES[provider] };
  if (isBadKey(status, code)) return failWith('KEY_REFUSED', 'keyInvalid');
  if (status === 402 || /quota|billing|credit/i.test(code)) {
    return failWith('QUOTA_USED_UP', 'providerQuota', { values: { ...values, reason: message } });
  }
  if (status === 429) return failWith('TOO_MANY_REQUESTS', 'providerBusy', { values, retryable: true });
  const reason = message === '' ? `${values.provider} answered ${status}` : message;
  return failWith('PROVIDER_REFUSED', work, { values: { reason }, retryable: status >= 500 });
}

/** A 401 of ElevenLabs is not always a bad key: its `detail.status` says which. */
function isBadKey(status: number, code: string): boolean {
  return status === 401 && !/quota|permission|unusual|verification/i.test(code);
}

/** OpenAI: `{error: {message, code}}`; ElevenLabs: `{detail: {status, message}}`, or `{detail: text}`. */
async function readReason(response: Response): Promise<Reason> {
  const text = await readText(response).catch(() => '');
  try {
    const body = JSON.parse(text) as Record<string, unknown> | null;
    const inner = body?.error ?? body?.detail;
    if (typeof inner === 'string') return { code: '', message: shorten(inner) };
    const { message, code, status, type } = (inner ?? {}) as Record<string, unknown>;
    return {
      code: [code, status, type].filter((word) => typeof word === 'string').join(' '),
      message: shorten(typeof message === 'string' ? message : ''),
    };
  } catch {
    // A page of a proxy: its tags are no sentence.
    return { code: '', message: /</.test(text) ? '' : shorten(text) };
  }
}

/** Parts of keys that a provider repeats are left out. */
const shorten = (text: string) =>
  text
    .replace(/\b(?:sk|xi)[-_][\w*-]{4,}/g, '…')
    .trim()
    .slice(0, MAX_REASON_LENGTH);

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_ANSWER_BYTES) {
      await reader.cancel();
      throw new Error('the answer is too long');
    }
    text += decoder.decode(value, { stream: true });
  }
}
