import { useTranslation } from 'react-i18next';
import type { Clip, Generator } from '../../../../src-shared/domain/edit/document.ts';
import { Slider } from '../../../ui/Slider.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
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
    </section>
  );
}
