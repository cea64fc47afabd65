import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { AudioCard } from './AudioCard.tsx';
import { BeforeStart } from './BeforeStart.tsx';
import { BubbleCard } from './BubbleCard.tsx';
import { CaptureBanner } from './CaptureBanner.tsx';
import { ModeCards } from './ModeCards.tsx';
import { QualityCard } from './QualityCard.tsx';
import { RegionDialog } from './RegionDialog.tsx';
import { selectAction } from './screenCaptureSlice.ts';
import { SummaryCard } from './SummaryCard.tsx';

interface CaptureLayoutProps {
  /** Below the banner. */
  warnings?: ReactNode;
  storage: ReactNode;
  recordings: ReactNode;
}

/** The cards of a capture, no matter who records it. */
export function CaptureLayout({ warnings, storage, recordings }: CaptureLayoutProps) {
  const isDrawing = useSelector(selectAction) === 'drawing';
  return (
    <>
      <CaptureBanner />
      {warnings}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <ModeCards />
          <BeforeStart />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 md:grid-cols-2">
            <AudioCard />
            <QualityCard />
          </div>
          <BubbleCard />
        </div>
        <aside className="grid content-start gap-3.5 sm:grid-cols-2 xl:grid-cols-1">
          <SummaryCard />
          {storage}
        </aside>
      </div>
      {recordings}
      {isDrawing && <RegionDialog />}
    </>
  );
}
