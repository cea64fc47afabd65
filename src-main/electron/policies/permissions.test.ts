import { describe, expect, it } from 'vitest';
import { isPermissionGranted, mayAskForDisplay } from './permissions.ts';

const OURS = {
  permission: 'media',
  requestingUrl: 'sounddesk-app://app/sounddesk-dashboard',
  isMainFrame: true,
};

describe('isPermissionGranted', () => {
  it.each([
    'media',
    'speaker-selection',
    'clipboard-sanitized-write',
    'fullscreen',
    'screen-wake-lock',
    'notifications',
  ])('grants %s to our own page', (permission) => {
    expect(isPermissionGranted({ ...OURS, permission })).toBe(true);
  });

  it.each([
    'geolocation',
    'midi',
    'midiSysex',
    'hid',
    'usb',
    'serial',
    'openExternal',
    'clipboard-read',
    'display-capture',
    'fileSystem',
    'pointerLock',
    'keyboardLock',
    'local-network-access',
    'window-management',
    'unknown',
    'constructor',
    'Media',
    '',
  ])('refuses %j even to our own page', (permission) => {
    expect(isPermissionGranted({ ...OURS, permission })).toBe(false);
  });

  it.each([
    ['a sub-frame', { ...OURS, isMainFrame: false }],
    ['a foreign page', { ...OURS, requestingUrl: 'https://evil.example/' }],
    ['a page without an address', { ...OURS, requestingUrl: undefined }],
    ['another host of our scheme', { ...OURS, requestingUrl: 'sounddesk-app://evil/' }],
    ['a file', { ...OURS, requestingUrl: 'file:///tmp/a.html' }],
    ['a data: document', { ...OURS, requestingUrl: 'data:text/html,x' }],
    ['a blob of our origin', { ...OURS, requestingUrl: 'blob:sounddesk-app://app/1' }],
    ['our address behind a user name', { ...OURS, requestingUrl: 'sounddesk-app://app@evil.example/' }],
    ['a frame embedded by a foreign page', { ...OURS, embeddingOrigin: 'https://evil.example' }],
  ])('refuses media to %s', (_name, question) => {
    expect(isPermissionGranted(question)).toBe(false);
  });
});

describe('mayAskForDisplay', () => {
  const frame = { origin: 'sounddesk-app://app', isMainFrame: true };

  it('asks for our own page after a click', () => {
    expect(mayAskForDisplay({ frame, hasUserGesture: true })).toBe(true);
    expect(mayAskForDisplay({ frame: { ...frame, origin: `${frame.origin}/` }, hasUserGesture: true })).toBe(
      true,
    );
  });

  it.each([
    ['without a click', { frame, hasUserGesture: false }],
    ['for a sub-frame', { frame: { ...frame, isMainFrame: false }, hasUserGesture: true }],
    ['for a foreign page', { frame: { ...frame, origin: 'https://evil.example' }, hasUserGesture: true }],
    ['for an opaque origin', { frame: { ...frame, origin: 'null' }, hasUserGesture: true }],
    ['for a frame that has gone', { frame: null, hasUserGesture: true }],
  ])('does not ask %s', (_name, question) => {
    expect(mayAskForDisplay(question)).toBe(false);
  });
});
