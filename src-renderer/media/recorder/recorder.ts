import { RpcError, unwrap } from '../../../src-shared/contract/errors.ts';
import type { NewSource, videoContract } from '../../../src-shared/contract/video.ts';
import type {
  recordingContract,
  RecordingSound,
  RecordingState,
} from '../../../src-shared/contract/recording.ts';
import type { settingsContract } from '../../../src-shared/contract/settings.ts';
import type { Client } from '../../../src-shared/rpc/index.ts';
import { encodeToHost, type HostEncodingOptions } from '../video/encodeToHost.ts';
import type { EncodingEnd } from '../video/videoEncoding.ts';
import { endRecorded, liveSource, liveSources } from './liveSources.ts';
import { closePageSounds, openPageSounds, type PageSoundRequest } from './pageSounds.ts';

export type RecorderClient = Pick<
  Client<typeof recordingContract & typeof videoContract & typeof settingsContract>,
  'call' | 'subscribe' | 'upload'
>;

/**
 * Of frames that a page writes itself: what every browser encodes without hardware, and so that a kill loses no more than
 * some tenths of a second.
 */
export const PAGE_ENCODING = { codec: 'vp8', mostEncodingMs: 400 } as const;

/** How a camera or screen that is open is to be recorded. */
export interface SourceRequest extends Omit<HostEncodingOptions, 'track' | 'takeStarted'> {
  /** It is open without a recording as well, and stays open after it; else it ends with it. */
  staysOpen: boolean;
  onEnded?: (why: EncodingEnd) => void;
}

export interface RecordingRequest {
  /** null: named by date and time. */
  name: string | null;
  sound: RecordingSound;
  /** What it is to have, be it open or not: what does not come is reported. */
  sources: NewSource[];
  /** Those that are open. */
  requests: SourceRequest[];
  /** What this page opens of the sound, where the host hears nothing by itself. */
  heard?: PageSoundRequest | null;
}

/** The take is being ended: what stops now stops on purpose. */
let isStopping = false;
export const isStoppingRecording = (): boolean => isStopping;

/** Begins a take; its encoders are warm by then, so that it does not begin without video. */
export async function startRecording(
  client: RecorderClient,
  { requests, heard = null, ...take }: RecordingRequest,
): Promise<RecordingState> {
  const started = Promise.withResolvers<void>();
  try {
    if (heard) await openPageSounds(heard, unwrap(await client.call('settings.read')));
    for (const request of requests) await recordSource(client, request, started.promise);
    await Promise.all(encodings().map(({ begun }) => begun));
    const state = unwrap(await client.call('recording.start', take));
    started.resolve();
    if (heard) closeSoundsWithTake(client);
    // What comes from now on can be begun with.
    encodings().forEach((encoding) => encoding.askForKey());
    return state;
  } catch (error) {
    if (heard) closePageSounds();
    for (const source of liveSources()) {
      source.encoding?.abandon();
      endRecorded(source);
    }
    throw error;
  }
}

/** However it ends. */
function closeSoundsWithTake(client: RecorderClient): void {
  const unfollow = client.subscribe('recording.onEnded', ({ continuedIn }) => {
    if (continuedIn !== null) return;
    unfollow();
    closePageSounds();
  });
}

/** Sends what an open source shows into the take, as the next part of its track where there is one already. */
export async function recordSource(
  client: RecorderClient,
  { onEnded, staysOpen, ...request }: SourceRequest,
  takeStarted = Promise.resolve(),
): Promise<void> {
  const source = liveSource(request.sourceId);
  if (!source)
    throw new RpcError('DEVICE_UNAVAILABLE', `${request.name} is not shared any more. Start again.`);
  const track = staysOpen ? source.track.clone() : source.track;
  source.recorded = track;
  const encoding = await encodeToHost(client, { ...request, track, takeStarted }).catch((error: unknown) => {
    endRecorded(source);
    throw error;
  });
  if (liveSource(request.sourceId) !== source) {
    // Closed meanwhile.
    encoding.abandon();
    track.stop();
    return;
  }
  source.encoding = encoding;
  void encoding.ended.then((why) => {
    if (source.encoding === encoding) endRecorded(source);
    onEnded?.(why);
  });
}

export const pauseRecording = async (client: RecorderClient): Promise<RecordingState> =>
  unwrap(await client.call('recording.pause'));

export const resumeRecording = async (client: RecorderClient): Promise<RecordingState> =>
  unwrap(await client.call('recording.resume'));

/** First what this page still has of cameras and screens, then the take. */
export async function stopRecording(client: RecorderClient): Promise<RecordingState> {
  isStopping = true;
  try {
    await Promise.all(encodings().map((encoding) => encoding.stop()));
    const answer = await client.call('recording.stop');
    // It has ended by itself meanwhile: what was wanted is so.
    if (!answer.success && answer.error.code === 'TAKE_NOT_RUNNING')
      return unwrap(await client.call('recording.readState'));
    return unwrap(answer);
  } finally {
    isStopping = false;
  }
}

/** Whether this page sends video into a take. */
export const isCapturing = (): boolean => encodings().length > 0;

const encodings = () => liveSources().flatMap(({ encoding }) => encoding ?? []);
