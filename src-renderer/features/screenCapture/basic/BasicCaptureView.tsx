import './texts.ts';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import {
  BasicRecordings,
  BasicStorageCard,
  MissingBasic,
  useBasicLibrary,
} from '../../basicRecorder/index.ts';
import { AudioCard } from '../AudioCard.tsx';
import { BubbleCard } from '../BubbleCard.tsx';
import { CaptureBanner } from '../CaptureBanner.tsx';
import { bytesAnHour } from '../captureSize.ts';
import { ModeCards } from '../ModeCards.tsx';
import { QualityCard } from '../QualityCard.tsx';
import { RegionDialog } from '../RegionDialog.tsx';
import { selectAction } from '../screenCaptureSlice.ts';
import { SummaryCard } from '../SummaryCard.tsx';
import { useOffered } from '../useOffered.ts';

/** Screen Capture of a browser alone: the same cards, and the browser's own storage. */
export function BasicCaptureView() {
  const { t } = useTranslation('basicCapture');
  return (
    <>
      <MissingBasic>
        <Capture />
      </MissingBasic>
      <p className="text-xs text-t3">{t('adds')}</p>
    </>
  );
}

function Capture() {
  const { t } = useTranslation(['basicCapture', 'common']);
  const library = useBasicLibrary();
  const { settings } = useOffered();
  const isDrawing = useSelector(selectAction) === 'drawing';
  return (
    <>
      <p className="text-xs text-t2">{t('basicCapture:mode')}</p>
      <CaptureBanner />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <ModeCards />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 md:grid-cols-2">
            <AudioCard />
            <QualityCard />
          </div>
          <BubbleCard />
        </div>
        <aside className="grid content-start gap-3.5 sm:grid-cols-2 xl:grid-cols-1">
          <SummaryCard />
          <BasicStorageCard
            storage={library.storage}
            bitsPerSecond={(bytesAnHour(settings, true) / 3600) * 8}
          />
        </aside>
      </div>
      <BasicRecordings
        library={library}
        view="screen"
        emptyMessage={t('basicCapture:empty')}
        retryLabel={t('common:retry')}
      />
      {isDrawing && <RegionDialog />}
    </>
  );
}
