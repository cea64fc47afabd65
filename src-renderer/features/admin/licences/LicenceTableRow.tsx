import { Copy, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatIsoDate } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useAct, useFail } from '../../../ui/list/index.ts';
import { useRevealLicenceMutation, useSetLicenceStatusMutation, type LicenceRow } from './licencesApi.ts';
import { useCopyKey } from './useCopyKey.ts';

const TONES = { trial: 'accent', active: 'good', expired: 'warning', revoked: 'bad' } as const;
const DEVICE_ID_LENGTH = 8;

export function LicenceTableRow({ licence }: { licence: LicenceRow }) {
  const { t } = useTranslation('adminLicences');
  return (
    <tr className="border-b border-line align-top last:border-0">
      <td data-label={t('columns.key')} className="px-4 py-3">
        <KeyCell licence={licence} />
      </td>
      <td data-label={t('columns.user')} className="max-w-64 px-4 py-3">
        <p className="truncate" title={licence.user_email}>
          {licence.user_email || t('unknown')}
        </p>
        <p className="text-xs text-t2">{t('created', { date: formatIsoDate(licence.created_at) })}</p>
      </td>
      <td data-label={t('columns.platform')} className="px-4 py-3">
        <p>{t(`platforms.${licence.platform}`)}</p>
        {licence.product_type !== 'desktop' && (
          <p className="text-xs text-t2">{t(`products.${licence.product_type}`)}</p>
        )}
      </td>
      <td data-label={t('columns.status')} className="px-4 py-3">
        <Badge tone={TONES[licence.status]}>{t(`status.${licence.status}`)}</Badge>
      </td>
      <td data-label={t('columns.device')} className="max-w-48 px-4 py-3">
        {licence.device_id === null ? (
          <span className="text-t2">{t('notActivated')}</span>
        ) : (
          <>
            <p className="truncate" title={licence.device_name ?? ''}>
              {licence.device_name || t('unknown')}
            </p>
            <p className="font-mono text-xs text-t2">{licence.device_id.slice(0, DEVICE_ID_LENGTH)}…</p>
          </>
        )}
      </td>
      <td data-label={t('columns.trial')} className="px-4 py-3">
        <p>{licence.trial_ends_at === null ? t('noTrial') : formatIsoDate(licence.trial_ends_at)}</p>
        <p className="text-xs text-t2">
          {licence.activated_at === null
            ? t('notActivated')
            : t('activatedOn', { date: formatIsoDate(licence.activated_at) })}
        </p>
      </td>
      <td className="px-4 py-3">
        <Actions licence={licence} />
      </td>
    </tr>
  );
}

/** The first eight characters; all of it once it was revealed, which the server notes. */
function KeyCell({ licence: { id, key_prefix: prefix } }: { licence: LicenceRow }) {
  const { t } = useTranslation('adminLicences');
  const [reveal, revealing] = useRevealLicenceMutation();
  const [shown, setShown] = useState<string | null>(null);
  const copy = useCopyKey();
  const fail = useFail();
  const read = async (): Promise<string | null> => {
    const { data, error } = await reveal(id);
    if (data) return data.licenceKey;
    fail(error);
    return null;
  };
  return (
    <div className="flex items-center gap-1.5">
      <code className="font-mono text-xs whitespace-nowrap select-text">{shown ?? `${prefix}…`}</code>
      <IconButton
        hasBorder={false}
        disabled={revealing.isLoading}
        label={shown === null ? t('reveal', { key: prefix }) : t('hide', { key: prefix })}
        icon={shown === null ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
        onClick={() => void (shown === null ? read().then(setShown) : setShown(null))}
      />
      <IconButton
        hasBorder={false}
        disabled={revealing.isLoading}
        label={t('copy', { key: prefix })}
        icon={<Copy aria-hidden="true" />}
        onClick={() => {
          const copyIt = async () => {
            const key = shown ?? (await read());
            if (key !== null) await copy(key);
          };
          void copyIt();
        }}
      />
    </div>
  );
}

function Actions({ licence }: { licence: LicenceRow }) {
  const { t } = useTranslation(['adminLicences', 'common']);
  const [setStatus, { isLoading }] = useSetLicenceStatusMutation();
  const act = useAct();
  const [asks, setAsks] = useState(false);
  const { id, key_prefix: key, status, user_email: email } = licence;
  const change = (next: 'active' | 'expired' | 'revoked') =>
    act(setStatus({ id, status: next }), t('updated', { status: next }));
  const named = (action: string) => t('actionOf', { action, key });
  return (
    <div className="flex gap-1.5">
      {status === 'trial' && (
        <Button
          size="sm"
          disabled={isLoading}
          aria-label={named(t('activate'))}
          onClick={() => void change('active')}
        >
          {t('activate')}
        </Button>
      )}
      {status === 'active' && (
        <Button
          size="sm"
          disabled={isLoading}
          aria-label={named(t('expire'))}
          onClick={() => void change('expired')}
        >
          {t('expire')}
        </Button>
      )}
      {status !== 'revoked' && (
        <Button
          size="sm"
          variant="danger"
          disabled={isLoading}
          aria-label={named(t('revoke'))}
          onClick={() => setAsks(true)}
        >
          {t('revoke')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={asks}
        onOpenChange={setAsks}
        title={t('revokeAsk')}
        description={t('revokeMessage', { key: `${key}…`, user: email || t('unknown') })}
        confirmLabel={t('revoke')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void change('revoked')}
      />
    </div>
  );
}
