import { RpcError, unwrap } from '../../../src-shared/contract/errors.ts';
import { slateScene } from '../../../src-shared/domain/broadcast/layouts.ts';
import type { MasterQualityId } from '../../../src-shared/domain/broadcast/quality.ts';
import type { Scene } from '../../../src-shared/domain/broadcast/scene.ts';
import type { Transition } from '../../../src-shared/domain/broadcast/transition.ts';
import { Listeners } from '../../../src-shared/rpc/index.ts';
import { i18n } from '../../i18n/index.ts';
import { toBase64 } from '../../lib/base64.ts';
import {
  openProgramme,
  type EncodedFrame,
  type EncodedSlate,
  type EncoderHandle,
  type Programme,
} from '../../media/programme/index.ts';
import { liveSource } from '../../media/recorder/index.ts';
import { createSleepSense, measureAgain, measureHostClock } from '../../media/video/hostClock.ts';
import type { ThunkExtra } from '../../platform/index.ts';
import type { BroadcastSource, EncoderReport } from './broadcastState.ts';
import { createFrameSender, type FrameSender } from './frameSender.ts';
import { beginProgrammeTake, type ProgrammeTake } from './programmeTake.ts';

type Client = ThunkExtra['client'];

/** What is composed: a source of it is open in this page. */
export interface Composition {
  /** Another one is another scene, and follows by the transition; with the same one the scene itself was changed. */
  key: string;
  scene: Scene;
  transition: Transition;
  /** Prepared beside it. */
  preview: Scene;
  sources: readonly Pick<BroadcastSource, 'id' | 'label' | 'kind'>[];
}

const TRY_AGAIN_AFTER_MS = 300;

/** The programme of this page: open while the screen is in sight, or while this page sends it. */
let opened: Promise<Programme> | null = null;
let composition: Composition | null = null;
let encoding: {
  encoder: EncoderHandle;
  sender: FrameSender;
  avcConfig: Uint8Array;
  slate: EncodedSlate | null;
  /** What the host calls this page while it sends; null while it does not. */
  feed: number | null;
  /** By how much the clocks have moved against each other in a sleep. */
  shiftMs: number;
  take: ProgrammeTake | null;
} | null = null;
/** Of the sources that are composed: one that has ended is shown as a slate. */
let tracks = new Map<string, MediaStreamTrack>();
const listeners = new Listeners<void>();

/** Hears when another programme is open, or none; what it returns ends that. */
export const followProgramme = (listener: () => void): (() => void) => listeners.add(listener);
export const currentProgramme = (): Promise<Programme> | null => opened;
/** Whether this page feeds the broadcast. */
export const isSendingHere = (): boolean => encoding !== null;

/** Shows this from now on; opens the programme where none is open. */
export function compose(
  quality: MasterQualityId,
  next: Composition,
  onSourceChanged: (id: string, isLost: boolean) => void,
): void {
  const isSame = opened !== null && composition?.key === next.key;
  composition = next;
  if (!opened) {
    opened = openProgramme({
      quality,
      scene: next.scene,
      onSourceLost: (id) => onSourceChanged(id, true),
      onSourceBack: (id) => onSourceChanged(id, false),
    });
    listeners.notify();
  }
  const programme = opened;
  programme
    .then((open) => {
      if (opened !== programme) return;
      open.setSources(keepTracks(next.sources));
      open.setPreview(next.preview);
      open.setScene(next.scene, isSame ? null : next.transition);
    })
    // The preview says it, who waits for the same promise.
    .catch(() => undefined);
}

function keepTracks(sources: Composition['sources']) {
  const found = sources.flatMap(({ id, label, kind }) => {
    const track = liveSource(id)?.track ?? tracks.get(id);
    return track ? [{ id, label, track, mayStandStill: kind !== 'camera' }] : [];
  });
  tracks = new Map(found.map(({ id, track }) => [id, track]));
  return found;
}

/** By WHIP: not encoded here, and not to be closed either. */
let isSentElsewhere = false;
export const setSentElsewhere = (isSent: boolean): void => void (isSentElsewhere = isSent);

/** Not while this page sends it. */
export function closeProgramme(): void {
  if (!opened || encoding || isSentElsewhere) return;
  const programme = opened;
  opened = null;
  tracks = new Map();
  listeners.notify();
  programme.then(
    (open) => open.close(),
    // It never was open.
    () => undefined,
  );
}

