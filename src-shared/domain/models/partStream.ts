import type { Model, ModelFile } from './model.ts';

/** Cuts one stream of bytes into those of each file of a model. */
export function partStream(model: Model, bytes: AsyncIterable<Uint8Array>) {
  const source = bytes[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  return async function* (file: ModelFile): AsyncGenerator<Uint8Array> {
    // What is too much is given to the last, which refuses it.
    let left = file === model.files.at(-1) ? Infinity : file.sizeBytes;
    while (left > 0) {
      if (rest.byteLength === 0) {
        const next = await source.next();
        if (next.done) return;
        rest = next.value;
      }
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.byteLength);
      left -= piece.byteLength;
      yield piece;
    }
  };
}
