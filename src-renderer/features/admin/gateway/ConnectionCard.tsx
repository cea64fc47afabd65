import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { showNotice } from '../../../ui/notice.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ListFailure } from '../../../ui/list/index.ts';
import { OnceShown, useCopy } from '../../keys/index.ts';
import { useReadGatewayQuery, useRotateGatewaySecretMutation, type Connection } from './gatewayApi.ts';

/** Where the gateway calls, and the secret that it shows. */
export function ConnectionCard() {
  const { data, error, refetch } = useReadGatewayQuery(undefined, { refetchOnMountOrArgChange: true });
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-32 rounded-xl" />;
  return <ConnectionFields connection={data} />;
}

function ConnectionFields({ connection: { url, secretPrefix, rotatedAt } }: { connection: Connection }) {
  const { t } = useTranslation('adminGateway');
  const copy = useCopy();
  return (
    <Card aria-label={t('connection.title')}>
      <CardHeader title={t('connection.title')} />
      <dl className="grid gap-4 md:grid-cols-2">
        <div className="grid min-w-0 content-start gap-1">
          <dt className="text-xs text-t2">{t('connection.url')}</dt>
          <dd className="flex items-center gap-1.5">
            <code className="min-w-0 font-mono text-xs break-all select-text">{url}</code>
            <IconButton
              hasBorder={false}
              label={t('connection.copyUrl')}
              icon={<Copy aria-hidden="true" />}
              onClick={() => void copy(url, t('connection.urlCopied'))}
            />
          </dd>
        </div>
        <div className="grid content-start gap-1">
          <dt className="text-xs text-t2">{t('connection.secret')}</dt>
          <dd className="flex flex-wrap items-center gap-2">
            <span className="text-sm">
              {secretPrefix === null || rotatedAt === null
                ? t('connection.noSecret')
                : t('connection.secretOf', {
                    prefix: secretPrefix,
                    date: formatDateTime(Date.parse(rotatedAt)),
                  })}
            </span>
            <Rotation hasOne={secretPrefix !== null} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

/** Another secret; asked first where one is in use. */
function Rotation({ hasOne }: { hasOne: boolean }) {
  const { t } = useTranslation(['adminGateway', 'common']);
  const [rotate, { isLoading }] = useRotateGatewaySecretMutation();
  const [asks, setAsks] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const make = async () => {
    const { data, error } = await rotate();
    if (data !== undefined) setSecret(data);
    else showNotice({ tone: 'error', title: (error as RpcFailure).message });
  };
  return (
    <>
      <Button size="sm" isBusy={isLoading} onClick={() => (hasOne ? setAsks(true) : void make())}>
        {hasOne ? t('adminGateway:connection.rotate') : t('adminGateway:connection.make')}
      </Button>
      <ConfirmDialog
        isOpen={asks}
        onOpenChange={setAsks}
        title={t('adminGateway:connection.rotateAsk')}
        description={t('adminGateway:connection.rotateMessage')}
        confirmLabel={t('adminGateway:connection.rotate')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void make()}
      />
      <Dialog
        isOpen={secret !== null}
        onOpenChange={() => setSecret(null)}
        title={t('adminGateway:connection.secretTitle')}
        closeLabel={t('common:close')}
      >
        {secret !== null && (
          <OnceShown
            secret={secret}
            notice={t('adminGateway:connection.secretOnce')}
            copied={t('adminGateway:connection.secretCopied')}
            onDone={() => setSecret(null)}
          />
        )}
      </Dialog>
    </>
  );
}
