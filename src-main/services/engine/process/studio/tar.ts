const BLOCK_BYTES = 512;

/** The regular files of a tar archive by their last name. Throws where it is cut off. */
export function readTar(archive: Uint8Array): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const text = (from: number, length: number) =>
    new TextDecoder().decode(archive.subarray(from, from + length)).replace(/\0.*$/s, '');
  for (let at = 0; at + BLOCK_BYTES <= archive.length;) {
    const name = text(at, 100);
    if (name === '') break;
    const size = parseInt(text(at + 124, 12), 8);
    const begins = at + BLOCK_BYTES;
    if (!(size >= 0) || begins + size > archive.length) throw new Error('the archive is cut off');
    const isFile = ['0', ''].includes(text(at + 156, 1));
    if (isFile) files.set(name.slice(name.lastIndexOf('/') + 1), archive.subarray(begins, begins + size));
    at = begins + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return files;
}
