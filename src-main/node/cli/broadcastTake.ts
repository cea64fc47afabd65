import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { TakeVideoTrack } from '../../../src-shared/contract/takeVideoTracks.ts';
import type { VideoExport, VideoLayout } from '../../../src-shared/contract/takeVideo.ts';
import { DEFAULT_BUBBLE_PLACE } from '../../../src-shared/domain/cameraBubble.ts';
import { createVideoExporter, readTakeFolder } from '../../services/takes/index.ts';
import { createCommandEngine } from './engine.ts';
import { createPercentage } from './output.ts';

/** Beside the first one: two rows of two. */
const MOST_BESIDE = 3;

export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Writes a take as one file, with its mix, for `play`, and removes it afterwards: the first screen with the first camera
 * on it; without a screen, its cameras beside each other.
 */
export async function withTakeAsFile(
  dir: string,
  signal: AbortSignal,
  play: (path: string) => Promise<void>,
): Promise<void> {
  const folder = await readTakeFolder(dir);
  const video = chooseVideo(folder.document.videoTracks);
  if (!video) throw new RpcError('FILE_UNREADABLE', `${dir} holds no video. Choose a take with video.`);
  const outputFolder = mkdtempSync(join(tmpdir(), 'sounddesk-broadcast-'));
  const engine = createCommandEngine();
  const bar = createPercentage('take');
  try {
    const request = {
      ...video,
      range: null,
      trackIds: null,
      format: 'mp4',
      quality: 'high',
      targetLufs: null,
      outputFolder,
    } as const;
    const task = { signal, onProgress: bar.update };
    const { path } = await createVideoExporter(engine, randomUUID).exportVideo(folder, request, task);
    bar.clear();
    await engine.close();
    await play(path);
  } finally {
    bar.clear();
    await engine.close();
    rmSync(outputFolder, { recursive: true, force: true });
  }
}

/** null where nothing was filmed. */
function chooseVideo(
  tracks: readonly Pick<TakeVideoTrack, 'id' | 'kind'>[],
): Pick<VideoExport, 'videoId' | 'layout'> | null {
  const cameras = tracks.filter(({ kind }) => kind === 'video').map(({ id }) => id);
  const screen = tracks.find(({ kind }) => kind === 'screen')?.id;
  const [videoId = cameras[0], camera] = [screen, cameras[0]];
  if (videoId === undefined) return null;
  const beside = cameras.filter((id) => id !== videoId).slice(0, MOST_BESIDE);
  let layout: VideoLayout = { kind: 'single' };
  if (screen !== undefined && camera !== undefined)
    layout = { kind: 'bubble', videoId: camera, place: DEFAULT_BUBBLE_PLACE };
  else if (beside.length > 0) layout = { kind: 'sideBySide', videoIds: beside };
  return { videoId, layout };
}
