/** What the licence service asks of the account server: functions, by HTTPS or on this machine. */
import { z } from 'zod';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { ownLicenceSchema, type OwnLicence } from '../../../src-shared/contract/licence.ts';
import type { BackendAddress } from '../ports.ts';
import { publicKeySchema } from './issuers.ts';
import { checkedUrl, postToBackend, unreachable } from './post.ts';

const answerSchema = z.discriminatedUnion('success', [
  z.object({ success: z.literal(true), data: z.unknown() }),
  z.object({ success: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
]);
const tokenSchema = z.object({ token: z.string().max(4000) });
const keysSchema = z.object({
  keys: z.array(publicKeySchema).min(1).max(4),
});
const licencesSchema = z.object({ licences: z.array(ownLicenceSchema) });

export type IssuerKeys = z.infer<typeof keysSchema>['keys'];

export interface LicenceServer {
  readonly url: string;
  /** Calls a function that answers with a token for this device. */
  askToken(name: string, input: object, accessToken?: string): Promise<string>;
  readIssuerKeys(): Promise<IssuerKeys>;
  listOwn(accessToken: string): Promise<OwnLicence[]>;
  release(token: string, deviceId: string): Promise<void>;
  releaseActivation(accessToken: string, activationId: string): Promise<void>;
}

/** Why the server said no, as `LICENCE_REFUSED` carries it in `details.reason`. */
export function refusalReason(error: unknown): string | null {
  if (!(error instanceof RpcError) || error.code !== 'LICENCE_REFUSED') return null;
  return typeof error.details?.reason === 'string' ? error.details.reason : null;
}

export function createLicenceServer(address: BackendAddress): LicenceServer {
  const url = checkedUrl(address.url);

  const post = (path: string, input: object, accessToken?: string) =>
    postToBackend(address, path, input, accessToken);

  async function callFunction<S extends z.ZodType>(
    name: string,
    input: object,
    schema: S,
    accessToken?: string,
  ): Promise<z.infer<S>> {
    const response = await post(`/functions/v1/${name}`, input, accessToken);
    const body = answerSchema.safeParse(await response.json().catch(() => null));
    if (body.success && !body.data.success) {
      const { code, message } = body.data.error;
      throw new RpcError('LICENCE_REFUSED', message, { details: { reason: code } });
    }
    const data = body.success && body.data.success ? schema.safeParse(body.data.data) : null;
    if (data?.success) return data.data;
    throw unreachable(url, new Error(`${name} answered ${response.status} in no known form`));
  }

  return {
    url,
    askToken: async (name, input, accessToken) =>
      (await callFunction(name, input, tokenSchema, accessToken)).token,
    readIssuerKeys: async () => (await callFunction('license-issuer', {}, keysSchema)).keys,
    listOwn: async (accessToken) =>
      (await callFunction('my-licenses', {}, licencesSchema, accessToken)).licences,
    release: async (token, deviceId) => {
      await callFunction('release-license', { token, deviceId }, z.unknown());
    },
    async releaseActivation(accessToken, activationId) {
      const response = await post(
        '/rest/v1/rpc/deactivate_license_device',
        { activation: activationId },
        accessToken,
      );
      if (response.ok) return;
      const body = (await response.json().catch(() => null)) as { message?: unknown } | null;
      if (response.status >= 500 || typeof body?.message !== 'string')
        throw unreachable(url, new Error(`the answer was ${response.status}`));
      throw new RpcError('LICENCE_REFUSED', body.message, { details: { reason: 'NOT_RELEASED' } });
    },
  };
}
