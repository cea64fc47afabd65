import { Check, Copy } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useCopy } from '../useCopy.ts';

/** Code of several lines, and a button that copies it. */
export function CodeBlock({ code, title, copyLabel }: { code: string; title: string; copyLabel: string }) {
  const { t } = useTranslation('api');
  const { state, copy } = useCopy(code);
  const Icon = state === 'copied' ? Check : Copy;
  return (
    <figure className="overflow-hidden rounded-xl border border-line2 bg-inset">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-1.5 pl-4 text-sm text-t2">
        {title}
        <button
          type="button"
          onClick={() => void copy()}
          aria-label={copyLabel}
          className="inline-flex h-8 items-center gap-2 rounded-lg px-3 text-t2 hover:bg-raise hover:text-t1 print:hidden"
        >
          <Icon size={14} aria-hidden="true" />
          {state === 'copied' ? t('endpoint.copied') : t('endpoint.copy')}
        </button>
      </figcaption>
      <pre
        tabIndex={0}
        className="overflow-x-auto px-4 py-3.5 font-mono text-body leading-relaxed text-t1 print:whitespace-pre-wrap"
      >
        {code}
      </pre>
      <p role="status" className={state === 'failed' ? 'px-4 pb-3 text-sm text-red-text' : 'sr-only'}>
        {state === 'copied' && t('endpoint.copied')}
        {state === 'failed' && t('endpoint.copyFailed')}
      </p>
    </figure>
  );
}
