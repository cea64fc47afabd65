import { createAction } from '@reduxjs/toolkit';
import { masterQuality } from '../../../src-shared/domain/broadcast/quality.ts';
import { i18n } from '../../i18n/index.ts';
import type { Dispatch } from '../../lib/store.ts';
import { holdSource, releaseSource } from '../../media/recorder/index.ts';
import { openMediaFile, type MediaFile } from '../../media/video/mediaFile.ts';
import { askForScreen, openCamera } from '../../media/video/sources.ts';
import { createClientThunk } from '../../platform/index.ts';
import { recordSources } from './sourceTracks.ts';
import type { BroadcastRoot, BroadcastSource, MediaPlaying } from './broadcastState.ts';

/** Of cameras and screens, as they are asked for; the programme scales them. */
const SOURCE_HEIGHT = 1080;

export const sourceChanged = createAction<{ id: string; isLost: boolean }>('broadcast/sourceChanged');
export const sourceRemoved = createAction<{ id: string }>('broadcast/sourceRemoved');
export const mediaChanged = createAction<{ id: string; playing: MediaPlaying }>('broadcast/mediaChanged');

/** Those that play: handles of the browser, which no store can hold. */
const mediaFiles = new Map<string, MediaFile>();

export const addCamera = createClientThunk<BroadcastSource, string | null, BroadcastRoot>(
  'broadcast/addCamera',
  async (deviceId, { getState, dispatch }) => {
    const { sources, draft } = getState().broadcast;
    const stream = await openCamera(deviceId, {
      fps: masterQuality(draft.quality).fps,
      maxHeight: SOURCE_HEIGHT,
    });
    return hold('camera', stream, sources, dispatch);
  },
  'inPlace',
);

export const addScreen = createClientThunk<BroadcastSource, void, BroadcastRoot>(
  'broadcast/addScreen',
  async (_, { getState, dispatch }) => {
    const { sources, draft } = getState().broadcast;
    const stream = await askForScreen({
      surface: null,
      maxHeight: SOURCE_HEIGHT,
      showCursor: true,
      fps: masterQuality(draft.quality).fps,
    });
    return hold('screen', stream, sources, dispatch);
  },
  'inPlace',
);

/** A video file, which plays on a loop and silently at first. */
export const addMedia = createClientThunk<BroadcastSource, File, BroadcastRoot>(
  'broadcast/addMedia',
  async (file, { getState, dispatch }) => {
    const media = await openMediaFile(file);
    const source = hold('media', media.stream, getState().broadcast.sources, dispatch, file.name);
    mediaFiles.set(source.id, media);
    const playing = { isLooped: true, isHeard: false };
    return { ...source, playing };
  },
  'inPlace',
);

export function changeMedia(id: string, playing: MediaPlaying) {
  return (dispatch: Dispatch): void => {
    mediaFiles.get(id)?.setLooped(playing.isLooped);
    mediaFiles.get(id)?.setHeard(playing.isHeard);
    dispatch(mediaChanged({ id, playing }));
  };
}

export const restartMedia = (id: string): void => mediaFiles.get(id)?.restart();

function hold(
  kind: BroadcastSource['kind'],
  stream: MediaStream,
  sources: readonly BroadcastSource[],
  dispatch: Dispatch,
  name = '',
): BroadcastSource {
  let number = 1;
  while (sources.some((source) => source.id === `broadcast-${kind}-${number}`)) number += 1;
  const id = `broadcast-${kind}-${number}`;
  const { track } = holdSource(id, stream, () => dispatch(sourceChanged({ id, isLost: true })));
  // Browsers name a screen by a number of their own.
  const label = kind === 'camera' ? track.label : name;
  const { deviceId = null } = track.getSettings();
  const source: BroadcastSource = {
    id,
    kind,
    deviceId,
    isLost: false,
    playing: null,
    label: label || i18n.getFixedT(null, 'broadcast')(`sources.numbered.${kind}`, { number }),
  };
  void dispatch(recordSources([source]));
  return source;
}

export function removeSource(id: string) {
  return (dispatch: Dispatch): void => {
    dispatch(sourceRemoved({ id }));
    releaseSource(id);
    mediaFiles.get(id)?.close();
    mediaFiles.delete(id);
  };
}
