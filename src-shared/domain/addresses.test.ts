import { describe, expect, it } from 'vitest';
import { hasControls, isPlainMailto, oneLineOf } from './addresses.ts';

const ENDS = ['\r\n', '\n', '\r', '\0', '\u0085', '\u2028', '\u2029', '\u000b', '\u007f'];
const escaped = (text: string) => encodeURIComponent(text);

describe('a mailto link', () => {
  it.each([
    'mailto:a@example.org',
    'MAILTO:a@example.org?subject=Hello%20there',
    'mailto:a@example.org,b@example.org?cc=c@example.org&body=One%0D%0ATwo%0AThree',
    'mailto:a@example.org?subject=100%25',
  ])('is plain: %s', (link) => expect(isPlainMailto(link)).toBe(true));

  it.each(ENDS.map((end) => [JSON.stringify(end), end]))('takes no header behind %s', (_name, end) => {
    for (const part of [end, escaped(end)]) {
      expect(isPlainMailto(`mailto:a@example.org${part}Bcc:x@evil.example`)).toBe(false);
      for (const field of ['subject', 'cc', 'bcc', 'Subject', '%73ubject'])
        expect(isPlainMailto(`mailto:a@example.org?${field}=x${part}Bcc:x@evil.example`)).toBe(false);
    }
  });

  it.each([
    'mailto:',
    'mailto:?subject=x',
    'mailto:a@example.org?attach=/etc/passwd',
    'mailto:a@example.org?%61ttach=/etc/passwd',
    'mailto:a@example.org?subject=%',
    'mailto:a@example.org?subject=%C3',
    'mailto:a@example.org?body=%00',
    'mailto:a@example.org#x',
    'javascript:a@example.org',
    ' mailto:a@example.org',
    'mailto:a@example.org\n',
  ])('is none: %j', (link) => expect(isPlainMailto(link)).toBe(false));
});

describe('a header', () => {
  it.each(ENDS.map((end) => [JSON.stringify(end), end]))('is one line in spite of %s', (_name, end) => {
    expect(hasControls(`Studio${end}Bcc: x@evil.example`)).toBe(true);
    expect(oneLineOf(`Studio${end}Bcc: x@evil.example${end}`)).toBe('Studio Bcc: x@evil.example');
  });
});
