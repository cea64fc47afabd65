import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { appUrl } from './origin.ts';
import { decideNavigation, decideNewWindow } from './navigation.ts';

const HOSTILE = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '  javascript:alert(1)',
  'data:text/html,<script>1</script>',
  'DATA:text/html;base64,PHNjcmlwdD4=',
  'file:///etc/passwd',
  'FILE:///C:/Windows/System32/calc.exe',
  'blob:sounddesk-app://app/0a1b',
  'about:blank',
  'view-source:https://example.com',
  'chrome://settings',
  'devtools://devtools/bundled/inspector.html',
  'http://example.com/',
  'ftp://example.com/',
  'ws://127.0.0.1:4000/',
  'smb://server/share',
  'ms-msdt:/id PCWDiagnostic',
  'sounddesk://open/landing',
  'sounddesk-app://evil/index.html',
  'sounddesk-app://app.evil.example/',
  'sounddesk-app://user@app/',
  'sounddesk-app://app:8080/',
  'sounddesk-app:app/index.html',
  'https://',
  'not an address',
  '',
];

describe('decideNavigation', () => {
  it.each(HOSTILE)('denies %j', (url) => {
    expect(decideNavigation({ url, isMainFrame: true })).toEqual({ kind: 'deny' });
  });

  it('lets our own page load itself again', () => {
    expect(decideNavigation({ url: 'sounddesk-app://app/landing?x=1#y', isMainFrame: true })).toEqual({
      kind: 'allow',
    });
  });

  it('denies sub-frames everything, our own pages and links to the web included', () => {
    for (const url of ['sounddesk-app://app/landing', 'https://example.com/', 'about:srcdoc']) {
      expect(decideNavigation({ url, isMainFrame: false })).toEqual({ kind: 'deny' });
    }
  });

  it('opens a link to the web outside', () => {
    expect(decideNavigation({ url: 'https://example.com/a', isMainFrame: true })).toEqual({
      kind: 'openExternally',
      url: 'https://example.com/a',
    });
  });
});

describe('decideNewWindow', () => {
  it.each([...HOSTILE, 'sounddesk-app://app/landing'])('denies %j', (url) => {
    expect(decideNewWindow(url)).toEqual({ kind: 'deny' });
  });

  it('lets live captions have their own', () => {
    expect(decideNewWindow(appUrl(ROUTES.captions))).toEqual({ kind: 'allow' });
    for (const url of [
      `${appUrl(ROUTES.captions)}?x=1`,
      `https://app${ROUTES.captions}`,
      appUrl(ROUTES.dashboard),
    ])
      expect(decideNewWindow(url)).not.toEqual({ kind: 'allow' });
  });

  it('opens a link to the web outside', () => {
    expect(decideNewWindow('https://example.com/')).toEqual({
      kind: 'openExternally',
      url: 'https://example.com/',
    });
  });
});
