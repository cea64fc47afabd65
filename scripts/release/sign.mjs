/**
 * Signs the packages of a folder for a channel, so that installations believe them:
 *
 *     SOUNDDESK_RELEASE_KEY=… node scripts/release/sign.mjs FOLDER --channel stable|beta [--staging 0..100]
 *
 * The key is the JSON Web Key that `new-key.mjs` printed. Writes `latest.yml.jws` and its like beside the channel files. Run again with
 * another `--staging` to let more installations have it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { channelFileOf, UPDATE_SYSTEMS } from '../../src-shared/domain/release.ts';
import { main, ROOT, say, StepError } from '../lib/steps.mjs';
import { signRelease, toRelease } from './channelFiles.mjs';

/** What electron-updater downloads on each system. */
const PACKAGES = { linux: /\.(AppImage|deb)$/, mac: /\.zip$/, windows: /\.exe$/ };

/** The releases of a folder, one for each system that has packages and a channel file in it. */
export function releasesOf(folder, { channel, version, stagingPercentage }) {
  const names = readdirSync(folder);
  return UPDATE_SYSTEMS.flatMap((system) => {
    const files = names.filter((name) => PACKAGES[system].test(name) && name.includes(version));
    if (files.length === 0 || !existsSync(path.join(folder, channelFileOf(channel, system)))) return [];
    return [
      toRelease({
        channel,
        system,
        version,
        stagingPercentage,
        files: files.map((name) => fileOf(folder, name)),
      }),
    ];
  });
}

function fileOf(folder, name) {
  const bytes = readFileSync(path.join(folder, name));
  return { name, sizeBytes: bytes.length, sha512: createHash('sha512').update(bytes).digest('base64') };
}

if (process.argv[1] === import.meta.filename)
  await main(async () => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { channel: { type: 'string' }, staging: { type: 'string', default: '100' } },
    });
    const [folder] = positionals;
    const secret = process.env.SOUNDDESK_RELEASE_KEY;
    if (!folder || !secret) throw new StepError('Signing', 'the folder or SOUNDDESK_RELEASE_KEY is missing');
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    const channel = values.channel ?? (version.includes('-') ? 'beta' : 'stable');
    const releases = releasesOf(folder, { channel, version, stagingPercentage: Number(values.staging) });
    if (releases.length === 0) throw new StepError('Signing', `${folder} has no package of ${version}`);
    for (const release of releases) {
      const file = `${channelFileOf(channel, release.system)}.jws`;
      writeFileSync(path.join(folder, file), `${await signRelease(release, JSON.parse(secret))}\n`);
      say(`${file}: ${release.files.map(({ name }) => name).join(', ')}`);
    }
  });
