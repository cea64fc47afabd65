import { startFailed } from '../failed.ts';
import type { CameraChoice } from '../../../../src-shared/domain/cameraChoice.ts';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { STUDIO_FPS } from '../../../../src-shared/domain/videoChannels.ts';
import { QUALITY_HEIGHTS } from '../../../../src-shared/domain/screenCapture.ts';
import { askForScreen, listCameras, openCamera } from '../../../media/video/sources.ts';
import { createClientThunk } from '../../../platform/index.ts';
import { selectRecording } from '../../recording/index.ts';
import { idOfCamera } from './cameraOf.ts';
import { beginEncoding, enabledOf } from './encodings.ts';
import { holdSource, liveSource, liveSources } from '../../../media/recorder/index.ts';
import { cameraKnown, sourceEnded } from './videoEvents.ts';
import type { StudioVideoRoot } from './videoState.ts';

/** A screen of more lines is shown smaller: nobody's editor has use for more than the quality that was chosen. */
const SCREEN_REQUEST = { surface: null, fps: STUDIO_FPS, maxHeight: 1080, showCursor: true } as const;

/** Opens a channel's camera, or asks which screen to share; joins the take that runs. null: it is not there any more. */
export const openSource = createClientThunk<{ label: string } | null, string, StudioVideoRoot>(
  'studioVideo/open',
  async (id, { client, dispatch, getState }) => {
    const find = () => getState().studioVideo.channels.find((channel) => channel.id === id);
    const channel = find();
    if (!channel) return null;
    const { kind, deviceId } = channel;
    const maxHeight = QUALITY_HEIGHTS[getState().studioVideo.quality];
    const stream =
      kind === 'screen'
        ? await askForScreen(SCREEN_REQUEST)
        : await openCamera((await idOfCamera(channel, takenIds())) ?? (await findFreeCamera()), {
            fps: STUDIO_FPS,
            maxHeight,
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
    const armed = selectRecording(getState()).take?.sources.find((candidate) => candidate.id === id);
    // It was lost in the midst of a take, by whichever page, and is back: its video continues as another part.
    if (armed && (armed.missingSinceSec !== null || armed.trackId === null))
      await beginEncoding({ client, dispatch, getState }, now);
    return { label: source.track.label };
  },
  'inPlace',
);

/** Any camera is one that no other channel shows; null: the browser's own choice. */
async function findFreeCamera(): Promise<string | null> {
  const taken = takenIds();
  const cameras = await listCameras();
  return cameras.find((camera) => !taken.includes(camera.deviceId))?.deviceId ?? null;
}

const takenIds = (): string[] => liveSources().flatMap(({ track }) => track.getSettings().deviceId ?? []);

/** As this browser knows the camera that was opened. */
function choiceOf(stream: MediaStream, kept: CameraChoice): CameraChoice {
  const [track] = stream.getVideoTracks();
  const label = track?.label ?? '';
  return {
    deviceId: track?.getSettings().deviceId ?? kept.deviceId,
    deviceLabel: label === '' ? kept.deviceLabel : label,
  };
}

export const findCameras = createClientThunk('studioVideo/findCameras', () => listCameras(), 'inPlace');

/** Opens what is enabled and not open: a screen is asked for, which the browser allows on a click alone. */
export const openEnabled = createClientThunk<void, void, StudioVideoRoot>(
  'studioVideo/openEnabled',
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
  startFailed,
);
