/** Who calls a function: the auth server's word, never the token's alone. */
import { decodeJwt } from 'jose';
import { z } from 'zod';
import type { FunctionEnvironment } from './environment.ts';

const userSchema = z.object({
  id: z.uuid(),
  app_metadata: z.record(z.string(), z.unknown()).default({}),
});

export interface Caller {
  userId: string;
  /** By the token's claim and by the table that the claim came from. */
  isSuperAdmin: boolean;
}

/** The signed-in caller; null where the token is missing, over, or of nobody. */
export async function readCaller(environment: FunctionEnvironment, request: Request): Promise<Caller | null> {
  const token = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!token) return null;
  const response = await environment.fetch(`${environment.url}/auth/v1/user`, {
    headers: { apikey: environment.serviceKey, authorization: `Bearer ${token}` },
  });
  if (response.status >= 500) throw new Error(`the auth server answered ${response.status}`);
  if (!response.ok) return null;
  const user = userSchema.safeParse(await response.json());
  if (!user.success) return null;
  return {
    userId: user.data.id,
    isSuperAdmin: user.data.app_metadata.super_admin === true && claimsSuperAdmin(token),
  };
}

/** Called after the auth server has taken the token: its signature is good. */
function claimsSuperAdmin(token: string): boolean {
  const { app_metadata: metadata } = decodeJwt<{ app_metadata?: { super_admin?: unknown } }>(token);
  return metadata?.super_admin === true;
}
