import { RpcError } from '../contract/errors.ts';
import { DEMO_TAKE } from '../domain/demoTake.ts';
import { readPieces } from '../rpc/index.ts';

/** The files of the demo recording, in the order in which they are handed over. */
export const DEMO_FILES = [...DEMO_TAKE.voices, ...DEMO_TAKE.cameras];
export const DEMO_BYTES = DEMO_FILES.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** Reads them one after the other, by their names. `BAD_INPUT` where any byte of them is another. */
export async function readDemoFiles(
  bytes: AsyncIterable<Uint8Array>,
): Promise<(name: string) => Uint8Array<ArrayBuffer>> {
  const pieces = await readPieces(
    bytes,
    DEMO_FILES.map(({ sizeBytes }) => sizeBytes),
  );
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [index, { file, sha256 }] of DEMO_FILES.entries()) {
    const piece = Uint8Array.from(pieces[index] ?? []);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', piece));
    const found = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    if (found !== sha256) throw new RpcError('BAD_INPUT', `${file} is not the one of the demo recording.`);
    files.set(file, piece);
  }
  return (name) => {
    const file = files.get(name);
    if (!file) throw new Error(`the demo recording has no ${name}`);
    return file;
  };
}
