import type { ReactNode } from 'react';
import { BeforeStart } from './BeforeStart.tsx';
import { DetailsCard } from './DetailsCard.tsx';
import { FeatureCards } from './FeatureCards.tsx';
import { MeetingBanner } from './MeetingBanner.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { ShareEndedDialog } from './ShareEndedDialog.tsx';
import { StatsCard, type RecordedFigures } from './StatsCard.tsx';
import { useDescribed } from './useDescribed.ts';

interface MeetingLayoutProps {
  /** Below the banner. */
  warnings: ReactNode;
  recorded: readonly RecordedFigures[];
  storage?: ReactNode;
  recordings: ReactNode;
}

/** The cards of a meeting, no matter who records it. */
export function MeetingLayout({ warnings, recorded, storage, recordings }: MeetingLayoutProps) {
  useDescribed();
  return (
    <>
      <MeetingBanner />
      {warnings}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <BeforeStart />
          <DetailsCard />
          <FeatureCards />
          {storage}
        </div>
        <aside className="grid content-start gap-3.5 sm:grid-cols-2 xl:grid-cols-1">
          <SettingsCard />
          <StatsCard recorded={recorded} />
        </aside>
      </div>
      {recordings}
      <ShareEndedDialog />
    </>
  );
}
