import {
  ALL_FORMATS,
  EncodedPacketSink,
  FilePathSource,
  Input,
  type EncodedPacket,
  type InputVideoTrack,
} from 'mediabunny';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import type { Project } from '../../../../src-shared/domain/edit/document.ts';
import type { CopySource, SourcePacket } from '../../../../src-shared/domain/edit/smartCut.ts';
import type { LocatedMedia } from '../../projects/index.ts';
import { readShown, tagArgs } from '../shown.ts';
import { isIdr, isPlainAvc, parseAvcConfig, type AvcConfig } from './avcConfig.ts';

/** A source whose packets may be copied. */
export interface OpenSource extends CopySource {
  path: string;
  /** Of H.264. */
  avc: AvcConfig | null;
  description: Uint8Array | null;
  /** Its colours, as FFmpeg is to say them of what is encoded beside it. */
  tags: string[];
}

/** By the ids of media; what no decoder of a page knows is not among them, and is encoded. */
export async function readSources(
  project: Project,
  media: Readonly<Record<string, LocatedMedia>>,
): Promise<Map<string, OpenSource>> {
  const sources = new Map<string, OpenSource>();
  for (const { id, kind, video } of Object.values(project.media)) {
    const path = media[id]?.path;
    if (kind !== 'video' || !video || video.rotation !== 0 || path === undefined) continue;
    const source = await readSource(path).catch(() => null);
    if (source) sources.set(id, source);
  }
  return sources;
}

const CODECS = { avc: 'h264', vp8: 'vp8', vp9: 'vp9' } as const;

export async function openVideo<T>(path: string, work: (track: InputVideoTrack) => Promise<T>): Promise<T> {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new Error(`${path} has no video.`);
    return await work(track);
  } finally {
    input.dispose();
  }
}

async function readSource(path: string): Promise<OpenSource | null> {
  const shown = await readShown(path);
  return await openVideo(path, async (track) => {
    const found = await track.getCodec();
    if (found !== 'avc' && found !== 'vp8' && found !== 'vp9') return null;
    const config = await track.getDecoderConfig();
    const description = bytesOf(config?.description);
    const avc = found === 'avc' && description ? parseAvcConfig(description) : null;
    if (found === 'avc' && (!avc || !isPlainAvc(avc))) return null;
    // VP9 of 8 bits, 4:2:0.
    if (found === 'vp9' && config && !config.codec.startsWith('vp09.00')) return null;
    return {
      path,
      codec: CODECS[found],
      width: await track.getCodedWidth(),
      height: await track.getCodedHeight(),
      packets: await listPackets(track, found === 'avc'),
      avc,
      description,
      tags: shown ? tagArgs(shown.colour) : [],
    };
  });
}

async function listPackets(track: InputVideoTrack, isAvc: boolean): Promise<SourcePacket[]> {
  const packets: SourcePacket[] = [];
  const sink = new EncodedPacketSink(track);
  for await (const { timestamp, type, data } of sink.packets()) {
    const isKey = type === 'key';
    packets.push({
      ptsUs: Math.round(timestamp * 1e6),
      isKey,
      ...(isKey && isAvc ? { isClosed: isIdr(data) } : {}),
    });
  }
  return packets;
}

/** A copy of what a decoder's set-up has; null where it has none. Its type is one of pages. */
export function bytesOf(data: unknown): Uint8Array | null {
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();
  return data instanceof ArrayBuffer ? new Uint8Array(data).slice() : null;
}

/** Packets of a file by their number; quick where numbers rise. */
export class PacketReader {
  readonly #path: string;
  readonly #input: Input;
  readonly #track: InputVideoTrack;
  #run: AsyncGenerator<EncodedPacket, void, unknown> | null = null;
  #next = 0;

  private constructor(path: string, input: Input, track: InputVideoTrack) {
    this.#path = path;
    this.#input = input;
    this.#track = track;
  }

  static async open(path: string): Promise<PacketReader> {
    const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
    const track = await input.getPrimaryVideoTrack();
    if (track) return new PacketReader(path, input, track);
    input.dispose();
    throw new RpcError('FILE_UNREADABLE', `${path} has no video.`);
  }

  async read(from: number, count: number): Promise<EncodedPacket[]> {
    if (!this.#run || from < this.#next) {
      await this.#run?.return();
      this.#run = new EncodedPacketSink(this.#track).packets();
      this.#next = 0;
    }
    const packets: EncodedPacket[] = [];
    while (this.#next < from + count) {
      const { value } = await this.#run.next();
      if (!value)
        throw new RpcError('FILE_UNREADABLE', `${this.#path} has ${packets.length} of ${count} frames.`);
      if (this.#next >= from) packets.push(value);
      this.#next += 1;
    }
    return packets;
  }

  async close(): Promise<void> {
    await this.#run?.return();
    this.#input.dispose();
  }
}
