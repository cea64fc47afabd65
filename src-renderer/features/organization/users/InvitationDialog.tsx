import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { showNotice } from '../../../ui/notice.ts';
import { useAct } from '../../../ui/list/index.ts';
import {
  useAcceptInvitationMutation,
  useDeclineInvitationMutation,
  useReadInvitationQuery,
  type HeldInvitation,
} from './usersApi.ts';

/** The invitation that the address carries, to be taken or not. */
export function InvitationDialog({ onJoined }: { onJoined: (id: string) => void }) {
  const { t } = useTranslation(['users', 'common']);
  const [search, setSearch] = useSearchParams();
  const token = search.get('invitation');
  const { data, error } = useReadInvitationQuery(token ?? '', { skip: token === null });
  if (token === null) return null;
  const close = () => setSearch({}, { replace: true });
  const isKnown = data !== undefined || error !== undefined;
  const isGood = data?.is_open === true && data.is_mine;
  return (
    <Dialog
      isOpen={isKnown}
      onOpenChange={close}
      title={
        isGood
          ? t('users:invitation.title', { name: data.organization_name })
          : t('users:invitation.invalidTitle')
      }
      closeLabel={t('common:close')}
    >
      {isGood ? (
        <Answer token={token} invitation={data} onJoined={onJoined} onDone={close} />
      ) : (
        <div className="grid gap-4">
          <MessageBox tone="error">
            {error !== undefined
              ? (error as RpcFailure).message
              : data?.is_open === true
                ? t('users:invitation.other', { email: data.email })
                : t('users:invitation.invalid')}
          </MessageBox>
          <div className="flex justify-end">
            <Button onClick={close}>{t('common:close')}</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

interface AnswerProps {
  token: string;
  invitation: HeldInvitation;
  onJoined: (id: string) => void;
  onDone: () => void;
}

function Answer({ token, invitation, onJoined, onDone }: AnswerProps) {
  const { t } = useTranslation('users');
  const [accept, accepting] = useAcceptInvitationMutation();
  const [decline, declining] = useDeclineInvitationMutation();
  const act = useAct();
  const { organization_name: name, invited_by: who } = invitation;
  const role = t(`role.${invitation.role}`);
  const join = async () => {
    const { data } = await accept(token);
    if (data === undefined) return;
    onJoined(data);
    showNotice({ tone: 'success', title: t('invitation.joined', { name }) });
    onDone();
  };
  const refuse = async () => {
    if (await act(decline(token), t('invitation.declined'))) onDone();
  };
  const isBusy = accepting.isLoading || declining.isLoading;
  return (
    <div className="grid gap-4">
      <p className="text-t2">
        {who === ''
          ? t('invitation.messageAnonymous', { name, role })
          : t('invitation.message', { who, name, role })}
      </p>
      {accepting.error !== undefined && (
        <MessageBox tone="error">{(accepting.error as RpcFailure).message}</MessageBox>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={isBusy} onClick={() => void refuse()}>
          {t('invitation.decline')}
        </Button>
        <Button variant="primary" isBusy={accepting.isLoading} disabled={isBusy} onClick={() => void join()}>
          {t('invitation.join')}
        </Button>
      </div>
    </div>
  );
}
