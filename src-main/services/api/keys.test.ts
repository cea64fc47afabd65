import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { createApiKeys } from './keys.ts';

const DAY_MS = 86_400_000;
const silent = { info: () => undefined, error: () => undefined };

function rig() {
  const path = join(temporaryDir(), 'keys.json');
  const clock = { now: 1_790_000_000_000, nowMs: () => clock.now };
  let next = 0;
  const open = () => createApiKeys({ path, clock, createId: () => `key-${(next += 1)}`, log: silent });
  return { path, clock, open, keys: open() };
}

describe('keys of this computer', () => {
  it('are kept as a hash, in a file of this user alone, over restarts', () => {
    const { path, open, keys } = rig();
    const key = keys.create({ name: 'Deck', scopes: ['read', 'control'], validDays: null });
    expect(readFileSync(path, 'utf8')).not.toContain(key);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(open().check(key)).toMatchObject({ name: 'Deck', scopes: ['read', 'control'] });
    expect(keys.list()[0]).toMatchObject({ ending: key.slice(-4), status: 'active' });
  });

  it('end with their day, with their revocation, and with their removal', () => {
    const { clock, keys } = rig();
    const [short, revoked, removed] = ['a', 'b', 'c'].map((name) =>
      keys.create({ name, scopes: ['read'], validDays: name === 'a' ? 1 : null }),
    ) as [string, string, string];
    clock.now += DAY_MS - 1;
    expect(keys.check(short)).toMatchObject({ name: 'a' });
    clock.now += 1;
    expect(keys.check(short)).toBe('expired');
    keys.revoke('key-2');
    expect(keys.check(revoked)).toBe('revoked');
    keys.remove('key-3');
    expect(keys.check(removed)).toBe('unknown');
    expect(keys.check('sdk_other')).toBe('unknown');
  });

  it('remember their last use', () => {
    const { clock, open, keys } = rig();
    const key = keys.create({ name: 'a', scopes: ['read'], validDays: null });
    expect(keys.list()[0]?.lastUsedAtMs).toBeNull();
    keys.check(key);
    expect(open().list()[0]?.lastUsedAtMs).toBe(clock.now);
  });

  it('are none where the file is damaged or others could read it', () => {
    const { path, open, keys } = rig();
    const key = keys.create({ name: 'a', scopes: ['read'], validDays: null });
    writeFileSync(path, '{"version":1', { mode: 0o600 });
    expect(open().check(key)).toBe('unknown');
  });
});
