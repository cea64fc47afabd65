import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { unwrap, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { KeyProvider } from '../../../src-shared/contract/keys.ts';
import type { KeyCheck, Transcription, Voice, VoiceState } from '../../../src-shared/contract/voice.ts';
import type { TranslationLanguage } from '../../../src-shared/domain/voiceAi/index.ts';
import { DEFAULT_PRICES } from '../../../src-shared/domain/voiceAi/prices.ts';
import { dataOf, failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { createClientThunk } from '../../platform/index.ts';

type KeyState =
  | { status: 'checking' }
  | { status: 'done'; check: KeyCheck }
  | { status: 'failed'; error: RpcFailure };

export interface VoiceAiSlice {
  info: Loadable<VoiceState>;
  checks: Partial<Record<KeyProvider, KeyState>>;
  words: {
    step: 'idle' | 'transcribing' | 'translating';
    /** Null: nothing was transcribed yet. */
    transcript: Transcription | null;
    translation: {
      language: TranslationLanguage;
      text: string;
      sentences: { original: string; translated: string }[];
      usd: number | null;
    } | null;
    /** Null: no translation is wanted. */
    target: TranslationLanguage | null;
    failure: RpcFailure | null;
  };
  voices: Loadable<Voice[]>;
  /** A voice that was asked for, or is being deleted. */
  voicesFailure: RpcFailure | null;
}

export const readVoiceAi = createClientThunk('voiceAi/read', async (_: void, { client }) =>
  unwrap(await client.call('voice.read')),
);
export const listVoices = createClientThunk(
  'voiceAi/listVoices',
  async (_: void, { client }) => unwrap(await client.call('voice.listVoices')),
  'inPlace',
);
export const deleteVoice = createClientThunk('voiceAi/deleteVoice', async (voiceId: string, { client }) => {
  unwrap(await client.call('voice.deleteVoice', { voiceId }));
});

/** What Voice AI knows while the app is open: nothing of a key, and no sound. */
export const voiceAiSlice = createSlice({
  name: 'voiceAi',
  initialState: (): VoiceAiSlice => ({
    info: LOADING,
    checks: {},
    words: { step: 'idle', transcript: null, translation: null, target: null, failure: null },
    voices: LOADING,
    voicesFailure: null,
  }),
  reducers: {
    infoChanged(slice, { payload }: PayloadAction<VoiceState>) {
      slice.info = { status: 'ready', data: payload };
    },
    keyChecked(slice, { payload }: PayloadAction<{ provider: KeyProvider; state: KeyState | null }>) {
      if (payload.state === null) delete slice.checks[payload.provider];
      else slice.checks[payload.provider] = payload.state;
    },
    wordsChanged({ words }, { payload }: PayloadAction<Partial<VoiceAiSlice['words']>>) {
      Object.assign(words, payload);
    },
    voiceMade(slice, { payload }: PayloadAction<Voice>) {
      if (slice.voices.status === 'ready') slice.voices.data = inOrder([...slice.voices.data, payload]);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(readVoiceAi.fulfilled, (slice, { payload }) => {
        slice.info = { status: 'ready', data: payload };
      })
      .addCase(readVoiceAi.rejected, (slice, action) => {
        if (slice.info.status !== 'ready') slice.info = { status: 'failed', error: failureOf(action) };
      })
      .addCase(listVoices.pending, (slice) => {
        if (slice.voices.status === 'failed') slice.voices = LOADING;
      })
      .addCase(listVoices.fulfilled, (slice, { payload }) => {
        slice.voices = { status: 'ready', data: inOrder(payload) };
      })
      .addCase(listVoices.rejected, (slice, action) => {
        slice.voices = { status: 'failed', error: failureOf(action) };
      })
      .addCase(deleteVoice.pending, (slice) => {
        slice.voicesFailure = null;
      })
      .addCase(deleteVoice.fulfilled, (slice, { meta }) => {
        if (slice.voices.status !== 'ready') return;
        slice.voices.data = slice.voices.data.filter(({ voiceId }) => voiceId !== meta.arg);
      })
      .addCase(deleteVoice.rejected, (slice, action) => {
        slice.voicesFailure = failureOf(action);
      }),
});

const KINDS = ['cloned', 'provided', 'offline'] as const satisfies readonly Voice['kind'][];

/** One’s own voices first. */
const inOrder = (voices: readonly Voice[]): Voice[] =>
  voices.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));

export const { infoChanged, keyChecked, wordsChanged, voiceMade } = voiceAiSlice.actions;

interface VoiceAiRoot {
  voiceAi: VoiceAiSlice;
}
export const selectVoiceInfo = ({ voiceAi }: VoiceAiRoot) => voiceAi.info;
/** The list of the person, or the one that comes along. */
export const selectPrices = ({ voiceAi: { info } }: VoiceAiRoot) =>
  dataOf(info)?.settings.prices ?? DEFAULT_PRICES;
export const selectWords = ({ voiceAi }: VoiceAiRoot) => voiceAi.words;
export const selectKeyCheck =
  (provider: KeyProvider) =>
  ({ voiceAi }: VoiceAiRoot) =>
    voiceAi.checks[provider];
export const selectVoices = ({ voiceAi }: VoiceAiRoot) => voiceAi.voices;
export const selectVoicesFailure = ({ voiceAi }: VoiceAiRoot) => voiceAi.voicesFailure;
