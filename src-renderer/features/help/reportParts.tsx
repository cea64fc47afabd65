import { Switch } from '../../ui/Switch.tsx';

/** A text that could be sent, all of it. */
export function ReportText({ label, text }: { label: string; text: string }) {
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-96 overflow-auto rounded-lg border border-line bg-inset px-3 py-2.5 font-mono text-2xs leading-relaxed break-words whitespace-pre-wrap text-t1"
    >
      {text}
    </pre>
  );
}

interface LabelledSwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function LabelledSwitch({ label, isOn, onChange }: LabelledSwitchProps) {
  return (
    <span className="inline-flex items-center gap-2 text-xs text-t1">
      <Switch label={label} isOn={isOn} onChange={onChange} />
      <span aria-hidden="true">{label}</span>
    </span>
  );
}
