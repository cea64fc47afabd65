import { RpcError, unwrap, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { KeyProvider } from '../../../src-shared/contract/keys.ts';
import type { VoiceSettings } from '../../../src-shared/contract/voice.ts';
import type { TranslationLanguage } from '../../../src-shared/domain/voiceAi/index.ts';
import { readBlob } from '../../lib/readBlob.ts';
import type { Dispatch } from '../../lib/store.ts';
import type { ThunkExtra } from '../../platform/index.ts';
import { saveKey } from '../settings/index.ts';
import { chunksOf } from './chunksOf.ts';
import type { RecordedSound } from './recordedSound.ts';
import {
  infoChanged,
  keyChecked,
  readVoiceAi,
  voiceMade,
  wordsChanged,
  type VoiceAiSlice,
} from './voiceSlice.ts';

type Extra = Pick<ThunkExtra, 'client'>;
type GetState = () => { voiceAi: VoiceAiSlice };

/** Reads the state and follows it, until the returned function is called. */
export const followVoiceAi =
  () =>
  (dispatch: Dispatch, _: unknown, { client }: Extra): (() => void) => {
    const end = client.subscribe('voice.onChanged', (state) => dispatch(infoChanged(state)));
    void dispatch(readVoiceAi());
    return end;
  };

/**
 * Asks the provider whether a key is good, and keeps a given one that is; answers whether it is kept. Not a thunk with
 * actions: those carry their argument through every listener of the store.
 */
export const checkKey =
  (provider: KeyProvider, key?: string) =>
  async (dispatch: Dispatch, _: unknown, { client }: Extra): Promise<boolean> => {
    dispatch(keyChecked({ provider, state: { status: 'checking' } }));
    const failed = (error: RpcFailure) => {
      dispatch(keyChecked({ provider, state: { status: 'failed', error } }));
      return false;
    };
    const input = key === undefined ? { provider } : { provider, key };
    const answer = await client.call('voice.checkKey', input);
    if (!answer.success) return failed(answer.error);
    if (key !== undefined && answer.data.isValid) {
      const refusal = await dispatch(saveKey(provider, key));
      if (refusal !== null) return failed({ code: 'KEYS_UNWRITABLE', message: refusal, retryable: true });
    }
    dispatch(keyChecked({ provider, state: { status: 'done', check: answer.data } }));
    return answer.data.isValid;
  };

/** Answers why it was refused, or null. */
export const saveVoiceSettings =
  (patch: {
    capUsd?: number | null;
    engine?: string;
    translator?: VoiceSettings['translator'];
    prices?: Omit<VoiceSettings['prices'], 'confirmedAtMs'>;
    baseUrls?: Partial<VoiceSettings['baseUrls']>;
  }) =>
  async (dispatch: Dispatch, _: unknown, { client }: Extra): Promise<RpcFailure | null> => {
    const answer = await client.call('voice.updateSettings', patch);
    if (!answer.success) return answer.error;
    dispatch(infoChanged(answer.data));
    return null;
  };

/** What is being transcribed or translated now. */
let running: AbortController | null = null;

export const cancelWords = () => () => running?.abort();

/** Sound to text, then to the language that is set. */
export const transcribe =
  ({ file, durationSec }: RecordedSound) =>
  async (dispatch: Dispatch, getState: GetState, { client }: Extra): Promise<void> => {
    await runWords(dispatch, async (signal) => {
      dispatch(wordsChanged({ step: 'transcribing', transcript: null, translation: null }));
      const input = { name: file.name, type: file.type, durationSec };
      const transcript = unwrap(await client.upload('voice.transcribe', input, chunksOf(file), { signal }));
      dispatch(wordsChanged({ transcript }));
      const { target } = getState().voiceAi.words;
      if (target !== null && transcript.text !== '')
        await translateInto(target, dispatch, getState, client, signal);
    });
  };

/** The transcript, as it is corrected now, to a language. */
export const translate =
  (language: TranslationLanguage) =>
  (dispatch: Dispatch, getState: GetState, { client }: Extra): Promise<void> =>
    runWords(dispatch, (signal) => translateInto(language, dispatch, getState, client, signal));

async function translateInto(
  language: TranslationLanguage,
  dispatch: Dispatch,
  getState: GetState,
  client: Extra['client'],
  signal: AbortSignal,
): Promise<void> {
  dispatch(wordsChanged({ step: 'translating' }));
  const { text, language: from } = getState().voiceAi.words.transcript ?? { text: '', language: null };
  const translated = unwrap(await client.call('voice.translate', { text, language, from }, { signal }));
  dispatch(wordsChanged({ translation: { language, ...translated } }));
}

async function runWords(dispatch: Dispatch, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  running?.abort();
  const own = new AbortController();
  running = own;
  dispatch(wordsChanged({ failure: null }));
  try {
    await work(own.signal);
  } catch (error) {
    if (!own.signal.aborted) dispatch(wordsChanged({ failure: failureFrom(error) }));
  } finally {
    // One that took its place says itself where it is.
    if (running === own) {
      running = null;
      dispatch(wordsChanged({ step: 'idle' }));
    }
  }
}

export interface VoiceDraft {
  name: string;
  description: string;
  speaker: string;
  sample: File;
  consent: File;
}

/** Answers why it was refused, or null. */
export const cloneVoice =
  ({ sample, consent, ...texts }: VoiceDraft) =>
  async (dispatch: Dispatch, _: unknown, { client }: Extra): Promise<RpcFailure | null> => {
    const input = {
      ...texts,
      sample: { name: sample.name, type: sample.type, sizeBytes: sample.size },
      consent: { type: consent.type, sizeBytes: consent.size },
    };
    const bytes = async function* () {
      yield* chunksOf(sample);
      yield* chunksOf(consent);
    };
    const answer = await client.upload('voice.clone', input, bytes());
    if (!answer.success) return answer.error;
    dispatch(voiceMade(answer.data));
    return null;
  };

/** An MP3 file; throws a failure with its words. */
export const speak =
  (input: { voiceId: string; text: string; stability: number; similarity: number }, signal: AbortSignal) =>
  async (_dispatch: unknown, _: unknown, { client }: Extra): Promise<Blob> => {
    const sound = await readBlob((onChunk) => client.open('voice.speak', input, onChunk), { signal });
    return sound.slice(0, sound.size, 'audio/mpeg');
  };

export function failureFrom(error: unknown): RpcFailure {
  if (error instanceof RpcError) return error.toFailure();
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'INTERNAL', message, retryable: false };
}
