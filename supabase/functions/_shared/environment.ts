/** What a function is given: nothing here is read from the process. */
import type { JWK } from 'jose';
import { networkOf } from '../../../src-shared/domain/networkAddress.ts';
import type { PayPalSettings } from './paypal/settings.ts';

export interface FunctionEnvironment {
  /** Address of the project or of the gateway. */
  url: string;
  /** How that address is asked. */
  fetch: typeof fetch;
  serviceKey: string;
  /** Ed25519 key that signs licence tokens. */
  licencePrivateJwk: JWK;
  /** Public part of the key before that one: its tokens continue to be renewed. */
  licencePreviousPublicJwk?: JWK;
  /** Seals licence keys, so that a super admin can be shown them and the database cannot. */
  sealingSecret: string;
  /** Salt of the hashes of addresses that rate limits keep. */
  addressSalt: string;
  clientAddress: ClientAddressRule;
  nowMs: () => number;
  randomBytes: (count: number) => Uint8Array;
  /** Resolves when the mail has left; null where no mail service is set up. */
  sendMail: ((mail: OutgoingMail) => Promise<void>) | null;
  /** Whether the mail service would take a mail; null where none is set up, e.g. where mail stays in an outbox. */
  probeMail: Probe | null;
  /** Addresses of voice providers, asked whether they answer at all: keys are the users' own. Mostly none. */
  voiceUrls: readonly string[];
  /** Address of the web app, where links in mails lead; null where none is set. */
  siteUrl: string | null;
  /** Null where no account at PayPal is set up: then nothing can be subscribed to. */
  payPal: PayPalSettings | null;
  /** Whether the database's files were found damaged, where that can be known. */
  isDatabaseDamaged?: () => boolean;
}

/** Where the caller's address is said by somebody who can be trusted. */
export interface ClientAddressRule {
  header: string;
  /** Trusted proxies that each add an entry at its end. What is before those was written by the caller. */
  proxies: number;
}

export interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  /** Takes a POST of a mail program whose reader wants no more of these (RFC 8058). */
  unsubscribeUrl?: string;
  /** The same mail again has the same one: a mail service that knows it sends it once. */
  id?: string;
}

/** True where what is asked does its work; rejects where it does not answer. */
export type Probe = (signal: AbortSignal) => Promise<boolean>;

export type Handler = (request: Request) => Promise<Response>;

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info',
};

export function answer(status: number, body: Record<string, unknown>): Response {
  return Response.json(body, { status, headers: CORS });
}

export const failure = (
  status: number,
  code: string,
  message: string,
  details?: Record<string, unknown>,
): Response =>
  answer(status, { success: false, error: { code, message }, ...(details === undefined ? {} : { details }) });

/** A procedure's refusal: PostgREST's code is the SQLSTATE, the message is the procedure's own. */
export class ProcedureError extends Error {
  readonly code: string;

  constructor(name: string, status: number, body: unknown) {
    const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
    super(typeof message === 'string' ? message : `${name} answered ${status}`);
    this.name = 'ProcedureError';
    this.code = typeof code === 'string' ? code : '';
  }
}

/** Calls a procedure with the service key; throws a `ProcedureError` where it refuses. */
export function callProcedure(
  environment: FunctionEnvironment,
  name: string,
  input: Record<string, unknown>,
): Promise<unknown> {
  return callAs(environment, `Bearer ${environment.serviceKey}`, name, input);
}

/** The same in the name of the sender of the request: the database's own rules hold. */
export function callProcedureAsCaller(
  environment: FunctionEnvironment,
  request: Request,
  name: string,
  input: Record<string, unknown>,
): Promise<unknown> {
  return callAs(environment, request.headers.get('authorization') ?? '', name, input);
}

async function callAs(
  { url, serviceKey, fetch }: FunctionEnvironment,
  authorization: string,
  name: string,
  input: Record<string, unknown>,
): Promise<unknown> {
  const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: serviceKey,
      authorization,
      'content-type': 'application/json',
    },
    body: JSON.stringify(input),
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ProcedureError(name, response.status, body);
  return body;
}

/** Whether this caller may continue; counts by a salted hash, never by the address itself. */
export async function isWithinLimit(
  environment: FunctionEnvironment,
  request: Request,
  bucket: string,
  most: number,
  windowSec: number,
): Promise<boolean> {
  return isSubjectWithinLimit(environment, callerNetwork(environment, request), bucket, most, windowSec);
}

/** Whom the caller counts as, by the entry that a trusted proxy made; empty, and so one of all others, without one. */
function callerNetwork({ clientAddress }: FunctionEnvironment, request: Request): string {
  const entries = (request.headers.get(clientAddress.header) ?? '').split(',');
  return networkOf(entries.at(-clientAddress.proxies) ?? '');
}

/** The same for anything that is counted on its own, e.g. the account that is asked about. */
export async function isSubjectWithinLimit(
  environment: FunctionEnvironment,
  counted: string,
  bucket: string,
  most: number,
  windowSec: number,
): Promise<boolean> {
  const bytes = new TextEncoder().encode(`${environment.addressSalt} ${counted}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const subject = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const input = { bucket, subject_hash: subject, most, window_seconds: windowSec };
  return (await callProcedure(environment, 'consume_rate_limit', input)) === true;
}
