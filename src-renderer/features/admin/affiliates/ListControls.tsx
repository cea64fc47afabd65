import { RefreshCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/Select.tsx';
import { usePath, type PagePath } from '../../organization/index.ts';

const ALL = 'all';

export interface StatusFilter {
  status: string | null;
  setStatus: (status: string | null) => void;
  path: PagePath;
}

/** A status and the page; another status begins at the first page. */
export function useStatusFilter(): StatusFilter {
  const path = usePath();
  const [status, setStatus] = useState<string | null>(null);
  return {
    status,
    path,
    setStatus: (next) => {
      setStatus(next);
      path.restart();
    },
  };
}

interface ListControlsProps {
  filter: StatusFilter;
  options: readonly { value: string; label: string }[];
  isBusy: boolean;
  onRefresh: () => void;
  children?: ReactNode;
}

/** What stands above a list: which status, what else can be done, and a fresh look. */
export function ListControls({ filter, options, isBusy, onRefresh, children }: ListControlsProps) {
  const { t } = useTranslation('adminAffiliates');
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <div className="w-full sm:w-52">
        <Select
          label={t('statusFilter')}
          value={filter.status ?? ALL}
          onChange={(value) => filter.setStatus(value === ALL ? null : value)}
          options={[{ value: ALL, label: t('all'), note: t('statusFilter') }, ...options]}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {children}
        <Button onClick={onRefresh} isBusy={isBusy}>
          <RefreshCw aria-hidden="true" className="size-4" />
          {t('refresh')}
        </Button>
      </div>
    </div>
  );
}
