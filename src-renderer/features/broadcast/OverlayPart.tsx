import type { ReactNode } from 'react';
import { Switch } from '../../ui/Switch.tsx';

/** One of the things that are shown over the sources, with its switch. */
export function OverlayPart({
  label,
  isOn,
  disabled,
  onChange,
  children,
}: {
  label: string;
  isOn: boolean;
  disabled: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}) {
  return (
    <section aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-xs font-semibold text-t1">{label}</h3>
        <Switch label={label} isOn={isOn} disabled={disabled} onChange={onChange} />
      </div>
      {children}
    </section>
  );
}
