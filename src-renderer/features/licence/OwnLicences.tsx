import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { LicenceStatusReport, OwnLicence } from '../../../src-shared/contract/licence.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { formatDate } from '../../lib/dates.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { showNotice } from '../../ui/notice.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/StateMessage.tsx';
import { activateOwn, listOwn, releaseDevice, selectOwnLicences } from './licenceSlice.ts';
import { useLicenceAction } from './useLicenceAction.ts';

const TONES = { trial: 'accent', active: 'good', expired: 'neutral', revoked: 'bad' } as const;

/** The licences of the account, with their devices: choose one, or free a device. */
export function OwnLicences({ report }: { report: LicenceStatusReport }) {
  const { t } = useTranslation(['licence', 'common']);
  const dispatch = useAppDispatch();
  const own = useSelector(selectOwnLicences);
  if (own === null || own.status === 'loading') return <Skeleton className="h-20 rounded-lg" />;
  if (own.status === 'failed') {
    return (
      <ErrorState
        title={t('licence:account.loadFailed')}
        message={own.error.message}
        action={<Button onClick={() => void dispatch(listOwn())}>{t('common:retry')}</Button>}
      />
    );
  }
  if (own.data.length === 0) return <p className="text-t2">{t('licence:account.none')}</p>;
  return (
    <section aria-labelledby="own-licences" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="own-licences" className="text-body font-semibold">
        {t('licence:account.yours')}
      </h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {own.data.map((licence) => (
          <OwnLicenceItem key={licence.id} licence={licence} report={report} />
        ))}
      </ul>
    </section>
  );
}

function OwnLicenceItem({ licence, report }: { licence: OwnLicence; report: LicenceStatusReport }) {
  const { t } = useTranslation('licence');
  const dispatch = useAppDispatch();
  const { running, failure, run } = useLicenceAction();
  const { device } = report;
  const isHere = licence.devices.some(({ deviceId }) => deviceId === device.id);
  const isFull = !isHere && licence.devices.length >= licence.maxDevices;
  const obstacle = obstacleOf(licence, device.platform);
  const isHeld = 'licenceId' in report.state && report.state.licenceId === licence.id && isHere;
  const use = async () => {
    if (await run('use', () => dispatch(activateOwn(licence.id))))
      showNotice({ tone: 'success', title: t('activated', { product: PRODUCT_NAME }) });
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line2 bg-inset p-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div className="grid gap-0.5">
          <p className="flex items-center gap-2">
            <span className="font-mono text-t1">{licence.keyPrefix}…</span>
            <span className="capitalize">{licence.plan}</span>
            <Badge tone={TONES[licence.status]}>{t(`status.${licence.status}`)}</Badge>
          </p>
          <p className="text-xs text-t2">
            {obstacle === null
              ? t('account.inUse', { count: licence.devices.length, most: licence.maxDevices })
              : obstacle === 'product'
                ? t('account.otherProduct')
                : obstacle === 'platform'
                  ? t('account.otherPlatform', { platform: t(`platforms.${licence.platform}`) })
                  : t('account.over')}
          </p>
        </div>
        {obstacle === null && !isHeld && (
          <Button
            variant="primary"
            disabled={isFull}
            isBusy={running === 'use'}
            aria-label={t('account.useNamed', { key: licence.keyPrefix })}
            onClick={() => void use()}
          >
            {t('account.use')}
          </Button>
        )}
      </div>
      {licence.devices.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5 border-t border-line2 pt-2.5">
          {licence.devices.map(({ id, deviceId, name, activatedAt }) => (
            <li key={id} className="flex items-center justify-between gap-3">
              <span className="min-w-0 truncate text-t2">
                {deviceId === device.id ? `${name} (${t('account.thisDevice')})` : name}{' '}
                <span className="text-xs text-t3">
                  {t('account.since', { date: formatDate(Date.parse(activatedAt)) })}
                </span>
              </span>
              <Button
                size="sm"
                variant="ghost"
                isBusy={running === id}
                aria-label={t('account.deactivateNamed', { name })}
                onClick={() => void run(id, () => dispatch(releaseDevice(id)))}
              >
                {t('account.deactivate')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isFull && obstacle === null && <p className="text-xs text-amb-text">{t('account.full')}</p>}
      {failure && <MessageBox tone="error">{failure.message}</MessageBox>}
    </li>
  );
}

function obstacleOf(
  { product, platform, status }: OwnLicence,
  here: LicenceStatusReport['device']['platform'],
): 'product' | 'platform' | 'status' | null {
  if (status === 'expired' || status === 'revoked') return 'status';
  if (product !== 'desktop') return 'product';
  return platform === 'desktop' || platform === here ? null : 'platform';
}
