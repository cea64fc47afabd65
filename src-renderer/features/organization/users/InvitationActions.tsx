import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useAct } from '../../../ui/list/index.ts';
import type { Organization } from '../organizationsApi.ts';
import { useInviteUserMutation, useRevokeInvitationMutation, type UserRow } from './usersApi.ts';

/** What can be done about somebody who has not answered yet. */
export function InvitationActions({ organization, user }: { organization: Organization; user: UserRow }) {
  const { t } = useTranslation(['users', 'common']);
  const [invite, inviting] = useInviteUserMutation();
  const [revoke, revoking] = useRevokeInvitationMutation();
  const [asks, setAsks] = useState(false);
  const act = useAct();
  const { email } = user;
  const isBusy = inviting.isLoading || revoking.isLoading;
  const named = (action: string) => t('users:actionOf', { action, name: email });
  const role = user.role === 'admin' ? 'admin' : 'member';
  return (
    <>
      <Button
        size="sm"
        disabled={isBusy}
        aria-label={named(t('users:resend'))}
        onClick={() =>
          void act(invite({ organizationId: organization.id, email, role }), t('users:resent', { email }))
        }
      >
        {t('users:resend')}
      </Button>
      <Button
        size="sm"
        variant="danger"
        disabled={isBusy}
        aria-label={named(t('users:revoke'))}
        onClick={() => setAsks(true)}
      >
        {t('users:revoke')}
      </Button>
      <ConfirmDialog
        isOpen={asks}
        onOpenChange={setAsks}
        title={t('users:ask.revoke', { email })}
        description={t('users:ask.revokeMessage')}
        confirmLabel={t('users:revoke')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void act(revoke(user.id), t('users:revoked', { email }))}
      />
    </>
  );
}
