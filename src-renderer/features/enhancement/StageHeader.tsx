import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Switch } from '../../ui/Switch.tsx';

interface StageHeaderProps {
  id: string;
  title: string;
  isOn: boolean;
  disabled: boolean;
  onChange: (isOn: boolean) => void;
  /** At the right, e.g. the presets. */
  children?: ReactNode;
}

/** The first line of a stage of the chain: what it is, and whether it is at work. */
export function StageHeader({ id, title, isOn, disabled, onChange, children }: StageHeaderProps) {
  const { t } = useTranslation('enhancement');
  return (
    <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
      <div className="flex items-center gap-3">
        <h2 id={id} className="text-body font-semibold text-t1">
          {title}
        </h2>
        <Switch isOn={isOn} onChange={onChange} label={t('isOn', { stage: title })} disabled={disabled} />
      </div>
      {children}
    </header>
  );
}
