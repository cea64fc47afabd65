import { join } from 'node:path';
import { appendLineDurably } from '../../../src-node/files/index.ts';
import { createLiveLines as createLines } from '../../../src-shared/handlers/captions/index.ts';
import { LIVE_NAME } from '../../../src-shared/handlers/transcripts/index.ts';

type Options = Omit<Parameters<typeof createLines>[0], 'append'>;

/** Live captions of what is recorded, in the take's folder. */
export const createLiveLines = (options: Options) =>
  createLines({
    ...options,
    append(folder, line) {
      appendLineDurably(join(folder, LIVE_NAME), line, 0o644);
    },
  });
