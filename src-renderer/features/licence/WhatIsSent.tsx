import { ShieldCheck } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { LicenceStatusReport } from '../../../src-shared/contract/licence.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';

/** What leaves this computer when a licence is activated, and where it is kept. */
export function WhatIsSent({ report: { device, serverUrl } }: { report: LicenceStatusReport }) {
  const { t } = useTranslation('licence');
  const sent =
    serverUrl === null
      ? t('sent.sentNowhere')
      : t('sent.sent', {
          server: new URL(serverUrl).host,
          device: device.id.slice(0, 8),
          name: device.name,
        });
  return (
    <section aria-labelledby="what-is-sent" className="grid gap-2 border-t border-line pt-5 text-xs text-t2">
      <h2 id="what-is-sent" className="flex items-center gap-2 font-semibold text-t1">
        <ShieldCheck aria-hidden="true" className="size-4 text-grn-text" />
        {t('sent.title')}
      </h2>
      <p>{sent}</p>
      <p>{t('sent.notSent', { product: PRODUCT_NAME })}</p>
      <p>{t('sent.offline')}</p>
      <p>{t(`sent.${device.keptIn}`)}</p>
    </section>
  );
}
