import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readJsonSync, writeFileAtomically, writeFileDurably } from '../../../src-node/files/index.ts';
import { consentSchema, type Consent } from '../../../src-shared/domain/voiceAi/consent.ts';
import type { ConsentStore } from '../../../src-shared/handlers/voice/index.ts';
import type { Log } from '../ports.ts';

const MOST_BYTES = 1 << 16;
const VOICE_ID = /^[\w-]{1,64}$/;

/** A folder with two files a voice, private to the user: `<voiceId>.json`, and its sound `<voiceId>.consent`. */
export function createConsentFolder(folder: string, log: Log): ConsentStore {
  const pathOf = (voiceId: string, ending: 'json' | 'consent') => {
    if (!VOICE_ID.test(voiceId)) throw new Error(`not the id of a voice: ${JSON.stringify(voiceId)}`);
    return join(folder, `${voiceId}.${ending}`);
  };
  return {
    async save(consent, sound) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      writeFileAtomically(pathOf(consent.voiceId, 'consent'), sound);
      // Last: a record says that its sound is there.
      writeFileDurably(pathOf(consent.voiceId, 'json'), `${JSON.stringify(consent, null, 2)}\n`);
    },
    async list() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') log.error('the consents could not be read', error, { folder });
        return [];
      });
      return names
        .filter((name) => name.endsWith('.json'))
        .flatMap((name) => readConsent(join(folder, name), log));
    },
    async remove(voiceId) {
      await rm(pathOf(voiceId, 'json'), { force: true });
      await rm(pathOf(voiceId, 'consent'), { force: true });
    },
  };
}

function readConsent(path: string, log: Log): Consent[] {
  try {
    return [consentSchema.parse(readJsonSync(path, { mostBytes: MOST_BYTES }))];
  } catch (error) {
    log.error('a consent could not be read', error, { path });
    return [];
  }
}
