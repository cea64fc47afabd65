import './texts.ts';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { missingForScreens } from '../../media/pictures/sources.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { OfflineState, UnsupportedState } from '../../ui/StateMessage.tsx';
import { RecordingWarnings } from '../recordingWarnings/index.ts';
import { findSystemAudio } from '../screenCapture/index.ts';
import { followStudio } from '../studio/index.ts';
import { selectIsConnected, selectPicturesSupport } from '../workspace/index.ts';
import { DetailsCard } from './DetailsCard.tsx';
import { FeatureCards } from './FeatureCards.tsx';
import { MeetingBanner } from './MeetingBanner.tsx';
import { MeetingsCard } from './MeetingsCard.tsx';
import { followMeeting } from './meetingThunks.ts';
import { SettingsCard } from './SettingsCard.tsx';
import { ShareEndedDialog } from './ShareEndedDialog.tsx';
import { StatsCard } from './StatsCard.tsx';

/** A meeting in another window or tab, with who speaks where, and what was recorded before. */
export default function MeetingScreen() {
  const { t } = useTranslation('meeting');
  const dispatch = useAppDispatch();
  const support = useSelector(selectPicturesSupport);
  const isConnected = useSelector(selectIsConnected);
  const isReady = support?.supported === true && isConnected;
  useDocumentTitle(t('title'));
  useEffect(() => {
    if (!isReady) return undefined;
    void dispatch(findSystemAudio());
    const ends = [dispatch(followMeeting()), dispatch(followStudio())];
    return () => ends.forEach((end) => end());
  }, [dispatch, isReady]);
  return (
    <div className="mx-auto grid max-w-[92rem] grid-cols-[minmax(0,1fr)] gap-3.5 px-4 py-5 md:px-8 md:py-6">
      <h1 className="text-xl font-semibold tracking-tight">{t('title')}</h1>
      <Content />
    </div>
  );
}

function Content(): ReactNode {
  const { t } = useTranslation(['meeting', 'shell']);
  const support = useSelector(selectPicturesSupport);
  const isConnected = useSelector(selectIsConnected);
  const missing = missingForScreens();
  if (support === null && isConnected) {
    return (
      <div role="status" aria-label={t('meeting:loading')} className="grid gap-3.5">
        <Skeleton className="h-24" />
        <Skeleton className="h-64" />
      </div>
    );
  }
  if (support === null) {
    return (
      <Card>
        <OfflineState title={t('shell:connection.lost')} message={t('shell:connection.lostMessage')} />
      </Card>
    );
  }
  const reason = !support.supported
    ? support.reason
    : missing === null
      ? null
      : t(missing === 'capture' ? 'meeting:noCapture' : 'meeting:noEncoder');
  if (reason !== null) {
    return (
      <Card>
        <UnsupportedState title={t('meeting:unsupported')} message={reason} />
      </Card>
    );
  }
  return (
    <>
      <MeetingBanner />
      <RecordingWarnings />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <DetailsCard />
          <FeatureCards />
        </div>
        <aside className="grid content-start gap-3.5 sm:grid-cols-2 xl:grid-cols-1">
          <SettingsCard />
          <StatsCard />
        </aside>
      </div>
      <MeetingsCard />
      <ShareEndedDialog />
    </>
  );
}
