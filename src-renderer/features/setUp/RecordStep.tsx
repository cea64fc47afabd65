import { Circle, Square } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { formatTimer } from '../../../src-shared/domain/time.ts';
import { useAppDispatch } from '../../lib/store.ts';
import type { RecordingRequest } from '../../media/recorder/index.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { beginRecording, endRecording, selectProgress, selectRecording } from '../recording/index.ts';
import { selectIsConnected, selectVideoSupport } from '../workspace/index.ts';

/** The cleaned microphone alone. */
const MICROPHONE: RecordingRequest = {
  name: null,
  sound: { of: 'screen', microphone: true, system: false },
  sources: [],
  requests: [],
};

/** A first recording, made and ended here; where the page itself has to hear, in the studio. */
export function RecordStep() {
  const { t } = useTranslation('setUp');
  const dispatch = useAppDispatch();
  const video = useSelector(selectVideoSupport);
  const isConnected = useSelector(selectIsConnected);
  const { take, action, ended, failure } = useSelector(selectRecording);
  const [hasBegun, setBegun] = useState(false);
  if (video?.supported !== true || video.heardBy === 'page') return <StudioLink text={t('record.studio')} />;
  const begin = () => {
    setBegun(true);
    void dispatch(beginRecording(() => MICROPHONE));
  };
  return (
    <div className="grid gap-3">
      {take ? (
        <Button
          variant="danger"
          className="justify-self-start"
          isBusy={action === 'stopping'}
          onClick={() => void dispatch(endRecording())}
        >
          <Square aria-hidden="true" className="size-4" />
          {t('record.stop')}
        </Button>
      ) : (
        <Button
          variant="primary"
          className="justify-self-start"
          disabled={!isConnected}
          isBusy={action === 'starting'}
          onClick={begin}
        >
          <Circle aria-hidden="true" className="size-4" />
          {t('record.start')}
        </Button>
      )}
      {take && <RecordedTime />}
      {hasBegun && failure && <MessageBox tone="error">{failure.message}</MessageBox>}
      {hasBegun && !take && ended && (
        <>
          <MessageBox tone="success">{t('record.done', { name: ended.how.name })}</MessageBox>
          <StudioLink text={t('record.listen')} />
        </>
      )}
    </div>
  );
}

function RecordedTime() {
  const { t } = useTranslation('setUp');
  const progress = useSelector(selectProgress);
  return (
    <p className="text-t2 tabular-nums">
      {t('record.running', { time: formatTimer(progress?.recordedSec ?? 0) })}
    </p>
  );
}

function StudioLink({ text }: { text: string }) {
  return (
    <Link to={ROUTES.recordingStudio} className="justify-self-start text-accent underline">
      {text}
    </Link>
  );
}
