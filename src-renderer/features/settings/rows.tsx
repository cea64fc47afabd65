import { useId, type ReactNode } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { SliderLimits } from '../../../src-shared/domain/gain.ts';
import { classNames } from '../../lib/classNames.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Select, type SelectOption } from '../../ui/Select.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import type { FieldName, FormValues } from './form.ts';
import { useField, type FormField } from './useField.ts';

/** Settings that belong together. */
export function Section({
  title,
  actions,
  className,
  children,
}: {
  title: string;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className={classNames('grid content-start', className)}>
      <CardHeader id={id} title={title} actions={actions} />
      <div className="grid gap-4">{children}</div>
    </Card>
  );
}

interface RowProps {
  label: string;
  hint?: ReactNode;
  isDirty?: boolean;
  /** A control that needs room is below its label on narrow windows. */
  isWide?: boolean;
  children: ReactNode;
}

/** What is set at the left, its control at the right. */
export function Row({ label, hint, isDirty = false, isWide = false, children }: RowProps) {
  return (
    <div
      className={classNames(
        'grid items-start gap-x-6 gap-y-2',
        isWide ? 'sm:grid-cols-[minmax(0,1fr)_15rem]' : 'grid-cols-[minmax(0,1fr)_auto]',
      )}
    >
      <div className="min-w-0">
        <p className="flex items-center gap-2 text-t1">
          {label}
          <Changed isShown={isDirty} />
        </p>
        {hint !== undefined && <p className="mt-0.5 max-w-[34rem] text-xs text-t3">{hint}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** Marks a setting that is not saved. */
export function Changed({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation('settings');
  if (!isShown) return null;
  return (
    <span
      role="img"
      aria-label={t('changed')}
      title={t('changed')}
      className="size-1.5 rounded-full bg-accent"
    />
  );
}

type FieldsOf<T> = { [F in FieldName]: FormValues[F] extends T ? F : never }[FieldName];

interface SwitchRowProps {
  field: FieldsOf<boolean>;
  label: string;
  hint?: ReactNode;
  /** Why it cannot be switched here. */
  obstacle?: string | null;
  /** Not known yet whether it can be. */
  isUnknown?: boolean;
}

export function SwitchRow({ field, label, hint, obstacle = null, isUnknown = false }: SwitchRowProps) {
  const { value, set, isDirty, disabled } = useField(field);
  return (
    <Row label={label} hint={<Why hint={hint} obstacle={obstacle} />} isDirty={isDirty}>
      <Switch
        label={label}
        isOn={value && obstacle === null}
        disabled={disabled || isUnknown || obstacle !== null}
        onChange={set}
      />
    </Row>
  );
}

/** What an option does, and why it does not here. */
export function Why({ hint, obstacle }: { hint?: ReactNode; obstacle: string | null }) {
  if (obstacle === null) return hint;
  return (
    <>
      {hint} <span className="text-amb-text">{obstacle}</span>
    </>
  );
}

interface SelectRowProps<V> {
  label: string;
  hint?: ReactNode;
  options: readonly { value: V; label: string; note?: string }[];
  field: FieldsOf<V>;
  obstacle?: string | null;
}

/** One of a few values, which their text names. */
export function SelectRow<V extends string | number>(props: SelectRowProps<V>) {
  const { field, label, hint, options, obstacle = null } = props;
  const { value, set, isDirty, disabled } = useField(field as FieldName) as unknown as FormField<V>;
  const choices: SelectOption[] = options.map((option) => ({ ...option, value: String(option.value) }));
  return (
    <Row label={label} hint={<Why hint={hint} obstacle={obstacle} />} isDirty={isDirty} isWide>
      <Select
        label={label}
        value={String(value)}
        options={choices}
        disabled={disabled || obstacle !== null}
        onChange={(text) => {
          const chosen = options.find((option) => String(option.value) === text);
          if (chosen) set(chosen.value);
        }}
      />
    </Row>
  );
}

interface SliderRowProps {
  field: FieldsOf<number>;
  label: string;
  limits: SliderLimits;
  defaultValue: number;
  hint?: ReactNode;
  unit?: (value: number) => string;
  disabled?: boolean;
}

export function SliderRow({
  field,
  label,
  limits,
  defaultValue,
  hint,
  unit,
  disabled = false,
}: SliderRowProps) {
  const control = useField(field);
  return (
    <div className="relative">
      <Slider
        {...limits}
        label={label}
        defaultValue={defaultValue}
        value={control.value}
        {...(unit ? { unit: unit(control.value) } : {})}
        disabled={control.disabled || disabled}
        onChange={control.set}
      />
      <div className="mt-0.5 flex items-center gap-2 text-xs text-t3">
        <Changed isShown={control.isDirty} />
        {hint}
      </div>
    </div>
  );
}
