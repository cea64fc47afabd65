interface ColourFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A colour, by the browser's own choice of them. */
export function ColourField({ label, value, onChange }: ColourFieldProps) {
  return (
    <label className="flex items-center justify-between gap-3 text-xs text-t2">
      {label}
      <input
        type="color"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-7 w-12 cursor-pointer rounded border border-line2 bg-inset"
      />
    </label>
  );
}
