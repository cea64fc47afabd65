import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Card.tsx';
import {
  FilterSelect,
  ListStates,
  RefreshButton,
  SearchBar,
  Table,
  type ListResult,
} from '../../../ui/list/index.ts';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { Page } from '../../../ui/Page.tsx';
import { useBanner, type Notify } from '../useBanner.ts';
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

const STATUSES = ['active', 'revoked'] as const;

/** Keys of the payment gateway: made, searched, revoked, made good again and deleted. */
export function KeyManager({ title, subtitle, isKeySearched = false, above, below }: KeyManagerProps) {
  const { t } = useTranslation(['adminGateway', 'keys']);
  const list = useListGatewayKeysQuery(undefined, { refetchOnMountOrArgChange: true });
  const { banner, ...notify } = useBanner({ staysUntilReplaced: true });
  const [isGenerating, setIsGenerating] = useState(false);
  const [typed, setTyped] = useState('');
  const [status, setStatus] = useState<string | null>(null);
  return (
    <Page
      title={title}
      subtitle={subtitle}
      width="wide"
      actions={
        <div className="flex flex-wrap gap-2">
          <RefreshButton list={list} onClick={() => void list.refetch()} />
          <Button variant="primary" onClick={() => setIsGenerating(true)}>
            <Plus aria-hidden="true" className="size-4" />
            {t('adminGateway:generate')}
          </Button>
        </div>
      }
    >
      {banner !== null && <MessageBox tone={banner.tone}>{banner.text}</MessageBox>}
      {above}
      <SearchBar
        label={t(isKeySearched ? 'adminGateway:search' : 'adminGateway:searchNames')}
        typed={typed}
        onType={setTyped}
      >
        <FilterSelect
          label={t('adminGateway:statusFilter')}
          value={status}
          onChange={setStatus}
          options={STATUSES.map((value) => ({ value, label: t(`keys:status.${value}`) }))}
        />
      </SearchBar>
      <KeyTable
        list={list}
        isShown={(key) => (status === null || key.status === status) && matchesKey(key, typed, isKeySearched)}
        notify={notify}
      />
      {below}
      <GenerateKeyDialog
        isOpen={isGenerating}
        onOpenChange={setIsGenerating}
        onMade={(name) => notify.succeed(t('keys:made', { name }))}
      />
    </Page>
  );
}

const COLUMNS = ['name', 'key', 'status', 'usage', 'used', 'created', 'actions'] as const;

interface KeyTableProps {
  list: ListResult<GatewayKey>;
  isShown: (key: GatewayKey) => boolean;
  notify: Notify;
}

function KeyTable({ list, isShown, notify }: KeyTableProps) {
  const { t } = useTranslation('adminGateway');
  const hasKeys = list.data !== undefined && list.data.length > 0;
  return (
    <ListStates
      list={{ ...list, data: list.data?.filter(isShown) }}
      height="h-64"
      empty={{ title: t('empty'), message: hasKeys ? t('emptyFiltered') : t('emptyHint') }}
    >
      {(rows) => (
        <Panel>
          <Table
            label={t('table')}
            tableClassName="stacked min-w-[60rem]"
            columns={COLUMNS.map((id) => ({ id, text: t(`columns.${id}`) }))}
          >
            {rows.map((key) => (
              <KeyRow key={key.id} row={key} notify={notify} />
            ))}
          </Table>
        </Panel>
      )}
    </ListStates>
  );
}
