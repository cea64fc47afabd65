import { useTranslation } from '../../../lib/useTranslation.ts';
import type { Clip } from '../../../../src-shared/domain/edit/document.ts';
import { GREEN_SCREEN_FIELDS, type GreenScreen } from '../../../../src-shared/domain/edit/effects.ts';
import { Switch } from '../../../ui/Switch.tsx';
import { ColourField } from './ColourField.tsx';
import { KeyedSlider } from './KeyedSlider.tsx';
import { useClipEdit } from './useClipEdit.ts';

const KEYS = Object.keys(GREEN_SCREEN_FIELDS) as (keyof typeof GREEN_SCREEN_FIELDS)[];

export function GreenScreenFields({ clip, clipIds }: { clip: Clip; clipIds: readonly string[] }) {
  const { t } = useTranslation('editor');
  const { show, keep } = useClipEdit(clipIds);
  const { greenScreen } = clip;
  const changed = (changes: Partial<GreenScreen>) => ({ greenScreen: { ...greenScreen, ...changes } });
  return (
    <section aria-label={t('effects.greenScreen')} className="grid gap-3 border-t border-line2 pt-4">
      <div className="flex items-center justify-between">
        <h3 className="text-xs font-semibold text-t1">{t('effects.greenScreen')}</h3>
        <Switch
          label={t('effects.greenScreen')}
          isOn={greenScreen.isOn}
          onChange={(isOn) => keep(changed({ isOn }))}
        />
      </div>
      {greenScreen.isOn && (
        <>
          <ColourField
            label={t('effects.keyColour')}
            value={greenScreen.keyColour}
            onChange={(keyColour) => keep(changed({ keyColour }))}
          />
          {KEYS.map((key) => (
            <KeyedSlider
              key={key}
              clip={clip}
              parameter={`greenScreen.${key}`}
              label={t(`effects.${key}`)}
              value={greenScreen[key]}
              min={GREEN_SCREEN_FIELDS[key].min}
              max={GREEN_SCREEN_FIELDS[key].max}
              defaultValue={GREEN_SCREEN_FIELDS[key].default}
              onChange={(value) => show(changed({ [key]: value }))}
              onCommit={(value) => keep(changed({ [key]: value }))}
            />
          ))}
        </>
      )}
    </section>
  );
}
