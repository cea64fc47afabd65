import type { Consent } from '../../domain/voiceAi/consent.ts';
import { consentStatement } from '../../domain/voiceAi/index.ts';

/** Where consents rest: a folder of the host, or of this browser. The id of a voice is letters, digits, `-` and `_`. */
export interface ConsentStore {
  save(consent: Consent, sound: Uint8Array): Promise<void>;
  /** Those that can be read. */
  list(): Promise<Consent[]>;
  remove(voiceId: string): Promise<void>;
}

export async function createConsent(given: {
  voiceId: string;
  speaker: string;
  atMs: number;
  sound: Uint8Array<ArrayBuffer>;
  soundType: string;
  sample: Uint8Array<ArrayBuffer>;
}): Promise<Consent> {
  const { voiceId, speaker, atMs, sound, soundType, sample } = given;
  const [consentSha256, sampleSha256] = await Promise.all([sha256(sound), sha256(sample)]);
  const statement = consentStatement(speaker);
  return { schemaVersion: 1, voiceId, speaker, statement, atMs, consentSha256, sampleSha256, soundType };
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
