import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm, useWatch, type Control, type UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import {
  MAX_PIXEL_DESCRIPTION_LENGTH,
  MAX_PIXEL_NAME_LENGTH,
  MAX_PIXEL_SCRIPT_LENGTH,
  PIXEL_TYPES,
} from '../../../../src-shared/domain/trackingPixels.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { Select } from '../../../ui/Select.tsx';
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
  const { t } = useTranslation(['adminTracking', 'common']);
  return (
    <Dialog
      isOpen={pixel !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t(pixel === 'new' ? 'adminTracking:dialog.new' : 'adminTracking:dialog.change')}
      closeLabel={t('common:close')}
    >
      {pixel !== null && (
        <PixelForm pixel={pixel === 'new' ? null : pixel} onSaved={onSaved} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface PixelFormProps extends Pick<PixelDialogProps, 'onSaved' | 'onClose'> {
  pixel: PixelRow | null;
}

function PixelForm({ pixel, onSaved, onClose }: PixelFormProps) {
  const { t } = useTranslation(['adminTracking', 'common']);
  const { register, handleSubmit, control, formState } = useForm<PixelInput>({
    mode: 'onTouched',
    resolver: zodResolver(pixelInputSchema),
    defaultValues: pixel === null ? START : { ...pixel, description: pixel.description ?? '' },
  });
  const [save, { isLoading, error }] = useSavePixelMutation();
  const [type, id] = useWatch({ control, name: ['pixel_type', 'pixel_id'] });
  const failure = error as RpcFailure | undefined;
  const { errors } = formState;
  const idError =
    errors.pixel_id &&
    t(id.trim() === '' ? 'adminTracking:dialog.required' : `adminTracking:dialog.idWrong.${type}`);
  const submit = handleSubmit(async (input) => {
    if (isLoading) return;
    const saved = await save({ id: pixel?.id ?? null, pixel: input });
    if (saved.error !== undefined) return;
    onSaved(
      pixel === null
        ? t('adminTracking:added', { type: input.pixel_type.toUpperCase() })
        : t('adminTracking:updated'),
    );
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {failure && <MessageBox tone="error">{failure.message}</MessageBox>}
      <Field label={t('adminTracking:dialog.name')} error={errors.name && t('adminTracking:dialog.required')}>
        {(input) => (
          <Input {...input} {...register('name')} autoComplete="off" maxLength={MAX_PIXEL_NAME_LENGTH} />
        )}
      </Field>
      {/* What it is stays; another kind is another pixel. */}
      <TypeField control={control} disabled={pixel !== null} />
      <IdField type={type} error={idError} registered={register('pixel_id')} />
      <Field label={t('adminTracking:dialog.description')}>
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
            <Switch isOn={field.value} onChange={field.onChange} label={t('adminTracking:dialog.active')} />
          )}
        />
        <span aria-hidden="true">{t('adminTracking:dialog.active')}</span>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button type="submit" variant="primary" isBusy={isLoading}>
          {t('adminTracking:dialog.save')}
        </Button>
      </div>
    </form>
  );
}

function TypeField({ control, disabled }: { control: Control<PixelInput>; disabled: boolean }) {
  const { t } = useTranslation('adminTracking');
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-xs font-medium text-t2">
        {t('dialog.type')}
      </span>
      <Controller
        control={control}
        name="pixel_type"
        render={({ field }) => (
          <Select
            label={t('dialog.type')}
            value={field.value}
            disabled={disabled}
            onChange={field.onChange}
            options={PIXEL_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
          />
        )}
      />
    </div>
  );
}

/** The id that the network gave, or a script of one's own. */
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
