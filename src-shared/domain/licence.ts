/** Facts of licences: the form of a key, and how long a token holds. */
export const LICENCE_KEY_PATTERN = /^SD(-[A-Z0-9]{5}){4}$/;
/** What a list shows of a key. */
export const LICENCE_PREFIX_LENGTH = 8;
/** A token holds so long without contact … */
export const LICENCE_TOKEN_DAYS = 14;
/** … and is then accepted for so long, with a notice. */
export const LICENCE_GRACE_DAYS = 7;
/** How far a clock may stand behind the latest time ever seen. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;
export const LICENCE_ISSUER = 'sounddesk';
/** Whom a token is for. */
export const LICENCE_AUDIENCE = 'sounddesk-device';
export const LICENCE_TRIAL_DAYS = 14;

export const LICENCE_PLATFORMS = ['windows', 'mac', 'linux'] as const;
export type LicencePlatform = (typeof LICENCE_PLATFORMS)[number];
/** What a key may be for; `desktop` is every platform. */
export const LICENCE_KEY_PLATFORMS = [...LICENCE_PLATFORMS, 'desktop'] as const;
export const LICENCE_PRODUCTS = ['desktop', 'web', 'api'] as const;
export const LICENCE_STATUSES = ['trial', 'active', 'expired', 'revoked'] as const;
export const LICENCE_TRIAL_DAY_OPTIONS = [7, 14, 30, 90] as const;
export const DEFAULT_LICENCE_TRIAL_DAYS = 7;
/** Noise cancellation a day without a licence (document 3, section 9: the Free tier). */
export const FREE_TIER_MINUTES_A_DAY = 30;

/** A key as people type or paste it, in its own form; null where it is none. */
export function parseLicenceKey(text: string): string | null {
  const key = text.trim().toUpperCase();
  return LICENCE_KEY_PATTERN.test(key) ? key : null;
}

/** The one key in a text, e.g. of a file or a mail; null where there is none, or several. */
export function findLicenceKey(text: string): string | null {
  const found = new Set(text.toUpperCase().match(/\bSD(?:-[A-Z0-9]{5}){4}\b(?!-)/g) ?? []);
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;
/** The largest multiple of 36 in a byte: what is above would make some letters likelier. */
const EVEN_LIMIT = 252;

/** A new key from random bytes; `randomBytes` gives as many as are asked for. */
export function createLicenceKey(randomBytes: (count: number) => Uint8Array): string {
  let letters = '';
  while (letters.length < GROUPS * GROUP_LENGTH) {
    for (const byte of randomBytes(32)) {
      if (byte < EVEN_LIMIT && letters.length < GROUPS * GROUP_LENGTH) letters += LETTERS[byte % 36];
    }
  }
  return ['SD', ...(letters.match(/.{5}/g) ?? [])].join('-');
}
