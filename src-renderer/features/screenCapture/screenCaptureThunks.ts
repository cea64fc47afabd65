import { createAction } from '@reduxjs/toolkit';
import { RpcError, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { Capability } from '../../../src-shared/contract/host.ts';
import type { NewSource } from '../../../src-shared/contract/video.ts';
import type { ScreenCaptureSettings } from '../../../src-shared/domain/screenCapture.ts';
import { SOURCE_IDS } from '../../../src-shared/domain/sourceIds.ts';
import type { FrameArea } from '../../media/video/encoderMessages.ts';
import type { EncodingEnd } from '../../media/video/videoEncoding.ts';
import { endScreen } from '../../media/video/sources.ts';
import { encodingFor, liveSound, recordShared, type LiveSource } from '../../media/recorder/index.ts';
import { createClientThunk, type ThunkExtra } from '../../platform/index.ts';
import { beginRecording, endRecording, onRecordingChanged } from '../recording/index.ts';
import { bubbleCamera, bubbleRequest } from './bubbleCamera.ts';
import { bubbleEnded, closeBubble, openBubble } from './bubbleThunks.ts';
import { keepBubble } from './keepBubble.ts';
import {
  holdScreen,
  isCapturingHere,
  lastCapturedArea,
  releaseScreen,
  screenRequest,
  setCapturingHere,
  sharedScreen,
  type ScreenFollowers,
} from './activeCapture.ts';
import { selectVideoSupport } from '../workspace/index.ts';
import { followPageSounds, pageSoundsOf, warnOfNoSound } from './pageSounds.ts';
import { chooseSource } from './screenSource.ts';
import type { Dispatch } from '../../lib/store.ts';

/** The user shared a screen to draw a region on, and left it. */
export const drawingCancelled = createAction('screenCapture/drawingCancelled');
/** The screen is not shared any more, and nobody here has asked for that. `goesOn`: the rest is recorded further. */
export const screenLost = createAction<{ goesOn: boolean; failure: RpcFailure }>('screenCapture/screenLost');
/** Nothing on it has moved for half a minute, or does again. */
export const screenStill = createAction<boolean>('screenCapture/screenStill');
export const settingsChanged = createAction<Partial<ScreenCaptureSettings>>('screenCapture/settingsChanged');

/** Whether the host hears what the computer plays. */
export const findSystemAudio = createClientThunk(
  'screenCapture/findSystemAudio',
  async (_: void, { client }): Promise<Capability> => {
    const answer = await client.call('devices.listSystemAudio');
    if (!answer.success) return { supported: false, reason: answer.error.message };
    if (answer.data.length > 0) return { supported: true };
    return { supported: false, reason: 'Nothing plays sound on this computer.' };
  },
  'inPlace',
);

/** Asks for a screen or window; a region is then drawn on it, anything else begins at once. */
export const chooseScreen = createClientThunk(
  'screenCapture/choose',
  async (settings: ScreenCaptureSettings, { dispatch, getState }) => {
    // Before the screen is asked for: without the camera that is wanted nothing begins.
    if (settings.camera.isOn && !bubbleCamera()) await dispatch(openBubble(settings)).unwrap();
    if (!sharedScreen()) holdScreen(await chooseSource(selectVideoSupport(getState()), settings));
    if (settings.mode !== 'region') await dispatch(startCapture({ settings, area: null }));
  },
  'inPlace',
);

export const startCapture = createClientThunk(
  'screenCapture/start',
  async (
    { settings, area }: { settings: ScreenCaptureSettings; area: FrameArea | null },
    { dispatch, getState },
  ) => {
    const held = sharedScreen();
    if (!held) throw failWith('DEVICE_UNAVAILABLE', 'screenNotShared');
    const { includeAudio, includeMicrophone } = settings;
    const followers = followersOf(held, settings, dispatch, getState());
    try {
      const camera =
        bubbleCamera() && settings.camera.isOn
          ? [bubbleRequest(settings, (why) => dispatch(bubbleEnded(why)))]
          : [];
      const prepare = () => ({
        name: null,
        sound: { of: 'screen', system: includeAudio, microphone: includeMicrophone } as const,
        sources: sourcesOf(settings),
        requests: [screenRequest(settings, area, followers), ...camera],
        heard: pageSoundsOf(held.stream, settings),
      });
      setCapturingHere(true);
      const { take } = await dispatch(beginRecording(prepare)).unwrap();
      if (includeAudio && take?.channelIds.includes('system') === false) warnOfNoSound();
      followPageSounds();
    } catch (error) {
      setCapturingHere(false);
      releaseScreen();
      throw error;
    }
  },
  'inPlace',
);

function sourcesOf({ camera }: ScreenCaptureSettings): NewSource[] {
  return [
    { id: SOURCE_IDS.screen, kind: 'screen', name: 'Screen' },
    ...(camera.isOn ? [{ id: SOURCE_IDS.camera, kind: 'video', name: 'Camera' } as const] : []),
  ];
}

/** The same recording, be it one of a page that is closed, with the video of another screen from now on. */
export const shareAgain = createClientThunk(
  'screenCapture/shareAgain',
  async (settings: ScreenCaptureSettings, { client, dispatch, getState }) => {
    const support = selectVideoSupport(getState());
    const held = holdScreen(await chooseSource(support, settings));
    const { width = 0, height = 0 } = held.track.getSettings();
    const area = lastCapturedArea();
    const fits = area !== null && area.x + area.width <= width && area.y + area.height <= height;
    const request = screenRequest(
      settings,
      fits ? area : null,
      followersOf(held, settings, dispatch, getState()),
    );
    await recordShared(client, support, request, pageSoundsOf(held.stream, settings));
    setCapturingHere(true);
  },
  'inPlace',
);

function followersOf(
  held: LiveSource,
  settings: ScreenCaptureSettings,
  dispatch: Dispatch,
  root: unknown,
): ScreenFollowers {
  return {
    ...encodingFor(selectVideoSupport(root), 'avc1'),
    onEnded: (why: EncodingEnd) => void dispatch(onScreenEnded(held, settings, why)),
    onStill: (isStill: boolean) => void dispatch(screenStill(isStill)),
  };
}

/** A window was closed, a monitor unplugged, sharing stopped: what else is recorded continues, and the user is asked. */
function onScreenEnded(
  held: LiveSource,
  { includeAudio, includeMicrophone }: ScreenCaptureSettings,
  why: EncodingEnd,
) {
  return (dispatch: Dispatch, _: unknown, { client }: ThunkExtra): void => {
    // Asked for, the button that asked ends the take as well.
    if (why.kind === 'asked' || sharedScreen() !== held) return;
    // What a page hears of a screen ends with it.
    const isHeard = (includeAudio && liveSound('system') === null) || includeMicrophone;
    const goesOn = isHeard || Boolean(bubbleCamera()?.encoding);
    dispatch(screenLost({ goesOn, failure: describeLoss(why).toFailure() }));
    if (goesOn) return releaseScreen();
    // It ends with its screen: nothing is missing then.
    void client.call('video.disarm', { sourceId: SOURCE_IDS.screen });
    void dispatch(endRecording());
  };
}

function describeLoss(why: EncodingEnd): RpcError {
  if (why.kind !== 'failed') return failWith('DEVICE_LOST', 'screenEnded');
  const { error } = why;
  if (error instanceof RpcError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return failWith('FORMAT_UNSUPPORTED', 'screenNotEncodable', { values: { reason } });
}

/** Hears that a capture is asked for; what it returns ends that. */
export function onStartAsked(listener: () => void) {
  return (_dispatch: Dispatch, _getState: () => unknown, { client }: ThunkExtra): (() => void) =>
    client.subscribe('video.onStartAsked', () => listener());
}

/** Hears that a shared screen has gone, whichever screen of ours captures it; what it returns ends that. */
export function followGoneScreens() {
  return (_dispatch: Dispatch, _getState: () => unknown, { client }: ThunkExtra): (() => void) =>
    client.subscribe('video.onScreenGone', ({ screenId }) => endScreen(screenId));
}

/** Begins a capture where a key of the whole system asked for one; what it returns ends the listening. */
export function followStartRequests(begin: () => void) {
  return (_dispatch: Dispatch, _getState: () => unknown, { client }: ThunkExtra): (() => void) => {
    let isOver = false;
    const look = async () => {
      const answer = await client.call('video.takeStartRequest');
      if (!isOver && answer.success && answer.data.isAsked) begin();
    };
    const end = client.subscribe('video.onStartAsked', () => void look());
    void look();
    return () => {
      isOver = true;
      end();
    };
  };
}

/** Whether the screen is looked at: else its camera is closed with the capture. */
let isInSight = false;

/** Keeps the camera in what is captured, and lets all go at its end, whichever screen is looked at. */
export const followCaptures = (dispatch: Dispatch): (() => void) =>
  dispatch(
    onRecordingChanged(({ take, ended }, before) => {
      if (isInSight || isCapturingHere()) void dispatch(keepBubble(take, () => setCapturingHere(true)));
      if (!isCapturingHere() || ended === null || ended === before.ended) return;
      setCapturingHere(false);
      releaseScreen();
      if (!isInSight) dispatch(closeBubble());
    }),
  );

/** The screen is in sight until what it returns is called. */
export function lookAtCapture() {
  return (dispatch: Dispatch): (() => void) => {
    isInSight = true;
    void dispatch(findSystemAudio());
    return () => {
      isInSight = false;
    };
  };
}
