import { failWith } from '../../contract/errorTexts.ts';
import type { voiceContract } from '../../contract/voice.ts';
import { MAX_SPEECH_PIECE_LENGTH } from '../../domain/voiceAi/index.ts';
import { splitText } from '../../domain/voiceAi/pieces.ts';
import { speechCharacters } from '../../domain/voiceAi/prices.ts';
import type { Handlers } from '../../rpc/index.ts';
import { createConsent } from './consents.ts';
import type { VoiceContext } from './context.ts';
import { takeBytes } from './takeBytes.ts';

type VoiceHandlers = Pick<
  Handlers<typeof voiceContract>,
  'voice.listVoices' | 'voice.clone' | 'voice.deleteVoice' | 'voice.speak'
>;

/** Voices, and what they say. */
export function createVoiceHandlers(context: VoiceContext): VoiceHandlers {
  const { elevenLabs, consents, note, nowMs } = context;
  return {
    async 'voice.listVoices'(_, { signal }) {
      const client = await elevenLabs();
      const [voices, kept] = await Promise.all([client.listVoices(signal), consents.list()]);
      const givenAt = new Map(kept.map(({ voiceId, atMs }) => [voiceId, atMs]));
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
        // Without its consent no voice stays.
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
