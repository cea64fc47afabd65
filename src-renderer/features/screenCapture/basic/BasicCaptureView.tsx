import './texts.ts';
import { useTranslation } from 'react-i18next';
import { BasicFrame, BasicRecordings, BasicStorageCard, useBasicLibrary } from '../../basicRecorder/index.ts';
import { CaptureLayout } from '../CaptureLayout.tsx';
import { bytesAnHour } from '../captureSize.ts';
import { useOffered } from '../useOffered.ts';

/** Screen Capture of a browser alone: the same cards, and the browser's own storage. */
export function BasicCaptureView() {
  const { t } = useTranslation('basicCapture');
  return (
    <BasicFrame mode={t('mode')} adds={t('adds')}>
      <Capture />
    </BasicFrame>
  );
}

function Capture() {
  const { t } = useTranslation(['basicCapture', 'common']);
  const library = useBasicLibrary();
  const { settings } = useOffered();
  return (
    <CaptureLayout
      storage={
        <BasicStorageCard
          storage={library.storage}
          bitsPerSecond={(bytesAnHour(settings, true) / 3600) * 8}
        />
      }
      recordings={
        <BasicRecordings
          library={library}
          view="screen"
          emptyMessage={t('basicCapture:empty')}
          retryLabel={t('common:retry')}
        />
      }
    />
  );
}
