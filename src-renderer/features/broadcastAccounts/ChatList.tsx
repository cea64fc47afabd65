import { Ban, Clock, EllipsisVertical, Trash2 } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import {
  CHAT_TIMEOUT_SEC,
  type ChatAction,
  type ChatEntry,
} from '../../../src-shared/domain/broadcast/accounts.ts';
import { platformOf } from '../../../src-shared/domain/broadcast/platforms.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { selectChat } from './accountsState.ts';
import { moderateChat } from './accountsThunks.ts';

/** So near to its end, who reads wants to see what comes. */
const NEAR_END_PX = 40;

/** Messages of all platforms, the newest last. */
export function ChatList() {
  const { t } = useTranslation('broadcastAccounts');
  const entries = useSelector(selectChat);
  const ref = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const newest = entries.at(-1)?.id;
  useEffect(() => {
    if (isAtEnd.current) ref.current?.scrollTo({ top: ref.current.scrollHeight });
  }, [newest]);
  return (
    <div role="log" aria-label={t('chat.list')}>
      {entries.length === 0 && <p className="text-xs text-t3">{t('chat.empty')}</p>}
      <ol
        ref={ref}
        tabIndex={0}
        aria-label={t('chat.list')}
        hidden={entries.length === 0}
        className="grid max-h-96 grid-cols-[minmax(0,1fr)] gap-0.5 overflow-y-auto"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
        }}
      >
        {entries.map((entry) => (
          <Message key={`${entry.platform} ${entry.id}`} entry={entry} />
        ))}
      </ol>
    </div>
  );
}

const Message = memo(function Message({ entry }: { entry: ChatEntry }) {
  const { t } = useTranslation('broadcastAccounts');
  const { platform, author, text, isOwn } = entry;
  return (
    <li className="flex items-start gap-2 rounded-md py-1 pr-1 pl-2 text-xs hover:bg-inset">
      <span className="mt-0.5 shrink-0">
        <Badge tone={platform === 'twitch' ? 'accent' : 'bad'}>{platformOf(platform).name}</Badge>
      </span>
      <p className="min-w-0 grow py-0.5 wrap-anywhere text-t1">
        <b className="font-semibold text-t2">{isOwn ? t('chat.you') : author}</b> <span>{text}</span>
      </p>
      {!isOwn && <Moderation entry={entry} />}
    </li>
  );
});

function Moderation({ entry: { platform, id, author } }: { entry: ChatEntry }) {
  const { t } = useTranslation('broadcastAccounts');
  const dispatch = useAppDispatch();
  const [asks, setAsks] = useState(false);
  const act = (action: ChatAction) => void dispatch(moderateChat({ platform, entryId: id, action }));
  return (
    <>
      <DropdownMenu
        groups={[
          [
            {
              id: 'delete',
              label: t('chat.delete'),
              icon: <Trash2 aria-hidden="true" />,
              onSelect: () => act('delete'),
            },
            {
              id: 'timeout',
              label: t('chat.timeout', { minutes: CHAT_TIMEOUT_SEC / 60 }),
              icon: <Clock aria-hidden="true" />,
              onSelect: () => act('timeout'),
            },
          ],
          [
            {
              id: 'ban',
              label: t('chat.ban', { name: author }),
              icon: <Ban aria-hidden="true" />,
              isDestructive: true,
              onSelect: () => setAsks(true),
            },
          ],
        ]}
        trigger={
          <IconButton
            label={t('chat.actions', { name: author })}
            icon={<EllipsisVertical aria-hidden="true" />}
          />
        }
      />
      <ConfirmDialog
        isOpen={asks}
        onOpenChange={setAsks}
        title={t('chat.banTitle', { name: author })}
        description={t('chat.banMessage', { platform: platformOf(platform).name })}
        confirmLabel={t('chat.ban', { name: author })}
        cancelLabel={t('chat.banKeep')}
        isDestructive
        onConfirm={() => act('ban')}
      />
    </>
  );
}
