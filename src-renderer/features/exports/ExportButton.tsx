import './texts.ts';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { formatFigure } from '../../lib/figures.ts';
import { Button } from '../../ui/Button.tsx';
import { showNotice } from '../../ui/notice.ts';

export interface ExportJob {
  /** Aborted when somebody gives it up or leaves. */
  signal: AbortSignal;
  /** How many rows are in the file, or the files. */
  onRows: (rows: number) => void;
}

interface ExportButtonProps {
  label: string;
  /** Rows that there are, where that is known. */
  total?: number;
  disabled?: boolean;
  run: (job: ExportJob) => Promise<void>;
  /** Whether something was saved before the end. */
  isInParts?: boolean;
}

/** Starts an export; while it runs, says how far it is and lets it be given up. */
export function ExportButton({ label, total, disabled = false, run, isInParts = false }: ExportButtonProps) {
  const { t } = useTranslation(['exports', 'common']);
  const [rows, setRows] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setRows(0);
    try {
      await run({ signal: controller.signal, onRows: setRows });
    } catch (error) {
      if (controller.signal.aborted)
        showNotice({
          tone: 'info',
          title: t(isInParts ? 'exports:cancelledLater' : 'exports:cancelled'),
        });
      else {
        const { message = '' } = error as Partial<RpcFailure>;
        showNotice({ tone: 'error', title: t('exports:failed'), message });
      }
    } finally {
      running.current = null;
      setRows(null);
    }
  };
  if (rows === null)
    return (
      <Button size="sm" disabled={disabled} onClick={() => void start()}>
        <Download aria-hidden="true" className="size-4" />
        {label}
      </Button>
    );
  const said = formatFigure(rows);
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span role="status" className="text-xs text-t2 tabular-nums">
        {total === undefined
          ? t('exports:rows', { rows: said })
          : t('exports:rowsOf', { rows: said, total: formatFigure(total) })}
      </span>
      <Button size="sm" onClick={() => running.current?.abort()}>
        {t('common:cancel')}
      </Button>
    </span>
  );
}
