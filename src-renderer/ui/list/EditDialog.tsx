import type { ReactNode } from 'react';
import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { Select } from '../Select.tsx';

interface EditDialogProps<Row> {
  /** `new` for one that is added, null while nothing is written. */
  row: Row | 'new' | null;
  title: { new: string; change: string };
  onClose: () => void;
  className?: string;
  /** The form; null for one that is added. */
  children: (row: Row | null) => ReactNode;
}

/** Adds a row of a list, or changes one. */
export function EditDialog<Row>({ row, title, onClose, className, children }: EditDialogProps<Row>) {
  const { t } = useTranslation('common');
  return (
    <Dialog
      isOpen={row !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={row === 'new' ? title.new : title.change}
      closeLabel={t('close')}
      {...(className === undefined ? {} : { className })}
    >
      {row !== null && children(row === 'new' ? null : row)}
    </Dialog>
  );
}

interface FormButtonsProps {
  submit: string;
  isBusy: boolean;
  disabled?: boolean;
  onCancel: () => void;
}

/** What a form ends with. */
export function FormButtons({ submit, isBusy, disabled = false, onCancel }: FormButtonsProps) {
  const { t } = useTranslation('common');
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onCancel}>{t('cancel')}</Button>
      <Button type="submit" variant="primary" isBusy={isBusy} disabled={disabled}>
        {submit}
      </Button>
    </div>
  );
}

interface SelectFieldProps<Form extends FieldValues> {
  control: Control<Form>;
  name: FieldPath<Form>;
  label: string;
  options: readonly { value: string; label: string }[];
  disabled?: boolean;
  /** What the form keeps of an option, where that is no text. */
  toValue?: (value: string) => unknown;
}

/** A choice of a form. The select names itself to screen readers; the line above is its name for the eye. */
export function SelectField<Form extends FieldValues>(props: SelectFieldProps<Form>) {
  const { control, name, label, options, disabled = false, toValue = (value) => value } = props;
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-xs font-medium text-t2">
        {label}
      </span>
      <Controller
        control={control}
        name={name}
        render={({ field }) => (
          <Select
            label={label}
            value={String(field.value)}
            disabled={disabled}
            onChange={(value) => field.onChange(toValue(value))}
            options={options}
          />
        )}
      />
    </div>
  );
}
