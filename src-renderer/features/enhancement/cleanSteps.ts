import { unwrap } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { CLEAN_PIECE_BYTES } from '../../../src-shared/domain/fileCleaning.ts';
import { toBase64 } from '../../lib/base64.ts';
import { readBlob } from '../../lib/readBlob.ts';
import type { PlatformClient } from '../../platform/index.ts';

/** How far a step is, 0-1; null where that cannot be known. */
interface StepTask {
  signal: AbortSignal;
  onProgress: (done: number | null) => void;
}

/** Hands a file over, piece by piece. */
export async function uploadFile(
  client: PlatformClient,
  fileId: string,
  file: File,
  { signal, onProgress }: StepTask,
): Promise<void> {
  for (let atByte = 0; atByte < file.size; atByte += CLEAN_PIECE_BYTES) {
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
    const bytes = await readPiece(file, atByte);
    const input = { fileId, atByte, base64: await toBase64(bytes) };
    unwrap(await client.call('clean.appendBytes', input, { signal }));
    onProgress(Math.min(1, (atByte + CLEAN_PIECE_BYTES) / file.size));
  }
}

/** The file that was prepared last. */
export function readResult(
  client: PlatformClient,
  fileId: string,
  sizeBytes: number,
  { signal, onProgress }: StepTask,
): Promise<Blob> {
  return readBlob((onChunk) => client.open('clean.readResult', { fileId }, onChunk), {
    signal,
    onBytes: (bytesRead) => onProgress(sizeBytes ? bytesRead / sizeBytes : null),
  });
}

async function readPiece(file: File, atByte: number): Promise<Blob> {
  const piece = file.slice(atByte, atByte + CLEAN_PIECE_BYTES);
  try {
    return new Blob([await piece.arrayBuffer()]);
  } catch (error) {
    // Moved, deleted or changed since it was chosen, or a folder.
    throw failWith('FILE_UNREADABLE', 'noLongerReadable', { values: { name: file.name }, cause: error });
  }
}
