/** The functions of supabase/functions, called in this process with the same handlers. */
import type { FunctionEnvironment } from '../functions/_shared/environment.ts';
import { makeActivateLicence, makeRefreshLicence, makeReleaseLicence } from '../functions/_shared/licence.ts';
import type { FunctionHandler } from './gateway.ts';
import type { Secrets } from './secrets.ts';

export interface FunctionsOptions {
  url: string;
  secrets: Secrets;
  nowMs: () => number;
}

export function createFunctions({
  url,
  secrets,
  nowMs,
}: FunctionsOptions): Readonly<Record<string, FunctionHandler>> {
  const environment: FunctionEnvironment = {
    url,
    serviceKey: secrets.serviceKey,
    licencePrivateJwk: secrets.licencePrivateJwk,
    addressSalt: secrets.addressSalt,
    nowMs,
  };
  return {
    'activate-license': makeActivateLicence(environment),
    'refresh-license': makeRefreshLicence(environment),
    'release-license': makeReleaseLicence(environment),
  };
}
