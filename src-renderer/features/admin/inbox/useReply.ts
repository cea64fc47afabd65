import { useTranslation } from 'react-i18next';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import { showNotice } from '../../../ui/notice.ts';
import { useSendReplyMutation } from './inboxApi.ts';

interface SentReply {
  /** The same one again is the same reply: it is not mailed twice. */
  id: string;
  caseId: string;
  body: string;
}

/** Sends a reply and says what became of it; answers whether the server has it. */
export function useReply() {
  const { t } = useTranslation(['adminInbox', 'organization']);
  const [sendReply, { isLoading }] = useSendReplyMutation();
  const send = async (reply: SentReply): Promise<boolean> => {
    const { data, error } = await sendReply(reply);
    if (data === undefined) {
      const { message } = error as RpcFailure;
      showNotice({ tone: 'error', title: t('organization:failedAction'), message });
      return false;
    }
    if (data.problem === null) showNotice({ tone: 'success', title: t('adminInbox:sent') });
    else {
      const message = t('adminInbox:keptWhy', { problem: data.problem });
      showNotice({ tone: 'warning', title: t('adminInbox:kept'), message });
    }
    return true;
  };
  return { send, isLoading };
}
