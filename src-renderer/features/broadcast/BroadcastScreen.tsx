import './texts.ts';
import './scenes/texts.ts';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { missingForProgramme } from '../../media/programme/index.ts';
import { missingForCameras } from '../../media/video/sources.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState, OfflineState, UnsupportedState } from '../../ui/StateMessage.tsx';
import { followAccounts } from '../broadcastAccounts/index.ts';
import { CaptureFeedProvider, followStudio, useListening } from '../studio/index.ts';
import { selectBroadcastSupport, selectIsConnected, selectRuntime } from '../workspace/index.ts';
import { BroadcastLayout } from './BroadcastLayout.tsx';
import { selectBroadcast } from './broadcastSlice.ts';
import { followBroadcast, readBroadcast } from './broadcastThunks.ts';
import { followSounds } from './sounds/soundsSlice.ts';
import { followBroadcastRequests } from './startRequests.ts';
import { BrowserBroadcast } from './whip/BrowserBroadcast.tsx';

/** One programme of cameras and screens, sent to several platforms at once. */
export default function BroadcastScreen() {
  const { t } = useTranslation('broadcast');
  useDocumentTitle(t('title'));
  return (
    <Page title={t('title')}>
      <Content />
    </Page>
  );
}

function Content() {
  const { t } = useTranslation(['broadcast', 'shell']);
  const support = useSelector(selectBroadcastSupport);
  const isConnected = useSelector(selectIsConnected);
  const runtime = useSelector(selectRuntime);
  const missing = missingForCameras() ?? missingForProgramme();
  if (support === null) {
    if (isConnected) return <Loading />;
    return (
      <Card>
        <OfflineState title={t('shell:connection.lost')} message={t('shell:connection.lostMessage')} />
      </Card>
    );
  }
  const reason = support.supported
    ? missing && t(missing === 'capture' ? 'broadcast:noCapture' : 'broadcast:noEncoder')
    : support.reason;
  if (reason === null) return <Broadcast />;
  if (missing === null && runtime === 'browser') return <BrowserBroadcast reason={reason} />;
  return (
    <Card>
      <UnsupportedState title={t('broadcast:unsupported')} message={reason} />
    </Card>
  );
}

function Broadcast() {
  const { t } = useTranslation(['broadcast', 'common']);
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const { view } = useSelector(selectBroadcast);
  useEffect(() => {
    if (!isConnected) return undefined;
    const ends = [
      dispatch(followBroadcast()),
      dispatch(followSounds()),
      dispatch(followAccounts()),
      dispatch(followStudio()),
    ];
    return () => ends.forEach((end) => end());
  }, [dispatch, isConnected]);
  const isReady = view.status === 'ready';
  useEffect(
    () => (isReady && isConnected ? dispatch(followBroadcastRequests()) : undefined),
    [dispatch, isReady, isConnected],
  );
  useListening();
  if (view.status === 'loading') return <Loading />;
  if (view.status === 'failed') {
    return (
      <Card>
        <ErrorState
          title={t('broadcast:stateFailed')}
          message={view.error.message}
          action={<Button onClick={() => void dispatch(readBroadcast())}>{t('common:retry')}</Button>}
        />
      </Card>
    );
  }
  return (
    <CaptureFeedProvider>
      <BroadcastLayout />
    </CaptureFeedProvider>
  );
}

function Loading() {
  const { t } = useTranslation('broadcast');
  return (
    <div role="status" aria-label={t('loading')} className="grid gap-3.5">
      <Skeleton className="h-24" />
      <Skeleton className="h-64" />
    </div>
  );
}
