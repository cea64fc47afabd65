/**
 * Fetches Moonshine tiny (English) out of its authors' package `moonshine-voice` of PyPI into `.cache/moonshine`, with its licence:
 * `node scripts/fetch-moonshine.mjs`, for `scripts/soak/{captionDelays,pageCaptions,wordErrors}.mjs`. The files are the catalogue's, byte by byte;
 * nothing of them is part of the product, where models are installed by the person (`sounddesk models get moonshine-tiny-en`).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { modelFileName } from '../src-shared/domain/models/index.ts';
import { MOONSHINE, MOONSHINE_CACHE } from '../tests/lib/moonshineWeights.ts';

const WHEEL = 'moonshine-voice==0.1.0';
const FOR = ['--platform', 'manylinux_2_34_x86_64', '--python-version', '3.11'];

const folder = mkdtempSync(path.join(tmpdir(), 'sounddesk-moonshine-'));
try {
  const python = (...args) => execFileSync('python3', args, { cwd: folder, stdio: 'inherit' });
  const only = ['--no-deps', '--only-binary', ':all:', ...FOR];
  python('-m', 'pip', 'download', '--quiet', ...only, '--dest', folder, WHEEL);
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
  python('-m', 'zipfile', '-e', wheel, folder);
  mkdirSync(MOONSHINE_CACHE, { recursive: true });
  for (const file of MOONSHINE.files) {
    const name = modelFileName(file);
    const found = path.join(folder, 'moonshine_voice/assets/tiny-en', name);
    const hash = createHash('sha256').update(readFileSync(found)).digest('hex');
    if (hash !== file.sha256) throw new Error(`${name} of ${WHEEL} is another file: ${hash}`);
    copyFileSync(found, path.join(MOONSHINE_CACHE, name));
  }
  copyFileSync(
    path.join(folder, 'moonshine_voice-0.1.0.dist-info/licenses/LICENSE'),
    path.join(MOONSHINE_CACHE, 'LICENSE'),
  );
  process.stdout.write(`${MOONSHINE.name} is in ${MOONSHINE_CACHE}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
