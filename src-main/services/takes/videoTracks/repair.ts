import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { VideoDocument } from '../../../../src-shared/contract/takeVideoTracks.ts';
import { regularSize } from '../../../../src-node/files/index.ts';
import { VIDEO_DOCUMENT_NAME } from '../../../../src-shared/domain/takeFiles.ts';
import { dropReserve, writeVideoDocument } from './document.ts';
import { cutToSynced } from '../powerCut.ts';
import { wasMachineRestarted } from '../recorder.ts';
import { mendVideoFile } from './videoFile.ts';

export interface VideoRepair {
  document: VideoDocument;
  problems: { trackId: string; message: string }[];
}

/** Gives video that was cut off an end: each file to its last whole frame, and what is known of it. */
export async function repairVideo(
  folder: string,
  document: VideoDocument,
  sampleRate: number,
): Promise<VideoRepair> {
  const problems: VideoRepair['problems'] = [];
  const videoTracks: VideoDocument['videoTracks'] = [];
  const wasRestarted = await wasMachineRestarted(document.writer);
  for (const videoTrack of document.videoTracks) {
    const path = join(folder, videoTrack.file);
    const syncedBytes = document.syncedBytes?.[videoTrack.file];
    try {
      if (wasRestarted && syncedBytes !== undefined) await cutToSynced(folder, videoTrack.file, syncedBytes);
      const mended = await mendVideoFile(folder, videoTrack.file, videoTrack.fps);
      if (!mended) {
        problems.push({ trackId: videoTrack.id, message: `${path} ends before its first frame.` });
        videoTracks.push({ ...videoTrack, framesWritten: 0, startFrame: null, durationSec: 0 });
        continue;
      }
      const { firstMs, lastMs } = mended;
      videoTracks.push({
        ...videoTrack,
        framesWritten: mended.frames,
        startFrame: firstMs === null ? null : Math.round((firstMs / 1000) * sampleRate),
        durationSec: firstMs === null || lastMs === null ? 0 : (lastMs - firstMs) / 1000 + 1 / videoTrack.fps,
        longestGapSec: mended.longestGapMs / 1000,
      });
    } catch (error) {
      problems.push({
        trackId: videoTrack.id,
        message: `${path} cannot be repaired: ${(error as Error).message}.`,
      });
      videoTracks.push(videoTrack);
    }
  }
  const { syncedBytes: _, ...known } = document;
  const repaired: VideoDocument = { ...known, status: 'recovered', videoTracks };
  await dropReserve(folder);
  await writeVideoDocument(folder, repaired);
  await rm(join(folder, `${VIDEO_DOCUMENT_NAME}.tmp`), { force: true });
  return { document: repaired, problems };
}

/** How far the video reaches, in frames of the take. */
export function endOfVideo(document: VideoDocument, sampleRate: number): number {
  const ends = document.videoTracks.map(({ startFrame, durationSec }) =>
    startFrame === null ? 0 : startFrame + Math.round(durationSec * sampleRate),
  );
  return Math.max(0, ...ends);
}

/** Bytes of the video files; what is not there counts nothing. */
export async function videoSizeBytes(folder: string, document: VideoDocument | null): Promise<number> {
  const sizes = await Promise.all((document?.videoTracks ?? []).map(({ file }) => regularSize(folder, file)));
  return sizes.reduce((sum, size) => sum + size, 0);
}
