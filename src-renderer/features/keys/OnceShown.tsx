import { Copy } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { useCopy } from './useCopy.ts';

interface OnceShownProps {
  secret: string;
  notice: string;
  /** Said once it is in the clipboard. */
  copied: string;
  onDone: () => void;
}

/** A secret, whole, for the only time. */
export function OnceShown({ secret, notice, copied, onDone }: OnceShownProps) {
  const { t } = useTranslation('keys');
  const copy = useCopy();
  return (
    <div className="grid gap-4">
      <code className="rounded-lg border border-line2 bg-inset px-3 py-2.5 font-mono text-xs break-all select-all">
        {secret}
      </code>
      <MessageBox tone="info">{notice}</MessageBox>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => void copy(secret, copied)}>
          <Copy aria-hidden="true" className="size-4" />
          {t('copy')}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </div>
  );
}
