import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import type { RenderOptions, RenderRange } from '../../../../src-shared/domain/edit/render.ts';
import {
  COPIED_CODECS,
  isAsRecorded,
  planSmartCut,
  type CutPiece,
} from '../../../../src-shared/domain/edit/smartCut.ts';
import type { FrameDrawer, DrawnFrame } from '../frameDrawer.ts';
import { openEncoder, rawVideo } from '../encoder.ts';
import { FrameSource } from '../../projects/index.ts';
import type { RenderPlan } from '../../../../src-shared/handlers/editor/renderPlan.ts';
import type { RenderRequest } from '../process/messages.ts';
import { isFinished } from '../segments.ts';
import { joinAvcConfigs, parseAvcConfig, spsNumberOf, type AvcConfig } from './avcConfig.ts';
import { bytesOf, openVideo, PacketReader, readSources, type OpenSource } from './sources.ts';

export interface SmartCut {
  codec: 'h264' | 'vp8' | 'vp9';
  pieces: CutPiece[];
  sources: Map<string, OpenSource>;
  /** Whose set-up and colours all packets have. */
  main: OpenSource;
  /** Of the parameter sets that are encoded: another one than the source's. */
  spsNumber: number;
}

interface CutTask {
  request: RenderRequest;
  plan: RenderPlan;
  openDrawer: () => FrameDrawer;
  signal?: AbortSignal | undefined;
  onFrames: (count: number) => void;
}

/** Which codecs a file may be copied into. */
const CODECS_OF: Partial<Record<RenderOptions['format'], readonly string[]>> = {
  mp4: ['h264'],
  mov: ['h264'],
  webm: ['vp8', 'vp9'],
};

/** What of an export is copied; null: nothing is, and all of it is drawn. */
export async function planCopies(request: RenderRequest, plan: RenderPlan): Promise<SmartCut | null> {
  const { options, media } = request;
  const allowed = (CODECS_OF[options.format] ?? []).filter((codec) => COPIED_CODECS.includes(codec));
  if (allowed.length === 0 || options.frameRate !== null || options.shape !== 'project') return null;
  const all = await readSources(plan.project, media);
  const main = [...all.values()].find(({ codec }) => allowed.includes(codec));
  if (!main) return null;
  const sources = new Map([...all].filter(([, source]) => isLike(source, main)));
  const codec = main.codec as SmartCut['codec'];
  const range = { from: plan.fromFrame, to: plan.fromFrame + plan.projectFrames };
  const pieces = planSmartCut(plan.project, range, sources, { codec, ...plan.size });
  if (pieces.every(isDrawn)) return null;
  // What is drawn is BT.709: beside frames of another kind it would change its colour.
  if (pieces.some(isDrawn) && !isBt709(plan, sources)) return null;
  const used = new Set((main.avc?.sps ?? []).map(spsNumberOf));
  const spsNumber = [1, 2, 3, 4].find((number) => !used.has(number)) ?? 5;
  return { codec, pieces, sources, main, spsNumber };
}

/** Not what its source shows: the kernel makes it. */
const isDrawn = (piece: CutPiece): boolean => piece.how === 'encode' && !isAsRecorded(piece.reason);

const isLike = (one: OpenSource, other: OpenSource): boolean =>
  one.codec === other.codec &&
  one.width === other.width &&
  one.height === other.height &&
  one.tags.join() === other.tags.join() &&
  Buffer.compare(one.description ?? Buffer.alloc(0), other.description ?? Buffer.alloc(0)) === 0;

const isBt709 = ({ project }: RenderPlan, sources: ReadonlyMap<string, OpenSource>): boolean =>
  [...sources.keys()].every((id) => {
    const colour = project.media[id]?.video?.colour;
    return colour?.matrix === 'bt709' && !colour.isFullRange;
  });

/** For the certificate. */
export const rangesOfCut = ({ pieces }: SmartCut, { fromFrame }: RenderPlan): RenderRange[] =>
  pieces.map((piece) => ({
    kind: piece.how === 'copy' ? ('copied' as const) : ('encoded' as const),
    fromFrame: piece.from - fromFrame,
    frames: piece.to - piece.from,
    reason: piece.how === 'copy' ? null : piece.reason,
  }));

