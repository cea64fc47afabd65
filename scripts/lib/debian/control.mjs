/** The control file of the Debian package, its dependencies and what it does at installing and removing. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StepError } from '../steps.mjs';

/** What no program names, and yet is needed: who belongs to which network is asked by name, and texts have a zone. */
const RECOMMENDS = [
  'ffmpeg',
  'espeak-ng',
  'pocketsphinx',
  'pocketsphinx-en-us',
  'chromium | www-browser',
  'pulseaudio-utils | pipewire-pulse',
];

export function controlOf(root, { version, architecture, description }) {
  const kib = Number(
    execFileSync('du', ['-sk', '--exclude=DEBIAN', root], { encoding: 'utf8' }).split('\t')[0],
  );
  return `Package: sounddesk
Version: ${version}
Architecture: ${architecture}
Maintainer: SoundDesk <support@sounddesk.example>
Installed-Size: ${kib}
Depends: ${dependsOf(root).join(', ')}
Recommends: ${RECOMMENDS.join(', ')}
Section: sound
Priority: optional
Description: ${description.replace(/\.$/, '')}
 SoundDesk for a browser on this computer, and its command line: it cleans
 voices live and in files, records many tracks that a crash cannot take,
 captures screens, broadcasts and edits video. Nothing leaves the computer
 unless you send it.
`;
}

/** Packages that bring the shared libraries that the programs below `root` need, but for those that they carry. */
export function dependsOf(root) {
  const work = mkdtempSync(path.join(os.tmpdir(), 'sounddesk-shlibs-'));
  try {
    mkdirSync(path.join(work, 'debian'));
    writeFileSync(
      path.join(work, 'debian/control'),
      'Source: sounddesk\n\nPackage: sounddesk\nArchitecture: any\n',
    );
    const programs = [...programsBelow(root)];
    const folders = new Set(programs.map((file) => path.dirname(file)));
    const args = ['-O', '--ignore-missing-info', '--warnings=0', '-xsounddesk'];
    args.push(...[...folders].map((folder) => `-l${folder}`), ...programs.map((file) => `-e${file}`));
    const { status, stdout, stderr } = spawnSync('dpkg-shlibdeps', args, { cwd: work, encoding: 'utf8' });
    if (status !== 0) {
      const errors = stderr.split('\n').filter((line) => line.includes('error'));
      throw new StepError(
        'the dependencies of the Debian package',
        errors.join('; '),
        'apt-get install dpkg-dev',
      );
    }
    return stdout
      .trim()
      .replace(/^shlibs:Depends=/, '')
      .split(', ');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Files that the system loads: those that begin as ELF does. */
export function* programsBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* programsBelow(file);
    else if (entry.isFile() && startOf(file) === '\x7fELF') yield file;
  }
}

function startOf(file) {
  const bytes = Buffer.alloc(4);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, bytes, 0, 4, 0);
  } finally {
    closeSync(descriptor);
  }
  return bytes.toString('latin1');
}
