import { useMemo } from 'react';
import { useAppDispatch } from '../../lib/store.ts';
import type { CompareSound } from '../../media/comparePlayer.ts';
import type { ThunkExtra } from '../../platform/index.ts';
import type { CleanFile } from './cleanSlice.ts';

/** Both sides of a file, read from the host as they are played. Without a result, the file itself on both. */
export function useCleanSound({
  fileId,
  before,
  after,
}: Pick<CleanFile, 'fileId' | 'before' | 'after'>): CompareSound | null {
  const dispatch = useAppDispatch();
  return useMemo(() => {
    if (!before) return null;
    return {
      sampleRate: before.sampleRate,
      channels: before.heardChannels,
      frames: before.frames,
      read: (side, fromFrame, frames) =>
        dispatch(readSound({ fileId, side: after ? side : 'before', fromFrame, frames })),
    } satisfies CompareSound;
    // `after` is another object with every run: what was fetched of an earlier result is not played on.
  }, [dispatch, fileId, before, after]);
}

interface SoundPart {
  fileId: string;
  side: 'before' | 'after';
  fromFrame: number;
  frames: number;
}

function readSound(part: SoundPart) {
  return async (_dispatch: unknown, _getState: unknown, { client }: ThunkExtra): Promise<Float32Array> => {
    const chunks: Uint8Array[] = [];
    await client.open('clean.readSound', part, (bytes) => chunks.push(bytes)).done;
    const all = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
    let at = 0;
    for (const chunk of chunks) {
      all.set(chunk, at);
      at += chunk.byteLength;
    }
    // Little-endian on the wire, as every machine is that runs a browser.
    return new Float32Array(all.buffer);
  };
}
