import { openedTranscriptSchema } from '../../../src-shared/contract/transcripts.ts';
import { readEdits } from '../../../src-shared/domain/transcript/edits.ts';
import { unpackTranscript } from '../../../src-shared/domain/transcript/packed.ts';
import { joinChunks } from '../../lib/joinChunks.ts';
import type { Client } from './withClient.ts';

/** A transcript of any length, with what a person changed of it. Rejects with what the host says. */
export async function openTranscript(client: Client, takeId: string, signal?: AbortSignal) {
  const chunks: Uint8Array[] = [];
  const stream = client.open('transcripts.open', { takeId }, (bytes) => chunks.push(bytes));
  signal?.addEventListener('abort', () => stream.close(), { once: true });
  await stream.done;
  const text = new TextDecoder().decode(joinChunks(chunks));
  const { transcript, edits, revision } = openedTranscriptSchema.parse(JSON.parse(text));
  return { transcript: transcript && unpackTranscript(transcript), edits: readEdits(edits), revision };
}
