import { useSelector } from 'react-redux';
import { AccountAlerts, ChatCard, selectIsChatShown } from '../broadcastAccounts/index.ts';
import { AudioCard } from './AudioCard.tsx';
import { selectLive, selectLinked } from './broadcastSlice.ts';
import { CertificateCard } from './CertificateCard.tsx';
import { CheckCard } from './CheckCard.tsx';
import { DetailsCard } from './DetailsCard.tsx';
import { EventsCard } from './EventsCard.tsx';
import { HealthCard } from './HealthCard.tsx';
import { LiveBanner } from './LiveBanner.tsx';
import { OverlaysCard } from './OverlaysCard.tsx';
import { PlatformsCard } from './PlatformsCard.tsx';
import { PreviewCard } from './PreviewCard.tsx';
import { QualityCard } from './QualityCard.tsx';
import { QuickActions } from './QuickActions.tsx';
import { ScenesCard } from './scenes/ScenesCard.tsx';
import { SoundsCard } from './sounds/SoundsCard.tsx';
import { SourcesCard } from './SourcesCard.tsx';
import { StatisticsCard } from './StatisticsCard.tsx';
import { useComposition } from './useComposition.ts';

/** What is sent, where to, and how it arrives. */
export function BroadcastLayout() {
  useComposition();
  const links = useSelector(selectLinked);
  const isChatShown = useSelector(selectIsChatShown);
  const isLive = useSelector(selectLive) !== null;
  return (
    <>
      <LiveBanner />
      <AccountAlerts />
      <CertificateCard />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <PreviewCard />
          <ScenesCard />
          <SourcesCard />
          <SoundsCard />
          <OverlaysCard />
          <DetailsCard />
          <PlatformsCard />
          {isLive && <EventsCard />}
        </div>
        <aside className="grid grid-cols-[minmax(0,1fr)] content-start gap-3.5 md:grid-cols-2 xl:grid-cols-1">
          {isChatShown && <ChatCard links={links} />}
          {isLive ? <StatisticsCard /> : <CheckCard />}
          <HealthCard />
          <QualityCard />
          <AudioCard />
          <QuickActions />
        </aside>
      </div>
    </>
  );
}
