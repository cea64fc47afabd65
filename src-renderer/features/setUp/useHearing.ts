import { useEffect, useState } from 'react';
import { hear, judgeHearing, NOTHING_HEARD, type Hearing } from '../../../src-shared/domain/silence.ts';
import { useLiveFeeds } from '../engine/index.ts';

/** What the tested microphone hears, from when this is shown on. */
export function useHearing(): Hearing {
  const { testLevel } = useLiveFeeds();
  const [hearing, setHearing] = useState<Hearing>('waiting');
  useEffect(() => {
    let heard = NOTHING_HEARD;
    return testLevel.subscribe(() => {
      const peakDb = testLevel.readPeakDb();
      if (peakDb === null) return;
      heard = hear(heard, peakDb);
      setHearing(judgeHearing(heard));
    });
  }, [testLevel]);
  return hearing;
}
