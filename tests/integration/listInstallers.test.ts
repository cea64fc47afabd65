import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/site/listInstallers.mjs');
const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-installers-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('lists the packages of a folder by system, with what they can be checked by', () => {
  const content = Buffer.from('a package');
  for (const file of ['SoundDesk 1.0.exe', 'SoundDesk.AppImage', 'latest.yml', 'SoundDesk.dmg.blockmap'])
    writeFileSync(path.join(dir, file), content);
  const out = path.join(dir, 'list.json');
  execFileSync(process.execPath, [SCRIPT, dir, 'https://downloads.example.org/v1', '--out', out]);
  const common = { sizeBytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual([
    {
      ...common,
      system: 'windows',
      file: 'SoundDesk 1.0.exe',
      url: 'https://downloads.example.org/v1/SoundDesk%201.0.exe',
    },
    {
      ...common,
      system: 'linux',
      file: 'SoundDesk.AppImage',
      url: 'https://downloads.example.org/v1/SoundDesk.AppImage',
    },
  ]);
});
