import { timingSafeEqual } from 'node:crypto';
import { API_KEY_PATTERN } from '../../../src-shared/domain/apiKeys.ts';
import type { ApiKeys, LiveKey } from './keys.ts';
import type { OrganizationKeys } from './organizationKeys.ts';
import { OWNER } from './ownerKey.ts';
import { ApiError } from './reply.ts';

const WHY = {
  unknown: 'This key is not known here.',
  expired: 'This key has expired: make another in Settings.',
  revoked: 'This key was revoked.',
};

/** Whose key a header has: the owner's, one of this computer, or of an organization. Who has none learns nothing else. */
export async function authorize(
  {
    keys,
    organizationKeys,
    ownerKey,
  }: { keys: ApiKeys; organizationKeys: OrganizationKeys; ownerKey: string },
  header: string | undefined,
): Promise<LiveKey> {
  const [, key] = /^Bearer ([!-~]{1,500})$/i.exec(header ?? '') ?? [];
  if (key === undefined) throw new ApiError('UNAUTHENTICATED', 'Send a key: Authorization: Bearer …');
  if (isSame(key, ownerKey)) return OWNER;
  if (API_KEY_PATTERN.test(key)) return await organizationKeys.check(key);
  const found = keys.check(key);
  if (typeof found === 'string') throw new ApiError('UNAUTHENTICATED', WHY[found]);
  return found;
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
