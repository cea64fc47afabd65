import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import { dataOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { showNotice } from '../../ui/notice.ts';
import { Progress } from '../../ui/Progress.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Exported } from './Exported.tsx';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { runningExports } from './runningExports.ts';
import { useSoundChoices, type ExportSelection, type SoundChoices, type SoundWhat } from './soundChoices.ts';
import { ClippingWarnings, SoundFields } from './SoundFields.tsx';
import { selectExported, selectWork } from './studioSlice.ts';
import { workOnTake, type ExportRequest } from './studioThunks.ts';
import { cleanTakeVoices, denoiseOf } from './voices/cleanTakeVoices.ts';
import { VoicesChoice, type ExportedVoices } from './voices/VoicesChoice.tsx';
import { useVideoChoices, VideoFields } from './VideoFields.tsx';

const LOUDNESSES = ['none', '-14', '-16', '-23'] as const;
type What = SoundWhat | 'video';

interface ExportDialogProps {
  take: TakeSummary;
  /** As the player has it; without it all is exported. */
  selection?: ExportSelection | null;
  onClose: () => void;
}

/** Files of a recording for other programs. */
export function ExportDialog({ take, selection = null, onClose }: ExportDialogProps) {
  const { t } = useTranslation(['studio', 'common']);
  const dispatch = useAppDispatch();
  const work = useSelector(selectWork(take.id));
  const exported = useSelector(selectExported(take.id));
  const whats = whatsOf(take);
  const [what, setWhat] = useState<What>(whats[0] ?? 'mix');
  const [loudness, setLoudness] = useState<(typeof LOUDNESSES)[number]>('none');
  const [voices, setVoices] = useState<ExportedVoices>(take.cleaning ? 'clean' : 'recorded');
  const video = useVideoChoices(take);
  const sound = useSoundChoices(take, what === 'video' ? 'mix' : what, selection);
  const isRunning = work?.kind === 'export' || work?.kind === 'cleanVoices';
  const hasSound = take.tracks.audio + take.tracks.mix > 0;
  const targetLufs = loudness === 'none' ? null : Number(loudness);

  const request = (): ExportRequest | null => {
    if (what !== 'video') return { kind: 'sound', input: { ...sound.request(targetLufs), voices } };
    const part = { range: selection?.range ?? null, trackIds: selection?.trackIds?.slice() ?? null };
    return video.chosen && { kind: 'video', input: { ...video.chosen, ...part, targetLufs, voices } };
  };
  const start = async () => {
    const wanted = request();
    if (!wanted) return;
    if (voices === 'clean' && !take.hasCleanVoices) {
      if (!(await dispatch(cleanTakeVoices(take.id, denoiseOf(null))))) return;
    }
    const exporting = dispatch(workOnTake({ kind: 'export', id: take.id, request: wanted }));
    const forget = runningExports.add(take.id, () => exporting.abort());
    const result = await exporting;
    forget();
    if (!workOnTake.fulfilled.match(result) || !result.payload) return;
    const title = t('studio:recordings.exportDialog.doneTitle', { name: take.name });
    showNotice({ tone: 'success', title, message: result.payload.folder });
  };

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('studio:recordings.exportDialog.title', { name: take.name })}
      closeLabel={t('common:close')}
      className="!max-w-lg"
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
        {selection && <SelectionNote selection={selection} sound={sound} />}
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
        {what === 'video' ? <VideoFields choices={video} /> : <SoundFields what={what} choices={sound} />}
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
        {what !== 'video' && <ClippingWarnings choices={sound} what={what} targetLufs={targetLufs} />}
        {isRunning && (
          <div className="grid gap-1.5">
            <Progress label={t(`studio:recordings.working.${work.kind}`)} ratio={work.done} />
            <p className="text-xs text-t3">{t('studio:recordings.exportDialog.note')}</p>
          </div>
        )}
        {exported && <Exported take={take} {...exported} />}
      </div>
    </Dialog>
  );
}

/** Video first: whoever recorded it wants it with the sound. Then what is published. */
function whatsOf({ tracks }: TakeSummary): What[] {
  const hasSound = tracks.audio + tracks.mix > 0;
  return [
    ...(tracks.video + tracks.screen > 0 ? (['video'] as const) : []),
    ...(hasSound ? (['mix'] as const) : []),
    ...(tracks.audio > 0 ? (['stems', 'both'] as const) : []),
  ];
}

function SelectionNote({
  selection: { range, trackIds },
  sound,
}: {
  selection: ExportSelection;
  sound: SoundChoices;
}) {
  const { t } = useTranslation('studio');
  const sampleRate = dataOf(sound.facts)?.document?.sampleRate;
  return (
    <div className="grid gap-1 text-t1">
      {range && sampleRate !== undefined && (
        <p>
          {t('recordings.exportDialog.selection', {
            from: formatRecordedTime(range.fromFrame / sampleRate),
            to: formatRecordedTime((range.fromFrame + range.frames) / sampleRate),
          })}
        </p>
      )}
      {trackIds && <p className="text-t2">{t('recordings.exportDialog.heardOnly')}</p>}
    </div>
  );
}
