import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src-main/node/doctor/index.ts';
import { observeProgram, runProgram } from '../lib/programs.ts';

const SCRIPT = join(import.meta.dirname, '..', '..', 'scripts', 'package-debian.mjs');

/** `scripts/soak/debianPackage.mjs` installs, upgrades and purges it on a bare system. */
describe.runIf(existsSync('/usr/bin/dpkg-shlibdeps'))('the Debian package', () => {
  let dir: string;
  let file: string;
  let root: string;
  const inside = (path: string) => join(root, path);
  const sounddesk = (...args: string[]) =>
    observeProgram(
      inside('usr/lib/sounddesk/node'),
      [inside('usr/lib/sounddesk/bin/sounddesk.js'), ...args],
      {
        env: { ...process.env, SOUNDDESK_DATA_DIR: join(dir, 'data') },
      },
    );

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'sounddesk-package-'));
    file = join(dir, 'sounddesk.deb');
    root = join(dir, 'root');
    const args = [SCRIPT, '--quick', '--version', '9.8.7', '--out', file];
    expect(await observeProgram(process.execPath, args)).toMatchObject({ code: 0, stderr: '' });
    await runProgram('dpkg-deb', ['--extract', file, root]);
  }, 600_000);
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  it('depends on what its programs load', async () => {
    const depends = await runProgram('dpkg-deb', ['--field', file, 'Depends']);
    for (const name of ['libc6', 'libportaudio2', 'libsndfile1', 'libsoxr0', 'libebur128-1', 'libx11-6'])
      expect(depends).toContain(name);
  });

  it('runs by what it carries, under the name that it installs', async () => {
    const { stdout } = await sounddesk('doctor', '--json');
    const findings = JSON.parse(stdout) as Finding[];
    expect(findings.filter(({ status }) => status === 'broken')).toEqual([]);
    expect(findings.find(({ id }) => id === 'node')?.detail).toContain('of this package');
    expect(findings.find(({ id }) => id === 'renderer')?.status).toBe('works');
    expect(stdout).not.toContain('npx');
    expect((await sounddesk('--version')).stdout).toBe('9.8.7\n');
    expect((await sounddesk('open', '--no-open')).stderr).toBe(
      'SoundDesk is not running. Start it with "sounddesk host".\n',
    );
  });

  it('explains each command, and completes it in three shells', async () => {
    const manual = gunzipSync(readFileSync(inside('usr/share/man/man1/sounddesk.1.gz'))).toString();
    for (const name of ['clean', 'record', 'host', 'open', 'doctor'])
      expect(manual).toContain(`.SS ${name}\n`);
    expect(manual).toContain('SoundDesk 9.8.7');
    const bash = inside('usr/share/bash-completion/completions/sounddesk');
    const script = `. ${bash}; COMP_WORDS=(sounddesk open --w); COMP_CWORD=2; _sounddesk; echo "\${COMPREPLY[*]}"`;
    expect(await runProgram('bash', ['-c', script])).toBe('--window\n');
    expect(readFileSync(inside('usr/share/zsh/vendor-completions/_sounddesk'), 'utf8')).toContain("'clean:");
    expect(readFileSync(inside('usr/share/fish/vendor_completions.d/sounddesk.fish'), 'utf8')).toContain(
      "'__fish_seen_subcommand_from open' -l window",
    );
  });

  it('opens links, recordings and projects of SoundDesk, and is started by whoever enables its service', () => {
    expect(readFileSync(inside('usr/share/applications/sounddesk.desktop'), 'utf8')).toContain(
      'MimeType=x-scheme-handler/sounddesk;application/x-sounddesk-recording;application/x-sounddesk-project;',
    );
    const types = readFileSync(inside('usr/share/mime/packages/sounddesk.xml'), 'utf8');
    for (const name of ['recording', 'project']) expect(types).toContain(`"application/x-sounddesk-${name}"`);
    expect(readFileSync(inside('usr/lib/systemd/user/sounddesk.service'), 'utf8')).toContain(
      'ExecStart=/usr/bin/sounddesk host --no-open',
    );
  });
});
