import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { selectMeasuredLive } from '../engine/index.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { spectrumFeedOfHost, type SpectrumFeed } from './spectrumFeed.ts';

/** The spectrum of the running session, as long as the screen is open and wants it. */
export function useSpectrum(isWanted: boolean): SpectrumFeed {
  const dispatch = useAppDispatch();
  const [feed] = useState(() => dispatch(spectrumFeedOfHost()));
  const isMeasured = useSelector(selectMeasuredLive) !== null;
  const isLive = useSelector(selectIsConnected) && isMeasured && isWanted;
  useEffect(() => {
    feed.setLive(isLive);
    return () => feed.setLive(false);
  }, [feed, isLive]);
  return feed;
}
