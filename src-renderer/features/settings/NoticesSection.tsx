import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { NOTICES_FILE } from '../../../src-shared/domain/product.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Section } from './rows.tsx';

/** Whose work SoundDesk is made of, and the licences of it. */
export function NoticesSection() {
  const { t } = useTranslation(['settings', 'common']);
  const [notices, setNotices] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const open = async () => {
    try {
      setNotices(await readNotices());
      setFailure(null);
    } catch {
      setFailure(t('settings:notices.failed'));
    }
  };
  return (
    <Section title={t('settings:notices.section')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 text-xs text-t2">{t('settings:notices.licence')}</p>
        <Button onClick={() => void open()}>{t('settings:notices.open')}</Button>
      </div>
      {failure !== null && (
        <p role="alert" className="text-xs text-red-text">
          {failure}
        </p>
      )}
      <Dialog
        isOpen={notices !== null}
        onOpenChange={(isOpen) => !isOpen && setNotices(null)}
        title={t('settings:notices.open')}
        description={t('settings:notices.description')}
        closeLabel={t('common:close')}
        className="!max-w-3xl"
      >
        <pre
          tabIndex={0}
          aria-label={t('settings:notices.open')}
          className="max-h-[60dvh] overflow-auto rounded-lg border border-line2 p-3 text-xs whitespace-pre-wrap text-t2 select-text"
        >
          {notices}
        </pre>
      </Dialog>
    </Section>
  );
}

async function readNotices(): Promise<string> {
  const answer = await fetch(`/${NOTICES_FILE}`);
  const isText = answer.headers.get('content-type')?.startsWith('text/plain') ?? false;
  if (!answer.ok || !isText) throw new Error(`${NOTICES_FILE}: ${answer.status}`);
  return await answer.text();
}
