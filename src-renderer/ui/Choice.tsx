import { classNames } from '../lib/classNames.ts';
import { Select, type SelectOption } from './Select.tsx';

interface ChoiceProps<V extends string> {
  label: string;
  hint?: string;
  value: V;
  options: readonly (SelectOption & { value: V })[];
  disabled?: boolean;
  /** Where many stand below one another. */
  isDense?: boolean;
  onChange: (value: V) => void;
}

/** One of a few in a list that opens, with its name above it and what it means below. */
export function Choice<V extends string>(props: ChoiceProps<V>) {
  const { label, hint, value, options, disabled = false, isDense = false, onChange } = props;
  return (
    <div className={classNames('grid grid-cols-[minmax(0,1fr)]', isDense ? 'gap-1' : 'gap-1.5')}>
      <span aria-hidden="true" className={classNames('text-xs text-t2', !isDense && 'font-medium')}>
        {label}
      </span>
      <Select
        label={label}
        value={value}
        options={options}
        disabled={disabled}
        {...(isDense && { className: '!h-8 text-xs' })}
        onChange={(next) => onChange(next as V)}
      />
      {hint !== undefined && (
        <span className={classNames('text-t3', isDense ? 'text-2xs' : 'text-xs')}>{hint}</span>
      )}
    </div>
  );
}
