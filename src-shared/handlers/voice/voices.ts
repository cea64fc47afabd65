import { RpcError } from '../../contract/errors.ts';
import { failWith } from '../../contract/errorTexts.ts';
import type { voiceContract } from '../../contract/voice.ts';
import { MAX_SPEECH_PIECE_LENGTH } from '../../domain/voiceAi/index.ts';
import { splitText } from '../../domain/voiceAi/pieces.ts';
import { speechCharacters } from '../../domain/voiceAi/prices.ts';
import type { Handlers } from '../../rpc/index.ts';
import { createConsent } from './consents.ts';
import type { VoiceContext } from './context.ts';
import { OFFLINE_VOICE_PREFIX } from './offline.ts';
import { takeBytes } from './takeBytes.ts';

type VoiceHandlers = Pick<
  Handlers<typeof voiceContract>,
  'voice.listVoices' | 'voice.clone' | 'voice.deleteVoice' | 'voice.speak'
>;

/** Voices, and what they say. */
export function createVoiceHandlers(context: VoiceContext): VoiceHandlers {
  const { elevenLabs, consents, note, nowMs, offline, assertAllowed } = context;
  /** Without a key there are the voices of this computer, if it has any. */
  const listOnline = async (signal: AbortSignal) => {
    try {
      return await (await elevenLabs()).listVoices(signal);
    } catch (error) {
      const hasOthers = error instanceof RpcError && error.code === 'KEY_MISSING' && offline !== null;
      if (hasOthers && (await offline.listVoices()).length > 0) return [];
      throw error;
    }
  };
  return {
    async 'voice.listVoices'(_, { signal }) {
      const [online, kept] = await Promise.all([listOnline(signal), consents.list()]);
      const givenAt = new Map(kept.map(({ voiceId, atMs }) => [voiceId, atMs]));
      const voices = [...online, ...((await offline?.listVoices()) ?? [])];
      return voices.map((voice) => ({ ...voice, consentAtMs: givenAt.get(voice.voiceId) ?? null }));
    },

    async 'voice.clone'({ name, description, speaker, sample, consent }, { bytes, signal }) {
      const client = await elevenLabs();
      const all = await takeBytes(bytes, sample.sizeBytes + consent.sizeBytes, sample.name);
      if (all.byteLength !== sample.sizeBytes + consent.sizeBytes) {
        throw failWith('BAD_INPUT', 'voiceBytesMissing');
      }
      const sampleBytes = all.subarray(0, sample.sizeBytes);
      const sound = all.subarray(sample.sizeBytes);
      const atMs = nowMs();
      const file = new File([sampleBytes], sample.name, { type: sample.type });
      const voiceId = await client.addVoice({ name, description, sample: file }, signal);
      try {
        await consents.save(
          await createConsent({
            voiceId,
            speaker,
            atMs,
            sound,
            soundType: consent.type,
            sample: sampleBytes,
          }),
          sound,
        );
      } catch (error) {
        // Without its consent no voice stays, even where the call was cancelled meanwhile.
        await client.deleteVoice(voiceId, new AbortController().signal);
        throw failWith('FILE_UNWRITABLE', 'consentNotKept', { cause: error });
      }
      await note({ provider: 'elevenlabs', kind: 'clone', amount: 1, usd: null });
      return { voiceId, name, description, kind: 'cloned' as const, consentAtMs: atMs };
    },

    async 'voice.deleteVoice'({ voiceId }, { signal }) {
      const client = await elevenLabs();
      await client.deleteVoice(voiceId, signal);
      await consents.remove(voiceId);
    },

    async *'voice.speak'({ voiceId, text, stability, similarity }, { signal }) {
      if (offline && voiceId.startsWith(OFFLINE_VOICE_PREFIX)) {
        await assertAllowed();
        for (const piece of splitText(text, MAX_SPEECH_PIECE_LENGTH)) {
          yield* offline.speak(voiceId, piece, signal);
        }
        return;
      }
      const client = await elevenLabs();
      for (const piece of splitText(text, MAX_SPEECH_PIECE_LENGTH)) {
        const sound = await client.speak({ voiceId, text: piece, stability, similarity }, signal);
        await note({ provider: 'elevenlabs', kind: 'speech', amount: speechCharacters(piece), usd: null });
        yield* readAll(sound);
      }
    },
  };
}

async function* readAll(stream: ByteStream): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
