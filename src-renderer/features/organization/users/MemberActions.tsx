import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { MEMBER_ROLES, type MemberRole } from '../../../../src-shared/domain/organization.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DropdownMenu, type MenuItem } from '../../../ui/DropdownMenu.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useAct } from '../../../ui/list/index.ts';
import type { Organization } from '../organizationsApi.ts';
import { useHandOverMutation, useRemoveUserMutation, useSetUserMutation, type UserRow } from './usersApi.ts';

interface MemberActionsProps {
  organization: Organization;
  user: UserRow;
  isMe: boolean;
}

type Question = 'deactivate' | 'remove' | 'leave' | 'handOver' | 'makeOwner';

/** What the one who looks may do about this user; the database says the same. */
export function MemberActions({ organization, user, isMe }: MemberActionsProps) {
  const { t } = useTranslation(['users', 'common']);
  const { setRole, setStatus, confirm, isBusy } = useChanges(organization, user);
  const [question, setQuestion] = useState<Question | null>(null);
  // Stays while the dialog fades.
  const [asked, setAsked] = useState<Question>('remove');
  const name = user.name || user.email;
  const mayChange = mayManage(organization, user);
  const ask = (next: Question) => {
    setAsked(next);
    setQuestion(next);
  };
  const groups = menuOf({ organization, user, isMe, mayChange }).map((items) =>
    items.map((item): MenuItem => {
      if (item.startsWith('role:')) {
        const role = item.slice(5) as MemberRole;
        return {
          id: item,
          label: t('users:changeRole', { role: t(`users:role.${role}`) }),
          onSelect: () => (role === 'owner' ? ask('makeOwner') : setRole(role)),
        };
      }
      const action = item as Exclude<Question, 'makeOwner'> | 'activate';
      return {
        id: item,
        label: t(`users:${action}`),
        isDestructive: action === 'remove' || action === 'leave',
        onSelect: () => (action === 'activate' ? setStatus('active', 'activated') : ask(action)),
      };
    }),
  );
  return (
    <>
      {mayChange && user.status === 'pending' && (
        <Button
          size="sm"
          variant="primary"
          disabled={isBusy}
          aria-label={t('users:actionOf', { action: t('users:approve'), name })}
          onClick={() => setStatus('active', 'approved')}
        >
          {t('users:approve')}
        </Button>
      )}
      {groups.length > 0 && (
        <DropdownMenu
          trigger={
            <IconButton
              hasBorder={false}
              disabled={isBusy}
              label={t('users:more', { name })}
              icon={<Ellipsis aria-hidden="true" />}
            />
          }
          groups={groups}
        />
      )}
      <ConfirmDialog
        isOpen={question !== null}
        onOpenChange={() => setQuestion(null)}
        title={t(`users:ask.${asked}`, { name })}
        description={t(`users:ask.${asked}Message`, { name })}
        confirmLabel={
          asked === 'makeOwner' ? t('users:changeRole', { role: t('users:role.owner') }) : t(`users:${asked}`)
        }
        cancelLabel={t('common:cancel')}
        isDestructive={asked !== 'makeOwner'}
        onConfirm={() => confirm[asked]()}
      />
    </>
  );
}

/** What can be done to a user; each says what came of it. */
function useChanges(organization: Organization, user: UserRow) {
  const { t } = useTranslation('users');
  const [setUser, setting] = useSetUserMutation();
  const [removeUser, removing] = useRemoveUserMutation();
  const [handOver, handing] = useHandOverMutation();
  const act = useAct();
  const name = user.name || user.email;
  const member = { organization: organization.id, member: user.id };
  const setRole = (role: MemberRole) =>
    void act(setUser({ ...member, role }), t('roleChanged', { name, role: t(`role.${role}`) }));
  const setStatus = (status: 'active' | 'inactive', done: 'approved' | 'activated' | 'deactivated') =>
    void act(setUser({ ...member, status }), t(done, { name }));
  const confirm: Record<Question, () => void> = {
    deactivate: () => setStatus('inactive', 'deactivated'),
    remove: () => void act(removeUser(member), t('removed', { name })),
    leave: () => void act(removeUser(member), t('left', { name: organization.name })),
    handOver: () => void act(handOver(member), t('handedOver', { name })),
    makeOwner: () => setRole('owner'),
  };
  const isBusy = setting.isLoading || removing.isLoading || handing.isLoading;
  return { setRole, setStatus, confirm, isBusy };
}

/** Owners change everybody, admins everybody but owners. */
function mayManage({ role, is_personal: isPersonal }: Organization, user: UserRow): boolean {
  if (isPersonal) return false;
  return role === 'owner' || (role === 'admin' && user.role !== 'owner');
}

/** The menu of a user, in groups; empty where there is nothing to do. */
function menuOf({
  organization,
  user,
  isMe,
  mayChange,
}: MemberActionsProps & { mayChange: boolean }): string[][] {
  if (organization.is_personal) return [];
  if (isMe) return [['leave']];
  if (!mayChange) return [];
  const isOwner = organization.role === 'owner';
  const roles = MEMBER_ROLES.filter((role) => role !== user.role && (isOwner || role !== 'owner')).map(
    (role) => `role:${role}`,
  );
  const status = { active: ['deactivate'], inactive: ['activate'], pending: [] }[user.status];
  return [
    roles,
    isOwner && user.status === 'active' && user.role !== 'owner' ? ['handOver'] : [],
    [...status, 'remove'],
  ].filter((items) => items.length > 0);
}
