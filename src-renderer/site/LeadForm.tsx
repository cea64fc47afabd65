import { useId, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../lib/useTranslation.ts';
import { keepLeadEmail } from '../lib/leadEmail.ts';
import { actionLook } from './ActionLink.tsx';
import { SIGN_UP } from './links.ts';

/** Takes an e-mail address on a public page and continues to sign-up, which has it filled in. */
export function LeadForm() {
  const { t } = useTranslation('site');
  const navigate = useNavigate();
  const id = useId();
  const [isWrong, setWrong] = useState(false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
    const isValid = input.value.trim() !== '' && input.validity.valid;
    setWrong(!isValid);
    if (!isValid) return input.focus();
    keepLeadEmail(input.value.trim());
    void navigate(SIGN_UP);
  };
  return (
    <form noValidate onSubmit={send} className="grid max-w-md gap-1.5">
      <label htmlFor={id} className="text-sm text-t2">
        {t('lead.label')}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          placeholder="name@example.com"
          aria-invalid={isWrong}
          aria-describedby={`${id}-note`}
          className="h-9 min-w-0 flex-1 basis-52 rounded-lg border border-line2 bg-inset px-3 text-sm text-t1 placeholder:text-t3"
        />
        <button type="submit" className={actionLook('primary')}>
          {t('lead.action')}
        </button>
      </div>
      <p
        id={`${id}-note`}
        role={isWrong ? 'alert' : undefined}
        className={isWrong ? 'text-xs text-red-text' : 'text-xs text-t3'}
      >
        {t(isWrong ? 'lead.wrong' : 'lead.note')}
      </p>
    </form>
  );
}
