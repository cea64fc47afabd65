import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import {
  joinTokens,
  type OfflineSpeech,
  type OfflineWords,
} from '../../../src-shared/handlers/voice/index.ts';
import { runFfmpeg } from '../ffmpeg/index.ts';
import { findModel, modelNameOf, onlyLanguageOf } from '../../../src-shared/domain/models/index.ts';
import type { ModelsService } from '../models/index.ts';
import type { EngineLauncher, Log } from '../ports.ts';
import { alignWords } from './align.ts';
import { createSpeechLink, type Asked } from './link.ts';
import { listOfflineVoices, speakOffline } from './voices.ts';

export { canAlign } from './align.ts';

const RATE_HZ = 16_000;
const BYTES_A_SECOND = 2 * RATE_HZ;
const WAV_HEADER_BYTES = 44;

/** What reads models; null where it is not installed. */
export interface SpeechPrograms {
  /** The addon for models of Whisper. */
  whisperPath: string | null;
  /** Where ONNX Runtime lies, for models of Moonshine. */
  onnxDir: string | null;
  /** Where the program for models of translation lies. */
  translatorDir: string | null;
}

export interface SpeechServiceOptions {
  models: Pick<ModelsService, 'findFiles'>;
  launch: EngineLauncher;
  programs: SpeechPrograms;
  /** Code of the language that is spoken; otherwise the model finds it. */
  language?: string | undefined;
  log: Log;
}

export interface SpeechService extends OfflineSpeech {
  close(): void;
}

/** Speech without a network: models run in a process of their own, what the system has is called as a program. */
export function createSpeechService({
  models,
  launch,
  programs: { whisperPath, onnxDir, translatorDir },
  language: spoken,
  log,
}: SpeechServiceOptions): SpeechService {
  const link = createSpeechLink(launch);

  function filesOf(modelId: string): string[] {
    const files = models.findFiles(modelId);
    if (files) return files;
    throw failWith('FILE_NOT_FOUND', 'modelMissing', { values: { name: modelNameOf(modelId) } });
  }
  function assertLanguage(modelId: string): void {
    const known = onlyLanguageOf(modelId);
    if (known === null || spoken === undefined || spoken.startsWith(known)) return;
    const values = { name: modelNameOf(modelId), language: spoken };
    throw failWith('BAD_OPTION', 'modelLanguage', { values });
  }
  function engineOf(modelId: string): Asked['engine'] {
    const files = filesOf(modelId);
    assertLanguage(modelId);
    if (findModel(modelId)?.format === 'moonshine') {
      if (onnxDir === null) throw failWith('UNSUPPORTED', 'speechNoEngine');
      return { format: 'moonshine', onnxDir, files };
    }
    const [modelPath = ''] = files;
    if (whisperPath === null) throw failWith('UNSUPPORTED', 'speechNoEngine');
    return { format: 'whisper', addonPath: whisperPath, modelPath };
  }
  async function transcribe(modelId: string, pcm: Uint8Array, signal: AbortSignal): Promise<OfflineWords> {
    const { tokens, language } = await link.transcribe(
      { engine: engineOf(modelId), language: spoken ?? null, pcm: new Uint8Array(pcm) },
      signal,
    );
    return { words: joinTokens(tokens), language: language ?? onlyLanguageOf(modelId) };
  }
  return {
    assertModel: (modelId) => Promise.resolve().then(() => void engineOf(modelId)),
    transcribeWav: (modelId, wav, signal) => transcribe(modelId, wav.subarray(WAV_HEADER_BYTES), signal),
    async transcribeFile(modelId, sound, signal) {
      engineOf(modelId);
      const pcm = await decode(sound, signal);
      return { ...(await transcribe(modelId, pcm, signal)), durationSec: pcm.byteLength / BYTES_A_SECOND };
    },
    async align(wav, words, _language, signal) {
      try {
        return (await alignWords(wav, words, signal)) ?? words;
      } catch (error) {
        if (signal.aborted) throw error;
        log.error('words could not be aligned: they keep their engine’s times', error);
        return words;
      }
    },
    async translate(modelIds, texts, signal) {
      if (translatorDir === null) throw failWith('UNSUPPORTED', 'translationNoEngine');
      const files = modelIds.map((id) => filesOf(id));
      if (files.length === 0 || texts.length === 0) return [...texts];
      return (await link.translate({ translatorDir, models: files, texts: [...texts] }, signal)).texts;
    },
    listVoices: listOfflineVoices,
    async *speak(voiceId, text, signal) {
      yield await speakOffline(voiceId, text, signal);
    },
    close: () => link.end(),
  };
}

/** 16 kHz, one channel, 16 bits. */
async function decode(sound: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  const dir = mkdtempSync(join(tmpdir(), 'sounddesk-words-'));
  try {
    const [source, pcm] = [join(dir, 'source'), join(dir, 'pcm')];
    writeFileSync(source, sound);
    const form = ['-map', '0:a:0', '-ac', '1', '-ar', String(RATE_HZ), '-f', 's16le'];
    await runFfmpeg(['-y', '-protocol_whitelist', 'file', '-i', `file:${source}`, ...form, `file:${pcm}`], {
      signal,
      purpose: 'checked',
      outputPath: 'The recording',
    });
    return new Uint8Array(readFileSync(pcm));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
