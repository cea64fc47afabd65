import { useId, type ReactNode } from 'react';
import {
  Controller,
  type Control,
  type FieldPath,
  type FieldValues,
  type UseFormRegisterReturn,
} from 'react-hook-form';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import { CONTENT_TITLE_MAX } from '../../../../src-shared/domain/content.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { Conflict } from './Conflict.tsx';
import type { EntryForm } from './useEntryForm.ts';

interface EntryFrameProps {
  entry: EntryForm;
  error: unknown;
  isBusy: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The form of a tutorial or a contact: what went wrong, the fields, the buttons. */
export function EntryFrame({ entry, error, isBusy, onClose, children }: EntryFrameProps) {
  const { t } = useTranslation('adminContent');
  const { conflict, isGone, submit } = entry;
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void submit();
      }}
    >
      {children}
      {/* Beside the button that was pressed: a long form has its beginning out of sight. */}
      {error !== undefined && <MessageBox tone="error">{(error as Partial<RpcFailure>).message}</MessageBox>}
      {isGone && <MessageBox tone="error">{t('entry.gone')}</MessageBox>}
      {conflict !== null && (
        <Conflict title={t('entry.conflict')} {...conflict}>
          {t('entry.conflictHint')}
        </Conflict>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('entry.cancel')}</Button>
        <Button type="submit" variant="primary" isBusy={isBusy} disabled={isGone || conflict !== null}>
          {t('entry.save')}
        </Button>
      </div>
    </form>
  );
}

interface TextProps {
  registration: UseFormRegisterReturn;
}

export function TitleField({ registration, isMissing }: TextProps & { isMissing: boolean }) {
  const { t } = useTranslation('adminContent');
  return (
    <Field label={t('entry.titleField')} error={isMissing ? t('entry.titleRequired') : undefined}>
      {(input) => <Input {...input} {...registration} dir="auto" maxLength={CONTENT_TITLE_MAX} />}
    </Field>
  );
}

export function DescriptionField({ registration, ...size }: TextProps & { rows: number; maxLength: number }) {
  const { t } = useTranslation('adminContent');
  return (
    <Field label={t('entry.optional', { label: t('entry.description') })}>
      {(input) => <Textarea {...input} {...registration} {...size} dir="auto" />}
    </Field>
  );
}

interface ControlledProps<Form extends FieldValues> {
  control: Control<Form>;
  name: FieldPath<Form>;
  label: string;
}

export function ChoiceField<Form extends FieldValues>({
  control,
  name,
  label,
  options,
}: ControlledProps<Form> & { options: readonly { value: string; label: string }[] }) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Choice label={label} value={field.value} options={options} onChange={field.onChange} />
      )}
    />
  );
}

export function SwitchField<Form extends FieldValues>({
  control,
  name,
  label,
  hint,
}: ControlledProps<Form> & { hint: string }) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id}>{label}</label>
        <p className="mt-0.5 text-xs text-t3">{hint}</p>
      </div>
      <Controller
        control={control}
        name={name}
        render={({ field }) => <Switch id={id} label={label} isOn={field.value} onChange={field.onChange} />}
      />
    </div>
  );
}
