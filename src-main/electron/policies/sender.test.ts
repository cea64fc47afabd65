import { describe, expect, it } from 'vitest';
import { isTrustedSender } from './sender.ts';

const OURS = { origin: 'sounddesk-app://app', url: 'sounddesk-app://app/landing', isMainFrame: true };

describe('isTrustedSender', () => {
  it('trusts the main frame of our own page', () => {
    expect(isTrustedSender(OURS)).toBe(true);
  });

  it.each([
    ['a frame that has gone', null],
    ['a sub-frame of our own origin', { ...OURS, isMainFrame: false }],
    ['a foreign origin', { ...OURS, origin: 'https://evil.example', url: 'https://evil.example/' }],
    ['a foreign origin under our address', { ...OURS, origin: 'https://evil.example' }],
    ['a sandboxed or data: document', { ...OURS, origin: 'null' }],
    ['another host of our scheme', { ...OURS, origin: 'sounddesk-app://evil', url: 'sounddesk-app://evil/' }],
    ['an about:blank child that inherits our origin', { ...OURS, url: 'about:blank' }],
    ['a file', { ...OURS, origin: 'file://', url: 'file:///etc/passwd' }],
    ['an origin that only begins like ours', { ...OURS, origin: 'sounddesk-app://app.evil.example' }],
    ['an address with a user in it', { ...OURS, url: 'sounddesk-app://app@evil/' }],
    ['an address with a port', { ...OURS, url: 'sounddesk-app://app:81/' }],
    ['an empty address', { ...OURS, url: '' }],
  ])('refuses %s', (_name, frame) => {
    expect(isTrustedSender(frame)).toBe(false);
  });
});
