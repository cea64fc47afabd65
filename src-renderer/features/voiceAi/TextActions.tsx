import { Copy, Download } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { saveBlob } from '../../lib/saveBlob.ts';
import { Button } from '../../ui/Button.tsx';
import { showNotice } from '../../ui/notice.ts';

/** This day here, e.g. `2026-11-26`. */
export function today(): string {
  const now = new Date();
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

/** Copies a text, or saves it as a file. */
export function TextActions({ text, fileName }: { text: string; fileName: string }) {
  const { t } = useTranslation('voiceAi');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showNotice({ tone: 'success', title: t('transcription.copied') });
    } catch {
      // The browser or its user forbids it.
      showNotice({ tone: 'error', title: t('transcription.notCopied') });
    }
  };
  return (
    <div className="flex gap-2">
      <Button size="sm" disabled={text === ''} onClick={() => void copy()}>
        <Copy aria-hidden="true" className="size-4" />
        {t('transcription.copy')}
      </Button>
      <Button
        size="sm"
        disabled={text === ''}
        onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), fileName)}
      >
        <Download aria-hidden="true" className="size-4" />
        {t('transcription.download')}
      </Button>
    </div>
  );
}
