import { describe, expect, it } from 'vitest';
import { createScrub } from './scrub.ts';

const scrub = createScrub({
  folders: ['/home/maria', 'C:\\Users\\Maria Meyer', '/srv/data-of-sounddesk'],
  names: [
    { name: 'maria', instead: '[user]' },
    { name: 'marias-desk', instead: '[computer]' },
    { name: 'x', instead: '[never]' },
  ],
  secrets: ['hunter-two'],
});

/** Built from parts, so that no scanner of repositories takes them for keys that were lost. */
const KEYS = [
  ['a JWT', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${'c2lnbmF0dXJl'.repeat(2)}`],
  ['a provider key', `sk-${'proj-Ab12'.repeat(5)}`],
  ['a short provider key', `sk_${'abcdefgh'}`],
  ['a gateway key', `psfaba_live_${'a1b2c3d4'.repeat(4)}`],
  ['a license key', 'SD-ABCDE-FGHJK-LMNPQ-RSTUV'],
  ['a token of the host', 'Xy3_9aQ0-bbCdEfGhIjKlMnOpQrStUvW'],
  ['a hash', 'd2a84f4b8b650937ec8f73cd8be2c74add5a911ba64df27458ed8229da804a26'],
  ['base 64', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC/BKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj='],
  ['an e-mail', 'maria.meyer+studio@mail.example.co.uk'],
  ['an e-mail with umlauts', 'jörg.müller@büro.example'],
  ['an id', '8d9f0c56-3f1e-4a6c-9f4e-2a0c7d1b5e11'],
  ['an address of the network', '192.168.178.23'],
  ['a hardware address', 'a4:83:e7:2b:19:f0'],
  ['what was named a secret', 'hunter-two'],
  ['a private key', '-----BEGIN PRIVATE KEY-----\nMIIE\nvQIB\n-----END PRIVATE KEY-----'],
  ['a private key that is cut off', '-----BEGIN RSA PRIVATE KEY-----\nMIIEvQ'],
] as const;

describe('what is taken out', () => {
  it.each(KEYS)('%s', (_what, secret) => {
    for (const text of [
      secret,
      `before ${secret} after`,
      `"${secret}"`,
      `{"a":"${secret}","b":1}`,
      `(${secret})`,
    ]) {
      expect(scrub(text), text).not.toContain(secret);
      for (const line of secret.split('\n').filter((part) => !part.startsWith('-----')))
        expect(scrub(text), text).not.toContain(line);
    }
  });

  it.each([
    ['password=geheim1', 'geheim1'],
    ['{"password":"ge heim\\"1"}', 'heim'],
    ['{\\"apiKey\\":\\"geheim1\\"}', 'geheim1'],
    ["api_key: 'geheim1'", 'geheim1'],
    ['Authorization: Bearer geheim1', 'geheim1'],
    ['authorization: Basic Z2VoZWlt', 'Z2VoZWlt'],
    ['https://maria:geheim1@host.example/x', 'geheim1'],
    ['http://127.0.0.1:47800/sounddesk-dashboard#token=geheim1', 'geheim1'],
    ['https://host.example/cb?code=geheim1&x=1', 'geheim1'],
    ['Set-Cookie: geheim1', 'geheim1'],
  ])('%s', (text, secret) => {
    expect(scrub(text)).not.toContain(secret);
  });

  it.each([
    ["ENOENT: open '/home/maria/Music/My talk with Bob.wav'", "ENOENT: open '~/…'"],
    ['{"path":"C:\\\\Users\\\\Maria Meyer\\\\talk.wav"}', '{"path":"~/…"}'],
    ['/Users/bob/Movies', '~/…'],
    ['/home/somebody-else', '~'],
    ['/srv/data-of-sounddesk/takes/Bob', '~/…'],
    ['at run (/home/maria/app/src-main/core/index.ts:12:3)', 'at run (~/…/index.ts:12:3)'],
    [
      'file:///home/maria/app/x.mjs:1:2\\n  at y (/root/z.js:3:4)',
      'file://~/…/x.mjs:1:2\\n  at y (~/…/z.js:3:4)',
    ],
    ['user Maria on marias-desk', 'user [user] on [computer]'],
  ])('%s becomes %s', (text, clean) => {
    expect(scrub(text)).toBe(clean);
  });
});

describe('what stays', () => {
  it.each([
    'latency p50 23.4 ms, p99 24.1 ms, 0 of 145800 frames missed',
    'ENGINE_UNAVAILABLE: the addon is not built. Run "npm start" once: it says what is missing.',
    'the host listens {"port":47800,"pid":4711}',
    'http://127.0.0.1:47800/sounddesk-dashboard',
    'linux 6.8.0-45-generic x64, Node 24.21.0, 2026-11-21T14:00:00.000Z',
    'src-main/services/engine/process/main.ts:120:11',
    'DEVICE_UNAVAILABLE after 3 tries in the PulseAudio server, x stays',
  ])('%s', (text) => {
    expect(scrub(text)).toBe(text);
  });
});
