import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { RpcError } from '../../../../src-shared/contract/errors.ts';
import type { ClientId, Tokens } from '../accountRecord.ts';
import { askPlatform, shorten, type PlatformAnswer } from '../askPlatform.ts';
import type { Access, PlatformDriver } from '../driver.ts';
import { isProblem, platformError, problemOf } from '../platformErrors.ts';

const SCOPES = [
  'channel:read:stream_key',
  'channel:manage:broadcast',
  'user:read:chat',
  'user:write:chat',
  'moderator:manage:chat_messages',
  'moderator:manage:banned_users',
].join(' ');
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** RFC 8628, 3.5. */
const SLOW_DOWN_SEC = 5;

const deviceSchema = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.url({ protocol: /^https?$/ }),
  expires_in: z.number(),
  interval: z.number(),
});
const tokenSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
});
const refusalSchema = z.object({ message: z.string() });

type SignIn = Pick<PlatformDriver, 'signIn' | 'refresh' | 'revoke'>;

/** Twitch's device code grant: a public client without a secret. */
export function createDeviceGrant(base: string, nowMs: () => number): SignIn {
  const post = <S extends z.ZodType>(
    path: string,
    form: Record<string, string>,
    schema: S,
    signal?: AbortSignal,
  ) =>
    askPlatform({
      platform: 'twitch' as const,
      url: new URL(path, base),
      method: 'POST' as const,
      form,
      schema,
      signal,
      explain,
    });
  const toTokens = (answer: z.infer<typeof tokenSchema>): Tokens => ({
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresAtMs: nowMs() + answer.expires_in * 1000,
  });

  return {
    async signIn({ id }, { onPrompt, signal }) {
      const device = await post('device', { client_id: id, scopes: SCOPES }, deviceSchema, signal);
      onPrompt({ link: device.verification_uri, code: device.user_code });
      const endMs = nowMs() + device.expires_in * 1000;
      let everySec = device.interval;
      while (nowMs() < endMs) {
        await sleep(everySec * 1000, undefined, { signal });
        const form = {
          client_id: id,
          scopes: SCOPES,
          grant_type: DEVICE_GRANT,
          device_code: device.device_code,
        };
        try {
          return toTokens(await post('token', form, tokenSchema, signal));
        } catch (error) {
          const reason = String(problemOf(error)?.values.reason ?? '');
          if (/slow_down/i.test(reason)) everySec += SLOW_DOWN_SEC;
          else if (/access_denied/i.test(reason)) throw platformError('twitch', 'accountDenied');
          else if (/invalid device code/i.test(reason)) break;
          else if (!/authorization_pending/i.test(reason) && !isPassing(error)) throw error;
        }
      }
      throw platformError('twitch', 'accountCodeExpired');
    },
    async refresh(client, refreshToken) {
      const form = { client_id: client.id, grant_type: 'refresh_token', refresh_token: refreshToken };
      try {
        return toTokens(await post('token', withSecret(form, client), tokenSchema));
      } catch (error) {
        if (isProblem(error, 'accountForbidden') || isProblem(error, 'accountUnauthorized'))
          throw platformError('twitch', 'accountRevoked', {}, error);
        throw error;
      }
    },
    async revoke({ id }, { accessToken }) {
      await post('revoke', { client_id: id, token: accessToken }, z.unknown());
    },
  };
}

/** As Twitch asks every program to do hourly. */
export async function validateToken(base: string, { accessToken }: Access): Promise<void> {
  await askPlatform({
    platform: 'twitch',
    url: new URL('validate', base),
    schema: z.unknown(),
    headers: { authorization: `OAuth ${accessToken}` },
    explain: ({ status }) => (status === 401 ? platformError('twitch', 'accountUnauthorized') : null),
  });
}

/** A moment without a network, or a fault of Twitch: it must not end the sign-in. */
const isPassing = (error: unknown) =>
  isProblem(error, 'accountUnreachable') || isProblem(error, 'accountFailed');

const withSecret = (form: Record<string, string>, { secret }: ClientId) =>
  secret === null ? form : { ...form, client_secret: secret };

function explain({ status, body }: PlatformAnswer): RpcError | null {
  const parsed = refusalSchema.safeParse(body);
  if (status >= 500 || !parsed.success) return null;
  return platformError('twitch', 'accountForbidden', { reason: shorten(parsed.data.message) });
}
