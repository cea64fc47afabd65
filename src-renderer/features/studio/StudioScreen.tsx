import './texts.ts';
import './video/texts.ts';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { CHANNEL_CAPS } from '../../../src-shared/domain/channelCaps.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { classNames } from '../../lib/classNames.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState, OfflineState, UnsupportedState } from '../../ui/StateMessage.tsx';
import { selectCaptureSupport, selectHasFewChannels, selectIsConnected } from '../workspace/index.ts';
import { RecordingWarnings } from '../recordingWarnings/index.ts';
import { ActiveTracks } from './ActiveTracks.tsx';
import { CaptureFeedProvider } from './captureFeed.tsx';
import { ChannelList } from './ChannelList.tsx';
import { EnginePills } from './EnginePills.tsx';
import { OutputsCard } from './OutputsCard.tsx';
import { RecorderBanner } from './RecorderBanner.tsx';
import { VideoChannels } from './video/VideoChannels.tsx';
import { Recordings } from './Recordings.tsx';
import { RecoveredNotice } from './RecoveredNotice.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { selectCapture, selectChannels } from './studioSlice.ts';
import { followStudio, readCapture } from './studioThunks.ts';
import { TakeCard } from './TakeCard.tsx';
import { useFirstSource } from './useFirstSource.ts';
import { useListening } from './useListening.ts';

/** Many channels, one clock, and what was recorded before. */
export default function StudioScreen() {
  const { t } = useTranslation(['studio', 'shell', 'common']);
  const dispatch = useAppDispatch();
  const support = useSelector(selectCaptureSupport);
  const isConnected = useSelector(selectIsConnected);
  const isReady = support?.supported === true && isConnected;
  useDocumentTitle(t('studio:title'));
  useEffect(() => (isReady ? dispatch(followStudio()) : undefined), [dispatch, isReady]);
  return (
    <CaptureFeedProvider>
      <Page title={t('studio:title')} actions={support?.supported && <EnginePills />}>
        {support === null ? (
          isConnected ? (
            <Loading />
          ) : (
            <Card>
              <OfflineState title={t('shell:connection.lost')} message={t('shell:connection.lostMessage')} />
            </Card>
          )
        ) : support.supported ? (
          <Studio />
        ) : (
          <Card>
            <UnsupportedState
              title={t('studio:unsupported')}
              message={`${support.reason} ${t('studio:unsupportedAdds', { count: CHANNEL_CAPS.professional.audio })}`}
            />
          </Card>
        )}
      </Page>
    </CaptureFeedProvider>
  );
}

function Studio() {
  const { t } = useTranslation(['studio', 'common']);
  const dispatch = useAppDispatch();
  const capture = useSelector(selectCapture);
  const hasFewChannels = useSelector(selectHasFewChannels);
  const count = useSelector(selectChannels).length;
  // Cameras stand beside one voice or two, and below more.
  const hasRoomBeside = count === 1 || count === 2;
  useListening();
  useFirstSource();
  if (capture.status === 'loading') return <Loading />;
  if (capture.status === 'failed') {
    return (
      <Card>
        <ErrorState
          title={t('studio:stateFailed')}
          message={capture.error.message}
          action={<Button onClick={() => void dispatch(readCapture())}>{t('common:retry')}</Button>}
        />
      </Card>
    );
  }
  return (
    <>
      {hasFewChannels && <p className="text-xs text-t2">{t('studio:browser.mode')}</p>}
      <RecorderBanner />
      <RecordingWarnings />
      <RecoveredNotice />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_17rem] xl:grid-rows-[auto_1fr]">
        <div
          className={classNames(
            'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start items-start gap-5',
            hasRoomBeside && 'lg:grid-cols-[24rem_minmax(0,1fr)]',
          )}
        >
          <ChannelList />
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
            <VideoChannels />
          </div>
        </div>
        <aside className="grid content-start items-start gap-3.5 sm:grid-cols-2 xl:row-span-2 xl:grid-cols-1">
          <TakeCard />
          <ActiveTracks />
          <OutputsCard />
          <SettingsCard />
        </aside>
        <Recordings />
      </div>
      {hasFewChannels && (
        <p className="text-xs text-t3">{t('studio:browser.adds', CHANNEL_CAPS.professional)}</p>
      )}
    </>
  );
}

function Loading() {
  const { t } = useTranslation('studio');
  return (
    <div role="status" aria-label={t('loading')} className="grid gap-3.5">
      <Skeleton className="h-24" />
      <div className="grid gap-3.5 xl:grid-cols-[minmax(0,1fr)_17rem]">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}
