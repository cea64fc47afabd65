import { Select } from '../../../ui/Select.tsx';

interface ChoiceFieldProps<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; label: string; disabled?: boolean }[];
  onChange: (value: V) => void;
}

/** One of a list, with its name above it. */
export function ChoiceField<V extends string>({ label, value, options, onChange }: ChoiceFieldProps<V>) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-xs text-t2">
        {label}
      </span>
      <Select label={label} value={value} options={options} onChange={(next) => onChange(next as V)} />
    </div>
  );
}
