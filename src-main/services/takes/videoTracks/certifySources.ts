import type { SourceFacts } from '../../../../src-shared/domain/takeCertificate.ts';
import { findSourceGaps } from '../../../../src-shared/domain/sourceGaps.ts';
import type { TakeFolder } from '../folder.ts';
import { endOfVideo } from './repair.ts';

/** Of each camera and screen that a take was to have, where nothing of it was written. */
export function certifySources({ document, video }: TakeFolder): (SourceFacts & { id: string })[] {
  if (!video) return [];
  const { sampleRate, frames } = document;
  const takeEndSec = Math.max(frames, endOfVideo(video, sampleRate)) / sampleRate;
  return video.sources.map(({ id, name, kind, ...armed }) => {
    const parts = video.videoTracks.filter(({ sourceId }) => sourceId === id);
    return {
      ...{ id, name, kind },
      isRecorded: parts.some(({ framesWritten }) => framesWritten > 0),
      gaps: findSourceGaps(armed, parts, { sampleRate, takeEndSec }),
    };
  });
}
