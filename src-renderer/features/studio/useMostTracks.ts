import { useSelector } from 'react-redux';
import { limitOf, type LimitedSource } from '../../../src-shared/domain/planLimits.ts';
import { selectRecordingLimits } from '../licence/index.ts';
import { selectChannelCaps } from '../workspace/index.ts';

/** How many of each kind can be recorded at once: as the computer and the plan allow. */
export function useMostTracks(): Record<LimitedSource, number> {
  const caps = useSelector(selectChannelCaps);
  const limits = useSelector(selectRecordingLimits);
  const most = (source: LimitedSource) =>
    Math.min(caps[source], limits ? (limitOf(limits, source) ?? Infinity) : Infinity);
  return { audio: most('audio'), video: most('video'), screen: most('screen') };
}
