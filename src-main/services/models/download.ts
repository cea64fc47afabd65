import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { modelFileName, type ModelFile } from '../../../src-shared/domain/models/index.ts';
import {
  moveDurably,
  requireRoom,
  toFileError,
  writeAll,
  writeFileAtomically,
} from '../../../src-node/files/index.ts';

export interface FetchedFile {
  file: ModelFile;
  /** Where it shall lie. Beside it are `.part`, and `.part.etag`: what the server called the bytes in it. */
  path: string;
  signal: AbortSignal;
  /** The person has it: no server gave it. */
  isImported?: boolean;
  /** Bytes that are here; all of them while the hash is computed. */
  onProgress: (doneBytes: number) => void;
}

export const partOf = (path: string): string => `${path}.part`;
const etagOf = (path: string): string => `${path}.part.etag`;

/** How much of a file is here already. */
export const partBytes = (path: string): number =>
  statSync(partOf(path), { throwIfNoEntry: false })?.size ?? 0;

export function removePart(path: string): void {
  rmSync(partOf(path), { force: true });
  rmSync(etagOf(path), { force: true });
}

/**
 * Fetches a file of the catalogue, from where an earlier download was cut off. It gets its name when all of its bytes are here
 * and their hash is the catalogue's; whatever else a server sends never does.
 */
export async function downloadFile({
  url,
  fetch: fetcher,
  ...fetched
}: FetchedFile & { url: string; fetch: typeof fetch }): Promise<void> {
  const { file, path, signal } = fetched;
  if (partBytes(path) > file.sizeBytes) removePart(path);
  await requireRoom(path, file.sizeBytes - partBytes(path));
  if (partBytes(path) < file.sizeBytes) {
    const response = await request(url, { fetcher, file, path, signal });
    // All of it: what was here is of no use.
    if (response.status === 200) removePart(path);
    const etag = response.headers.get('etag');
    if (etag !== null && !etag.startsWith('W/')) writeFileAtomically(etagOf(path), etag);
    await append(fetched, bytesOf(response, file, signal));
  }
  await finish(fetched);
}

/** A file that the person has. */
export async function importFile(given: FetchedFile, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const fetched = { ...given, isImported: true };
  const { file, path } = fetched;
  removePart(path);
  await requireRoom(path, file.sizeBytes);
  await append(fetched, bytes);
  if (partBytes(path) < file.sizeBytes) {
    removePart(path);
    throw wrongFile(fetched);
  }
  await finish(fetched);
}

interface Request {
  fetcher: typeof fetch;
  file: ModelFile;
  path: string;
  signal: AbortSignal;
}

/** Asks for what is not here; for all of it where the server has another file now, or cannot continue (416). */
async function request(url: string, given: Request): Promise<Response> {
  const { fetcher, file, path, signal } = given;
  const doneBytes = partBytes(path);
  const etag = existsSync(etagOf(path)) ? readFileSync(etagOf(path), 'utf8') : null;
  // Without a name of the bytes nobody knows whether the rest belongs to them.
  const isRest = doneBytes > 0 && etag !== null;
  if (!isRest) removePart(path);
  const headers: Record<string, string> = {
    'accept-encoding': 'identity',
    ...(isRest ? { range: `bytes=${doneBytes}-`, 'if-range': etag } : {}),
  };
  let response: Response;
  try {
    response = await fetcher(url, { headers, signal });
  } catch (error) {
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled', { cause: error });
    const values = { host: new URL(url).host };
    throw failWith('SERVER_UNREACHABLE', 'modelUnreachable', { values, retryable: true, cause: error });
  }
  const problem = problemOf(response, { file, url, doneBytes: isRest ? doneBytes : 0 });
  if (problem === null) return response;
  await response.body?.cancel();
  if (!isRest || (response.status !== 416 && response.status !== 206)) throw problem;
  removePart(path);
  return await request(url, given);
}

/** Whether an answer can be the file, by what is known before its bytes. */
function problemOf(
  { status, headers }: Response,
  { file, url, doneBytes }: { file: ModelFile; url: string; doneBytes: number },
): RpcError | null {
  const name = modelFileName(file);
  if (status !== 200 && status !== 206) {
    const values = { host: new URL(url).host, name, status };
    return failWith('FILE_NOT_FOUND', 'modelNotServed', { values, retryable: status >= 500 });
  }
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '');
  const total = status === 206 ? Number(range?.[2]) : Number(headers.get('content-length') ?? file.sizeBytes);
  const begins = status === 206 ? Number(range?.[1]) : 0;
  const isRightPlace = status === 200 || begins === doneBytes;
  const isPage = /^text\/html/i.test(headers.get('content-type') ?? '');
  if (isRightPlace && total === file.sizeBytes && !isPage) return null;
  return failWith('FILE_UNREADABLE', 'modelWrongFile', { values: { name }, retryable: true });
}

async function* bytesOf(
  response: Response,
  file: ModelFile,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (!response.body) return;
  try {
    yield* response.body as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled', { cause: error });
    const values = { name: modelFileName(file) };
    throw failWith('SERVER_UNREACHABLE', 'modelCutOff', { values, retryable: true, cause: error });
  }
}

/** Adds bytes to the part; never more than the file has. */
async function append(fetched: FetchedFile, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const { file, path, signal, onProgress } = fetched;
  let at = partBytes(path);
  let part: FileHandle | null = null;
  try {
    // Not `a`: a place that is written twice is the same place.
    part = await open(partOf(path), at > 0 ? 'r+' : 'w', 0o600);
    for await (const chunk of bytes) {
      if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
      if (at + chunk.byteLength > file.sizeBytes) {
        removePart(path);
        throw wrongFile(fetched);
      }
      await writeAll(part, chunk, at);
      at += chunk.byteLength;
      onProgress(at);
    }
  } catch (error) {
    throw error instanceof RpcError ? error : toFileError(partOf(path), error);
  } finally {
    await part?.close();
  }
}

/** The hash, then the name. */
async function finish(fetched: FetchedFile): Promise<void> {
  const { file, path, signal, onProgress } = fetched;
  if (partBytes(path) < file.sizeBytes) {
    const values = { name: modelFileName(file) };
    throw failWith('SERVER_UNREACHABLE', 'modelCutOff', { values, retryable: true });
  }
  onProgress(file.sizeBytes);
  if ((await sha256Of(partOf(path), signal)) !== file.sha256) {
    removePart(path);
    throw wrongFile(fetched);
  }
  try {
    await moveDurably(partOf(path), path);
  } catch (error) {
    throw toFileError(path, error);
  }
  removePart(path);
}

const wrongFile = ({ file, isImported }: FetchedFile): RpcError =>
  failWith('FILE_UNREADABLE', isImported ? 'modelWrongImport' : 'modelWrongFile', {
    values: { name: modelFileName(file) },
    retryable: true,
  });

/** Of what the disk has. */
async function sha256Of(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
    hash.update(chunk);
  }
  return hash.digest('hex');
}
