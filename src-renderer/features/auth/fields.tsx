import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';

interface TextFieldProps {
  value: string;
  onChange: (value: string) => void;
}

export function EmailField({ value, onChange }: TextFieldProps) {
  const { t } = useTranslation('auth');
  return (
    <Field label={t('email')}>
      {(control) => (
        <Input
          {...control}
          type="email"
          name="email"
          autoComplete="username"
          required
          maxLength={254}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

interface PasswordFieldProps extends TextFieldProps {
  label: string;
  error?: string | undefined;
  autoComplete: 'current-password' | 'new-password';
  name?: string;
}

export function PasswordField({ value, onChange, label, error, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation('auth');
  return (
    <Field label={label} error={error}>
      {(control) => (
        <PasswordInput
          {...control}
          {...rest}
          required
          value={value}
          onChange={({ target }) => onChange(target.value)}
          showLabel={t('showPassword')}
          hideLabel={t('hidePassword')}
        />
      )}
    </Field>
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
