import { trackColours } from '../../../src-shared/domain/trackColours.ts';
import type { Transcript } from '../../../src-shared/domain/transcript/document.ts';

/** The colour of each speaker, by the track; the same wherever the transcript is shown. */
export const speakerColours = ({ speakers }: Transcript) =>
  trackColours(speakers.map(({ trackId }) => ({ id: trackId })));
