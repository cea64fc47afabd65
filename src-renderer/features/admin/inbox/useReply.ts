import { useTranslation } from '../../../lib/useTranslation.ts';
import { useFail } from '../../../ui/list/index.ts';
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
  const { t } = useTranslation('adminInbox');
  const fail = useFail();
  const [sendReply, { isLoading }] = useSendReplyMutation();
  const send = async (reply: SentReply): Promise<boolean> => {
    const { data, error } = await sendReply(reply);
    if (data === undefined) {
      fail(error);
      return false;
    }
    if (data.problem === null) showNotice({ tone: 'success', title: t('sent') });
    else {
      const message = t('keptWhy', { problem: data.problem });
      showNotice({ tone: 'warning', title: t('kept'), message });
    }
    return true;
  };
  return { send, isLoading };
}
