import { Select, type SelectOption } from '../../ui/Select.tsx';

interface ChoiceProps {
  label: string;
  hint?: string;
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
}

/** A labelled list of what can be chosen. */
export function Choice({ label, hint, value, options, onChange }: ChoiceProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <span aria-hidden="true" className="text-xs text-t2">
        {label}
      </span>
      <Select label={label} value={value} options={options} onChange={onChange} />
      {hint !== undefined && <span className="text-xs text-t3">{hint}</span>}
    </div>
  );
}
