import { KeyRound, MessageSquare, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { showNotice } from '../../ui/notice.ts';
import { chatShown, selectIsChatShown } from '../broadcastAccounts/index.ts';
import { selectIsLocked, selectLinked, selectView } from './broadcastSlice.ts';
import { removeStreamKey } from './broadcastThunks.ts';
import type { Destination } from './broadcastState.ts';
import { KeyDialog } from './KeyDialog.tsx';

const ACTIONS = [
  { id: 'share', Icon: Share2, Content: Links },
  { id: 'keys', Icon: KeyRound, Content: Keys },
] as const;
const TITLES = { share: 'shareTitle', keys: 'keysTitle' } as const;

/** Links for viewers, stream keys, and the chat. */
export function QuickActions() {
  const { t } = useTranslation(['broadcast', 'common']);
  const dispatch = useAppDispatch();
  const isChatShown = useSelector(selectIsChatShown);
  const [shown, setShown] = useState<(typeof ACTIONS)[number]['id'] | null>(null);
  return (
    <Card aria-labelledby="broadcast-actions">
      <CardHeader id="broadcast-actions" title={t('broadcast:actions.title')} />
      <div className="grid gap-2">
        {ACTIONS.map(({ id, Icon, Content }) => (
          <div key={id} className="grid">
            <Button onClick={() => setShown(id)}>
              <Icon aria-hidden="true" className="size-4" />
              {t(`broadcast:actions.${id}`)}
            </Button>
            <Dialog
              isOpen={shown === id}
              onOpenChange={(isOpen) => !isOpen && setShown(null)}
              title={t(`broadcast:actions.${TITLES[id]}`)}
              closeLabel={t('common:close')}
            >
              <Content />
            </Dialog>
          </div>
        ))}
        <Button aria-expanded={isChatShown} onClick={() => dispatch(chatShown(!isChatShown))}>
          <MessageSquare aria-hidden="true" className="size-4" />
          {t('broadcast:actions.chat')}
        </Button>
      </div>
    </Card>
  );
}

function Links() {
  const { t } = useTranslation('broadcast');
  const linked = useSelector(selectLinked);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      showNotice({ tone: 'success', title: t('actions.copied') });
    } catch {
      // The browser or its user forbids it.
      showNotice({ tone: 'error', title: t('actions.notCopied') });
    }
  };
  if (linked.length === 0) return <p className="text-t2">{t('actions.noLinks')}</p>;
  return (
    <div className="grid gap-3">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {linked.map(({ id, name, watchLink }) => (
          <li key={id} className="flex items-center gap-3 rounded-lg bg-inset px-3 py-2">
            <span className="min-w-0 grow">
              <span className="block truncate font-medium text-t1">{name}</span>
              <span className="block truncate text-xs text-t3">{watchLink}</span>
            </span>
            <Button size="sm" aria-label={t('actions.copyOf', { name })} onClick={() => void copy(watchLink)}>
              {t('actions.copy')}
            </Button>
          </li>
        ))}
      </ul>
      {linked.length > 1 && (
        <Button onClick={() => void copy(linked.map(({ watchLink }) => watchLink).join('\n'))}>
          {t('actions.copyAll')}
        </Button>
      )}
    </div>
  );
}

function Keys() {
  const { t } = useTranslation('broadcast');
  const view = useSelector(selectView);
  const [keyOf, setKeyOf] = useState<Destination | null>(null);
  if (!view || view.destinations.length === 0)
    return <p className="text-t2">{t('actions.noDestinations')}</p>;
  return (
    <div className="grid gap-3">
      <p className="text-xs text-t2">{t(`actions.keysIn.${view.keysKeptIn}`)}</p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {view.destinations.map((destination) => (
          <KeyRow key={destination.id} destination={destination} onSet={() => setKeyOf(destination)} />
        ))}
      </ul>
      {keyOf && <KeyDialog destination={keyOf} onClose={() => setKeyOf(null)} />}
    </div>
  );
}

function KeyRow({ destination, onSet }: { destination: Destination; onSet: () => void }) {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const isLocked = useSelector(selectIsLocked);
  const { id, name, hasKey, usesAccount } = destination;
  if (usesAccount)
    return (
      <li className="flex flex-wrap items-center gap-2 rounded-lg bg-inset px-3 py-2">
        <span className="min-w-0 grow truncate font-medium text-t1">{name}</span>
        <Badge tone="good">{t('actions.keyOfAccount')}</Badge>
      </li>
    );
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-lg bg-inset px-3 py-2">
      <span className="min-w-0 grow truncate font-medium text-t1">{name}</span>
      <Badge tone={hasKey ? 'good' : 'warning'}>
        {t(hasKey ? 'actions.keySaved' : 'actions.keyMissing')}
      </Badge>
      <Button size="sm" disabled={isLocked} aria-label={t('actions.setKeyOf', { name })} onClick={onSet}>
        {t('actions.setKey')}
      </Button>
      {hasKey && (
        <Button
          size="sm"
          variant="ghost"
          disabled={isLocked}
          aria-label={t('actions.removeKeyOf', { name })}
          onClick={() => void dispatch(removeStreamKey(id))}
        >
          {t('actions.removeKey')}
        </Button>
      )}
    </li>
  );
}
