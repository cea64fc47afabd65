import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { programPath } from './programs.ts';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'sounddesk-programs-'))));
afterEach(() => rmSync(dir, { recursive: true }));

const source = () => join(dir, 'src-main/services/engine/process/main.ts');
const built = () => join(dir, 'out/node/engine.js');

function writeSource() {
  mkdirSync(dirname(source()), { recursive: true });
  writeFileSync(source(), '');
}

function build() {
  mkdirSync(join(dir, 'out/node'), { recursive: true });
  writeFileSync(built(), '');
}

it('is the built program where that is asked for', () => {
  writeSource();
  build();
  expect(programPath(dir, 'engine', { SOUNDDESK_BUILT: '1' })).toBe(built());
});

it('is the source where nothing asks for a built one, which may be stale', () => {
  writeSource();
  build();
  expect(programPath(dir, 'engine', {})).toBe(source());
  expect(programPath(dir, 'engine', { SOUNDDESK_BUILT: '' })).toBe(source());
});

it('is the source where none is built', () => {
  writeSource();
  expect(programPath(dir, 'engine', { SOUNDDESK_BUILT: '1' })).toBe(source());
});

it('is the built program where there is no source, as in a package', () => {
  build();
  expect(programPath(dir, 'engine', {})).toBe(built());
});
