import { beforeEach, describe, expect, it } from 'vitest';
import { writeConsent } from './consent.ts';
import {
  followReferral,
  forgetReferral,
  isReferralKept,
  keepReferral,
  markAffiliateBrowser,
  readAffiliateBrowser,
  readReferral,
  unkeepReferral,
} from './referral.ts';

const DAY_MS = 86_400_000;
const CODE = 'SDAB12CD';
let storage: Storage;

beforeEach(() => {
  const kept = new Map<string, string>();
  storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
  forgetReferral(storage);
});

describe('a link that was followed', () => {
  it('is known to the page, and kept nowhere without consent', () => {
    followReferral(CODE, storage, 1000);
    expect(readReferral(storage, 2000)).toEqual({ code: CODE, seenAtMs: 1000 });
    expect(isReferralKept(storage)).toBe(false);
  });

  it('is kept where preferences were agreed to, or where one agrees to just this', () => {
    writeConsent(storage, { preferences: true, analytics: false, decidedAtMs: Date.now() });
    followReferral(CODE, storage, 1000);
    expect(isReferralKept(storage)).toBe(true);
    forgetReferral(storage);
    writeConsent(storage, { preferences: false, analytics: true, decidedAtMs: Date.now() });
    followReferral(CODE, storage, 1000);
    expect(isReferralKept(storage)).toBe(false);
    keepReferral(storage);
    expect(isReferralKept(storage)).toBe(true);
    unkeepReferral(storage);
    expect(isReferralKept(storage)).toBe(false);
    expect(readReferral(storage, 1000)?.code).toBe(CODE);
  });

  it('is forgotten after 60 days', () => {
    followReferral(CODE, storage, 0);
    keepReferral(storage);
    expect(readReferral(storage, 60 * DAY_MS)).not.toBeNull();
    expect(readReferral(storage, 60 * DAY_MS + 1)).toBeNull();
    expect(isReferralKept(storage)).toBe(false);
  });

  it.each([null, '', 'SD123', 'sdab12cd', 'SDAB12CD<script>'])('is none with the code %j', (code) => {
    followReferral(code, storage, 0);
    expect(readReferral(storage, 0)).toBeNull();
  });

  it.each(['{', '7', '{"code":7,"seenAtMs":1}', '{"code":"SDAB12CD","seenAtMs":"1"}'])(
    'is none where %s is kept',
    (kept) => {
      storage.setItem('sounddesk.referral', kept);
      expect(readReferral(storage, 0)).toBeNull();
    },
  );

  it('is known to the page where the browser keeps nothing', () => {
    const closed = {
      getItem: () => {
        throw new Error('closed');
      },
      setItem: () => {
        throw new Error('closed');
      },
      removeItem: () => {
        throw new Error('closed');
      },
    } as unknown as Storage;
    followReferral(CODE, closed, 0);
    keepReferral(closed);
    expect(readReferral(closed, 0)?.code).toBe(CODE);
    expect(markAffiliateBrowser(closed)).toBeNull();
  });
});

it('a browser is marked once, where an affiliate is signed in', () => {
  expect(readAffiliateBrowser(storage)).toBeNull();
  const mark = markAffiliateBrowser(storage);
  expect(mark).toMatch(/^[0-9a-f-]{36}$/);
  expect(markAffiliateBrowser(storage)).toBe(mark);
});
