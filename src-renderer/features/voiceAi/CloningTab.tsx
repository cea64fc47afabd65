import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { dataOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { selectKeys } from '../settings/index.ts';
import { CloneCard } from './CloneCard.tsx';
import { SpeechCard } from './SpeechCard.tsx';
import { VoicesCard } from './VoicesCard.tsx';
import { listVoices } from './voiceSlice.ts';

/** A voice of one's own, and what voices say. */
export function CloningTab({ onSetUp }: { onSetUp: () => void }) {
  const dispatch = useAppDispatch();
  const keys = dataOf(useSelector(selectKeys));
  const hasKey = keys?.keys.some(({ provider, isConfigured }) => provider === 'elevenlabs' && isConfigured);
  useEffect(() => {
    if (hasKey !== undefined) void dispatch(listVoices());
  }, [dispatch, hasKey]);
  return (
    <div className="grid items-start gap-3.5 lg:grid-cols-2">
      <CloneCard onSetUp={onSetUp} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <VoicesCard hasKey={hasKey ?? false} onSetUp={onSetUp} />
        <SpeechCard onSetUp={onSetUp} />
      </div>
    </div>
  );
}
