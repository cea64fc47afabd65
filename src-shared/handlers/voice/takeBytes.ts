import { failWith } from '../../contract/errorTexts.ts';

/** All bytes of an upload, which are at most so many: a longer one is refused before the rest is read. */
export async function takeBytes(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.byteLength;
    if (length > maxBytes) {
      throw failWith('FILE_BEYOND_LIMITS', 'fileTooLarge', {
        values: { name, megabytes: Math.floor(maxBytes / (1024 * 1024)) },
      });
    }
    chunks.push(chunk.slice());
  }
  if (length === 0) throw failWith('FILE_EMPTY', 'fileEmpty', { values: { name } });
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
