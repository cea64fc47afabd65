import { useTranslation } from '../../lib/useTranslation.ts';
import { ENCODED_FORMATS, SOUND_KBPS } from '../../../src-shared/domain/soundExport.ts';
import { formatFigure } from '../../lib/figures.ts';
import { dataOf } from '../../lib/loadable.ts';
import { Choice } from '../../ui/Choice.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { CoverField } from './CoverField.tsx';
import { NotOffered } from './NotOffered.tsx';
import {
  clippingWarnings,
  offeredFormats,
  type FormatChoice,
  type SoundChoices,
  type SoundWhat,
} from './soundChoices.ts';

const isEncoded = (format: FormatChoice) => ENCODED_FORMATS.some((known) => known === format);

/** Kind of file, and for MP3, M4A and Opus what players show. */
export function SoundFields({ what, choices }: { what: SoundWhat; choices: SoundChoices }) {
  const { t } = useTranslation('studio');
  const { facts, format, defaults, choose } = choices;
  const refused = (dataOf(facts)?.formats ?? []).flatMap(({ format: kind, capability }) =>
    capability.supported
      ? []
      : [{ name: t(`recordings.exportDialog.formats.${kind}`), reason: capability.reason }],
  );
  const setFormat = (next: FormatChoice) =>
    choose({ formats: { ...defaults.formats, [what === 'mix' ? 'mix' : 'tracks']: next } });
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Choice
          label={t('recordings.exportDialog.format')}
          value={format}
          options={offeredFormats(facts).map((value) => ({
            value,
            label: t(`recordings.exportDialog.formats.${value}`),
          }))}
          onChange={setFormat}
        />
        {isEncoded(format) && (
          <Choice
            label={t('recordings.exportDialog.bitrate')}
            value={String(defaults.kbps)}
            options={SOUND_KBPS.map((kbps) => ({
              value: String(kbps),
              label: t('recordings.exportDialog.kbps', { kbps }),
            }))}
            onChange={(text) => {
              const kbps = SOUND_KBPS.find((known) => String(known) === text);
              if (kbps) choose({ kbps });
            }}
          />
        )}
      </div>
      <NotOffered refused={refused} />
      {isEncoded(format) && <EpisodeFields choices={choices} />}
    </>
  );
}

function EpisodeFields({ choices }: { choices: SoundChoices }) {
  const { t } = useTranslation('studio');
  const { facts, defaults, choose, title, setTitle, episode, setEpisode, setCover } = choices;
  const markers = dataOf(facts)?.document?.markers.length ?? 0;
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line2 p-3">
      <legend className="px-1 text-xs font-medium text-t2">
        {t('recordings.exportDialog.episodeDetails')}
      </legend>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3">
        <Field label={t('recordings.exportDialog.tagTitle')}>
          {(control) => (
            <Input
              {...control}
              maxLength={500}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('recordings.exportDialog.tagEpisode')}>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={99_999}
              value={episode ?? ''}
              onChange={({ target }) =>
                setEpisode(target.value === '' ? null : Math.round(target.valueAsNumber))
              }
            />
          )}
        </Field>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2">
        <Field label={t('recordings.exportDialog.tagArtist')}>
          {(control) => (
            <Input
              {...control}
              maxLength={500}
              value={defaults.artist}
              onChange={(event) => choose({ artist: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('recordings.exportDialog.tagShow')}>
          {(control) => (
            <Input
              {...control}
              maxLength={500}
              value={defaults.show}
              onChange={(event) => choose({ show: event.target.value })}
            />
          )}
        </Field>
      </div>
      <CoverField onChange={setCover} />
      {markers > 0 && (
        <div className="flex items-center justify-between gap-3 text-t1">
          {t('recordings.exportDialog.chapters', { count: markers })}
          <Switch
            isOn={defaults.hasChapters}
            label={t('recordings.exportDialog.chapters', { count: markers })}
            onChange={(hasChapters) => choose({ hasChapters })}
          />
        </div>
      )}
    </fieldset>
  );
}

/** Said before the export, while it can still be changed. */
export function ClippingWarnings({
  choices: { facts },
  ...chosen
}: {
  choices: SoundChoices;
  what: SoundWhat;
  targetLufs: number | null;
}) {
  const { t } = useTranslation('studio');
  const known = dataOf(facts);
  const warnings = known ? clippingWarnings(known, chosen) : [];
  if (warnings.length === 0) return null;
  return (
    <ul
      aria-label={t('recordings.exportDialog.clipping')}
      className="grid gap-1 rounded-lg border border-amb/50 p-3 text-xs text-amb-text"
    >
      {warnings.map((warning) =>
        warning.kind === 'track' ? (
          <li key={warning.name}>{t('recordings.exportDialog.trackClips', { name: warning.name })}</li>
        ) : (
          <li key="mix">
            {t('recordings.exportDialog.mixMayClip', { peak: formatFigure(warning.peakDbtp, 1) })}
          </li>
        ),
      )}
    </ul>
  );
}
