import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { CaptureSupport } from '../../../src-shared/contract/host.ts';
import type { CaptureSetUp } from '../../../src-shared/domain/captureSetUp.ts';
import { SAMPLE_RATES } from '../../../src-shared/domain/audio.ts';
import { FORMAT_CODECS } from '../../../src-shared/domain/videoChannels.ts';
import { VIDEO_FORMATS } from '../../../src-shared/domain/videoExport.ts';
import { CAPTURE_QUALITIES } from '../../../src-shared/domain/screenCapture.ts';
import { formatSampleRate } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { selectCaptureSupport, selectIsConnected, selectVideoSupport } from '../workspace/index.ts';
import { COUNTDOWNS_SEC, useCountdownSec } from './preferences.ts';
import { optionsChanged, selectVideoSetUp } from './video/videoSlice.ts';
import { useIsTaking } from './video/useIsTaking.ts';
import { selectSetUp } from './studioSlice.ts';
import { TapChoice } from './TapChoice.tsx';
import { changeOptions, type OptionChanges } from './studioThunks.ts';

type Recording = CaptureSetUp['recording'];

const MODES = ['multitrack', 'mixed', 'both'] as const;
const SYNCS = ['timecode', 'audio', 'manual'] as const;
const FORMATS = ['rf64/pcm24', 'rf64/float32', 'flac/pcm24'] as const;
const PRE_ROLLS_SEC = [0, 5, 10, 20, 30] as const;

