import './texts.ts';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { AdminOnly } from '../AdminOnly.tsx';
import { KeyManager } from './KeyManager.tsx';

/** Document 3, section 2.13: the keys on their own. */
export default function ApiKeysScreen() {
  const { t } = useTranslation('adminGateway');
  useDocumentTitle(t('keysTitle'));
  return (
    <AdminOnly names="admin" title={t('keysTitle')} refusal={t('keysRefused')}>
      <KeyManager title={t('keysTitle')} subtitle={t('keysSubtitle')} />
    </AdminOnly>
  );
}
