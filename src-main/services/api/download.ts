import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DownloadOf } from '../../../src-shared/api/index.ts';
import type { AppContract } from '../../../src-shared/contract/index.ts';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { Client } from '../../../src-shared/rpc/index.ts';
import { openInside, openRegular } from '../../../src-node/files/index.ts';
import { inWordsOf } from '../clean/index.ts';
import { ApiError } from './reply.ts';

interface Place {
  folder: string;
  /** In the folder itself; where `isBelow`, at any depth, with “/” between its parts. */
  file: string;
  isBelow?: boolean;
  /** As the caller knows it. */
  name?: string;
}

/** Where a file is, by what the services know of it: nothing of a path comes from the caller. */
const PLACES: Record<
  DownloadOf,
  (client: Client<AppContract>, input: Record<string, string>) => Promise<Place>
> = {
  async takeExport(client, { id = '', name = '' }) {
    return { folder: unwrap(await client.call('takes.locate', { id, what: 'exports' })), file: name };
  },
  async takeFile(client, { id = '', trackId = '' }) {
    const { document } = unwrap(await client.call('takes.read', { id }));
    const tracks = [...(document?.tracks ?? []), ...(document?.videoTracks ?? [])];
    const track = tracks.find((one) => one.id === trackId);
    if (!track) throw new ApiError('NOT_FOUND', 'This take has no such track.');
    return { folder: unwrap(await client.call('takes.locate', { id, what: 'take' })), file: track.file };
  },
  async cleanedFile(client, { id = '' }) {
    return unwrap(await client.call('looseFiles.locateResult', { id }));
  },
  async folderFile(client, { folderId = '', path = '' }) {
    const { root } = unwrap(await client.call('openFolders.locate', { folderId, path }));
    return { folder: root, file: path, isBelow: true, name: path.split('/').at(-1) ?? path };
  },
  async cleanedExport(client, { name = '' }) {
    return { folder: unwrap(await client.call('openFolders.locateCleaned')), file: name };
  },
  async render(client, { id = '' }) {
    const job = unwrap(await client.call('renders.list')).find((one) => one.id === id);
    if (!job?.file) throw new ApiError('NOT_FOUND', 'There is no finished export with this id.');
    return { folder: dirname(job.file.path), file: basename(job.file.path) };
  },
};

/** Sends a file, or the one part of it that is asked for, as fast as it is read. */
export async function sendFile(
  client: Client<AppContract>,
  of: DownloadOf,
  input: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const place = await PLACES[of](client, input);
  const { name = place.file } = place;
  const file = await open(place);
  try {
    const { size, mtimeMs } = await file.stat();
    const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
    response.setHeader('etag', etag);
    response.setHeader('accept-ranges', 'bytes');
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
    const range = isSame ? parseRange(request.headers.range, size) : null;
    response.setHeader('content-type', 'application/octet-stream');
    response.setHeader('content-disposition', `attachment; filename*=UTF-8''${encoded(name)}`);
    const { start, end } = range ?? { start: 0, end: size - 1 };
    if (range) response.setHeader('content-range', `bytes ${start}-${end}/${size}`);
    response.writeHead(range ? 206 : 200, { 'content-length': end - start + 1 });
    if (request.method === 'HEAD' || size === 0) return void response.end();
    await pipeline(file.createReadStream({ start, end, autoClose: false }), response);
  } finally {
    await file.close();
  }
}

/** A refusal says nothing of where it lies. */
async function open({ folder, file, isBelow }: Place): Promise<FileHandle> {
  try {
    return await (isBelow ? openInside(folder, file) : openRegular(folder, file));
  } catch (error) {
    throw inWordsOf(file, [join(folder, file), folder], error);
  }
}

/** RFC 8187, section 3.2.1: as an address has it, and without four signs more. */
const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** RFC 9110, section 14.1.2, of one range; null: the whole file, as for what is no range of bytes. */
export function parseRange(header: string | undefined, size: number): { start: number; end: number } | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < start) return null;
  if (start >= size || (from === '' && Number(to) === 0))
    throw new ApiError('RANGE_UNSATISFIABLE', `The file has ${size} bytes.`, {
      'content-range': `bytes */${size}`,
    });
  return { start, end };
}
