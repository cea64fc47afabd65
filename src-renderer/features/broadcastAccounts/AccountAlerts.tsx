import './texts.ts';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { AccountPlatform } from '../../../src-shared/domain/broadcast/accounts.ts';
import { platformOf } from '../../../src-shared/domain/broadcast/platforms.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { AccountSection } from './AccountSection.tsx';
import { selectAccounts } from './accountsState.ts';
import { useProblemWords } from './useProblemWords.ts';

/** What accounts have trouble with, and the way to connect one again: also while live, where destinations are locked. */
export function AccountAlerts() {
  const { t } = useTranslation(['broadcastAccounts', 'common']);
  const words = useProblemWords();
  const [shown, setShown] = useState<AccountPlatform | null>(null);
  const troubled = useSelector(selectAccounts).flatMap(({ platform, problem }) =>
    problem ? [{ platform, problem }] : [],
  );
  return (
    <>
      {troubled.map(({ platform, problem }) => (
        <MessageBox
          key={platform}
          tone="error"
          {...(/Revoked|Unauthorized|NotConnected/.test(problem.text) && {
            hint: (
              <Button size="sm" onClick={() => setShown(platform)}>
                {t('broadcastAccounts:alerts.again', { platform: platformOf(platform).name })}
              </Button>
            ),
          })}
        >
          {words(problem)}
        </MessageBox>
      ))}
      {shown && (
        <Dialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && setShown(null)}
          title={t('broadcastAccounts:alerts.title')}
          closeLabel={t('common:close')}
        >
          <AccountSection platform={shown} />
        </Dialog>
      )}
    </>
  );
}
