import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { findCamera } from '../../../../src-shared/domain/cameraChoice.ts';
import type { VideoSetUp } from '../../../../src-shared/domain/videoChannels.ts';
import { listCameras } from '../../../media/video/sources.ts';
import type { ThunkExtra } from '../../../platform/index.ts';
import { closeSource } from './encodings.ts';
import type { StudioVideoRoot } from './videoState.ts';
import { setUpReplaced } from './videoSlice.ts';

/** Other cameras and screens in place of those that are there; the cameras of them that are not connected, by name. */
export const replaceVideo =
  (setUp: VideoSetUp) =>
  async (
    dispatch: ThunkDispatch<StudioVideoRoot, ThunkExtra, UnknownAction>,
    getState: () => StudioVideoRoot,
  ): Promise<string[]> => {
    for (const { id } of getState().studioVideo.channels) dispatch(closeSource(id));
    dispatch(setUpReplaced(setUp));
    const cameras = await listCameras();
    // Without their names this is unknown until one is opened.
    if (cameras.some(({ label }) => label === '')) return [];
    return setUp.channels
      .filter((channel) => channel.deviceId !== null && findCamera(cameras, channel) === null)
      .map(({ name, deviceLabel }) => deviceLabel ?? name);
  };