/** How a recording is made: fixed while one runs. */
export function SettingsCard() {
  const { t } = useTranslation('studio');
  const setUp = useSelector(selectSetUp);
  const isTaking = useIsTaking();
  const isConnected = useSelector(selectIsConnected);
  const support = useSelector(selectCaptureSupport);
  if (!setUp || !support?.supported) return null;
  const sound = { setUp, options: support.options, disabled: isTaking || !isConnected };
  return (
    <Card aria-labelledby="studio-settings">
      <CardHeader id="studio-settings" title={t('settings.title')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {isTaking && <p className="text-xs text-t3">{t('settings.locked')}</p>}
        {support.hasMix && <ModeChoice {...sound} />}
        <VideoChoices hasMix={support.hasMix} disabled={isTaking} />
        <FileChoices {...sound} />
        <TapChoice />
        <SessionChoices {...sound} />
        <CountdownChoice disabled={isTaking} />
      </div>
    </Card>
  );
}

interface SoundProps {
  setUp: CaptureSetUp;
  options: Extract<CaptureSupport, { supported: true }>['options'];
  disabled: boolean;
}

function useChange() {
  const dispatch = useAppDispatch();
  const change = (changes: OptionChanges) => void dispatch(changeOptions(changes));
  return { change, record: (changes: Partial<Recording>) => change({ recording: changes }) };
}

function ModeChoice({ setUp: { recording }, disabled }: SoundProps) {
  const { t } = useTranslation('studio');
  const { record } = useChange();
  return (
    <Choice
      isDense
      label={t('settings.mode')}
      hint={t(`settings.modeHints.${recording.mode}`)}
      value={recording.mode}
      options={MODES.map((mode) => ({ value: mode, label: t(`settings.modes.${mode}`) }))}
      disabled={disabled}
      onChange={(mode) => record({ mode })}
    />
  );
}

function VideoChoices({ hasMix, disabled }: { hasMix: boolean; disabled: boolean }) {
  const { t } = useTranslation('studioVideo');
  const dispatch = useAppDispatch();
  const video = useSelector(selectVideoSetUp);
  const codecs = useSelector(selectVideoSupport);
  const formats = VIDEO_FORMATS.filter(
    (format) => codecs?.supported && codecs.codecs.includes(FORMAT_CODECS[format]),
  );
  return (
    <>
      <Choice
        isDense
        label={t('settings.quality')}
        hint={t(hasMix ? 'settings.qualityHint' : 'settings.qualityHintAlone')}
        value={video.quality}
        options={CAPTURE_QUALITIES.map((value) => ({ value, label: t(`settings.qualities.${value}`) }))}
        disabled={disabled}
        onChange={(quality) => dispatch(optionsChanged({ quality }))}
      />
      {formats.length > 0 && (
        <Choice
          isDense
          label={t('settings.format')}
          hint={t(`settings.formatHints.${video.format}`)}
          value={video.format}
          options={formats.map((value) => ({ value, label: t(`settings.formats.${value}`) }))}
          disabled={disabled}
          onChange={(format) => dispatch(optionsChanged({ format }))}
        />
      )}
    </>
  );
}

/** The files of the sound, and how editors align them. */
function FileChoices({ setUp: { recording }, options, disabled }: SoundProps) {
  const { t } = useTranslation('studio');
  const { record } = useChange();
  return (
    <>
      {options.includes('format') && (
        <Choice
          isDense
          label={t('settings.format')}
          value={formatOf(recording)}
          options={FORMATS.map((format) => ({ value: format, label: t(`settings.formats.${format}`) }))}
          disabled={disabled}
          onChange={(format) => record(toFormat(format))}
        />
      )}
      {options.includes('sync') && (
        <Choice
          isDense
          label={t('settings.sync')}
          hint={t(`settings.syncHints.${recording.sync.method}`)}
          value={recording.sync.method}
          options={SYNCS.map((sync) => ({ value: sync, label: t(`settings.syncs.${sync}`) }))}
          disabled={disabled}
          onChange={(method) =>
            record({
              sync: method === 'timecode' ? { method, source: 'timeOfDay', ltcChannelId: null } : { method },
            })
          }
        />
      )}
    </>
  );
}

function SessionChoices({ setUp, options, disabled }: SoundProps) {
  const { t } = useTranslation('studio');
  const { change, record } = useChange();
  const { preRollSec } = setUp.recording;
  return (
    <>
      {options.includes('sampleRate') && (
        <Choice
          isDense
          label={t('settings.rate')}
          value={String(setUp.sampleRate)}
          options={SAMPLE_RATES.map((rate) => ({ value: String(rate), label: formatSampleRate(rate) }))}
          disabled={disabled}
          onChange={(text) => {
            const sampleRate = SAMPLE_RATES.find((rate) => String(rate) === text);
            if (sampleRate) change({ sampleRate });
          }}
        />
      )}
      {options.includes('preRoll') && (
        <Choice
          isDense
          label={t('settings.preRoll')}
          value={String(preRollSec)}
          options={withCurrent(PRE_ROLLS_SEC, preRollSec).map((seconds) => ({
            value: String(seconds),
            label: seconds === 0 ? t('settings.preRollOff') : t('settings.preRollSec', { count: seconds }),
          }))}
          disabled={disabled}
          onChange={(seconds) => record({ preRollSec: Number(seconds) })}
        />
      )}
    </>
  );
}

function CountdownChoice({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation('studio');
  const [countdown, setCountdown] = useCountdownSec();
  return (
    <Choice
      isDense
      label={t('settings.countdown')}
      value={String(countdown)}
      options={COUNTDOWNS_SEC.map((seconds) => ({
        value: String(seconds),
        label: seconds === 0 ? t('settings.countdownOff') : t('settings.countdownSec', { count: seconds }),
      }))}
      disabled={disabled}
      onChange={(seconds) => setCountdown(Number(seconds))}
    />
  );
}

const formatOf = ({ container, encoding }: Recording): (typeof FORMATS)[number] =>
  container === 'flac' ? 'flac/pcm24' : `${container}/${encoding}`;

function toFormat(format: (typeof FORMATS)[number]): Pick<Recording, 'container' | 'encoding'> {
  switch (format) {
    case 'rf64/pcm24':
      return { container: 'rf64', encoding: 'pcm24' };
    case 'rf64/float32':
      return { container: 'rf64', encoding: 'float32' };
    case 'flac/pcm24':
      return { container: 'flac', encoding: 'pcm24' };
  }
}

/** A set-up may come from a file, with a value that no list has. */
const withCurrent = (values: readonly number[], current: number): number[] =>
  values.includes(current) ? [...values] : [...values, current].sort((a, b) => a - b);
