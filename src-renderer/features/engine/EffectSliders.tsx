import { sliderOf, type EffectField, type EffectFields } from '../../../src-shared/domain/effectRow.ts';
import { STRIP_EFFECTS, type EffectKey, type EffectValues } from '../../../src-shared/domain/stripEffects.ts';
import { Slider } from '../../ui/Slider.tsx';
import { useEffectTexts } from './effectTexts.ts';

interface EffectSlidersProps<K extends EffectKey> {
  effect: K;
  values: EffectValues[K];
  disabled: boolean;
  /** All values, with one of them changed: the field says which. `isFinal`: it was let go. */
  onChange: (values: EffectValues[K], field: string, isFinal: boolean) => void;
}

/** A slider for each value of an effect, by its row. */
export function EffectSliders<K extends EffectKey>({ effect, values, ...rest }: EffectSlidersProps<K>) {
  const { labelOf } = useEffectTexts();
  const fields: EffectFields = STRIP_EFFECTS[effect].fields;
  const valueOf = values as Readonly<Record<string, number | number[] | boolean>>;
  const slider = (key: string, field: EffectField, label: string, value: number, place: number | null) => {
    const change = (next: number, isFinal: boolean) => {
      const list = valueOf[key];
      const changed =
        place === null || !Array.isArray(list) ? next : list.map((one, at) => (at === place ? next : one));
      rest.onChange({ ...values, [key]: changed }, key, isFinal);
    };
    return (
      <Slider
        key={`${key}.${place ?? ''}`}
        label={label}
        unit={field.unit}
        {...sliderOf(field)}
        value={value}
        disabled={rest.disabled}
        onChange={(next) => change(next, false)}
        onCommit={(next) => change(next, true)}
      />
    );
  };
  return Object.entries(fields).flatMap(([key, field]) => {
    const value = valueOf[key];
    if (Array.isArray(value)) {
      return value.map((one, place) => slider(key, field, field.items?.[place] ?? '', one, place));
    }
    return typeof value === 'number' ? [slider(key, field, labelOf(effect, key), value, null)] : [];
  });
}
