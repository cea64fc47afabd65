import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
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
import { selectCleaningLimits } from '../licence/index.ts';
import { selectTakesSupport, selectVoiceCleaning } from '../workspace/index.ts';
import { runningExports } from './runningExports.ts';
import { useSoundChoices, type ExportSelection, type SoundChoices, type SoundWhat } from './soundChoices.ts';
import { ClippingWarnings, SoundFields } from './SoundFields.tsx';
import { selectExported, selectWork, type RunningWork } from './studioSlice.ts';
import { workOnTake, type ExportRequest } from './studioThunks.ts';
import { cleanTakeVoices, denoiseOf } from './voices/cleanTakeVoices.ts';
import { VoicesChoice, type ExportedVoices } from './voices/VoicesChoice.tsx';
import { useVideoChoices, VideoFields } from './VideoFields.tsx';

const LOUDNESSES = ['none', '-14', '-16', '-23'] as const;
type Loudness = (typeof LOUDNESSES)[number];
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
  const work = useSelector(selectWork(take.id));
  const exported = useSelector(selectExported(take.id));
  const support = useSelector(selectTakesSupport);
  const hasVideo = support?.supported === true && support.exports.includes('video');
  const whats = whatsOf(take, hasVideo);
  const [what, setWhat] = useState<What>(whats[0] ?? 'mix');
  const [loudness, setLoudness] = useState<Loudness>('none');
  const [voices, setVoices] = useState<ExportedVoices>(take.cleaning ? 'clean' : 'recorded');
  const video = useVideoChoices(take);
  const sound = useSoundChoices(take, what === 'video' ? 'mix' : what, selection);
  const startExport = useExport(take);
  const running = work?.kind === 'export' || work?.kind === 'cleanVoices' ? work : null;
  const targetLufs = loudness === 'none' ? null : Number(loudness);
  const request = (): ExportRequest | null => {
    if (what !== 'video') return { kind: 'sound', input: { ...sound.request(targetLufs), voices } };
    const part = { range: selection?.range ?? null, trackIds: selection?.trackIds?.slice() ?? null };
    return video.chosen && { kind: 'video', input: { ...video.chosen, ...part, targetLufs, voices } };
  };
  const start = () => {
    const wanted = request();
    if (wanted) void startExport(wanted);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('studio:recordings.exportDialog.title', { name: take.name })}
      closeLabel={t('common:close')}
      className="!max-w-lg"
      footer={
        running ? (
          <Button onClick={() => runningExports.cancel(take.id)}>{t('common:cancel')}</Button>
        ) : (
          <Button variant="primary" disabled={work !== null || request() === null} onClick={start}>
            {t('studio:recordings.exportDialog.start')}
          </Button>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {selection && <SelectionNote selection={selection} sound={sound} />}
        <WhatChoice whats={whats} what={what} onChange={setWhat} />
        {what === 'video' ? <VideoFields choices={video} /> : <SoundFields what={what} choices={sound} />}
        <VoicesChoice take={take} voices={voices} onChange={setVoices} />
        {hasSound(take) && <LoudnessChoice loudness={loudness} onChange={setLoudness} />}
        {what !== 'video' && <ClippingWarnings choices={sound} what={what} targetLufs={targetLufs} />}
        {running && <ExportProgress work={running} />}
        {exported && <Exported take={take} {...exported} />}
      </div>
    </Dialog>
  );
}

/** Starts an export; voices that are to be clean and are not yet are cleaned first. */
function useExport(take: TakeSummary) {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const limits = useSelector(selectCleaningLimits);
  const support = useSelector(selectVoiceCleaning);
  return async (request: ExportRequest) => {
    if (request.input.voices === 'clean' && !take.hasCleanVoices) {
      const denoise = denoiseOf(null, limits, support?.supported ? support.engines : []);
      if (!(await dispatch(cleanTakeVoices(take.id, denoise)))) return;
    }
    const exporting = dispatch(workOnTake({ kind: 'export', id: take.id, request }));
    const forget = runningExports.add(take.id, () => exporting.abort());
    const result = await exporting;
    forget();
    if (!workOnTake.fulfilled.match(result) || !result.payload) return;
    const title = t('recordings.exportDialog.doneTitle', { name: take.name });
    const { folder, files } = result.payload;
    showNotice({ tone: 'success', title, message: folder || files.map(({ name }) => name).join(', ') });
  };
}

const hasSound = ({ tracks }: TakeSummary) => tracks.audio + tracks.mix > 0;

/** Video first, because a video is mostly exported with its sound; then the mix, which is what is published. */
function whatsOf(take: TakeSummary, hasVideo: boolean): What[] {
  const { tracks } = take;
  return [
    ...(tracks.video + tracks.screen > 0 && hasVideo ? (['video'] as const) : []),
    ...(hasSound(take) ? (['mix'] as const) : []),
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

interface WhatChoiceProps {
  whats: readonly What[];
  what: What;
  onChange: (what: What) => void;
}

function WhatChoice({ whats, what, onChange }: WhatChoiceProps) {
  const { t } = useTranslation('studio');
  const label = t('recordings.exportDialog.what');
  const segments = whats.map((value) => ({ value, label: t(`recordings.exportDialog.whats.${value}`) }));
  return (
    <div className="grid justify-items-start gap-1.5">
      <span aria-hidden="true" className="text-xs text-t2">
        {label}
      </span>
      <SegmentedControl label={label} segments={segments} value={what} onChange={onChange} />
    </div>
  );
}

interface LoudnessChoiceProps {
  loudness: Loudness;
  onChange: (loudness: Loudness) => void;
}

function LoudnessChoice({ loudness, onChange }: LoudnessChoiceProps) {
  const { t } = useTranslation('studio');
  return (
    <Choice
      label={t('recordings.exportDialog.loudness')}
      hint={t('recordings.exportDialog.loudnessHint')}
      value={loudness}
      options={LOUDNESSES.map((value) => ({
        value,
        label: t(`recordings.exportDialog.loudnesses.${value}`),
      }))}
      onChange={onChange}
    />
  );
}

function ExportProgress({ work }: { work: RunningWork }) {
  const { t } = useTranslation('studio');
  return (
    <div className="grid gap-1.5">
      <Progress label={t(`recordings.working.${work.kind}`)} ratio={work.done} />
      <p className="text-xs text-t3">{t('recordings.exportDialog.note')}</p>
    </div>
  );
}
