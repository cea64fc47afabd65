import { describe, expect, it } from 'vitest';
import { ACCOUNT_SETTINGS, readHostedProject } from './hostedProject.ts';

const env = (url?: string, key?: string) => ({ [ACCOUNT_SETTINGS.url]: url, [ACCOUNT_SETTINGS.key]: key });
const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

describe('the settings of a hosted project', () => {
  it('name none where both are missing or empty', () => {
    expect(readHostedProject({})).toBeNull();
    expect(readHostedProject(env(' ', ''))).toBeNull();
  });

  it('name the project of the address, without a path', () => {
    const anonKey = jwt({ role: 'anon' });
    expect(readHostedProject(env('https://abc.supabase.co/', ` ${anonKey}\n`))).toEqual({
      kind: 'project',
      url: 'https://abc.supabase.co',
      anonKey,
      isOnThisMachine: false,
    });
    expect(readHostedProject(env('http://127.0.0.1:54321', 'sb_publishable_x'))).not.toBeNull();
  });

  it.each([
    ['one of the two', env('https://abc.supabase.co'), 'needs two settings'],
    ['no address', env('abc', 'key'), "must be the project's address"],
    ['an unencrypted address elsewhere', env('http://abc.example', 'key'), "must be the project's address"],
    ['a service key', env('https://abc.supabase.co', jwt({ role: 'service_role' })), 'service key'],
    ['a secret key', env('https://abc.supabase.co', 'sb_secret_abc'), 'service key'],
  ])('are refused where there is %s', (_name, settings, reason) => {
    expect(() => readHostedProject(settings)).toThrow(reason);
  });
});
