import type { Voice } from '../../contract/voice.ts';
import type { TimedWord } from './timedWords.ts';

export interface OfflineWords {
  words: TimedWord[];
  language: string | null;
}

/** What a host does without a network: models that the person installed, and programs of the system. */
export interface OfflineSpeech {
  /** Fails where the model is not installed, or no engine reads it here. */
  assertModel(modelId: string): Promise<void>;
  /** A WAV file of 16 kHz, 16 bits, one channel. An empty one: the model is read, and no more. */
  transcribeWav(modelId: string, wav: Uint8Array, signal: AbortSignal): Promise<OfflineWords>;
  /** A file as it was recorded or chosen. */
  transcribeFile(
    modelId: string,
    sound: Uint8Array,
    signal: AbortSignal,
  ): Promise<OfflineWords & { durationSec: number }>;
  /** The words where they are heard in the sound, whatever times they had; as they were where that cannot be found. */
  align(
    wav: Uint8Array,
    words: TimedWord[],
    language: string | null,
    signal: AbortSignal,
  ): Promise<TimedWord[]>;
  /** By models of translation, one after the other; fails where one is not installed. */
  translate(modelIds: readonly string[], texts: readonly string[], signal: AbortSignal): Promise<string[]>;
  listVoices(): Promise<Omit<Voice, 'consentAtMs'>[]>;
  /** An MP3 file. */
  speak(voiceId: string, text: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** Before the id of a voice of this computer. */
export const OFFLINE_VOICE_PREFIX = 'offline-';
