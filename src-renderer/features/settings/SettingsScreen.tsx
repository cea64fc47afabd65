import './texts.ts';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState, OfflineState } from '../../ui/StateMessage.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { readSettings, selectIsConnected, selectSettingsStatus } from '../workspace/index.ts';
import { AdvancedTab } from './AdvancedTab.tsx';
import { DevicesTab } from './DevicesTab.tsx';
import { FileActions } from './FileActions.tsx';
import { GeneralTab } from './GeneralTab.tsx';
import { KeysTab } from './KeysTab.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { SaveBar } from './SaveBar.tsx';

const TABS = ['general', 'devices', 'keys', 'advanced'] as const;
type TabName = (typeof TABS)[number];
const CONTENTS: Record<TabName, () => React.ReactNode> = {
  general: () => <GeneralTab />,
  devices: () => <DevicesTab />,
  keys: () => <KeysTab />,
  advanced: () => <AdvancedTab />,
};

/** What is set for this installation. */
export default function SettingsScreen() {
  const { t } = useTranslation('settings');
  const status = useSelector(selectSettingsStatus);
  useDocumentTitle(t('title'));
  return (
    <div className="mx-auto max-w-[72rem] px-4 pb-8 md:px-8">
      <header className="z-10 -mx-4 mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 bg-bg px-4 py-4 md:-mx-8 md:px-8 lg:sticky lg:top-0">
        <h1 className="text-xl font-semibold tracking-tight">{t('title')}</h1>
        <SaveBar />
        <FileActions />
      </header>
      {status === 'ready' ? <TabbedSettings /> : <NotYet status={status} />}
      <LeaveGuard />
    </div>
  );
}

/** `?tab=` names the tab, so that a link leads to it. */
function TabbedSettings() {
  const { t } = useTranslation('settings');
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('tab');
  const value = TABS.find((name) => name === wanted) ?? 'general';
  return (
    <Tabs
      label={t('tabs.label')}
      value={value}
      onChange={(tab) => setSearch(tab === 'general' ? {} : { tab }, { replace: true })}
      tabs={TABS.map((name) => ({ value: name, label: t(`tabs.${name}`), content: CONTENTS[name]() }))}
    />
  );
}

function NotYet({ status }: { status: 'loading' | 'failed' }) {
  const { t } = useTranslation(['settings', 'shell', 'common']);
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  if (status === 'loading' && isConnected) {
    return (
      <div role="status" aria-label={t('settings:loading')} className="grid gap-3.5 lg:grid-cols-2">
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </div>
    );
  }
  return (
    <Card>
      {isConnected ? (
        <ErrorState
          title={t('settings:failed')}
          action={<Button onClick={() => void dispatch(readSettings())}>{t('common:retry')}</Button>}
        />
      ) : (
        <OfflineState title={t('shell:connection.lost')} message={t('shell:connection.lostMessage')} />
      )}
    </Card>
  );
}
