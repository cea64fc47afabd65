import './texts.ts';
import { useTranslation } from '../../../lib/useTranslation.ts';
import {
  PageFrame,
  PageRecordings,
  PageRecovered,
  PageStorage,
  useLibrary,
} from '../../pageRecorder/index.ts';
import { CaptureLayout } from '../CaptureLayout.tsx';
import { FirstCapture } from '../FirstCapture.tsx';
import { bytesAnHour } from '../captureSize.ts';
import { useOffered } from '../useOffered.ts';

/** Screen Capture of a browser alone: the same cards, and the browser's own storage. */
export function BrowserCaptureView() {
  const { t } = useTranslation('browserCapture');
  return (
    <PageFrame mode={t('mode')} adds={t('adds')}>
      <Capture />
    </PageFrame>
  );
}

function Capture() {
  useLibrary();
  const { settings, soundBitsPerSecond } = useOffered();
  return (
    <CaptureLayout
      warnings={<PageRecovered />}
      storage={<PageStorage bitsPerSecond={(bytesAnHour(settings, soundBitsPerSecond) / 3600) * 8} />}
      recordings={<PageRecordings view="screens" firstStep={<FirstCapture />} />}
    />
  );
}
