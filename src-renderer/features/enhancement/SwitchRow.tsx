import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Switch } from '../../ui/Switch.tsx';
import { selectEchoObstacle } from '../workspace/index.ts';

interface SwitchRowProps {
  label: string;
  hint?: string;
  isOn: boolean;
  disabled: boolean;
  onChange: (isOn: boolean) => void;
}

/** A switch at the right of what it is called. */
export function SwitchRow({ label, hint, ...rest }: SwitchRowProps) {
  return (
    <div className="flex items-start justify-between gap-3">
      <span className="min-w-0">
        <span className="block text-t1">{label}</span>
        {hint !== undefined && <span className="block text-xs text-t3">{hint}</span>}
      </span>
      <Switch label={label} {...rest} />
    </div>
  );
}

const VOICE_SWITCHES = ['echoCancellation', 'automaticGain'] as const;
type VoiceSwitch = (typeof VOICE_SWITCHES)[number];

interface VoiceSwitchesProps {
  values: Record<VoiceSwitch, boolean>;
  disabled: boolean;
  onChange: (key: VoiceSwitch, isOn: boolean) => void;
}

/** What is done to a voice before the noise is taken out. */
export function VoiceSwitches({ values, disabled, onChange }: VoiceSwitchesProps) {
  const { t } = useTranslation('enhancement');
  const obstacles = { echoCancellation: useSelector(selectEchoObstacle), automaticGain: null };
  return VOICE_SWITCHES.map((key) => (
    <SwitchRow
      key={key}
      label={t(`noise.${key}`)}
      hint={obstacles[key] ?? t(`noise.${key}Hint`)}
      isOn={values[key] && obstacles[key] === null}
      disabled={disabled || obstacles[key] !== null}
      onChange={(isOn) => onChange(key, isOn)}
    />
  ));
}
