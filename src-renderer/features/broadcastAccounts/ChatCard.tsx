import './texts.ts';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { platformOf } from '../../../src-shared/domain/broadcast/platforms.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { chatShown } from './accountsSlice.ts';
import { isConnected, selectAccounts } from './accountsState.ts';
import { followChat } from './accountsThunks.ts';
import { ChatList } from './ChatList.tsx';
import { ChatSender } from './ChatSender.tsx';

interface ChatCardProps {
  /** Where people watch. */
  links: readonly { id: string; name: string; watchLink: string }[];
}

/** The chats of all platforms in one list, beside everything else: the stream can be steered while it is read. */
export function ChatCard({ links }: ChatCardProps) {
  const { t } = useTranslation('broadcastAccounts');
  const dispatch = useAppDispatch();
  const connected = useSelector(selectAccounts).filter(isConnected);
  const hasAccounts = connected.length > 0;
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    ref.current?.focus();
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => (hasAccounts ? dispatch(followChat()) : undefined), [dispatch, hasAccounts]);
  return (
    <Card ref={ref} tabIndex={-1} aria-labelledby="broadcast-chat" className="outline-none">
      <CardHeader
        id="broadcast-chat"
        title={t('chat.title')}
        actions={
          <IconButton
            label={t('chat.close')}
            icon={<X aria-hidden="true" />}
            onClick={() => dispatch(chatShown(false))}
          />
        }
      />
      {hasAccounts ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <ChatList />
          {connected
            .filter(({ hasChat }) => !hasChat)
            .map(({ platform }) => (
              <p key={platform} className="text-xs text-t3">
                {t('chat.closed', { platform: platformOf(platform).name })}
              </p>
            ))}
          <ChatSender
            platforms={connected.filter(({ hasChat }) => hasChat).map(({ platform }) => platform)}
          />
        </div>
      ) : (
        <Links links={links} />
      )}
    </Card>
  );
}

function Links({ links }: ChatCardProps) {
  const { t } = useTranslation('broadcastAccounts');
  return (
    <div className="grid gap-3">
      <p className="text-t2">{t('chat.none')}</p>
      {links.length === 0 && <p className="text-xs text-t3">{t('chat.noLinks')}</p>}
      <ul className="grid gap-1.5">
        {links.map(({ id, name, watchLink }) => (
          <li key={id}>
            <a href={watchLink} target="_blank" rel="noreferrer" className="text-accent-text underline">
              {t('chat.open', { name })}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
