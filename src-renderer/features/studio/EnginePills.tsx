import { Cpu, Keyboard } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatFigure } from '../../lib/figures.ts';
import { useShortcut, useShortcutText } from '../../lib/shortcuts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { useCaptureText } from './captureFeed.tsx';
import { selectSession } from './studioSlice.ts';

/** How the engine does, and the list of keys. */
export function EnginePills() {
  const { t } = useTranslation('studio');
  const isRunning = useSelector(selectSession) !== null;
  const latency = useCaptureText((now) =>
    now && now.latencyP50Ms !== null ? formatFigure(now.latencyP50Ms, 1) : null,
  );
  const load = useCaptureText((now) => (now ? Math.round(now.dspLoad * 100) : null));
  return (
    <div className="flex flex-wrap items-center gap-2">
      {!isRunning ? (
        <Pill tone="neutral">{t('engine.off')}</Pill>
      ) : (
        <Pill tone="good">{latency === null ? t('engine.on') : t('engine.running', { latency })}</Pill>
      )}
      {isRunning && load !== null && (
        <Pill icon={<Cpu aria-hidden="true" />}>{t('engine.load', { percent: load })}</Pill>
      )}
      <Shortcuts />
    </div>
  );
}

function Shortcuts() {
  const { t } = useTranslation(['studio', 'common']);
  const [isOpen, setOpen] = useState(false);
  useShortcut('studio.keys', () => setOpen(true));
  const keys = [
    [useShortcutText('studio.record').text, t('studio:shortcuts.record')],
    [useShortcutText('studio.pause').text, t('studio:shortcuts.pause')],
    [useShortcutText('studio.mark').text, t('studio:shortcuts.marker')],
    ['Esc', t('studio:shortcuts.cancel')],
    [useShortcutText('studio.keys').text, t('studio:shortcuts.help')],
  ] as const;
  return (
    <>
      <IconButton
        label={t('studio:shortcuts.open')}
        icon={<Keyboard aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={t('studio:shortcuts.title')}
        closeLabel={t('common:close')}
      >
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2.5">
          {keys.map(([key, what]) => (
            <div key={what} className="contents">
              <dt>{key === undefined ? '—' : <Kbd>{key}</Kbd>}</dt>
              <dd className="text-t2">{what}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}
