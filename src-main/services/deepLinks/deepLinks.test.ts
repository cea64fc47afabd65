import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { addressOfDocument, findAddress, parseDeepLink } from './index.ts';

describe('parseDeepLink', () => {
  it.each([
    ['sounddesk://open/landing', ROUTES.landing],
    ['sounddesk://open/sounddesk-dashboard', ROUTES.dashboard],
    ['SoundDesk://open/sounddesk-dashboard', ROUTES.dashboard],
  ])('reads %s', (link, route) => {
    expect(parseDeepLink(link)).toBe(route);
  });

  it.each([
    'sounddesk://open/gallery',
    'sounddesk://open/',
    'sounddesk://open',
    'sounddesk://landing',
    'sounddesk:landing',
    'sounddesk:///landing',
    'sounddesk://evil/landing',
    'sounddesk://open:80/landing',
    'sounddesk://user@open/landing',
    'sounddesk://open@evil/landing',
    'sounddesk://open/landing?next=https://evil.example',
    'sounddesk://open/landing#x',
    'sounddesk://open/landing/',
    'sounddesk://open//landing',
    'sounddesk://open/landing%00',
    'sounddesk://open/%6canding',
    'sounddesk://open/..%2flanding',
    'sounddesk://open\\landing',
    'sounddesk://open/toString',
    'sounddesk-app://app/landing',
    'https://open/landing',
    'javascript:alert(1)',
    'file:///landing',
    `sounddesk://open/${'a'.repeat(1000)}`,
    '--flag',
    '',
  ])('refuses %j', (link) => {
    expect(parseDeepLink(link)).toBeNull();
  });

  it('resolves dot segments before it looks, so that they reach nothing new', () => {
    expect(parseDeepLink('sounddesk://open/a/../landing')).toBe(ROUTES.landing);
    expect(parseDeepLink('sounddesk://open/../../etc/passwd')).toBeNull();
  });
});

describe('findAddress', () => {
  it('finds the link among the arguments of a program', () => {
    expect(findAddress(['/usr/bin/sounddesk', '--no-sandbox', 'sounddesk://open/landing'])).toBe(
      ROUTES.landing,
    );
  });

  it('answers null where there is none', () => {
    expect(findAddress(['/usr/bin/sounddesk', 'sounddesk://open/nowhere'])).toBeNull();
  });
});

describe('addressOfDocument', () => {
  it.each([
    [
      '/home/a/Recordings/2026-01-02 Talk/take.json',
      `${ROUTES.recordingStudio}?take=2026-01-02%20Talk&do=show`,
    ],
    [
      'file:///home/a/Recordings/T%C3%A4glich/take.json',
      `${ROUTES.recordingStudio}?take=T%C3%A4glich&do=show`,
    ],
    ['/data/projects/p-1/project.journal', `${ROUTES.videoEditor}?project=p-1`],
    ['/data/projects/p&x=1/project.journal', `${ROUTES.videoEditor}?project=p%26x%3D1`],
  ])('leads from %s to its screen', (file, address) => {
    expect(addressOfDocument(file)).toBe(address);
  });

  it.each([
    '/home/a/package.json',
    '/home/a/mytake.json',
    'file://elsewhere/share/take.json',
    'file:///%zz/take.json',
    'constructor',
    '',
  ])('knows no screen for %j', (file) => {
    expect(addressOfDocument(file)).toBeNull();
  });

  it('is found among the arguments of a program', () => {
    expect(findAddress(['/usr/bin/sounddesk', '--no-sandbox', '/data/p-1/project.journal'])).toBe(
      `${ROUTES.videoEditor}?project=p-1`,
    );
  });
});
