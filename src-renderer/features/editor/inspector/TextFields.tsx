import { useTranslation } from '../../../lib/useTranslation.ts';
import {
  TEXT_FONTS,
  TEXT_PLACES,
  type Clip,
  type Generator,
  type TextStyle,
} from '../../../../src-shared/domain/edit/document.ts';
import { Slider } from '../../../ui/Slider.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { ColourField } from './ColourField.tsx';
import { useClipEdit } from './useClipEdit.ts';

/** What a clip that is made of text or of one colour says. */
export function TextFields({ clip }: { clip: Clip }) {
  const { t } = useTranslation('editor');
  const { show, keep } = useClipEdit([clip.id]);
  const { generator } = clip;
  if (!generator) return null;
  if (generator.kind === 'colour') {
    return (
      <ColourField
        label={t('effects.fill')}
        value={generator.rgb}
        onChange={(rgb) => keep({ generator: { kind: 'colour', rgb } })}
      />
    );
  }
  const styled = (changes: Partial<typeof generator.style>): { generator: Generator } => ({
    generator: { ...generator, style: { ...generator.style, ...changes } },
  });
  return (
    <section aria-label={t('effects.text')} className="grid gap-3">
      <label className="grid gap-1.5 text-xs text-t2">
        {t('effects.text')}
        <Textarea
          key={clip.id}
          defaultValue={generator.text}
          maxLength={2000}
          rows={3}
          onChange={(event) => show({ generator: { ...generator, text: event.target.value } })}
          onBlur={(event) => keep({ generator: { ...generator, text: event.target.value } })}
        />
      </label>
      <Slider
        label={t('effects.textSize')}
        value={generator.style.size}
        min={8}
        max={400}
        defaultValue={96}
        onChange={(size) => show(styled({ size }))}
        onCommit={(size) => keep(styled({ size }))}
      />
      <ColourField
        label={t('effects.textColour')}
        value={generator.style.colour}
        onChange={(colour) => keep(styled({ colour }))}
      />
      <StyleFields style={generator.style} onChange={(changes) => keep(styled(changes))} />
    </section>
  );
}

const ALIGNS = ['left', 'center', 'right'] as const;
const FIRST_BACKGROUND = '#000000';

interface StyleFieldsProps {
  style: TextStyle;
  onChange: (changes: Partial<TextStyle>) => void;
}

/** How a text looks and where it is in the frame. */
function StyleFields({ style, onChange }: StyleFieldsProps) {
  const { t } = useTranslation('editing');
  const { font, isBold, align, place, background } = style;
  return (
    <>
      <ChoiceField
        label={t('text.place')}
        value={place}
        options={TEXT_PLACES.map((value) => ({ value, label: t(`text.places.${value}`) }))}
        onChange={(next) => onChange({ place: next })}
      />
      <ChoiceField
        label={t('text.align')}
        value={align}
        options={ALIGNS.map((value) => ({ value, label: t(`text.aligns.${value}`) }))}
        onChange={(next) => onChange({ align: next })}
      />
      <ChoiceField
        label={t('text.font')}
        value={font}
        options={TEXT_FONTS.map((value) => ({ value, label: value }))}
        onChange={(next) => onChange({ font: next })}
      />
      <SwitchLine label={t('text.bold')} isOn={isBold} onChange={(isOn) => onChange({ isBold: isOn })} />
      <SwitchLine
        label={t('text.hasBackground')}
        isOn={background !== null}
        onChange={(isOn) => onChange({ background: isOn ? FIRST_BACKGROUND : null })}
      />
      {background !== null && (
        <ColourField
          label={t('text.background')}
          value={background}
          onChange={(next) => onChange({ background: next })}
        />
      )}
    </>
  );
}

function SwitchLine(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <div className="flex items-center justify-between gap-3 text-xs text-t2">
      <span aria-hidden="true">{props.label}</span>
      <Switch {...props} />
    </div>
  );
}
