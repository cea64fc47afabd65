/**
 * Lists the packages of the desktop app for the download section of the landing page, with their checksums:
 *
 *   node scripts/site/listInstallers.mjs FOLDER ADDRESS [--out FILE]
 *
 * FOLDER is where electron-builder left them (out/packages), ADDRESS where visitors will fetch them (https).
 * Run it before the site is built; see docs/site.md.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const LIST = fileURLToPath(new URL('../../src-renderer/site/download/installers.json', import.meta.url));
const SYSTEM_OF = {
  '.exe': 'windows',
  '.msi': 'windows',
  '.dmg': 'mac',
  '.AppImage': 'linux',
  '.deb': 'linux',
  '.rpm': 'linux',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: LIST } },
});
const [folder, address] = positionals;
if (!folder || !address?.startsWith('https://')) {
  console.error('Usage: node scripts/site/listInstallers.mjs FOLDER https://ADDRESS [--out FILE]');
  process.exit(1);
}

const installers = readdirSync(folder)
  .sort()
  .flatMap((file) => {
    const system = SYSTEM_OF[path.extname(file)];
    if (!system) return [];
    const bytes = readFileSync(path.join(folder, file));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const url = new URL(encodeURIComponent(file), address.endsWith('/') ? address : `${address}/`).href;
    return [{ system, file, url, sizeBytes: bytes.length, sha256 }];
  });
writeFileSync(values.out, `${JSON.stringify(installers, null, 2)}\n`);
console.log(`${installers.length} installers listed in ${values.out}`);
