import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { COLOUR_FIELDS, COLOUR_KEYS, DEFAULT_COLOUR } from '../../../../src-shared/domain/edit/effects.ts';
import { Button } from '../../../ui/Button.tsx';
import { selectSelected } from '../editorSlice.ts';
import { KeyedSlider } from './KeyedSlider.tsx';
import { LutList } from './LutList.tsx';
import { useClipEdit } from './useClipEdit.ts';

/** Ten sliders and a LUT, for the selected clips. */
export function ColorTab() {
  const { t } = useTranslation('editor');
  const chosen = useSelector(selectSelected).filter(({ track }) => track.kind === 'video');
  const clipIds = chosen.map(({ clip }) => clip.id);
  const { show, keep } = useClipEdit(clipIds);
  const [first] = chosen;
  if (!first) return <p className="text-t3">{t('color.noClip')}</p>;
  const { colour } = first.clip;
  return (
    <div className="grid gap-3">
      <Button size="sm" className="justify-self-end" onClick={() => keep({ colour: { ...DEFAULT_COLOUR } })}>
        {t('color.reset')}
      </Button>
      {COLOUR_KEYS.map((key) => (
        <KeyedSlider
          key={key}
          clip={first.clip}
          parameter={`colour.${key}`}
          label={t(`color.${key}`)}
          value={colour[key]}
          min={COLOUR_FIELDS[key].min}
          max={COLOUR_FIELDS[key].max}
          defaultValue={COLOUR_FIELDS[key].default}
          onChange={(value) => show({ colour: { ...colour, [key]: value } })}
          onCommit={(value) => keep({ colour: { ...colour, [key]: value } })}
        />
      ))}
      <LutList clip={first.clip} clipIds={clipIds} />
    </div>
  );
}
