import './texts.ts';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { missingForScreens } from '../../media/pictures/sources.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState, OfflineState, UnsupportedState } from '../../ui/StateMessage.tsx';
import { RecordingWarnings } from '../recordingWarnings/index.ts';
import { followStudio, loadRecordings } from '../studio/index.ts';
import { selectBasicRecording, selectIsConnected, selectPicturesSupport } from '../workspace/index.ts';
import { AudioCard } from './AudioCard.tsx';
import { BubbleCard } from './BubbleCard.tsx';
import { CaptureBanner } from './CaptureBanner.tsx';
import { ModeCards } from './ModeCards.tsx';
import { QualityCard } from './QualityCard.tsx';
import { RegionDialog } from './RegionDialog.tsx';
import { selectAction, selectPictures } from './screenCaptureSlice.ts';
import { followPictures, readPictures } from './screenCaptureThunks.ts';
import { StorageCard } from './StorageCard.tsx';
import { SummaryCard } from './SummaryCard.tsx';

const Recordings = lazy(loadRecordings);
/** A page that comes from a host never needs it. */
const BasicCapture = lazy(async () => ({
  default: (await import('./basic/BasicCaptureView.tsx')).BasicCaptureView,
}));

/** A screen, a window or a region, with sound, and what was captured before. */
export default function ScreenCaptureScreen() {
  const { t } = useTranslation(['screenCapture', 'shell']);
  const dispatch = useAppDispatch();
  const support = useSelector(selectPicturesSupport);
  const isConnected = useSelector(selectIsConnected);
  const missing = missingForScreens();
  const basic = useSelector(selectBasicRecording);
  const isReady = support?.supported === true && isConnected;
  const isBasic = support?.supported === false && basic?.supported === true;
  useDocumentTitle(t('screenCapture:title'));
  useEffect(() => {
    if (!isReady) return undefined;
    const ends = [dispatch(followPictures()), dispatch(followStudio())];
    return () => ends.forEach((end) => end());
  }, [dispatch, isReady]);
  useEffect(() => (isBasic ? dispatch(followPictures()) : undefined), [dispatch, isBasic]);
  return (
    <div className="mx-auto grid max-w-[92rem] grid-cols-[minmax(0,1fr)] gap-3.5 px-4 py-5 md:px-8 md:py-6">
      <h1 className="text-xl font-semibold tracking-tight">{t('screenCapture:title')}</h1>
      {support === null && isConnected && <Loading />}
      {support === null && !isConnected && (
        <Card>
          <OfflineState title={t('shell:connection.lost')} message={t('shell:connection.lostMessage')} />
        </Card>
      )}
      {isBasic && (
        <Suspense fallback={<Loading />}>
          <BasicCapture />
        </Suspense>
      )}
      {support?.supported === false && !isBasic && (
        <Card>
          <UnsupportedState title={t('screenCapture:unsupported')} message={support.reason} />
        </Card>
      )}
      {support?.supported &&
        (missing === null ? (
          <Capture />
        ) : (
          <Card>
            <UnsupportedState
              title={t('screenCapture:unsupported')}
              message={t(missing === 'capture' ? 'screenCapture:noCapture' : 'screenCapture:noEncoder')}
            />
          </Card>
        ))}
    </div>
  );
}

function Capture() {
  const { t } = useTranslation(['screenCapture', 'common']);
  const dispatch = useAppDispatch();
  const pictures = useSelector(selectPictures);
  const isDrawing = useSelector(selectAction) === 'drawing';
  if (pictures.status === 'loading') return <Loading />;
  if (pictures.status === 'failed') {
    return (
      <Card>
        <ErrorState
          title={t('screenCapture:stateFailed')}
          message={pictures.error.message}
          action={<Button onClick={() => void dispatch(readPictures())}>{t('common:retry')}</Button>}
        />
      </Card>
    );
  }
  return (
    <>
      <CaptureBanner />
      <RecordingWarnings />
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
          <StorageCard />
        </aside>
      </div>
      <Suspense fallback={<Skeleton className="h-40" />}>
        <Recordings view="screens" />
      </Suspense>
      {isDrawing && <RegionDialog />}
    </>
  );
}

function Loading() {
  const { t } = useTranslation('screenCapture');
  return (
    <div role="status" aria-label={t('loading')} className="grid gap-3.5">
      <Skeleton className="h-24" />
      <Skeleton className="h-64" />
    </div>
  );
}
