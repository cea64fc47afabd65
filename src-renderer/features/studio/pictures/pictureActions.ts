import { createAction, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import type { CameraChoice } from '../../../../src-shared/domain/cameraChoice.ts';
import { RpcError, unwrap, type RpcFailure } from '../../../../src-shared/contract/errors.ts';
import type { PicturesState } from '../../../../src-shared/contract/pictures.ts';
import {
  FORMAT_CODECS,
  STUDIO_FPS,
  type PictureChannel,
} from '../../../../src-shared/domain/pictureChannels.ts';
import { bitsPerSecondOf, QUALITY_HEIGHTS } from '../../../../src-shared/domain/screenCapture.ts';
import { captureToHost } from '../../../media/pictures/captureToHost.ts';
import { askForScreen, listCameras, openCamera } from '../../../media/pictures/sources.ts';
import { createClientThunk, type ThunkExtra } from '../../../platform/index.ts';
import { idOfCamera } from './cameraOf.ts';
import {
  endRecorded,
  holdSource,
  liveIds,
  liveSource,
  releaseSource,
  type LiveSource,
} from './liveSources.ts';
import type { StudioPicturesRoot } from './pictureState.ts';

/** What the host tells by itself. */
export const picturesReported = createAction<PicturesState>('studioPictures/reported');
export const ownTakeBegun = createAction<PicturesState>('studioPictures/ownTakeBegun');
export const sourceEnded = createAction<string>('studioPictures/sourceEnded');
/** Its pictures cannot be recorded any further. */
export const sourceFailed = createAction<{ id: string; failure: RpcFailure }>('studioPictures/sourceFailed');
/** It has given no picture for half a minute, or does again. */
export const sourceStill = createAction<{ id: string; isStill: boolean }>('studioPictures/sourceStill');
/** A recording has ended, and no picture of this channel is in it. */
export const nothingGiven = createAction<{ name: string }>('studioPictures/nothingGiven');
export const sourceClosed = createAction<string>('studioPictures/sourceClosed');
/** Its camera was found, by its id or by its name. */
export const cameraKnown = createAction<{ id: string } & CameraChoice>('studioPictures/cameraKnown');
export const trackBegun = createAction<{ channelId: string; trackId: string }>('studioPictures/trackBegun');
export const tracksForgotten = createAction('studioPictures/tracksForgotten');

type Dispatch = ThunkDispatch<StudioPicturesRoot, ThunkExtra, UnknownAction>;
type Client = ThunkExtra['client'];

/** Whether the studio is on the screen: else a camera is closed with its recording. */
let isInSight = false;

/** A screen of more lines is shown smaller: nobody's editor has use for more than the quality that was chosen. */
const SCREEN_WISH = { surface: null, fps: STUDIO_FPS, maxHeight: 1080, showCursor: true } as const;

/** Opens a channel's camera, or asks which screen to share; joins the take that runs. null: it is not there any more. */
export const openSource = createClientThunk<{ label: string } | null, string, StudioPicturesRoot>(
  'studioPictures/open',
  async (id, { client, dispatch, getState }) => {
    const find = () => getState().studioPictures.channels.find((channel) => channel.id === id);
    const channel = find();
    if (!channel) return null;
    const { kind, deviceId } = channel;
    const maxHeight = QUALITY_HEIGHTS[getState().studioPictures.quality];
    const stream =
      kind === 'screen'
        ? await askForScreen(SCREEN_WISH)
        : await openCamera((await idOfCamera(channel, takenIds())) ?? (await findFreeCamera()), {
            ...{ fps: STUDIO_FPS, maxHeight },
          });
    // Removed, or another camera chosen, while the browser asked.
    const now = find();
    if (!now?.isEnabled || now.deviceId !== deviceId) {
      stream.getTracks().forEach((track) => track.stop());
      return null;
    }
    if (kind === 'video' && deviceId !== null) dispatch(cameraKnown({ id, ...choiceOf(stream, channel) }));
    const source = holdSource(id, stream, () => dispatch(sourceEnded(id)));
    void dispatch(findCameras());
    const { take, trackIds } = getState().studioPictures;
    // It was lost in the midst of this page's take and is back: its pictures go on as another track.
    const own = Object.values(trackIds);
    if (take?.tracks.some((track) => own.includes(track.id)))
      await beginCapture({ client, dispatch, getState }, now, source, Promise.resolve());
    return { label: source.track.label };
  },
);

/** Any camera is one that no other channel shows; null: the browser's own choice. */
async function findFreeCamera(): Promise<string | null> {
  const taken = takenIds();
  const cameras = await listCameras();
  return cameras.find((camera) => !taken.includes(camera.deviceId))?.deviceId ?? null;
}

const takenIds = (): string[] =>
  liveIds().flatMap((id) => liveSource(id)?.track.getSettings().deviceId ?? []);

/** As this browser knows the camera that was opened. */
function choiceOf(stream: MediaStream, kept: CameraChoice): CameraChoice {
  const [track] = stream.getVideoTracks();
  const label = track?.label ?? '';
  return {
    deviceId: track?.getSettings().deviceId ?? kept.deviceId,
    deviceLabel: label === '' ? kept.deviceLabel : label,
  };
}

export const findCameras = createClientThunk('studioPictures/findCameras', () => listCameras());

export const closeSource =
  (id: string) =>
  (dispatch: Dispatch): void => {
    const source = liveSource(id);
    releaseSource(id);
    void source?.capture?.stop();
    dispatch(sourceClosed(id));
  };

interface CaptureContext {
  client: Client;
  dispatch: Dispatch;
  getState: () => StudioPicturesRoot;
}

async function beginCapture(
  { client, dispatch, getState }: CaptureContext,
  { id, kind, name }: PictureChannel,
  source: LiveSource,
  takeStarted: Promise<void>,
): Promise<void> {
  const { quality, format } = getState().studioPictures;
  // The picture on the screen goes on when the recording ends.
  const track = source.track.clone();
  source.recorded = track;
  let hasBegun = false;
  const capture = await captureToHost(client, {
    ...{ track, kind, name, area: null, fps: STUDIO_FPS, takeStarted },
    maxHeight: QUALITY_HEIGHTS[quality],
    bitsPerSecond: bitsPerSecondOf(quality, STUDIO_FPS),
    codec: FORMAT_CODECS[format],
    onStill: (isStill) => dispatch(sourceStill({ id, isStill })),
    onTrack: (trackId) => {
      hasBegun = true;
      dispatch(trackBegun({ channelId: id, trackId }));
    },
  });
  if (liveSource(id) !== source) {
    // Closed meanwhile.
    capture.abandon();
    track.stop();
    return;
  }
  source.capture = capture;
  void capture.ended.then((why) => {
    // What the host refuses is said with the take.
    if (why.kind === 'failed' && !(why.error instanceof RpcError))
      dispatch(sourceFailed({ id, failure: toFailure(why.error) }));
    if (why.kind !== 'failed' && !hasBegun) dispatch(nothingGiven({ name }));
    if (source.capture === capture) endRecorded(source);
    if (!isInSight) dispatch(closeSource(id));
  });
}

function toFailure(error: unknown): RpcFailure {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `Its pictures cannot be encoded by this browser: ${reason} Choose another camera or quality.`;
  return new RpcError('FORMAT_UNSUPPORTED', message).toFailure();
}

const enabledOf = (getState: () => StudioPicturesRoot): PictureChannel[] =>
  getState().studioPictures.channels.filter(({ isEnabled }) => isEnabled);

/** Opens what is enabled and not open: a screen is asked for, which the browser allows on a click alone. */
export const openEnabled = createClientThunk<void, void, StudioPicturesRoot>(
  'studioPictures/openEnabled',
  async (_, { dispatch, getState }) => {
    for (const { id, name } of enabledOf(getState)) {
      if (liveSource(id)) continue;
      const opened = await dispatch(openSource(id));
      if (openSource.rejected.match(opened))
        throw new RpcError(
          opened.payload?.code ?? 'DEVICE_UNAVAILABLE',
          `${name}: ${opened.payload?.message ?? opened.error.message ?? ''}`,
        );
    }
  },
);

/** Begins to encode all that is open, and waits for its pictures; `takeStarted`: from then on the host has a take. */
export async function beginCaptures(context: CaptureContext, takeStarted: Promise<void>): Promise<void> {
  context.dispatch(tracksForgotten());
  for (const channel of enabledOf(context.getState)) {
    const source = liveSource(channel.id);
    if (source) await beginCapture(context, channel, source, takeStarted);
  }
  await Promise.all(captures().map(({ begun }) => begun));
}

const captures = () => liveIds().flatMap((id) => liveSource(id)?.capture ?? []);

/** Whether this page sends pictures into a take. */
export const isCapturing = (): boolean => captures().length > 0;
/** The take has begun: what comes from now on can be begun with. */
export const askForKeys = (): void => captures().forEach((capture) => capture.askForKey());
export const setCapturesPaused = (isPaused: boolean): void =>
  captures().forEach((capture) => capture.setPaused(isPaused));
/** There is no take after all. */
export const abandonCaptures = (): void => {
  for (const id of liveIds()) {
    const source = liveSource(id);
    source?.capture?.abandon();
    if (source) endRecorded(source);
  }
};
/** Resolves when the host has all that was captured. */
export const endCaptures = async (): Promise<void> => {
  await Promise.all(captures().map((capture) => capture.stop()));
};

/** Follows the host, and what is plugged in, while the studio is in sight; what it returns ends that. */
export function followPictures() {
  return (dispatch: Dispatch, _: unknown, { client }: ThunkExtra): (() => void) => {
    isInSight = true;
    let wasPaused = false;
    const report = (state: PicturesState) => {
      dispatch(picturesReported(state));
      // Paused from elsewhere, e.g. by a key of the whole system.
      const isPaused = state.take?.isPaused ?? false;
      if (isPaused !== wasPaused) setCapturesPaused(isPaused);
      wasPaused = isPaused;
    };
    const lookForCameras = () => void dispatch(findCameras());
    const end = client.subscribe('pictures.onStateChanged', report);
    navigator.mediaDevices.addEventListener('devicechange', lookForCameras);
    void client.call('pictures.readState').then((answer) => answer.success && report(unwrap(answer)));
    lookForCameras();
    return () => {
      isInSight = false;
      end();
      navigator.mediaDevices.removeEventListener('devicechange', lookForCameras);
      // What is recorded goes on; what is only looked at is closed.
      if (captures().length > 0) return;
      for (const id of liveIds()) dispatch(closeSource(id));
    };
  };
}
