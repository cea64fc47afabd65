import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { RpcError } from '../../../../src-shared/contract/errors.ts';
import type { ClientId, Tokens } from '../accountRecord.ts';
import { askPlatform, shorten, type PlatformAnswer } from '../askPlatform.ts';
import type { PlatformDriver } from '../driver.ts';
import { isProblem, platformError } from '../platformErrors.ts';
import type { PlatformAddresses } from '../platforms.ts';

const SCOPE = 'https://www.googleapis.com/auth/youtube.force-ssl';
const AGREES_WITHIN_MS = 15 * 60_000;

const tokenSchema = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  /** Not with a refresh. */
  refresh_token: z.string().optional(),
});
const refusalSchema = z.object({ error: z.string(), error_description: z.string().optional() });

type SignIn = Pick<PlatformDriver, 'signIn' | 'refresh' | 'revoke'>;

/** Google's grant for installed apps (RFC 8252): the answer comes to a port of this machine, bound to this request by PKCE. */
export function createLoopbackGrant(addresses: PlatformAddresses['youtube'], nowMs: () => number): SignIn {
  const post = <S extends z.ZodType>(
    url: string,
    form: Record<string, string>,
    schema: S,
    signal?: AbortSignal,
  ) =>
    askPlatform({
      platform: 'youtube' as const,
      url: new URL(url),
      method: 'POST' as const,
      form,
      schema,
      signal,
      explain,
    });

  return {
    async signIn(client, { onPrompt, signal }) {
      const state = randomBytes(24).toString('base64url');
      const verifier = randomBytes(48).toString('base64url');
      const door = await openDoor(state, AbortSignal.any([signal, AbortSignal.timeout(AGREES_WITHIN_MS)]));
      try {
        onPrompt({
          link: consentLink(addresses.consent, client, door.address, { state, verifier }),
          code: null,
        });
        const code = await door.code;
        const form = {
          ...clientForm(client),
          code,
          code_verifier: verifier,
          grant_type: 'authorization_code',
          redirect_uri: door.address,
        };
        const answer = await post(addresses.token, form, tokenSchema, signal);
        if (!answer.refresh_token) throw platformError('youtube', 'accountFailed', { status: 200 });
        return toTokens(answer, answer.refresh_token, nowMs());
      } finally {
        door.close();
      }
    },
    async refresh(client, refreshToken) {
      const form = { ...clientForm(client), grant_type: 'refresh_token', refresh_token: refreshToken };
      try {
        const answer = await post(addresses.token, form, tokenSchema);
        return toTokens(answer, answer.refresh_token ?? refreshToken, nowMs());
      } catch (error) {
        // Google says `invalid_grant`.
        if (isProblem(error, 'accountForbidden') || isProblem(error, 'accountUnauthorized'))
          throw platformError('youtube', 'accountRevoked', {}, error);
        throw error;
      }
    },
    async revoke(_, { refreshToken }) {
      await post(addresses.revoke, { token: refreshToken }, z.unknown());
    },
  };
}

const clientForm = ({ id, secret }: ClientId) => ({
  client_id: id,
  ...(secret !== null && { client_secret: secret }),
});

const toTokens = (answer: z.infer<typeof tokenSchema>, refreshToken: string, nowMs: number): Tokens => ({
  accessToken: answer.access_token,
  refreshToken,
  expiresAtMs: nowMs + answer.expires_in * 1000,
});

function consentLink(
  base: string,
  client: ClientId,
  redirect: string,
  { state, verifier }: { state: string; verifier: string },
): string {
  const url = new URL(base);
  const fields = {
    client_id: client.id,
    redirect_uri: redirect,
    response_type: 'code',
    scope: SCOPE,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

/** Waits on a port of this machine for the browser that comes back from Google. */
async function openDoor(state: string, signal: AbortSignal) {
  const { promise: code, resolve, reject } = Promise.withResolvers<string>();
  // Anyone who closes first does not wait for it.
  code.catch(() => undefined);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isOurs = url.pathname === '/' && url.searchParams.get('state') === state;
    const given = isOurs ? url.searchParams.get('code') : null;
    const refusal = isOurs ? url.searchParams.get('error') : null;
    const words = given ? AGREED : refusal ? DENIED : NOT_OURS;
    response.writeHead(given || refusal ? 200 : 404, HEADERS).end(words);
    if (given) resolve(given);
    else if (refusal) reject(platformError('youtube', 'accountDenied'));
  });
  signal.addEventListener('abort', () => reject(platformError('youtube', 'accountCodeExpired')));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { code, address: `http://127.0.0.1:${portOf(server)}`, close: () => void server.close() };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

const HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // The answer holds a code, which is good for nothing without the secret of this request.
  'referrer-policy': 'no-referrer',
  connection: 'close',
};
const AGREED = 'SoundDesk is connected to your YouTube account. You can close this tab.';
const DENIED = 'SoundDesk was not connected. You can close this tab.';
const NOT_OURS = 'Nothing is here.';

function explain({ status, body }: PlatformAnswer): RpcError | null {
  const parsed = refusalSchema.safeParse(body);
  if (status >= 500 || !parsed.success) return null;
  const { error, error_description: words } = parsed.data;
  return platformError('youtube', 'accountForbidden', { reason: shorten(words ?? error) });
}
