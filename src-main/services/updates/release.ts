import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import { parseJson } from '../../../src-shared/domain/parseJson.ts';
import {
  channelFileOf,
  releaseSchema,
  type Release,
  type UpdateChannel,
  type UpdateSystem,
} from '../../../src-shared/domain/release.ts';
import type { Publisher } from './publisher.ts';

const ANSWER_WITHIN_MS = 10_000;
/** A signed release has a few hundred bytes. */
const MOST_CHARS = 64_000;

/** Why a release could not be read. */
export class ReleaseError extends Error {
  readonly why: 'unreachable' | 'signature';
  constructor(why: 'unreachable' | 'signature', message: string, cause?: unknown) {
    super(message, { cause });
    this.why = why;
  }
}

/** The release of a channel, as the publisher signed it. */
export async function fetchRelease(
  publisher: Publisher,
  channel: UpdateChannel,
  system: UpdateSystem,
): Promise<Release> {
  const address = new URL(`${channelFileOf(channel, system)}.jws`, publisher.url);
  return readRelease(await fetchText(address), publisher);
}

/** Nothing goes with the question: no cookie, no id, no version. */
async function fetchText(address: URL): Promise<string> {
  try {
    const response = await fetch(address, {
      redirect: 'error',
      credentials: 'omit',
      headers: { 'user-agent': 'SoundDesk' },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    const text = await response.text();
    if (text.length > MOST_CHARS) throw new Error('it says too much');
    return text.trim();
  } catch (error) {
    throw new ReleaseError('unreachable', `${address.href} gave no release`, error);
  }
}

/** What one of the publisher's keys signed. */
export async function readRelease(token: string, publisher: Publisher): Promise<Release> {
  try {
    const { kid } = decodeProtectedHeader(token);
    const key = publisher.keys.find((candidate) => candidate.kid === kid);
    if (!key) throw new Error('its key is none of the publisher’s');
    const signed = await compactVerify(
      token,
      await importJWK({ kty: key.kty, crv: key.crv, x: key.x }, 'EdDSA'),
      { algorithms: ['EdDSA'] },
    );
    return releaseSchema.parse(parseJson(Buffer.from(signed.payload).toString('utf8')));
  } catch (error) {
    throw new ReleaseError('signature', 'The release is not signed as it has to be', error);
  }
}

/** Whether a downloaded file is, to the byte, one of those that were signed. */
export async function isSignedFile(path: string, release: Release): Promise<boolean> {
  const { size } = await stat(path);
  const wanted = release.files.filter((file) => file.sizeBytes === size);
  if (wanted.length === 0) return false;
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  const sha512 = hash.digest('base64');
  return wanted.some((file) => file.sha512 === sha512);
}
