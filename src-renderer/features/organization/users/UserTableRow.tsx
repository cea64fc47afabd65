import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { classNames } from '../../../lib/classNames.ts';
import { formatDateTime, formatIsoDate } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { selectSession } from '../../auth/index.ts';
import { Avatar } from '../Avatar.tsx';
import type { Organization } from '../organizationsApi.ts';
import { SHOWN_FROM } from './columns.ts';
import { InvitationActions } from './InvitationActions.tsx';
import { MemberActions } from './MemberActions.tsx';
import type { UserRow } from './usersApi.ts';

const QUIET = 'px-4 py-2.5 whitespace-nowrap text-t2 tabular-nums';
const TONES = { active: 'good', pending: 'warning', inactive: 'neutral' } as const;

export function UserTableRow({ organization, user }: { organization: Organization; user: UserRow }) {
  const { t } = useTranslation('users');
  const session = useSelector(selectSession);
  const isMe =
    session.status === 'ready' && session.data.kind === 'signedIn' && session.data.userId === user.id;
  const isInvitation = user.kind === 'invitation';
  return (
    <tr className="border-b border-line last:border-0">
      <td className="w-full max-w-0 px-4 py-2.5 sm:w-auto sm:max-w-64 xl:max-w-96">
        <div className="flex items-center gap-3">
          <Avatar id={user.id} name={user.name} email={user.email} isOutlined={isInvitation} />
          <div className="min-w-0">
            <p className="flex items-center gap-2">
              <span className="truncate font-medium" title={user.name || user.email}>
                {user.name || user.email}
              </span>
              {isMe && <Badge tone="accent">{t('you')}</Badge>}
            </p>
            <p className="flex gap-1.5 text-xs text-t2 sm:hidden">
              <span>{t(`role.${user.role}`)}</span>
              <Badge tone={TONES[user.status]}>{t(`status.${user.status}`)}</Badge>
            </p>
            {user.name !== '' && (
              <p className="truncate text-xs text-t2" title={user.email}>
                {user.email}
              </p>
            )}
          </div>
        </div>
      </td>
      <td className={classNames('px-4 py-2.5', SHOWN_FROM.role)}>{t(`role.${user.role}`)}</td>
      <td className={classNames('px-4 py-2.5', SHOWN_FROM.status)}>
        <Badge tone={TONES[user.status]}>{t(`status.${user.status}`)}</Badge>
      </td>
      <td className={classNames(QUIET, SHOWN_FROM.lastActive)}>
        {user.last_active_at === null ? t('never') : formatDateTime(Date.parse(user.last_active_at))}
      </td>
      <td className={classNames(QUIET, SHOWN_FROM.joined)}>
        {isInvitation ? (
          <>
            <p>{t('invited', { date: formatIsoDate(user.joined_at) })}</p>
            {user.expires_at !== null && (
              <p className={isOver(user.expires_at) ? 'text-xs text-amb-text' : 'text-xs'}>
                {t(isOver(user.expires_at) ? 'expired' : 'expires', { date: formatIsoDate(user.expires_at) })}
              </p>
            )}
          </>
        ) : (
          formatIsoDate(user.joined_at)
        )}
      </td>
      <td className="px-4 py-2.5">
        <div className="flex flex-col items-end justify-end gap-1.5 sm:flex-row sm:items-center">
          {isInvitation ? (
            organization.role !== 'member' && <InvitationActions organization={organization} user={user} />
          ) : (
            <MemberActions organization={organization} user={user} isMe={isMe} />
          )}
        </div>
      </td>
    </tr>
  );
}

const isOver = (time: string): boolean => Date.parse(time) < Date.now();
