import './texts.ts';
import { lazy, Suspense, useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/StateMessage.tsx';
import { RecorderFrame, useRecorderPlace } from '../recorderFrame/index.ts';
import { readRecording, selectReading } from '../recording/index.ts';
import { RecordingWarnings } from '../recordingWarnings/index.ts';
import { followStudio, loadRecordings } from '../studio/index.ts';
import { CaptureLayout } from './CaptureLayout.tsx';
import { FirstCapture } from './FirstCapture.tsx';
import { lookAtCapture } from './screenCaptureThunks.ts';
import { StorageCard } from './StorageCard.tsx';

const Recordings = lazy(loadRecordings);
/** A page that comes from a host never needs it. */
const BrowserCapture = lazy(async () => ({
  default: (await import('./browser/BrowserCaptureView.tsx')).BrowserCaptureView,
}));

/** A screen, a window or a region, with sound, and what was captured before. */
export default function ScreenCaptureScreen() {
  const { t } = useTranslation('screenCapture');
  const dispatch = useAppDispatch();
  const place = useRecorderPlace();
  useEffect(() => {
    if (place === null) return undefined;
    const ends = [dispatch(lookAtCapture()), ...(place === 'host' ? [dispatch(followStudio())] : [])];
    return () => ends.forEach((end) => end());
  }, [dispatch, place]);
  const texts = {
    loading: t('loading'),
    unsupported: t('unsupported'),
    noCapture: t('noCapture'),
    noEncoder: t('noEncoder'),
  };
  return <RecorderFrame title={t('title')} texts={texts} host={<Capture />} page={<BrowserCapture />} />;
}

function Capture() {
  const { t } = useTranslation(['screenCapture', 'common']);
  const dispatch = useAppDispatch();
  const reading = useSelector(selectReading);
  if (reading.status === 'loading') {
    return (
      <div role="status" aria-label={t('screenCapture:loading')}>
        <Skeleton className="h-64" />
      </div>
    );
  }
  if (reading.status === 'failed') {
    return (
      <Card>
        <ErrorState
          title={t('screenCapture:stateFailed')}
          message={reading.error.message}
          action={<Button onClick={() => void dispatch(readRecording())}>{t('common:retry')}</Button>}
        />
      </Card>
    );
  }
  return (
    <CaptureLayout
      warnings={<RecordingWarnings />}
      storage={<StorageCard />}
      recordings={
        <Suspense fallback={<Skeleton className="h-40" />}>
          <Recordings view="screens" firstStep={<FirstCapture />} />
        </Suspense>
      }
    />
  );
}
