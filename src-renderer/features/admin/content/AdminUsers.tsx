import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { AdminRole } from '../../../../src-shared/domain/content.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ListFailure } from '../../../ui/list/index.ts';
import { selectSession } from '../../auth/index.ts';
import { useListAdminsQuery, useSetAdminRoleMutation, type Admin } from './adminsApi.ts';
import { GrantForm } from './GrantForm.tsx';
import type { Notify } from '../useBanner.ts';

/** Who is an admin, for super admins: roles are given and taken. */
export function AdminUsers({ notify }: { notify: Notify }) {
  const { t } = useTranslation('adminContent');
  const { data, error, refetch } = useListAdminsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-64 rounded-xl" />;
  const isAlone = data.filter(({ role }) => role === 'super_admin').length === 1;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <ul
        aria-label={t('admins.list')}
        className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-panel shadow-panel"
      >
        {data.map((admin) => (
          <li key={admin.user_id}>
            <AdminRow admin={admin} isLast={isAlone && admin.role === 'super_admin'} notify={notify} />
          </li>
        ))}
      </ul>
      <GrantForm notify={notify} />
    </div>
  );
}

function AdminRow({ admin, isLast, notify }: { admin: Admin; isLast: boolean; notify: Notify }) {
  const { t } = useTranslation('adminContent');
  const session = useSelector(selectSession);
  const isSelf =
    session.status === 'ready' && session.data.kind === 'signedIn' && session.data.userId === admin.user_id;
  const { email, name, role, last_sign_in_at: lastAt } = admin;
  const when = lastAt === null ? t('admins.never') : formatDateTime(Date.parse(lastAt));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5 px-4 py-3 wrap-anywhere">
      <div className="grid min-w-0 grow basis-60 gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <bdi className="min-w-0 font-medium">{email}</bdi>
          <Badge tone={role === 'super_admin' ? 'accent' : 'neutral'}>{t(`admins.roles.${role}`)}</Badge>
          {isSelf && <Badge>{t('admins.you')}</Badge>}
        </span>
        <span className="text-xs text-t2">
          {name !== '' && <bdi>{name} · </bdi>}
          {t('admins.lastSeen', { when })}
        </span>
        {isLast && <span className="text-xs text-t2">{t('admins.last')}</span>}
      </div>
      {!isLast && <RowActions email={email} role={role} isSelf={isSelf} notify={notify} />}
    </div>
  );
}

interface RowActionsProps {
  email: string;
  role: AdminRole;
  isSelf: boolean;
  notify: Notify;
}

function RowActions({ email, role, isSelf, notify }: RowActionsProps) {
  const { t } = useTranslation(['adminContent', 'common']);
  const [setRole, { isLoading }] = useSetAdminRoleMutation();
  const [wanted, setWanted] = useState<AdminRole | 'none' | null>(null);
  const other: AdminRole = role === 'admin' ? 'super_admin' : 'admin';
  const named = (action: string) => t('adminContent:entry.actionOf', { action, title: email });
  const change = async (next: AdminRole | 'none') => {
    const { error } = await setRole({ email, role: next });
    if (error !== undefined) notify.fail(error);
    else if (next === 'none') notify.succeed(t('adminContent:admins.revoked', { email }));
    else notify.succeed(t(`adminContent:admins.granted.${next}`, { email }));
  };
  const actions = { [other]: t(`adminContent:admins.make.${other}`), none: t('adminContent:admins.revoke') };
  return (
    <div className="flex flex-wrap gap-1.5">
      <Button
        size="sm"
        disabled={isLoading}
        aria-label={named(actions[other] ?? '')}
        onClick={() => setWanted(other)}
      >
        {actions[other]}
      </Button>
      <Button
        size="sm"
        variant="danger"
        disabled={isLoading}
        aria-label={named(actions.none)}
        onClick={() => setWanted('none')}
      >
        {actions.none}
      </Button>
      <ConfirmDialog
        isOpen={wanted !== null}
        onOpenChange={(isOpen) => isOpen || setWanted(null)}
        title={t(`adminContent:admins.ask.${wanted ?? 'none'}`, { email })}
        description={
          isSelf
            ? t('adminContent:admins.askSelf')
            : t(`adminContent:admins.askMessage.${wanted ?? 'none'}`, { email })
        }
        confirmLabel={wanted === null ? '' : (actions[wanted] ?? '')}
        cancelLabel={t('common:cancel')}
        isDestructive={wanted !== 'super_admin'}
        onConfirm={() => wanted !== null && void change(wanted)}
      />
    </div>
  );
}
