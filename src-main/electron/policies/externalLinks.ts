import { isPlainMailto } from '../../../src-shared/domain/addresses.ts';

const MAX_LINK_LENGTH = 2048;
const CONTROL_OR_SPACE = /[\u0000-\u0020\u007f-\u009f\u2028\u2029]/;

/**
 * The address that the system may be asked to open for a link in a page, or null. Only `https:` and
 * `mailto:`: every other scheme starts a program of the system with text that we did not write.
 */
export function externalLink(text: string): string | null {
  if (text.length > MAX_LINK_LENGTH || CONTROL_OR_SPACE.test(text)) return null;
  const url = URL.parse(text);
  if (url?.protocol === 'https:') return isPlainWebAddress(url) ? url.href : null;
  if (url?.protocol === 'mailto:') return isPlainMailto(url.href) ? url.href : null;
  return null;
}

/** `https://bank.example@evil.example` shows one name and goes to the other. */
function isPlainWebAddress(url: URL): boolean {
  return url.hostname !== '' && url.username === '' && url.password === '';
}
