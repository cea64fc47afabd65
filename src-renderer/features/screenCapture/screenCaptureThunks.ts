import { createAction, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { RpcError, unwrap, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { Capability } from '../../../src-shared/contract/host.ts';
import type { InputOf } from '../../../src-shared/contract/define.ts';
import type {
  EndedPictures,
  picturesContract,
  PicturesState,
} from '../../../src-shared/contract/pictures.ts';
import type { ScreenCaptureSettings } from '../../../src-shared/domain/screenCapture.ts';
import { SOURCE_IDS } from '../../../src-shared/domain/sourceIds.ts';
import { failureOf } from '../../lib/loadable.ts';
import { whenLoaded } from '../../lib/whenLoaded.ts';
import type { PictureArea } from '../../media/pictures/encoderMessages.ts';
import type { CaptureEnd } from '../../media/pictures/pictureCapture.ts';
import { endScreen } from '../../media/pictures/sources.ts';
import { createClientThunk, type ThunkExtra } from '../../platform/index.ts';
import { abandonBubble, beginBubble, bubbleCamera } from './bubbleCamera.ts';
import { bubbleEnded, closeBubble, openBubble } from './bubbleThunks.ts';
import { keepBubble } from './keepBubble.ts';
import {
  activeCapture,
  beginCapture,
  holdStream,
  lastCapturedArea,
  releaseStream,
  setCapturingHere,
  type ActiveCapture,
} from './activeCapture.ts';
import { isBasicPage } from '../workspace/index.ts';
import { basicCaptureOf, loadBasicCapture } from './basicPage.ts';
import { chooseSource } from './screenSource.ts';

export const picturesReported = createAction<PicturesState>('screenCapture/reported');
export const captureEnded = createAction<EndedPictures>('screenCapture/ended');
/** The user shared a screen to draw a region on, and left it. */
export const drawingCancelled = createAction('screenCapture/drawingCancelled');
/** The screen is not shared any more, and nobody here has asked for that. `goesOn`: the rest is recorded further. */
export const screenLost = createAction<{ goesOn: boolean; failure: RpcFailure }>('screenCapture/screenLost');
/** Nothing on it has moved for half a minute, or does again. */
export const screenStill = createAction<boolean>('screenCapture/screenStill');
export const settingsChanged = createAction<Partial<ScreenCaptureSettings>>('screenCapture/settingsChanged');

export const readPictures = createClientThunk('screenCapture/read', async (_: void, { client, getState }) => {
  const basic = await basicCaptureOf(getState());
  return basic ? basic.read() : unwrap(await client.call('pictures.readState'));
});

/** Whether the host hears what the computer plays. */
export const findSystemAudio = createClientThunk(
  'screenCapture/findSystemAudio',
  async (_: void, { client }): Promise<Capability> => {
    const answer = await client.call('devices.listSystemAudio');
    if (!answer.success) return { supported: false, reason: answer.error.message };
    if (answer.data.length > 0) return { supported: true };
    return { supported: false, reason: 'Nothing plays sound on this computer.' };
  },
);

/** Asks for a screen or window; a region is then drawn on it, anything else begins at once. */
export const chooseScreen = createClientThunk(
  'screenCapture/choose',
  async (settings: ScreenCaptureSettings, { dispatch, getState }) => {
    // Before the screen is asked for: without the camera that is wanted nothing begins.
    if (settings.camera.isOn && !bubbleCamera()) {
      const opened = await dispatch(openBubble(settings));
      if (openBubble.rejected.match(opened)) throw toError(failureOf(opened));
    }
    const isBasic = (await basicCaptureOf(getState())) !== null;
    holdStream(await chooseSource(settings, isBasic && settings.includeAudio));
    if (settings.mode !== 'region') await dispatch(startCapture({ settings, area: null }));
  },
);

export const startCapture = createClientThunk(
  'screenCapture/start',
  async (
    { settings, area }: { settings: ScreenCaptureSettings; area: PictureArea | null },
    { client, dispatch, getState },
  ) => {
    const held = activeCapture();
    if (!held) throw new RpcError('DEVICE_UNAVAILABLE', 'The screen is not shared any more. Start again.');
    const { includeAudio, includeMicrophone } = settings;
    const basic = await basicCaptureOf(getState());
    const followers = followersOf(held, settings, dispatch);
    if (basic) return await basic.start(held, settings, area, followers.onStill);
    try {
      const sound = { system: includeAudio, microphone: includeMicrophone };
      const started = Promise.withResolvers<void>();
      await beginCapture(client, held, settings, area, started.promise, followers);
      if (settings.camera.isOn)
        await beginBubble(client, settings, started.promise, (why) => dispatch(bubbleEnded(why)));
      await Promise.all([held.capture?.begun, bubbleCamera()?.capture?.begun]);
      const state = unwrap(await client.call('pictures.startTake', { name: null, sound }));
      // What of it does not come is missed; a refusal is told by the tracks as well.
      await client.call('pictures.arm', { sources: sourcesOf(settings), isFromStart: true });
      started.resolve();
      setCapturingHere(true);
      followEnd(client, dispatch);
      held.capture?.askForKey();
      bubbleCamera()?.capture?.askForKey();
      return state;
    } catch (error) {
      held.capture?.abandon();
      abandonBubble();
      releaseStream();
      throw error;
    }
  },
);

function sourcesOf({ camera }: ScreenCaptureSettings): InputOf<Pictures['pictures.arm']>['sources'] {
  return [
    { id: SOURCE_IDS.screen, kind: 'screen', name: 'Screen' },
    ...(camera.isOn ? [{ id: SOURCE_IDS.camera, kind: 'video', name: 'Camera' } as const] : []),
  ];
}

/** However it ends, and whichever screen is looked at then: what is shared is let go. */
function followEnd(client: ThunkExtra['client'], dispatch: Dispatch): void {
  stopFollowingEnd?.();
  stopFollowingEnd = client.subscribe('pictures.onTakeEnded', (ended) => {
    stopFollowingEnd?.();
    stopFollowingEnd = null;
    setCapturingHere(false);
    releaseStream();
    if (isInSight) return;
    dispatch(captureEnded(ended));
    dispatch(closeBubble());
  });
}

let stopFollowingEnd: (() => void) | null = null;

/** The same recording, be it one of a page that is closed, with the picture of another screen from now on. */
export const shareAgain = createClientThunk(
  'screenCapture/shareAgain',
  async (settings: ScreenCaptureSettings, { client, dispatch }) => {
    const held = holdStream(await chooseSource(settings, false));
    const { width = 0, height = 0 } = held.track.getSettings();
    const area = lastCapturedArea();
    const fits = area !== null && area.x + area.width <= width && area.y + area.height <= height;
    const followers = followersOf(held, settings, dispatch);
    await beginCapture(client, held, settings, fits ? area : null, Promise.resolve(), followers);
    setCapturingHere(true);
    followEnd(client, dispatch);
  },
);

function followersOf(held: ActiveCapture, settings: ScreenCaptureSettings, dispatch: Dispatch) {
  return {
    onEnded: (why: CaptureEnd) => void dispatch(onScreenEnded(held, settings, why)),
    onStill: (isStill: boolean) => void dispatch(screenStill(isStill)),
  };
}

/** A window was closed, a monitor unplugged, sharing stopped: what else is recorded goes on, and the user is asked. */
function onScreenEnded(
  held: ActiveCapture,
  { includeAudio, includeMicrophone }: ScreenCaptureSettings,
  why: CaptureEnd,
) {
  return (dispatch: Dispatch, _: unknown, { client }: ThunkExtra): void => {
    // Asked for, the button that asked ends the take as well.
    if (why.kind === 'asked' || activeCapture() !== held) return;
    const goesOn = includeAudio || includeMicrophone || Boolean(bubbleCamera()?.capture);
    dispatch(screenLost({ goesOn, failure: describeLoss(why).toFailure() }));
    if (goesOn) return releaseStream();
    // It ends with its screen: nothing is missing then.
    void client.call('pictures.disarm', { sourceId: SOURCE_IDS.screen });
    void dispatch(stopCapture());
  };
}

function describeLoss(why: CaptureEnd): RpcError {
  if (why.kind !== 'failed')
    return new RpcError(
      'DEVICE_LOST',
      'Its window was closed, its monitor was unplugged, or sharing was stopped. All until then is kept.',
    );
  const { error } = why;
  if (error instanceof RpcError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new RpcError('FORMAT_UNSUPPORTED', `Its pictures cannot be encoded any further: ${reason}`);
}

export const pauseCapture = createClientThunk(
  'screenCapture/pause',
  async (_: void, { client, getState }) => {
    const basic = await basicCaptureOf(getState());
    if (basic) return basic.setPaused(true);
    const state = unwrap(await client.call('pictures.pauseTake'));
    setPaused(true);
    return state;
  },
);

export const resumeCapture = createClientThunk(
  'screenCapture/resume',
  async (_: void, { client, getState }) => {
    const basic = await basicCaptureOf(getState());
    if (basic) return basic.setPaused(false);
    const state = unwrap(await client.call('pictures.resumeTake'));
    setPaused(false);
    return state;
  },
);

function setPaused(isPaused: boolean): void {
  activeCapture()?.capture?.setPaused(isPaused);
  bubbleCamera()?.capture?.setPaused(isPaused);
}

/** First what this page still has of the screen and the camera, then the take. */
export const stopCapture = createClientThunk('screenCapture/stop', async (_: void, context) => {
  const { client, dispatch, getState } = context;
  const basic = await basicCaptureOf(getState());
  if (basic) return await basic.stop();
  await Promise.all([activeCapture()?.capture?.stop(), bubbleCamera()?.capture?.stop()]);
  setCapturingHere(false);
  releaseStream();
  if (!isInSight) dispatch(closeBubble());
  const answer = await client.call('pictures.stopTake');
  // It has ended by itself meanwhile: what was wanted is so.
  if (!answer.success && answer.error.code === 'TAKE_NOT_RUNNING')
    return unwrap(await client.call('pictures.readState'));
  return unwrap(answer);
});

export const muteMicrophone = createClientThunk('screenCapture/mute', async (isMuted: boolean, { client }) =>
  unwrap(await client.call('pictures.setMicrophoneMuted', { isMuted })),
);

/** Hears that a capture is asked for; what it returns ends that. */
export function onStartAsked(listener: () => void) {
  return (_dispatch: Dispatch, _getState: () => unknown, { client }: ThunkExtra): (() => void) =>
    client.subscribe('pictures.onStartAsked', () => listener());
}

/** Hears that a shared screen has gone, whichever screen of ours captures it; what it returns ends that. */
export function followGoneScreens() {
  return (_dispatch: Dispatch, _getState: () => unknown, { client }: ThunkExtra): (() => void) =>
    client.subscribe('pictures.onScreenGone', ({ screenId }) => endScreen(screenId));
}

/** Begins a capture where a key of the whole system asked for one; what it returns ends the listening. */
export function followStartRequests(begin: () => void) {
  return (_dispatch: Dispatch, _getState: () => unknown, { client }: ThunkExtra): (() => void) => {
    let isOver = false;
    const look = async () => {
      const answer = await client.call('pictures.takeStartRequest');
      if (!isOver && answer.success && answer.data.isAsked) begin();
    };
    const end = client.subscribe('pictures.onStartAsked', () => void look());
    void look();
    return () => {
      isOver = true;
      end();
    };
  };
}

const toError = ({ code, message }: RpcFailure) => new RpcError(code, message);

/** Whether the screen is looked at: else its camera is closed with the capture. */
let isInSight = false;

type Pictures = typeof picturesContract;
type Dispatch = ThunkDispatch<unknown, ThunkExtra, UnknownAction>;

interface Listener {
  onState: (state: PicturesState) => void;
  onEnded: (ended: EndedPictures) => void;
}

/** Follows the host, or this page's own recorder, while the screen is in sight; what it returns ends that. */
export function followPictures() {
  return (dispatch: Dispatch, getState: () => unknown, { client }: ThunkExtra): (() => void) => {
    isInSight = true;
    const hear: Listener = {
      onState: (state) => {
        dispatch(picturesReported(state));
        void dispatch(
          keepBubble(state.take, () => {
            setCapturingHere(true);
            followEnd(client, dispatch);
          }),
        );
      },
      onEnded: (ended) => {
        setCapturingHere(false);
        dispatch(captureEnded(ended));
      },
    };
    const ends = isBasicPage(getState())
      ? [whenLoaded(loadBasicCapture, ({ basicCapture }) => basicCapture.follow(hear))]
      : [
          client.subscribe('pictures.onStateChanged', hear.onState),
          client.subscribe('pictures.onTakeEnded', hear.onEnded),
        ];
    void dispatch(readPictures());
    void dispatch(findSystemAudio());
    return () => {
      isInSight = false;
      ends.forEach((end) => end());
    };
  };
}
