import { EllipsisVertical, KeyRound, PenLine, RefreshCw, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { platformOf } from '../../../src-shared/domain/broadcast/platforms.ts';
import { masterQuality } from '../../../src-shared/domain/broadcast/quality.ts';
import { formatFigure } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { Tone } from '../../ui/StatusDot.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { HealthLine, useViewers } from '../broadcastAccounts/index.ts';
import { selectDraft, selectIsLocked, selectLive } from './broadcastSlice.ts';
import { removeDestination, tryNow, turnDestination } from './broadcastThunks.ts';
import type { Destination } from './broadcastState.ts';
import { DestinationDialog } from './DestinationDialog.tsx';
import { KeyDialog } from './KeyDialog.tsx';

type Health = NonNullable<Destination['health']>;

const TONES: Record<Health['state'], Tone> = {
  off: 'neutral',
  connecting: 'accent',
  live: 'good',
  slow: 'warning',
  reconnecting: 'warning',
  refused: 'bad',
  ended: 'neutral',
};

interface DestinationRowProps {
  destination: Destination;
  /** The next broadcast goes there. */
  isUsed: boolean;
}

/** One destination: how it stands, viewers, quality, bitrate, and whether it is on. */
export function DestinationRow({ destination, isUsed }: DestinationRowProps) {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const isLocked = useSelector(selectIsLocked);
  const { name, platform, isEnabled, usesAccount, health } = destination;
  const turn = (isOn: boolean) => {
    const { id, address, watchLink, catchesUp, isConstantRate } = destination;
    const fields = { id, platform, name, address, watchLink, catchesUp, isConstantRate, usesAccount };
    void dispatch(turnDestination({ ...fields, isEnabled: isOn }));
  };
  return (
    <li aria-label={name} className="grid gap-2.5 rounded-lg bg-inset px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="min-w-0 grow">
          <span className="block truncate font-medium text-t1">{name}</span>
          <span className="block truncate text-xs text-t3">{platformOf(platform).name}</span>
        </span>
        <State destination={destination} isUsed={isUsed} />
        <Switch label={t('platforms.turn', { name })} isOn={isEnabled} disabled={isLocked} onChange={turn} />
        <Actions destination={destination} isLocked={isLocked} />
      </div>
      <Figures destination={destination} />
      <HealthLine destination={destination} />
      {health && <Trouble id={destination.id} name={name} health={health} />}
    </li>
  );
}

function State({ destination: { isEnabled, hasKey, health }, isUsed }: DestinationRowProps) {
  const { t } = useTranslation('broadcast');
  if (health) {
    const { state, attempt } = health;
    return <Badge tone={TONES[state]}>{t(`platforms.states.${state}`, { attempt })}</Badge>;
  }
  if (!isEnabled) return <Badge>{t('platforms.states.off')}</Badge>;
  if (!hasKey) return <Badge tone="warning">{t('platforms.states.noKey')}</Badge>;
  return <Badge>{t(isUsed ? 'platforms.states.ready' : 'platforms.states.notUsed')}</Badge>;
}

function Figures({ destination }: { destination: Destination }) {
  const { t } = useTranslation('broadcast');
  const live = useSelector(selectLive);
  const draft = useSelector(selectDraft);
  const { platform, health } = destination;
  const quality = masterQuality(live?.quality ?? draft.quality);
  const { mostVideoKbps: most, name } = platformOf(platform);
  return (
    <>
      <dl className="grid grid-cols-3 gap-2 text-xs">
        <Figure label={t('platforms.viewers')}>
          <Viewers destination={destination} />
        </Figure>
        <Figure label={t('platforms.quality')}>{quality.label}</Figure>
        <Figure label={t('platforms.bitrate')}>
          {health ? (
            t('platforms.kbps', { rate: formatFigure(health.kbps) })
          ) : (
            <Unknown reason={t('platforms.bitrateUnknown')} />
          )}
          {most !== null && (
            <span className="block font-normal text-t3">
              {t('platforms.limit', { rate: formatFigure(most) })}
            </span>
          )}
        </Figure>
      </dl>
      {most !== null && most < quality.videoKbps && (
        <p className="text-xs text-amb-text">
          {t('platforms.tooHigh', {
            platform: name,
            most: formatFigure(most),
            rate: formatFigure(quality.videoKbps),
          })}
        </p>
      )}
    </>
  );
}

function Viewers({ destination }: { destination: Destination }) {
  const { t } = useTranslation('broadcast');
  const viewers = useViewers(destination);
  if (viewers && 'count' in viewers) return formatFigure(viewers.count);
  return <Unknown reason={viewers?.reason ?? t('platforms.viewersUnknown')} />;
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-t3">{label}</dt>
      <dd className="font-medium text-t1 tabular-nums">{children}</dd>
    </div>
  );
}

/** Why nothing arrives there, and the way to try again at once. */
function Trouble({ id, name, health }: { id: string; name: string; health: Health }) {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const { state, reason, nextTryInMs } = health;
  if (state !== 'reconnecting' && state !== 'refused') return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="min-w-0 grow text-xs text-amb-text">
        {reason?.message}
        {nextTryInMs !== null && ` ${t('platforms.nextTry', { count: Math.ceil(nextTryInMs / 1000) })}`}
      </p>
      <Button
        size="sm"
        aria-label={t('platforms.tryNowOf', { name })}
        onClick={() => void dispatch(tryNow(id))}
      >
        <RefreshCw aria-hidden="true" className="size-3.5" />
        {t('platforms.tryNow')}
      </Button>
    </div>
  );
}

function Actions({ destination, isLocked }: { destination: Destination; isLocked: boolean }) {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const [shown, setShown] = useState<'edit' | 'key' | 'remove' | null>(null);
  const { id, name, usesAccount } = destination;
  const close = () => setShown(null);
  const keyItem = {
    id: 'key',
    label: t('platforms.key'),
    icon: <KeyRound aria-hidden="true" />,
    onSelect: () => setShown('key'),
  };
  return (
    <>
      <DropdownMenu
        groups={[
          [
            {
              id: 'edit',
              label: t('platforms.edit'),
              icon: <PenLine aria-hidden="true" />,
              onSelect: () => setShown('edit'),
            },
            // That of an account comes with it.
            ...(usesAccount ? [] : [keyItem]),
          ],
          [
            {
              id: 'remove',
              label: t('platforms.remove'),
              icon: <Trash2 aria-hidden="true" />,
              isDestructive: true,
              onSelect: () => setShown('remove'),
            },
          ],
        ]}
        trigger={
          <IconButton
            label={t('platforms.actions', { name })}
            icon={<EllipsisVertical aria-hidden="true" />}
            disabled={isLocked}
          />
        }
      />
      {shown === 'edit' && <DestinationDialog destination={destination} onClose={close} />}
      {shown === 'key' && <KeyDialog destination={destination} onClose={close} />}
      <ConfirmDialog
        isOpen={shown === 'remove'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={t('platforms.removeTitle', { name })}
        description={t('platforms.removeMessage')}
        confirmLabel={t('platforms.remove')}
        cancelLabel={t('platforms.removeKeep')}
        isDestructive
        onConfirm={() => void dispatch(removeDestination(id))}
      />
    </>
  );
}
