import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { programPath } from './programs.ts';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'sounddesk-programs-'))));
afterEach(() => rmSync(dir, { recursive: true }));

const source = () => join(dir, 'src-main/services/engine/process/main.ts');

function build() {
  mkdirSync(join(dir, 'out/node'), { recursive: true });
  writeFileSync(join(dir, 'out/node/engine.js'), '');
}

it('is the built program where that is asked for', () => {
  build();
  expect(programPath(dir, 'engine', { SOUNDDESK_BUILT: '1' })).toBe(join(dir, 'out/node/engine.js'));
});

it('is the source where nothing asks for a built one, which may be stale', () => {
  build();
  expect(programPath(dir, 'engine', {})).toBe(source());
  expect(programPath(dir, 'engine', { SOUNDDESK_BUILT: '' })).toBe(source());
});

it('is the source where none is built, as in a package', () => {
  expect(programPath(dir, 'engine', { SOUNDDESK_BUILT: '1' })).toBe(source());
});
