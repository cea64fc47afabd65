import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { findCamera } from '../../../../src-shared/domain/cameraChoice.ts';
import type { PicturesSetUp } from '../../../../src-shared/domain/pictureChannels.ts';
import { listCameras } from '../../../media/pictures/sources.ts';
import type { ThunkExtra } from '../../../platform/index.ts';
import { closeSource } from './captures.ts';
import type { StudioPicturesRoot } from './pictureState.ts';
import { setUpReplaced } from './picturesSlice.ts';

/** Other cameras and screens in place of those that are there; the cameras of them that are not connected, by name. */
export const replacePictures =
  (setUp: PicturesSetUp) =>
  async (
    dispatch: ThunkDispatch<StudioPicturesRoot, ThunkExtra, UnknownAction>,
    getState: () => StudioPicturesRoot,
  ): Promise<string[]> => {
    for (const { id } of getState().studioPictures.channels) dispatch(closeSource(id));
    dispatch(setUpReplaced(setUp));
    const cameras = await listCameras();
    // Without their names nobody can tell: what is opened says so itself.
    if (cameras.some(({ label }) => label === '')) return [];
    return setUp.channels
      .filter((channel) => channel.deviceId !== null && findCamera(cameras, channel) === null)
      .map(({ name, deviceLabel }) => deviceLabel ?? name);
  };
