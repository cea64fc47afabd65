/** The files of a channel: what electron-updater reads, and what SoundDesk believes. */
import { CompactSign, importJWK } from 'jose';
import { releaseSchema } from '../../src-shared/domain/release.ts';

/** As electron-builder writes it: `latest.yml`, `beta-linux.yml` … */
export function writeChannelFile({ version, files }) {
  const entries = files.map(
    ({ name, sha512, sizeBytes }) => `  - url: ${name}\n    sha512: ${sha512}\n    size: ${sizeBytes}\n`,
  );
  const [{ name, sha512 }] = files;
  return `version: ${version}\nfiles:\n${entries.join('')}path: ${name}\nsha512: ${sha512}\n`;
}

/** The signed release, as it lies beside the channel file. */
export async function signRelease(release, key) {
  const bytes = new TextEncoder().encode(JSON.stringify(release));
  return await new CompactSign(bytes)
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid })
    .sign(await importJWK(key, 'EdDSA'));
}

/** The release that the packages of a folder make. Throws where a field is none that SoundDesk takes. */
export const toRelease = (fields) => releaseSchema.parse(fields);
