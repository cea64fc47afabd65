import type { ComponentProps } from 'react';
import type { FieldError, FieldErrors, UseFormRegister, UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';

export function EmailField({ field }: { field: UseFormRegisterReturn }) {
  const { t } = useTranslation('auth');
  return (
    <Field label={t('email')}>
      {(control) => (
        <Input {...control} {...field} type="email" autoComplete="username" required maxLength={254} />
      )}
    </Field>
  );
}

interface PasswordFieldProps {
  field: UseFormRegisterReturn;
  label: string;
  error?: string | undefined;
  autoComplete: 'current-password' | 'new-password';
}

export function PasswordField({ field, label, error, autoComplete }: PasswordFieldProps) {
  const { t } = useTranslation('auth');
  return (
    <Field label={label} error={error}>
      {(control) => (
        <PasswordInput
          {...control}
          {...field}
          autoComplete={autoComplete}
          required
          showLabel={t('showPassword')}
          hideLabel={t('hidePassword')}
        />
      )}
    </Field>
  );
}

interface NewPassword {
  password: string;
  confirm: string;
}

interface NewPasswordFieldsProps {
  register: UseFormRegister<NewPassword>;
  errors: Pick<FieldErrors<NewPassword>, 'confirm'> & { password?: FieldError | undefined };
  label: string;
}

/** A new password, typed twice: a difference shows while it is typed. */
export function NewPasswordFields({ register, errors, label }: NewPasswordFieldsProps) {
  const { t } = useTranslation('auth');
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        field={register('password', { deps: ['confirm'] })}
        error={errors.password && t('tooShort')}
      />
      <PasswordField
        label={t('confirmPassword')}
        autoComplete="new-password"
        field={register('confirm')}
        error={errors.confirm && t('mismatch')}
      />
    </>
  );
}

/** A way to another mode, inside a sentence. */
export function TextButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className="rounded font-medium text-accent underline-offset-3 hover:underline"
      {...props}
    />
  );
}