/** Writes the frames of an export into one file, without sound: copied where the plan says so, and encoded where not. */
export async function writeSmartVideo(path: string, cut: SmartCut, task: CutTask): Promise<void> {
  const encoded = await encodePieces(cut, task);
  const encodedPaths = [...new Set([...encoded.values()].map((place) => place.path))];
  const part = `${path}.part`;
  const output = new Output({
    // In fragments: of a short MP4 in one piece FFmpeg reads wrong decoding times, and then moves frames.
    format: cut.codec === 'h264' ? new Mp4OutputFormat({ fastStart: 'fragmented' }) : new WebMOutputFormat(),
    target: new FilePathTarget(part),
  });
  const source = new EncodedVideoPacketSource(cut.codec === 'h264' ? 'avc' : cut.codec);
  output.addVideoTrack(source);
  try {
    await output.start();
    const config = await configOf(cut, encodedPaths);
    let isFirst = true;
    for await (const packet of packetsOf(cut, task, encoded)) {
      if (task.signal?.aborted) throw new RpcError('CANCELLED', 'Cancelled.');
      await source.add(packet, isFirst ? { decoderConfig: config } : undefined);
      isFirst = false;
    }
    await output.finalize();
    await rename(part, path);
  } finally {
    if (output.state !== 'finalized') await output.cancel();
    await rm(part, { force: true });
  }
}

/** Packets in the order of the file, each at the time of the frame that it holds. */
async function* packetsOf(
  cut: SmartCut,
  { plan, onFrames }: CutTask,
  encoded: ReadonlyMap<CutPiece, EncodedPlace>,
): AsyncGenerator<EncodedPacket> {
  const frameSec = plan.rate.den / plan.rate.num;
  const readers = new Map<string, PacketReader>();
  try {
    for (const piece of cut.pieces) {
      const startFrame = piece.from - plan.fromFrame;
      const count = piece.to - piece.from;
      if (piece.how === 'copy') onFrames(count);
      const place =
        piece.how === 'copy'
          ? { path: cut.sources.get(piece.mediaId)?.path, fromPacket: piece.fromPacket }
          : encoded.get(piece);
      if (place?.path === undefined)
        throw new RpcError('FILE_NOT_FOUND', 'A source of the export is not there any more.');
      const reader = readers.get(place.path) ?? (await PacketReader.open(place.path));
      readers.set(place.path, reader);
      const packets = await reader.read(place.fromPacket, count);
      const order = packets.map(({ timestamp }) => timestamp).sort((one, other) => one - other);
      const shownAt = new Map(order.map((timestamp, index) => [timestamp, index]));
      for (const { data, type, timestamp } of packets)
        yield new EncodedPacket(
          data,
          type,
          (startFrame + (shownAt.get(timestamp) ?? 0)) * frameSec,
          frameSec,
        );
    }
  } finally {
    for (const reader of readers.values()) await reader.close();
  }
}

/** What a decoder has to know of both: copied packets and encoded ones. */
async function configOf(cut: SmartCut, encoded: readonly string[]): Promise<VideoDecoderConfig> {
  const config = await openVideo(cut.main.path, (track) => track.getDecoderConfig());
  if (!config)
    throw new RpcError('FILE_UNREADABLE', 'A source of the export does not say how it is decoded.');
  if (cut.codec !== 'h264' || !cut.main.avc || encoded.length === 0) return config;
  const configs = await Promise.all(encoded.map(readAvcConfig));
  const [own] = configs;
  if (!own || configs.some((other) => !isSame(own, other)))
    throw new RpcError('FILE_UNREADABLE', 'The encoded pieces do not fit each other.');
  const description = joinAvcConfigs(cut.main.avc, own);
  return { ...config, codec: `avc1.${hex(description.subarray(1, 4))}`, description };
}

