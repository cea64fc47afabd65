import { Globe } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { PairedBrowser } from '../../../src-shared/contract/browsers.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { selectIsConnected, selectPairedBrowsers } from '../workspace/index.ts';
import { readBrowsers, removeBrowser, selectBrowsers, type Browsers } from './browsersSlice.ts';
import { Section } from './rows.tsx';

/** Which browsers open SoundDesk without a link; each can be removed. Nothing where no browser has to be let in. */
export function BrowsersSection() {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const isSupported = useSelector(selectPairedBrowsers)?.supported ?? false;
  const browsers = useSelector(selectBrowsers);
  useEffect(() => {
    if (isSupported && isConnected) void dispatch(readBrowsers());
  }, [dispatch, isSupported, isConnected]);
  if (!isSupported) return null;
  return (
    <Section title={t('browsers.title')}>
      <p className="text-t2">{t('browsers.hint', { command: 'npx sounddesk open' })}</p>
      {browsers.status === 'loading' && <Skeleton className="h-10" />}
      {browsers.status === 'failed' && (
        <p role="alert" className="text-xs text-red-text">
          {browsers.error.message}
        </p>
      )}
      {browsers.status === 'ready' && <BrowserList {...browsers.data} />}
    </Section>
  );
}

/** This browser first, then those that were used last. */
function BrowserList({ browsers, ownId }: Browsers) {
  const { t } = useTranslation('settings');
  if (browsers.length === 0) return <p className="text-xs text-t3">{t('browsers.none')}</p>;
  const rank = ({ id, lastUsedAtMs }: PairedBrowser) => (id === ownId ? Infinity : lastUsedAtMs);
  return (
    <ul className="divide-y divide-line">
      {browsers
        .toSorted((one, other) => (rank(one) < rank(other) ? 1 : -1))
        .map((browser) => (
          <BrowserRow key={browser.id} browser={browser} isOwn={browser.id === ownId} />
        ))}
    </ul>
  );
}

function BrowserRow({ browser, isOwn }: { browser: PairedBrowser; isOwn: boolean }) {
  const { t } = useTranslation(['settings', 'common']);
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const [isAsking, setIsAsking] = useState(false);
  const { id, name, pairedAtMs, lastUsedAtMs } = browser;
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <Globe aria-hidden="true" className="size-4 shrink-0 text-t3 max-sm:hidden" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 text-t1">
          {name}
          {isOwn && <Pill tone="good">{t('settings:browsers.own')}</Pill>}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-t3">
          <span>{t('settings:browsers.paired', { time: formatDateTime(pairedAtMs) })}</span>
          <span>{t('settings:browsers.used', { time: formatDateTime(lastUsedAtMs) })}</span>
        </p>
      </div>
      <Button
        size="sm"
        className="shrink-0"
        disabled={!isConnected}
        aria-label={t('settings:browsers.removeName', { name })}
        onClick={() => setIsAsking(true)}
      >
        {t('settings:browsers.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('settings:browsers.question', { name })}
        description={t(isOwn ? 'settings:browsers.ownMessage' : 'settings:browsers.message')}
        confirmLabel={t('settings:browsers.remove')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void dispatch(removeBrowser(id))}
      />
    </li>
  );
}
