import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import type { RenderOptions, RenderRange } from '../../../../src-shared/domain/edit/render.ts';
import { COPIED_CODECS, planSmartCut, type CutPiece } from '../../../../src-shared/domain/edit/smartCut.ts';
import type { FrameDrawer, DrawnFrame } from '../frameDrawer.ts';
import { openEncoder, rawVideo } from '../encoder.ts';
import { FrameSource } from '../../projects/index.ts';
import type { RenderPlan } from '../../../../src-shared/handlers/editor/renderPlan.ts';
import type { RenderRequest } from '../process/messages.ts';
import { isFinished } from '../segments.ts';
import { joinAvcConfigs, parseAvcConfig, spsNumberOf, type AvcConfig } from './avcConfig.ts';
import { bytesOf, openVideo, readSources, type OpenSource } from './sources.ts';

export interface SmartCut {
  codec: 'h264' | 'vp8' | 'vp9';
  pieces: CutPiece[];
  sources: Map<string, OpenSource>;
  /** Whose set-up copied packets have. */
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

/** Not what its source shows: the kernel makes it. Around a cut frames are the source's, and are encoded again. */
const isDrawn = (piece: CutPiece): boolean =>
  piece.how === 'encode' && piece.reason !== 'cut' && piece.reason !== 'openGroups';

const isLike = (one: OpenSource, other: OpenSource): boolean =>
  one.codec === other.codec &&
  one.width === other.width &&
  one.height === other.height &&
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
    const config = await configOf(cut, [...encoded.values()]);
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
  encoded: ReadonlyMap<CutPiece, string>,
): AsyncGenerator<EncodedPacket> {
  const frameSec = plan.rate.den / plan.rate.num;
  for (const piece of cut.pieces) {
    const startFrame = piece.from - plan.fromFrame;
    const count = piece.to - piece.from;
    if (piece.how === 'copy') onFrames(count);
    const from = piece.how === 'copy' ? piece.fromPacket : 0;
    const path = piece.how === 'copy' ? cut.sources.get(piece.mediaId)?.path : encoded.get(piece);
    if (path === undefined)
      throw new RpcError('FILE_NOT_FOUND', 'A source of the export is not there any more.');
    const packets = await readPackets(path, from, count);
    const order = packets.map(({ timestamp }) => timestamp).sort((one, other) => one - other);
    const shownAt = new Map(order.map((timestamp, index) => [timestamp, index]));
    for (const { data, type, timestamp } of packets)
      yield new EncodedPacket(data, type, (startFrame + (shownAt.get(timestamp) ?? 0)) * frameSec, frameSec);
  }
}

async function readPackets(path: string, from: number, count: number): Promise<EncodedPacket[]> {
  return await openVideo(path, async (track) => {
    const packets: EncodedPacket[] = [];
    let at = 0;
    for await (const packet of new EncodedPacketSink(track).packets()) {
      if (at >= from + count) break;
      if (at >= from) packets.push(packet);
      at += 1;
    }
    if (packets.length !== count)
      throw new RpcError('FILE_UNREADABLE', `${path} has ${packets.length} of ${count} frames.`);
    return packets;
  });
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

/** Each piece that is not copied into a file of its own; what is there from before stays. */
async function encodePieces(cut: SmartCut, task: CutTask): Promise<Map<CutPiece, string>> {
  const paths = new Map<CutPiece, string>();
  let drawer: FrameDrawer | null = null;
  try {
    for (const [index, piece] of cut.pieces.entries()) {
      if (piece.how === 'copy') continue;
      const path = join(task.request.workFolder, `piece-${index}.${cut.codec === 'h264' ? 'mp4' : 'webm'}`);
      paths.set(piece, path);
      if (await isFinished({ path, fromFrame: 0, frames: 0 })) {
        task.onFrames(piece.to - piece.from);
        continue;
      }
      if (isDrawn(piece)) drawer ??= task.openDrawer();
      const frames =
        isDrawn(piece) && drawer ? drawer.draw(listsOf(piece, task.plan)) : sourceFrames(piece, task);
      await encodePiece(path, frames, cut, task);
    }
  } finally {
    await drawer?.close();
  }
  return paths;
}

function* listsOf({ from, to }: CutPiece, plan: RenderPlan) {
  for (let frame = from; frame < to; frame += 1) yield plan.drawListOf(frame - plan.fromFrame);
}

/** Frames that nothing changes, as they were decoded: drawing them would round them twice. */
async function* sourceFrames(
  piece: CutPiece,
  { plan, request, signal }: CutTask,
): AsyncGenerator<DrawnFrame> {
  const sources = new Map<string, FrameSource>();
  try {
    for (const { layers } of listsOf(piece, plan)) {
      const source = layers.at(-1)?.source;
      const media = source?.kind === 'media' ? plan.project.media[source.mediaId] : undefined;
      const path = media && request.media[media.id]?.path;
      if (source?.kind !== 'media' || !media?.video || path === undefined)
        throw new RpcError('FILE_NOT_FOUND', 'A source of the export is not there any more.');
      const frames =
        sources.get(media.id) ?? new FrameSource({ path, kind: media.kind, video: media.video }, signal);
      sources.set(media.id, frames);
      yield { data: (await frames.at(source.sourceTimeUs)).bytes, hash: null };
    }
  } finally {
    for (const frames of sources.values()) await frames.close();
  }
}

async function encodePiece(
  path: string,
  frames: AsyncIterable<DrawnFrame>,
  cut: SmartCut,
  task: CutTask,
): Promise<void> {
  const part = `${path}.part`;
  const { plan, signal } = task;
  const muxer = cut.codec === 'h264' ? 'mp4' : 'webm';
  const encoder = openEncoder(
    [
      ...[...rawVideo(plan.size, plan.rate), '-i', 'pipe:0', ...codecOf(cut)],
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
