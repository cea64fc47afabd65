import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveAsset } from './assets.ts';

const files = { realpath: (file: string) => realpathSync(file), isFile: (f: string) => statSync(f).isFile() };
let base: string;
let root: string;

beforeAll(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), 'sounddesk-assets-')));
  root = path.join(base, 'renderer');
  mkdirSync(path.join(root, 'assets/inner'), { recursive: true });
  mkdirSync(path.join(base, 'renderer-secret'));
  writeFileSync(path.join(root, 'index.html'), '<!doctype html>');
  writeFileSync(path.join(root, 'assets/app.js'), '1');
  writeFileSync(path.join(root, 'assets/dsp.wasm'), '');
  writeFileSync(path.join(root, 'assets/inner/unknown.xyz'), '');
  writeFileSync(path.join(base, 'secret.js'), 'secret');
  writeFileSync(path.join(base, 'renderer-secret/key.js'), 'secret');
  symlinkSync(path.join(base, 'secret.js'), path.join(root, 'assets/link.js'));
  symlinkSync(path.join(base, 'renderer-secret'), path.join(root, 'assets/folder'));
  symlinkSync(path.join(root, 'assets/app.js'), path.join(root, 'assets/alias.js'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function get(url: string, method = 'GET') {
  return resolveAsset({ url, method }, root, files);
}

describe('resolveAsset', () => {
  it('serves a file of the root with its type', () => {
    expect(get('sounddesk-app://app/assets/app.js?v=1#x')).toEqual({
      kind: 'file',
      path: path.join(root, 'assets/app.js'),
      contentType: 'text/javascript; charset=utf-8',
    });
    expect(get('sounddesk-app://app/assets/dsp.wasm')).toMatchObject({ contentType: 'application/wasm' });
    expect(get('sounddesk-app://app/assets/inner/unknown.xyz')).toMatchObject({
      contentType: 'application/octet-stream',
    });
  });

  it.each(['', '/', '/landing', '/sounddesk-dashboard', '/no/such/screen', '/assets', '/assets/'])(
    'serves the page for the screen %j',
    (pathname) => {
      expect(get(`sounddesk-app://app${pathname}`)).toMatchObject({
        kind: 'file',
        path: path.join(root, 'index.html'),
        contentType: 'text/html; charset=utf-8',
      });
    },
  );

  it('answers 404 for a file that is not there, and does not give the page instead', () => {
    expect(get('sounddesk-app://app/assets/gone.js')).toMatchObject({ kind: 'refused', status: 404 });
  });

  it('follows a link that stays inside', () => {
    expect(get('sounddesk-app://app/assets/alias.js')).toMatchObject({
      path: path.join(root, 'assets/app.js'),
    });
  });

  it.each(['/assets/link.js', '/assets/folder/key.js'])('refuses the link out of the root %s', (pathname) => {
    expect(get(`sounddesk-app://app${pathname}`)).toMatchObject({ kind: 'refused', status: 403 });
  });

  it.each([
    '/..%2f..%2fsecret.js',
    '/..%2Fsecret.js',
    '/%2e%2e%2fsecret.js',
    '/assets/..%2f..%2fsecret.js',
    '/..%5csecret.js',
    '/..\\secret.js',
    '/assets\\..\\..\\secret.js',
    '/%5c..%5csecret.js',
    '/assets/app.js%00.html',
    '/%00',
    '/assets/app\0.js',
    '/C:/Windows/win.ini',
    '/C%3a/Windows/win.ini',
    '/assets/app.js::$DATA',
    '/assets/app.js%0a',
    '/%',
    '/%zz',
    '/%c0%ae%c0%ae/secret.js',
    '/.../secret.js',
  ])('refuses %j', (pathname) => {
    expect(get(`sounddesk-app://app${pathname}`)).toMatchObject({ kind: 'refused' });
  });

  it.each([
    '/../secret.js',
    '/../../secret.js',
    '/%2e%2e/secret.js',
    '/assets/../../secret.js',
    '/assets/%2E%2e/%2e%2E/secret.js',
    '/../renderer-secret/key.js',
    '/%252e%252e%252fsecret.js',
    '//secret.js',
    '/./../secret.js',
  ])('never leaves the root by %j', (pathname) => {
    const decision = get(`sounddesk-app://app${pathname}`);
    expect(decision).toMatchObject({ kind: 'refused', status: 404 });
  });

  it.each([
    'sounddesk-app://evil/index.html',
    'sounddesk-app://app.evil/index.html',
    'sounddesk-app://evil@app/index.html',
    'sounddesk-app://app@evil/index.html',
    'sounddesk-app://app:81/index.html',
    'sounddesk-app:///index.html',
    'sounddesk-app:index.html',
    'https://app/index.html',
    'file:///index.html',
  ])('refuses another origin: %s', (url) => {
    expect(get(url)).toMatchObject({ kind: 'refused', status: 403 });
  });

  it('reads the scheme in any case', () => {
    expect(get('SoundDesk-App://app/')).toMatchObject({ kind: 'file' });
  });

  it('refuses what is no address', () => {
    expect(get('index.html')).toMatchObject({ kind: 'refused', status: 400 });
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'get'])('refuses the method %s', (method) => {
    expect(get('sounddesk-app://app/', method)).toMatchObject({ kind: 'refused', status: 405 });
  });

  it('answers 404 where the root itself is missing', () => {
    const request = { url: 'sounddesk-app://app/', method: 'GET' };
    expect(resolveAsset(request, path.join(base, 'nowhere'), files)).toMatchObject({ status: 404 });
  });
});
