import { describe, expect, it } from 'vitest';
import { externalLink } from './externalLinks.ts';

describe('externalLink', () => {
  it.each([
    ['https://example.com/path?q=1#part', 'https://example.com/path?q=1#part'],
    ['HTTPS://Example.COM', 'https://example.com/'],
    ['mailto:help@example.com', 'mailto:help@example.com'],
    ['MailTo:help@example.com?subject=Hello', 'mailto:help@example.com?subject=Hello'],
  ])('allows %s', (text, expected) => {
    expect(externalLink(text)).toBe(expected);
  });

  it.each([
    ['no scheme', 'example.com'],
    ['plain http', 'http://example.com/'],
    ['a script in mixed case', 'jAvAsCrIpT:alert(1)'],
    ['a script with a tab in its scheme', 'java\tscript:alert(1)'],
    ['a script after a line break', '\njavascript:alert(1)'],
    ['a data address', 'data:text/html,hello'],
    ['a file', 'file:///usr/bin/xcalc'],
    ['a network share', '\\\\server\\share\\run.exe'],
    ['a search protocol', 'search-ms:query=x&crumb=location:\\\\evil\\share'],
    ['our own scheme', 'sounddesk-app://app/'],
    ['a user name before the host', 'https://bank.example@evil.example/'],
    ['a user name and a password', 'https://user:secret@evil.example/'],
    ['an encoded user name', 'https://bank.example%2Flogin@evil.example/'],
    ['a null byte', 'https://example.com/\0'],
    ['a line break', 'https://example.com/\r\nHost: evil'],
    ['a space', 'https://example.com/ --flag'],
    ['a mail without an address', 'mailto:'],
    ['a mail that attaches a file', 'mailto:a@example.com?attach=/etc/passwd'],
    ['a mail that attaches a file, in mixed case', 'mailto:a@example.com?subject=x&AttachMENT=/etc/passwd'],
    ['a mail with a header in its subject', 'mailto:a@example.com?subject=x%0D%0ABcc:b@evil.example'],
    ['a mail with a header in its address', 'mailto:a@example.com%0d%0aBcc:b@evil.example'],
    ['a mail with a line separator', 'mailto:a@example.com?cc=x%E2%80%A8b@evil.example'],
    ['a mail with a null byte', 'mailto:a@example.com?body=x%00'],
    ['a link of three thousand characters', `https://example.com/${'a'.repeat(3000)}`],
  ])('refuses %s', (_name, text) => {
    expect(externalLink(text)).toBeNull();
  });
});