/** Begins to encode; resolves with what the host has to know of the encoding before its first frame. */
export async function beginEncoding(
  client: Client,
  quality: MasterQualityId,
  onEnded: (failure: RpcError) => void,
): Promise<string> {
  if (!opened) throw new RpcError('BAD_OPTION', 'The programme is not open. Open Live Broadcast again.');
  const programme = await opened;
  const measure = () =>
    measureHostClock(
      async () => unwrap(await client.call('video.readClock')).nowMs,
      () => performance.now(),
    );
  const clock = await measure();
  const hasSlept = createSleepSense();
  const end = (failure: RpcError) => {
    void endEncoding();
    onEnded(failure);
  };
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const sender = createFrameSender({
    async send(frames) {
      if (hasSlept() && encoding)
        encoding.shiftMs = (await measureAgain(clock.offsetMs + encoding.shiftMs, measure)) - clock.offsetMs;
      return await sendFrames(client, frames);
    },
    requestKey: () => encoder.requestKey(),
    onGone: (reason) => end(new RpcError('BROADCAST_NOT_RUNNING', reason)),
    pause: () => new Promise((done) => setTimeout(done, TRY_AGAIN_AFTER_MS)),
  });
  let isBegun = false;
  const encoder = programme.startEncoding({
    quality,
    clockOffsetMs: clock.offsetMs,
    slate: slateScene(i18n.getFixedT(null, 'broadcast')('overlays.beRightBack'), null),
    onSlate: (slate) => encoding && (encoding.slate = slate),
    onConfig: resolve,
    onFrames(frames) {
      if (!encoding) return;
      if (encoding.feed !== null) sender.push(frames);
      encoding.take?.push(shifted(frames, encoding.shiftMs));
    },
    onError(error) {
      reject(error);
      if (isBegun)
        end(new RpcError('FORMAT_UNSUPPORTED', `The video could not be encoded: ${error.message}`));
    },
  });
  encoding = {
    encoder,
    sender,
    avcConfig: new Uint8Array(),
    slate: null,
    feed: null,
    shiftMs: 0,
    take: null,
  };
  try {
    const avcConfig = new Uint8Array(await promise);
    isBegun = true;
    if (encoding) encoding.avcConfig = avcConfig;
    return await toBase64(new Blob([avcConfig]));
  } catch (error) {
    await endEncoding();
    const reason = error instanceof Error ? error.message : String(error);
    throw new RpcError('FORMAT_UNSUPPORTED', `The video could not be encoded: ${reason}`, { cause: error });
  }
}

/** The host is ready for frames: it refuses those that are made before. */
export function beginSending(client: Client, feed: number): void {
  if (!encoding) return;
  encoding.feed = feed;
  if (encoding.slate) sendSlate(client, feed, encoding.slate);
  encoding.encoder.requestKey();
}

/** What is sent is written into the running take as well; `onGone` hears why it is not written any more. */
export async function recordProgramme(
  client: Client,
  quality: MasterQualityId,
  onGone: (failure: RpcError) => void,
): Promise<void> {
  if (!encoding || encoding.take) return;
  const { encoder, avcConfig } = encoding;
  const take = await beginProgrammeTake(client, quality, avcConfig, () => encoder.requestKey(), onGone);
  if (encoding?.encoder !== encoder) return take.end();
  encoding.take = take;
  encoder.requestKey();
}

export async function endEncoding(): Promise<void> {
  const ending = encoding;
  encoding = null;
  ending?.sender.close();
  await ending?.take?.end();
  await ending?.encoder.close();
}

/** What this page measures of its own work; null where it sends nothing. */
export async function readEncoder(): Promise<EncoderReport | null> {
  const programme = await opened;
  if (!encoding || !programme) return null;
  const { encoder, sender } = encoding;
  const figures = encoder.figures();
  return {
    ...figures,
    framesDropped: figures.framesDropped + sender.framesDropped,
    ...programme.figures(),
  };
}

async function sendFrames(client: Client, frames: readonly EncodedFrame[]) {
  const { feed, shiftMs } = encoding ?? { feed: null, shiftMs: 0 };
  const facts = shifted(frames, shiftMs).map(({ atMs, isKey, data }) => ({
    atMs,
    isKey,
    sizeBytes: data.byteLength,
  }));
  const bytes = frames.map(({ data }) => data);
  const answer = await client.upload('broadcast.append', { feed: feed ?? 0, frames: facts }, bytes);
  if (answer.success) return { kind: 'taken', wantsKey: answer.data.wantsKey } as const;
  const { code, message } = answer.error;
  return code === 'BROADCAST_NOT_RUNNING'
    ? ({ kind: 'gone', reason: message } as const)
    : ({ kind: 'failed' } as const);
}

/** Without it the host shows the last frame. */
function sendSlate(client: Client, feed: number, { avcConfig, key, next }: EncodedSlate): void {
  const parts = [avcConfig, key, next];
  const sizes = parts.map(({ byteLength }) => byteLength);
  void client.upload('broadcast.setSlate', { feed, sizes }, parts);
}

const shifted = (frames: readonly EncodedFrame[], byMs: number): readonly EncodedFrame[] =>
  byMs === 0 ? frames : frames.map((frame) => ({ ...frame, atMs: frame.atMs + byMs }));
