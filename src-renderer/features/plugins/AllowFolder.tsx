import { Check, Copy, Terminal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { showNotice } from '../../ui/notice.ts';

/** A folder waits until its owner has allowed it outside of the page, by this command. */
export function AllowFolder({ command }: { command: string }) {
  const { t } = useTranslation('plugins');
  const [copied, setCopied] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [command]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      setCopied(command);
    } catch {
      // The browser or its user forbids it.
      showNotice({ tone: 'error', title: t('folders.notCopied') });
    }
  };
  const isCopied = copied === command;
  return (
    <div
      ref={box}
      role="alert"
      className="mt-3 grid gap-2 rounded-lg border border-line2 bg-raise p-3 text-xs"
    >
      <p className="flex items-center gap-2 font-medium text-t1">
        <Terminal aria-hidden="true" className="size-3.5 shrink-0" />
        {t('folders.allowTitle')}
      </p>
      <p className="text-t2">{t('folders.allowMessage')}</p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 grow rounded-lg bg-inset px-3 py-2 font-mono wrap-anywhere text-t1 select-text">
          {command}
        </code>
        <IconButton
          label={isCopied ? t('folders.copied') : t('folders.copy')}
          icon={isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          onClick={() => void copy()}
        />
      </div>
    </div>
  );
}
