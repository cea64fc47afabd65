import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { showNotice } from '../../ui/notice.ts';
import { Progress } from '../../ui/Progress.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import { runningExports } from './runningExports.ts';
import { selectWork } from './studioSlice.ts';
import { workOnTake } from './studioThunks.ts';

const FORMATS = ['wav/pcm24', 'wav/pcm16', 'wav/float32', 'flac/pcm24', 'flac/pcm16'] as const;
const LOUDNESSES = ['none', '-14', '-16', '-23'] as const;
type Format = (typeof FORMATS)[number];
type What = 'stems' | 'mix' | 'both';

interface Exported {
  folder: string;
  files: { path: string }[];
}

/** Files of a recording for other programs. */
export function ExportDialog({ take, onClose }: { take: TakeSummary; onClose: () => void }) {
  const { t } = useTranslation(['studio', 'common']);
  const dispatch = useAppDispatch();
  const work = useSelector(selectWork(take.id));
  const whats: What[] = take.tracks.audio === 0 ? ['mix'] : ['stems', 'mix', 'both'];
  const [what, setWhat] = useState<What>(whats[0] ?? 'mix');
  const [format, setFormat] = useState<Format>('wav/pcm24');
  const [loudness, setLoudness] = useState<(typeof LOUDNESSES)[number]>('none');
  const [done, setDone] = useState<Exported | null>(null);
  const isRunning = work?.kind === 'export';

  const start = async () => {
    setDone(null);
    const exporting = dispatch(
      workOnTake({
        kind: 'export',
        id: take.id,
        input: { what, ...partsOf(format), targetLufs: loudness === 'none' ? null : Number(loudness) },
      }),
    );
    const forget = runningExports.add(take.id, () => exporting.abort());
    const result = await exporting;
    forget();
    if (!workOnTake.fulfilled.match(result) || !result.payload) return;
    setDone(result.payload);
    const title = t('studio:recordings.exportDialog.doneTitle', { name: take.name });
    showNotice({ tone: 'success', title, message: result.payload.folder });
  };

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('studio:recordings.exportDialog.title', { name: take.name })}
      closeLabel={t('common:close')}
      footer={
        isRunning ? (
          <Button onClick={() => runningExports.cancel(take.id)}>{t('common:cancel')}</Button>
        ) : (
          <Button variant="primary" disabled={work !== null} onClick={() => void start()}>
            {t('studio:recordings.exportDialog.start')}
          </Button>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid justify-items-start gap-1.5">
          <span aria-hidden="true" className="text-xs text-t2">
            {t('studio:recordings.exportDialog.what')}
          </span>
          <SegmentedControl
            label={t('studio:recordings.exportDialog.what')}
            segments={whats.map((value) => ({
              value,
              label: t(`studio:recordings.exportDialog.whats.${value}`),
            }))}
            value={what}
            onChange={setWhat}
          />
        </div>
        <Choice
          label={t('studio:recordings.exportDialog.format')}
          value={format}
          options={FORMATS.map((value) => ({
            value,
            label: t(`studio:recordings.exportDialog.formats.${value}`),
          }))}
          onChange={(value) => setFormat(value as Format)}
        />
        <Choice
          label={t('studio:recordings.exportDialog.loudness')}
          hint={t('studio:recordings.exportDialog.loudnessHint')}
          value={loudness}
          options={LOUDNESSES.map((value) => ({
            value,
            label: t(`studio:recordings.exportDialog.loudnesses.${value}`),
          }))}
          onChange={(value) => setLoudness(value as (typeof LOUDNESSES)[number])}
        />
        {isRunning && (
          <div className="grid gap-1.5">
            <Progress label={t('studio:recordings.exportDialog.running')} ratio={work.done} />
            <p className="text-xs text-t3">{t('studio:recordings.exportDialog.note')}</p>
          </div>
        )}
        {done && <Written {...done} />}
      </div>
    </Dialog>
  );
}

function Written({ folder, files }: Exported) {
  const { t } = useTranslation('studio');
  const copy = async () => {
    await navigator.clipboard.writeText(folder);
    showNotice({ tone: 'success', title: t('recordings.exportDialog.copied') });
  };
  return (
    <div role="status" className="grid gap-1 rounded-lg bg-inset p-3">
      <p className="text-grn-text">{t('recordings.exportDialog.done', { count: files.length })}</p>
      <p className="flex items-center gap-2">
        <code className="min-w-0 grow text-xs break-all text-t1">{folder}</code>
        <IconButton
          label={t('recordings.exportDialog.copy')}
          icon={<Copy aria-hidden="true" />}
          onClick={() => void copy()}
        />
      </p>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  hint?: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

function Choice({ label, hint, value, options, onChange }: ChoiceProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <span aria-hidden="true" className="text-xs text-t2">
        {label}
      </span>
      <Select label={label} value={value} options={options} onChange={onChange} />
      {hint !== undefined && <span className="text-xs text-t3">{hint}</span>}
    </div>
  );
}

function partsOf(format: Format): { container: 'wav' | 'flac'; encoding: 'pcm16' | 'pcm24' | 'float32' } {
  switch (format) {
    case 'wav/pcm24':
      return { container: 'wav', encoding: 'pcm24' };
    case 'wav/pcm16':
      return { container: 'wav', encoding: 'pcm16' };
    case 'wav/float32':
      return { container: 'wav', encoding: 'float32' };
    case 'flac/pcm24':
      return { container: 'flac', encoding: 'pcm24' };
    case 'flac/pcm16':
      return { container: 'flac', encoding: 'pcm16' };
  }
}
