import type { SourceFacts } from '../../../../src-shared/domain/takeCertificate.ts';
import { findSourceGaps } from '../../../../src-shared/domain/sourceGaps.ts';
import type { TakeFolder } from '../folder.ts';
import { endOfPictures } from './repair.ts';

/** Of each camera and screen that a take was to have, where nothing of it was written. */
export function certifySources({ document, pictures }: TakeFolder): (SourceFacts & { id: string })[] {
  if (!pictures) return [];
  const { sampleRate, frames } = document;
  const takeEndSec = Math.max(frames, endOfPictures(pictures, sampleRate)) / sampleRate;
  return pictures.sources.map(({ id, name, kind, ...armed }) => {
    const parts = pictures.pictures.filter(({ sourceId }) => sourceId === id);
    return {
      id,
      name,
      kind,
      isRecorded: parts.some(({ framesWritten }) => framesWritten > 0),
      gaps: findSourceGaps(armed, parts, { sampleRate, takeEndSec }),
    };
  });
}
