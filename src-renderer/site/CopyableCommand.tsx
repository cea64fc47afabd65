import { Check, Copy } from 'lucide-react';
import { useTranslation } from '../lib/useTranslation.ts';
import { useCopy } from './useCopy.ts';

/** A command with its purpose, and a button that copies it. */
export function CopyableCommand({ purpose, command }: { purpose: string; command: string }) {
  const { t } = useTranslation('site');
  const { state, copy } = useCopy(command);
  return (
    <div className="border-t border-line px-5 py-4 first:border-t-0">
      <p className="text-sm text-t3">{purpose}</p>
      <div className="mt-1 flex items-center gap-3">
        <code className="mr-auto min-w-0 font-mono text-title text-t1 [overflow-wrap:anywhere]">
          {command}
        </code>
        <button
          type="button"
          onClick={() => void copy()}
          aria-label={t('download.copyLabel', { command })}
          className="inline-flex h-9 w-[5.75rem] shrink-0 items-center justify-center gap-2 rounded-lg border border-line2 bg-raise text-sm font-medium text-t1 transition-colors hover:border-edge"
        >
          {state === 'copied' ? (
            <Check size={15} className="text-grn-text" aria-hidden="true" />
          ) : (
            <Copy size={15} aria-hidden="true" />
          )}
          <span aria-hidden="true">{state === 'copied' ? t('download.copied') : t('download.copy')}</span>
        </button>
      </div>
      <p role="status" className={state === 'failed' ? 'mt-2 text-sm text-red-text' : 'sr-only'}>
        {state === 'copied' && t('download.copied')}
        {state === 'failed' && t('download.copyFailed')}
      </p>
    </div>
  );
}
