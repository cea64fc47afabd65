import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { framesOf, secondsOf, type Clip } from '../../../../src-shared/domain/edit/document.ts';
import { Button } from '../../../ui/Button.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { selectProject } from '../editorSlice.ts';
import { useClipEdit } from './useClipEdit.ts';

const MOST_FADE_SEC = 10;

/** Gain and fades of the selected clips. */
export function ClipSoundFields({ clips }: { clips: readonly Clip[] }) {
  const { t } = useTranslation(['editor', 'editing']);
  const project = useSelector(selectProject);
  const { show, keep } = useClipEdit(clips.map(({ id }) => id));
  const [first] = clips;
  if (!first || !project) return null;
  const most = Math.min(MOST_FADE_SEC, secondsOf(project, first.lengthFrames));
  const fades = [
    { key: 'fadeInFrames', label: t('audio.fadeIn') },
    { key: 'fadeOutFrames', label: t('audio.fadeOut') },
  ] as const;
  return (
    <section aria-label={t('audio.clip')} className="grid gap-3 rounded-lg bg-inset p-3">
      <h3 className="truncate text-xs font-semibold text-t1">{first.name}</h3>
      <Slider
        label={t('audio.gain')}
        value={first.gainDb}
        min={-60}
        max={24}
        step={0.5}
        defaultValue={0}
        unit="dB"
        onChange={(gainDb) => show({ gainDb })}
        onCommit={(gainDb) => keep({ gainDb })}
      />
      {fades.map(({ key, label }) => (
        <Slider
          key={key}
          label={label}
          value={secondsOf(project, first[key])}
          min={0}
          max={most}
          step={0.1}
          defaultValue={0}
          unit="s"
          onChange={(sec) => show({ [key]: framesOf(project, sec) })}
          onCommit={(sec) => keep({ [key]: framesOf(project, sec) })}
        />
      ))}
      <p className="text-xs text-t3">{t('editing:envelope.hint')}</p>
      {clips.some(({ envelope }) => envelope.length > 0) && (
        <Button size="sm" onClick={() => keep({ envelope: [] })}>
          {t('editing:envelope.clear')}
        </Button>
      )}
    </section>
  );
}
