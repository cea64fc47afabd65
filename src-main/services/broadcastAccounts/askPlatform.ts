import type { z } from 'zod';
import type { RpcError } from '../../../src-shared/contract/errors.ts';
import type { AccountPlatform } from '../../../src-shared/domain/broadcast/accounts.ts';
import { platformError } from './platformErrors.ts';

const ANSWER_WITHIN_MS = 10_000;
const MOST_REASON_CHARS = 200;

export interface PlatformAnswer {
  status: number;
  headers: Headers;
  /** null where it is no JSON. */
  body: unknown;
}

export interface PlatformRequest<S extends z.ZodType> {
  platform: AccountPlatform;
  url: URL;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  form?: Record<string, string>;
  json?: unknown;
  schema: S;
  signal?: AbortSignal | undefined;
  /** What an answer of failure means; null where the status says enough. */
  explain: (answer: PlatformAnswer) => RpcError | null;
}

/** Asks a platform. Whatever fails is a sentence for the user in which none of the platform's secrets are. */
export async function askPlatform<S extends z.ZodType>(request: PlatformRequest<S>): Promise<z.output<S>> {
  const { platform, schema, explain } = request;
  const answer = await send(request);
  const { status, body } = answer;
  if (status >= 400) throw explain(answer) ?? explainStatus(platform, status);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw platformError(platform, 'accountFailed', { status }, parsed.error);
  return parsed.data;
}

async function send<S extends z.ZodType>(request: PlatformRequest<S>): Promise<PlatformAnswer> {
  const { platform, url, method = 'GET', form, json, signal } = request;
  const limit = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const headers: Record<string, string> = { accept: 'application/json', ...request.headers };
  if (json !== undefined) headers['content-type'] = 'application/json';
  try {
    const response = await fetch(url, {
      method,
      headers,
      // A token goes nowhere but where it belongs.
      redirect: 'error',
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
      ...(form && { body: new URLSearchParams(form) }),
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parse(text) };
  } catch (error) {
    signal?.throwIfAborted();
    throw platformError(platform, 'accountUnreachable', {}, error);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Nothing, or a page of a proxy: the status says more.
    return null;
  }
}

function explainStatus(platform: AccountPlatform, status: number): RpcError {
  return status === 401
    ? platformError(platform, 'accountUnauthorized')
    : platformError(platform, 'accountFailed', { status });
}

/** Words of a platform, as they may be shown. */
export const shorten = (reason: string): string => reason.trim().slice(0, MOST_REASON_CHARS);
