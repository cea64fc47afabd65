import { open } from 'node:fs/promises';
import { failWith } from '../../src-shared/contract/errorTexts.ts';
import { writeAll } from './failures.ts';

/** Writes the bytes of a page into a new file; `name` is theirs. Throws `BAD_INPUT` where they are more or fewer than it said. */
export async function writeUpload(
  part: string,
  name: string,
  sizeBytes: number,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = await open(part, 'wx', 0o600);
  try {
    let at = 0;
    for await (const chunk of bytes) {
      if (at + chunk.length > sizeBytes)
        throw failWith('BAD_INPUT', 'importTooMany', { values: { size: sizeBytes, name } });
      await writeAll(file, chunk, at);
      at += chunk.length;
    }
    if (at < sizeBytes)
      throw failWith('BAD_INPUT', 'importTooFew', { values: { size: sizeBytes, name, at } });
  } finally {
    await file.close();
  }
}
