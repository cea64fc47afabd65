import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../lib/useTranslation.ts';
import { Button } from '../ui/Button.tsx';

/** Shown in place of a page that failed while drawing. */
export function CrashPage({ details, isFullPage }: { details: string; isFullPage: boolean }) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(details).then(
      () => setIsCopied(true),
      // The browser does not let this page copy: the text is opened, to be taken by hand.
      () => setIsOpen(true),
    );
  };
  return (
    <div
      role="alert"
      className={isFullPage ? 'grid min-h-dvh place-items-center p-6' : 'grid place-items-center p-6'}
    >
      <div className="grid w-full max-w-xl gap-4">
        <TriangleAlert aria-hidden="true" className="size-8 text-amb" />
        <h1 className="text-xl font-semibold">{t('crash.title')}</h1>
        <p className="text-t2">{t('crash.message')}</p>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
          <Button onClick={copy}>{isCopied ? t('crash.copied') : t('crash.copy')}</Button>
        </div>
        <details className="min-w-0" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary className="cursor-pointer text-t2">{t('crash.details')}</summary>
          <pre
            tabIndex={0}
            className="mt-2 max-h-64 overflow-auto rounded-lg bg-inset p-3 font-mono text-xs text-t2 select-text"
          >
            {details}
          </pre>
        </details>
      </div>
    </div>
  );
}
