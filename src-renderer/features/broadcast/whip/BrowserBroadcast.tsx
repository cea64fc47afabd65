import { useEffect, useEffectEvent, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { selectSources } from '../broadcastSlice.ts';
import { removeSource } from '../sourceThunks.ts';
import { closeProgramme } from '../liveProgramme.ts';
import { OverlaysCard } from '../OverlaysCard.tsx';
import { PreviewCard } from '../PreviewCard.tsx';
import { SourcesCard } from '../SourcesCard.tsx';
import { useComposition } from '../useComposition.ts';
import { isWhipLive, startWhip, type WhipStart } from './liveWhip.ts';
import { useWhip } from './useWhip.ts';
import { WhipBanner } from './WhipBanner.tsx';
import { WhipCard } from './WhipCard.tsx';
import { WhipStatistics } from './WhipStatistics.tsx';

/** In a browser alone: the programme by WHIP to one server, and why no more than that. */
export function BrowserBroadcast({ reason }: { reason: string }) {
  const { t } = useTranslation('broadcast');
  const { isLive } = useWhip();
  const [isStarting, setStarting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useComposition();
  useLettingGo();
  const start = async (options: WhipStart) => {
    setStarting(true);
    setFailure(null);
    await startWhip(options).catch((error: unknown) =>
      setFailure(error instanceof Error ? error.message : String(error)),
    );
    setStarting(false);
  };
  return (
    <>
      <MessageBox tone="info" hint={t('whip.instead')}>
        {reason}
      </MessageBox>
      <WhipBanner isStarting={isStarting} failure={failure} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <PreviewCard />
          <SourcesCard />
          <OverlaysCard />
        </div>
        <aside className="grid grid-cols-[minmax(0,1fr)] content-start gap-3.5 md:grid-cols-2 xl:grid-cols-1">
          <WhipCard isLocked={isLive || isStarting} onStart={(options) => void start(options)} />
          <WhipStatistics />
        </aside>
      </div>
    </>
  );
}

/** Sources and programme are let go with the screen, unless they are sent. */
function useLettingGo(): void {
  const dispatch = useAppDispatch();
  const sources = useSelector(selectSources);
  const letGo = useEffectEvent(() => {
    if (isWhipLive()) return;
    closeProgramme();
    for (const { id } of sources) dispatch(removeSource(id));
  });
  useEffect(() => () => letGo(), []);
}
