import { RpcError } from '../contract/errors.ts';

/** The bytes of an upload, cut into pieces of these sizes: not one byte fewer or more. */
export async function readPieces(
  bytes: AsyncIterable<Uint8Array>,
  sizesBytes: readonly number[],
): Promise<Uint8Array[]> {
  const totalBytes = sizesBytes.reduce((sum, size) => sum + size, 0);
  const whole = new Uint8Array(totalBytes);
  let arrivedBytes = 0;
  for await (const chunk of bytes) {
    if (arrivedBytes + chunk.byteLength > totalBytes)
      throw new RpcError('BAD_INPUT', `More than the ${totalBytes} bytes came that were announced.`);
    whole.set(chunk, arrivedBytes);
    arrivedBytes += chunk.byteLength;
  }
  if (arrivedBytes < totalBytes)
    throw new RpcError('BAD_INPUT', `Of ${totalBytes} bytes only ${arrivedBytes} came.`);
  let start = 0;
  return sizesBytes.map((size) => whole.subarray(start, (start += size)));
}
