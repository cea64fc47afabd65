import { useState } from 'react';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';

interface NumberFieldProps {
  label: string;
  unit: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** A figure to type, or to step by arrows. While it is typed it may be none. */
export function NumberField({ label, unit, value, min, max, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? String(Math.round(value * 10) / 10);
  return (
    <Field label={`${label} (${unit})`}>
      {(control) => (
        <Input
          {...control}
          type="number"
          inputMode="decimal"
          step={1}
          {...{ min, max }}
          value={shown}
          onChange={({ target }) => {
            setTyped(target.value);
            const next = target.valueAsNumber;
            if (Number.isFinite(next)) onChange(Math.min(max, Math.max(min, next)));
          }}
          onBlur={() => setTyped(null)}
        />
      )}
    </Field>
  );
}
