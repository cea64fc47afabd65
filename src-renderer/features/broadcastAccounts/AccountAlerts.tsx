import './texts.ts';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { selectAccounts } from './accountsState.ts';
import { useProblemWords } from './useProblemWords.ts';

/** What accounts have trouble with, while a broadcast is prepared or live. */
export function AccountAlerts() {
  const { t } = useTranslation('broadcastAccounts');
  const words = useProblemWords();
  const troubled = useSelector(selectAccounts).flatMap(({ platform, problem }) =>
    problem ? [{ platform, problem }] : [],
  );
  return troubled.map(({ platform, problem }) => (
    <MessageBox
      key={platform}
      tone="error"
      {...(/Revoked|Unauthorized/.test(problem.text) && { hint: t('alerts.again') })}
    >
      {words(problem)}
    </MessageBox>
  ));
}
