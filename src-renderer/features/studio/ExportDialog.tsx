import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { showNotice } from '../../ui/notice.ts';
import { Progress } from '../../ui/Progress.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Exported, type ExportedFiles } from './Exported.tsx';
import { runningExports } from './runningExports.ts';
import { selectWork } from './studioSlice.ts';
import { workOnTake, type ExportRequest } from './studioThunks.ts';
import { cleanTakeVoices, denoiseOf } from './voices/cleanTakeVoices.ts';
import { VoicesChoice, type ExportedVoices } from './voices/VoicesChoice.tsx';
import { useVideoChoices, VideoFields } from './VideoFields.tsx';

const FORMATS = ['wav/pcm24', 'wav/pcm16', 'wav/float32', 'flac/pcm24', 'flac/pcm16'] as const;
const LOUDNESSES = ['none', '-14', '-16', '-23'] as const;
type Format = (typeof FORMATS)[number];
type What = 'stems' | 'mix' | 'both' | 'video';

/** Files of a recording for other programs. */
export function ExportDialog({ take, onClose }: { take: TakeSummary; onClose: () => void }) {
  const { t } = useTranslation(['studio', 'common']);
  const dispatch = useAppDispatch();
  const work = useSelector(selectWork(take.id));
  const whats = whatsOf(take);
  const [what, setWhat] = useState<What>(whats[0] ?? 'mix');
  const [format, setFormat] = useState<Format>('wav/pcm24');
  const [loudness, setLoudness] = useState<(typeof LOUDNESSES)[number]>('none');
  const [voices, setVoices] = useState<ExportedVoices>(take.cleaning ? 'clean' : 'recorded');
  const [done, setDone] = useState<ExportedFiles | null>(null);
  const video = useVideoChoices(take);
  const isRunning = work?.kind === 'export' || work?.kind === 'cleanVoices';
  const hasSound = take.tracks.audio + take.tracks.mix > 0;
  const targetLufs = loudness === 'none' ? null : Number(loudness);

  const request = (): ExportRequest | null => {
    if (what !== 'video') return { kind: 'sound', input: { what, ...partsOf(format), targetLufs, voices } };
    return video.chosen && { kind: 'video', input: { ...video.chosen, targetLufs, voices } };
  };
  const start = async () => {
    const wanted = request();
    if (!wanted) return;
    setDone(null);
    if (voices === 'clean' && !take.hasCleanVoices) {
      if (!(await dispatch(cleanTakeVoices(take.id, denoiseOf(null))))) return;
    }
    const exporting = dispatch(workOnTake({ kind: 'export', id: take.id, request: wanted }));
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
          <Button
            variant="primary"
            disabled={work !== null || request() === null}
            onClick={() => void start()}
          >
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
        {what === 'video' ? (
          <VideoFields choices={video} />
        ) : (
          <Choice
            label={t('studio:recordings.exportDialog.format')}
            value={format}
            options={FORMATS.map((value) => ({
              value,
              label: t(`studio:recordings.exportDialog.formats.${value}`),
            }))}
            onChange={(value) => setFormat(value)}
          />
        )}
        <VoicesChoice take={take} voices={voices} onChange={setVoices} />
        {hasSound && (
          <Choice
            label={t('studio:recordings.exportDialog.loudness')}
            hint={t('studio:recordings.exportDialog.loudnessHint')}
            value={loudness}
            options={LOUDNESSES.map((value) => ({
              value,
              label: t(`studio:recordings.exportDialog.loudnesses.${value}`),
            }))}
            onChange={(value) => setLoudness(value)}
          />
        )}
        {isRunning && (
          <div className="grid gap-1.5">
            <Progress label={t(`studio:recordings.working.${work.kind}`)} ratio={work.done} />
            <p className="text-xs text-t3">{t('studio:recordings.exportDialog.note')}</p>
          </div>
        )}
        {done && <Exported takeId={take.id} {...done} />}
      </div>
    </Dialog>
  );
}

/** Frames first: whoever recorded them wants them with the sound. */
function whatsOf({ tracks }: TakeSummary): What[] {
  const hasSound = tracks.audio + tracks.mix > 0;
  return [
    ...(tracks.video + tracks.screen > 0 ? (['video'] as const) : []),
    ...(tracks.audio > 0 ? (['stems'] as const) : []),
    ...(hasSound ? (['mix'] as const) : []),
    ...(tracks.audio > 0 ? (['both'] as const) : []),
  ];
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
