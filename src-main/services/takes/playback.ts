import type { takesContract } from '../../../src-shared/contract/takes.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { readTakeFolder } from './folder.ts';
import type { TakeLibrary } from './library.ts';
import { readTakePeaks } from './peaks.ts';
import { readVideoBytes, readVideoIndex } from './videoTracks/reader.ts';
import type { SoundReader } from './sound.ts';

/** What a player and a waveform read of a take. */
export function createPlaybackHandlers(
  library: TakeLibrary,
  sound: SoundReader,
  onProgressed: (id: string, done: number) => void,
) {
  const open = (id: string) => readTakeFolder(library.folderOf(id));

  return {
    'takes.readPeaks': async ({ id, ...span }) => readTakePeaks(await open(id), span),
    'takes.prepareSound': async ({ id }, { signal }) =>
      sound.prepare(await open(id), { signal, onProgress: (done) => onProgressed(id, done) }),
    'takes.readSound': ({ id, trackId, fromFrame, frames }) =>
      sound.read(library.folderOf(id), trackId, fromFrame, frames),
    'takes.readVideoIndex': async ({ id, trackId }) => readVideoIndex(await open(id), trackId),
    async *'takes.readVideo'({ id, trackId, fromByte, lengthBytes }) {
      yield* readVideoBytes(await open(id), trackId, fromByte, lengthBytes);
    },
  } satisfies Partial<Handlers<typeof takesContract>>;
}
