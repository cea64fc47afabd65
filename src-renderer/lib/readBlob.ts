import type { OpenStream } from '../../src-shared/rpc/index.ts';

/** All bytes of a stream. Blobs lie outside of the page's own memory: a long file does not fill it. */
export async function readBlob(
  open: (onChunk: (bytes: Uint8Array) => void) => OpenStream,
  { signal, onBytes }: { signal?: AbortSignal; onBytes?: (sizeBytes: number) => void } = {},
): Promise<Blob> {
  const chunks: Blob[] = [];
  let sizeBytes = 0;
  const stream = open((bytes) => {
    chunks.push(new Blob([new Uint8Array(bytes)]));
    sizeBytes += bytes.byteLength;
    onBytes?.(sizeBytes);
  });
  signal?.addEventListener('abort', () => stream.close(), { once: true });
  await stream.done;
  return new Blob(chunks);
}
