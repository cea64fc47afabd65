import { PictureInPicture2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { CAPTURE_CONTROL_SIZE } from '../../../../src-shared/domain/screenCapture.ts';
import { Button } from '../../../ui/Button.tsx';
import { selectCaptureControl } from '../../workspace/index.ts';
import { CaptureControl } from './CaptureControl.tsx';

/** Chromium's, and not among the DOM's types. */
interface DocumentPictureInPicture {
  requestWindow(options: { width: number; height: number }): Promise<Window>;
}

const floating = (): DocumentPictureInPicture | null =>
  (globalThis as { documentPictureInPicture?: DocumentPictureInPicture }).documentPictureInPicture ?? null;

/** The small control of a page in a browser that can keep one above all windows; the desktop app has its own. */
export function FloatingControl() {
  const { t } = useTranslation('screenCapture');
  const isOwn = useSelector(selectCaptureControl)?.supported !== false;
  const [opened, setOpened] = useState<Window | null>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => () => opened?.close(), [opened]);
  const inPage = floating();
  if (isOwn || inPage === null) return null;
  const open = async () => {
    const shown = await inPage.requestWindow(CAPTURE_CONTROL_SIZE);
    dress(shown.document, t('control.label'));
    shown.addEventListener('pagehide', () => setOpened((now) => (now === shown ? null : now)));
    setOpened(shown);
  };
  return (
    <>
      <Button
        size="lg"
        aria-pressed={opened !== null}
        onClick={() => {
          setRefused(false);
          if (opened) opened.close();
          else void open().catch(() => setRefused(true));
        }}
      >
        <PictureInPicture2 aria-hidden="true" className="size-4" />
        {t('control.show')}
      </Button>
      {isRefused && (
        <p role="alert" className="basis-full text-xs text-amb-text">
          {t('control.refused')}
        </p>
      )}
      {opened && createPortal(<CaptureControl />, opened.document.body)}
    </>
  );
}

/** The page's own look: it is another document, with nothing in it. */
function dress(shown: Document, title: string): void {
  shown.title = title;
  shown.documentElement.lang = document.documentElement.lang;
  shown.documentElement.className = document.documentElement.className;
  shown.body.className = 'h-dvh overflow-hidden';
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style'))
    shown.head.append(sheet.cloneNode(true));
}
