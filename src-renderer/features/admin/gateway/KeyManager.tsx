import { Plus, RefreshCw, Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Input } from '../../../ui/Input.tsx';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { ListFailure } from '../../organization/index.ts';
import { useBanner, type Tell } from '../useBanner.ts';
import { GenerateKeyDialog } from './GenerateKeyDialog.tsx';
import { KeyRow } from './KeyRow.tsx';
import { useListGatewayKeysQuery, type GatewayKey } from './gatewayApi.ts';
import { matchesKey } from './matchesKey.ts';

interface KeyManagerProps {
  title: string;
  subtitle: string;
  /** Whether the search finds the visible part of a key, too. */
  isKeySearched?: boolean;
  above?: ReactNode;
  below?: ReactNode;
}

const ALL = 'all';
const STATUSES = ['active', 'revoked'] as const;

/** Keys of the payment gateway: made, searched, revoked, made good again and deleted. */
export function KeyManager({ title, subtitle, isKeySearched = false, above, below }: KeyManagerProps) {
  const { t } = useTranslation(['adminGateway', 'keys']);
  const list = useListGatewayKeysQuery(undefined, { refetchOnMountOrArgChange: true });
  const { banner, ...tell } = useBanner({ staysUntilReplaced: true });
  const [isGenerating, setIsGenerating] = useState(false);
  const [typed, setTyped] = useState('');
  const [status, setStatus] = useState<string>(ALL);
  const searchLabel = t(isKeySearched ? 'adminGateway:search' : 'adminGateway:searchNames');
  return (
    <div className="mx-auto grid max-w-[80rem] grid-cols-[minmax(0,1fr)] gap-3.5 px-4 py-5 md:px-8 md:py-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          <p className="text-t2">{subtitle}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void list.refetch()} isBusy={list.isFetching && !list.isLoading}>
            <RefreshCw aria-hidden="true" className="size-4" />
            {t('adminGateway:refresh')}
          </Button>
          <Button variant="primary" onClick={() => setIsGenerating(true)}>
            <Plus aria-hidden="true" className="size-4" />
            {t('adminGateway:generate')}
          </Button>
        </div>
      </header>
      {banner !== null && <MessageBox tone={banner.tone}>{banner.text}</MessageBox>}
      {above}
      <div role="search" className="flex flex-wrap gap-2">
        <div className="relative min-w-0 grow basis-72">
          <Search aria-hidden="true" className="absolute top-2.5 left-3 size-4 text-t3" />
          <Input
            type="search"
            aria-label={searchLabel}
            placeholder={searchLabel}
            className="pl-9"
            maxLength={200}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <div className="w-full sm:w-44">
          <Select
            label={t('adminGateway:statusFilter')}
            value={status}
            onChange={setStatus}
            options={[
              { value: ALL, label: t('adminGateway:all'), note: t('adminGateway:statusFilter') },
              ...STATUSES.map((value) => ({ value, label: t(`keys:status.${value}`) })),
            ]}
          />
        </div>
      </div>
      <KeyTable
        list={list}
        isShown={(key) => (status === ALL || key.status === status) && matchesKey(key, typed, isKeySearched)}
        tell={tell}
      />
      {below}
      <GenerateKeyDialog
        isOpen={isGenerating}
        onOpenChange={setIsGenerating}
        onMade={(name) => tell.succeed(t('keys:made', { name }))}
      />
    </div>
  );
}

const COLUMNS = ['name', 'key', 'status', 'usage', 'used', 'created', 'actions'] as const;

interface KeyTableProps {
  list: { data?: GatewayKey[] | undefined; error?: unknown; refetch: () => unknown };
  isShown: (key: GatewayKey) => boolean;
  tell: Tell;
}

function KeyTable({ list: { data, error, refetch }, isShown, tell }: KeyTableProps) {
  const { t } = useTranslation('adminGateway');
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-64 rounded-xl" />;
  const shown = data.filter(isShown);
  if (shown.length === 0) {
    return (
      <Card>
        <EmptyState title={t('empty')} message={data.length > 0 ? t('emptyFiltered') : t('emptyHint')} />
      </Card>
    );
  }
  return (
    <Card className="overflow-hidden p-0!">
      <div role="region" aria-label={t('table')} tabIndex={0} className="overflow-x-auto">
        <table className="stacked w-full min-w-[60rem] text-left">
          <thead className="border-b border-line2 text-xs text-t2">
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className="px-4 py-2.5 font-medium">
                  {t(`columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((key) => (
              <KeyRow key={key.id} row={key} tell={tell} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
