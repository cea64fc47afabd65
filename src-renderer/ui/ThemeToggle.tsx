import { Monitor, Moon, Sun } from 'lucide-react';
import type { ThemeChoice } from '../lib/theme.ts';
import { SegmentedControl } from './SegmentedControl.tsx';

interface ThemeToggleProps {
  value: ThemeChoice;
  onChange: (value: ThemeChoice) => void;
  labels: { label: string } & Record<ThemeChoice, string>;
}

/** Dark, light, or as the system has it. */
export function ThemeToggle({ value, onChange, labels }: ThemeToggleProps) {
  return (
    <SegmentedControl
      label={labels.label}
      iconsOnly
      value={value}
      onChange={onChange}
      segments={[
        { value: 'dark', label: labels.dark, icon: <Moon aria-hidden="true" /> },
        { value: 'light', label: labels.light, icon: <Sun aria-hidden="true" /> },
        { value: 'system', label: labels.system, icon: <Monitor aria-hidden="true" /> },
      ]}
    />
  );
}
