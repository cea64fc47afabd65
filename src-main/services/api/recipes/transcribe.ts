import type { z } from 'zod';
import type { transcribeInput } from '../../../../src-shared/api/documented.ts';
import { unwrap } from '../../../../src-shared/contract/errors.ts';
import { ApiError } from '../reply.ts';
import type { RecipeContext } from './context.ts';

/** Kinds of file by their ending, for programs that send none. */
const TYPES: Readonly<Record<string, string>> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  webm: 'audio/webm',
  mp4: 'video/mp4',
};

/** As Voice AI transcribes, with the user's own provider; each translation is one more call of it. */
export async function transcribe({
  client,
  input,
  file,
  createId,
  nowMs,
}: RecipeContext<z.output<typeof transcribeInput>>) {
  if (!file || file.size === 0) throw new ApiError('FILE_EMPTY', 'The file is empty.');
  const startedMs = nowMs();
  const upload = { name: file.name || 'audio', type: typeOf(file), durationSec: null };
  const bytes = file.stream() as AsyncIterable<Uint8Array>;
  const { text } = unwrap(await client.upload('voice.transcribe', upload, bytes));
  const translations: Record<string, string> = {};
  for (const language of text === '' ? [] : input.translate)
    translations[language] = unwrap(await client.call('voice.translate', { text, language })).text;
  return {
    transcriptionId: createId(),
    originalText: text,
    translations,
    confidence: null,
    processingTime: (nowMs() - startedMs) / 1000,
  };
}

function typeOf({ name, type }: File): string {
  if (/^(?:audio|video)\//.test(type)) return type;
  return TYPES[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'audio/wav';
}
