import { useId } from 'react';

interface CheckboxesProps<V extends string> {
  legend: string;
  options: readonly { value: V; label: string }[];
  chosen: readonly V[];
  onChange: (chosen: V[]) => void;
  error?: string | undefined;
}

/** One or more of a few. */
export function Checkboxes<V extends string>({
  legend,
  options,
  chosen,
  onChange,
  error,
}: CheckboxesProps<V>) {
  const noteId = useId();
  const set = (value: V, isOn: boolean) =>
    onChange(options.map((one) => one.value).filter((one) => (one === value ? isOn : chosen.includes(one))));
  return (
    <fieldset aria-describedby={noteId} aria-invalid={error !== undefined} className="grid gap-1">
      <legend className="mb-1 text-xs font-medium text-t2">{legend}</legend>
      {options.map(({ value, label }) => (
        <label
          key={value}
          className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2 hover:bg-raise"
        >
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => set(value, event.target.checked)}
            className="size-4 shrink-0 accent-accent"
          />
          {label}
        </label>
      ))}
      <p id={noteId} role={error === undefined ? undefined : 'alert'} className="text-xs text-red-text">
        {error}
      </p>
    </fieldset>
  );
}
