import { useEffect, useMemo } from 'react';
import { createComparePlayer, type ComparePlayer, type CompareSound } from '../../media/comparePlayer.ts';

/** A player of this sound for as long as it is shown. */
export function usePlayer(sound: CompareSound | null): ComparePlayer | null {
  const player = useMemo(
    () =>
      sound &&
      createComparePlayer(
        sound,
        (sampleRate) => new AudioContext({ sampleRate, latencyHint: 'interactive' }),
      ),
    [sound],
  );
  useEffect(() => () => player?.pause(), [player]);
  return player;
}
