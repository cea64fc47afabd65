import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm, useWatch, type UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import {
  MAX_PIXEL_DESCRIPTION_LENGTH,
  MAX_PIXEL_NAME_LENGTH,
  MAX_PIXEL_SCRIPT_LENGTH,
  PIXEL_TYPES,
} from '../../../../src-shared/domain/trackingPixels.ts';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { EditDialog, FormButtons, SelectField } from '../../../ui/list/index.ts';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { pixelInputSchema, useSavePixelMutation, type PixelInput, type PixelRow } from './trackingApi.ts';

interface PixelDialogProps {
  /** `new` for one that is added, null while nothing is written. */
  pixel: PixelRow | 'new' | null;
  onSaved: (text: string) => void;
  onClose: () => void;
}

const START: PixelInput = { name: '', pixel_type: 'meta', pixel_id: '', description: '', is_active: true };

/** Adds a pixel, or changes one. */
export function PixelDialog({ pixel, onSaved, onClose }: PixelDialogProps) {
  const { t } = useTranslation('adminTracking');
  return (
    <EditDialog row={pixel} title={{ new: t('dialog.new'), change: t('dialog.change') }} onClose={onClose}>
      {(row) => <PixelForm pixel={row} onSaved={onSaved} onClose={onClose} />}
    </EditDialog>
  );
}

interface PixelFormProps extends Pick<PixelDialogProps, 'onSaved' | 'onClose'> {
  pixel: PixelRow | null;
}

function PixelForm({ pixel, onSaved, onClose }: PixelFormProps) {
  const { t } = useTranslation('adminTracking');
  const { register, handleSubmit, control, formState } = useForm<PixelInput>({
    mode: 'onTouched',
    resolver: zodResolver(pixelInputSchema),
    defaultValues: pixel === null ? START : { ...pixel, description: pixel.description ?? '' },
  });
  const [save, { isLoading, error }] = useSavePixelMutation();
  const [type, id] = useWatch({ control, name: ['pixel_type', 'pixel_id'] });
  const failure = error as RpcFailure | undefined;
  const { errors } = formState;
  const idError = errors.pixel_id && t(id.trim() === '' ? 'dialog.required' : `dialog.idWrong.${type}`);
  const submit = handleSubmit(async (input) => {
    if (isLoading) return;
    const saved = await save({ id: pixel?.id ?? null, pixel: input });
    if (saved.error !== undefined) return;
    onSaved(pixel === null ? t('added', { type: input.pixel_type.toUpperCase() }) : t('updated'));
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {failure && <MessageBox tone="error">{failure.message}</MessageBox>}
      <Field label={t('dialog.name')} error={errors.name && t('dialog.required')}>
        {(input) => (
          <Input {...input} {...register('name')} autoComplete="off" maxLength={MAX_PIXEL_NAME_LENGTH} />
        )}
      </Field>
      <SelectField
        control={control}
        name="pixel_type"
        label={t('dialog.type')}
        // What it is stays; another kind is another pixel.
        disabled={pixel !== null}
        options={PIXEL_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
      />
      <IdField type={type} error={idError} registered={register('pixel_id')} />
      <Field label={t('dialog.description')}>
        {(input) => (
          <Textarea
            {...input}
            {...register('description')}
            rows={2}
            maxLength={MAX_PIXEL_DESCRIPTION_LENGTH}
          />
        )}
      </Field>
      <div className="flex items-center gap-2.5 text-sm">
        <Controller
          control={control}
          name="is_active"
          render={({ field }) => (
            <Switch isOn={field.value} onChange={field.onChange} label={t('dialog.active')} />
          )}
        />
        <span aria-hidden="true">{t('dialog.active')}</span>
      </div>
      <FormButtons submit={t('dialog.save')} isBusy={isLoading} onCancel={onClose} />
    </form>
  );
}

/** The id that the service gave, or the script itself. */
function IdField({
  type,
  error,
  registered,
}: {
  type: PixelInput['pixel_type'];
  error: string | undefined;
  registered: UseFormRegisterReturn<'pixel_id'>;
}) {
  const { t } = useTranslation('adminTracking');
  if (type === 'custom')
    return (
      <Field label={t('dialog.script')} hint={t('dialog.scriptHint')} error={error}>
        {(input) => (
          <Textarea
            {...input}
            {...registered}
            rows={6}
            spellCheck={false}
            maxLength={MAX_PIXEL_SCRIPT_LENGTH}
            className="font-mono text-xs"
          />
        )}
      </Field>
    );
  return (
    <Field label={t('dialog.id')} error={error}>
      {(input) => (
        <Input
          {...input}
          {...registered}
          autoComplete="off"
          spellCheck={false}
          placeholder={t(`dialog.placeholders.${type}`)}
          maxLength={40}
        />
      )}
    </Field>
  );
}
