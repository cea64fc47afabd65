import { unwrap } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { VideoSupport } from '../../../src-shared/contract/host.ts';
import type { NewSource, videoContract } from '../../../src-shared/contract/video.ts';
import type {
  recordingContract,
  RecordingSound,
  RecordingState,
} from '../../../src-shared/contract/recording.ts';
import type { settingsContract } from '../../../src-shared/contract/settings.ts';
import type { VideoCodec } from '../../../src-shared/contract/takeVideoTracks.ts';
import type { Client } from '../../../src-shared/rpc/index.ts';
import { encodeToHost, type HostEncodingOptions } from '../video/encodeToHost.ts';
import type { EncodingEnd } from '../video/videoEncoding.ts';
import { askForScreen, type ScreenRequest } from '../video/sources.ts';
import { endRecorded, liveSource, liveSources } from './liveSources.ts';
import { closePageSounds, holdSharedSound, openPageSounds, type PageSoundRequest } from './pageSounds.ts';

export type RecorderClient = Pick<
  Client<typeof recordingContract & typeof videoContract & typeof settingsContract>,
  'call' | 'subscribe' | 'upload'
>;

/** Of frames that a page writes itself: what every browser encodes without hardware. */
const PAGE_CODEC: VideoCodec = 'vp8';

/** What a host leaves to this page: the sound beside a screen, and which codec is sent; null: not known yet. */
type HostSupport = VideoSupport | null;

/** A host without audio input of its own: this page opens the microphone, and asks for the sound of what is shared. */
const isHeardHere = (support: HostSupport): boolean =>
  support?.supported === true && support.heardBy === 'page';

/** The codec that is wanted, or what every browser encodes where the host does not take that one. */
export const encodingFor = (
  support: HostSupport,
  codec: VideoCodec,
): Required<Pick<SourceRequest, 'codec'>> => ({
  codec: !support?.supported || support.codecs.includes(codec) ? codec : PAGE_CODEC,
});

/** How a screen is asked for, with its sound or without. */
interface SharedRequest extends ScreenRequest {
  /** What is offered first where its sound comes with it. */
  soundSurface?: ScreenRequest['surface'];
}

/** Asks the user which screen or window; with what it plays where the host does not hear that. */
export const askToShare = (
  support: HostSupport,
  { soundSurface, withSound = false, ...request }: SharedRequest,
): Promise<MediaStream> =>
  isHeardHere(support)
    ? askForScreen({ ...request, surface: soundSurface ?? request.surface, withSound })
    : askForScreen(request);

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
  /** What this page opens of the sound, where the host hears nothing on its own; null: nothing, wherever it runs. */
  heard?: PageSoundRequest | null;
}

/** The take is being ended: what stops now stops on purpose. */
let isStopping = false;
export const isStoppingRecording = (): boolean => isStopping;

/** Begins a take; its encoders are warm by then, so that it does not begin without video. */
export async function startRecording(
  client: RecorderClient,
  support: HostSupport,
  { requests, heard: sounds = null, ...take }: RecordingRequest,
): Promise<RecordingState> {
  const heard = isHeardHere(support) ? sounds : null;
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
  if (!source) throw failWith('DEVICE_UNAVAILABLE', 'notSharedAnyMore', { values: { name: request.name } });
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

/** Another screen in the place of one that is recorded, with its sound. */
export async function recordShared(
  client: RecorderClient,
  support: HostSupport,
  request: SourceRequest,
  heard: PageSoundRequest,
): Promise<void> {
  if (isHeardHere(support)) holdSharedSound(heard);
  await recordSource(client, request);
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
    // It has ended meanwhile, as was wanted.
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