async function readAvcConfig(path: string): Promise<AvcConfig> {
  const config = await openVideo(path, (track) => track.getDecoderConfig());
  const parsed = parseAvcConfig(bytesOf(config?.description) ?? new Uint8Array());
  if (!parsed) throw new RpcError('FILE_UNREADABLE', 'An encoded piece does not say how it is decoded.');
  return parsed;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const isSame = (one: AvcConfig, other: AvcConfig) =>
  hex(Buffer.concat([...one.sps, ...one.pps])) === hex(Buffer.concat([...other.sps, ...other.pps]));

/** Where the frames of a piece are that was encoded. */
interface EncodedPlace {
  path: string;
  fromPacket: number;
}

/**
 * Frames around cuts into one file, each piece from a key frame on; each piece that is drawn into a file of its own. What is there
 * from before stays.
 */
async function encodePieces(cut: SmartCut, task: CutTask): Promise<Map<CutPiece, EncodedPlace>> {
  const fileOf = (name: string) =>
    join(task.request.workFolder, `${name}.${cut.codec === 'h264' ? 'mp4' : 'webm'}`);
  const places = new Map<CutPiece, EncodedPlace>();
  const recorded = cut.pieces.filter((piece) => piece.how === 'encode' && !isDrawn(piece));
  const recordedPath = fileOf('cuts');
  let fromPacket = 0;
  for (const piece of recorded) {
    places.set(piece, { path: recordedPath, fromPacket });
    fromPacket += framesOf(piece);
  }
  if (recorded.length > 0)
    await encodeOnce(recordedPath, recorded, () => sourceFrames(recorded, task), cut, task);
  let drawer: FrameDrawer | null = null;
  try {
    for (const [index, piece] of cut.pieces.entries()) {
      if (!isDrawn(piece)) continue;
      const path = fileOf(`piece-${index}`);
      places.set(piece, { path, fromPacket: 0 });
      const draw = () => (drawer ??= task.openDrawer()).draw(listsOf(piece, task.plan));
      await encodeOnce(path, [piece], draw, cut, task);
    }
  } finally {
    await (drawer as FrameDrawer | null)?.close();
  }
  return places;
}

const framesOf = ({ from, to }: CutPiece): number => to - from;

async function encodeOnce(
  path: string,
  pieces: readonly CutPiece[],
  open: () => AsyncIterable<DrawnFrame>,
  cut: SmartCut,
  task: CutTask,
): Promise<void> {
  if (await isFinished({ path, fromFrame: 0, frames: 0 }))
    task.onFrames(pieces.reduce((sum, piece) => sum + framesOf(piece), 0));
  else await encodeFrames(path, pieces.map(framesOf), open(), cut, task);
}

function* listsOf({ from, to }: CutPiece, plan: RenderPlan) {
  for (let frame = from; frame < to; frame += 1) yield plan.drawListOf(frame - plan.fromFrame);
}

/** Frames that nothing changes, as they were decoded: drawing them would round them twice. */
async function* sourceFrames(
  pieces: readonly CutPiece[],
  { plan, request, signal }: CutTask,
): AsyncGenerator<DrawnFrame> {
  let openedId: string | null = null;
  let frames: FrameSource | null = null;
  try {
    for (const { layers } of pieces.flatMap((piece) => [...listsOf(piece, plan)])) {
      const source = layers.at(-1)?.source;
      const media = source?.kind === 'media' ? plan.project.media[source.mediaId] : undefined;
      const path = media && request.media[media.id]?.path;
      if (source?.kind !== 'media' || !media?.video || path === undefined)
        throw new RpcError('FILE_NOT_FOUND', 'A source of the export is not there any more.');
      if (openedId !== media.id || !frames) {
        await frames?.close();
        frames = new FrameSource({ path, kind: media.kind, video: media.video }, signal);
        openedId = media.id;
      }
      yield { data: (await frames.at(source.sourceTimeUs)).bytes, hash: null };
    }
  } finally {
    await frames?.close();
  }
}

/** Runs of so many frames, each of which stands alone. */
async function encodeFrames(
  path: string,
  runs: readonly number[],
  frames: AsyncIterable<DrawnFrame>,
  cut: SmartCut,
  task: CutTask,
): Promise<void> {
  const part = `${path}.part`;
  const { plan, signal } = task;
  const muxer = cut.codec === 'h264' ? 'mp4' : 'webm';
  const encoder = openEncoder(
    [
      ...[
        ...rawVideo(plan.size, plan.rate, cut.main.tags),
        '-i',
        'pipe:0',
        ...cut.main.tags,
        ...codecOf(cut),
      ],
      ...['-force_key_frames', startsOf(runs, plan)],
      ...['-f', muxer, '-y', `file:${part}`],
    ],
    signal,
  );
  try {
    for await (const frame of frames) {
      await encoder.write(frame.data);
      task.onFrames(1);
    }
    await encoder.finish();
    await rename(part, path);
  } catch (error) {
    encoder.kill();
    throw error;
  } finally {
    await rm(part, { force: true });
  }
}

/** The times at which the runs begin, as FFmpeg reads them. */
function startsOf(runs: readonly number[], { rate }: RenderPlan): string {
  let frame = 0;
  const starts = runs.map((frames) => {
    const startSec = (frame * rate.den) / rate.num;
    frame += frames;
    return startSec.toFixed(6);
  });
  return starts.join(',');
}

/** Finer than a whole export is encoded: these few frames are beside the recorded ones. */
function codecOf({ codec, spsNumber }: SmartCut): string[] {
  // A packet is a frame: none is hidden.
  const vpx = ['-auto-alt-ref', '0', '-lag-in-frames', '0', '-deadline', 'good', '-cpu-used', '4'];
  switch (codec) {
    case 'h264':
      return [
        ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '4', '-pix_fmt', 'yuv420p'],
        ...['-x264-params', `sps-id=${spsNumber}:stitchable=1`],
      ];
    case 'vp8':
      return ['-c:v', 'libvpx', ...vpx, '-crf', '4', '-qmax', '12', '-b:v', '40M'];
    case 'vp9':
      return ['-c:v', 'libvpx-vp9', ...vpx, '-crf', '2', '-qmax', '12', '-b:v', '0', '-row-mt', '1'];
  }
}
