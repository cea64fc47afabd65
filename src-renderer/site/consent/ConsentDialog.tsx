import type { RefObject } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { CONSENT_GROUPS, type Consent, type ConsentGroup } from '../../lib/consent.ts';
import { ActionLink } from '../ActionLink.tsx';
import { decide, useConsent } from './useConsent.ts';

/** The groups one by one: to agree to, to refuse, and to take back. */
export function ConsentDialog({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const { consent } = useConsent();
  const onDecide = (groups: Pick<Consent, ConsentGroup>) => {
    decide(groups);
    dialog.current?.close();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby="cookie-dialog"
      className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-2xl border border-line2 bg-panel p-7 text-t1 shadow-panel backdrop:bg-black/60"
    >
      {/* Filled again with what is kept now. */}
      <Choice key={consent?.decidedAtMs} consent={consent} onDecide={onDecide} />
    </dialog>
  );
}

interface ChoiceProps {
  consent: Consent | null;
  onDecide: (groups: Pick<Consent, ConsentGroup>) => void;
}

function Choice({ consent, onDecide }: ChoiceProps) {
  const { t } = useTranslation('consent');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        onDecide({ preferences: form.has('preferences'), analytics: form.has('analytics') });
      }}
    >
      <h2 id="cookie-dialog" className="text-xl font-semibold tracking-tight">
        {t('title')}
      </h2>
      <ul className="mt-5 grid gap-4">
        <li>
          <p className="flex justify-between gap-4 font-medium">
            {t('groups.necessary.name')}
            <span className="text-sm font-normal text-t3">{t('always')}</span>
          </p>
          <p className="mt-1 text-sm text-t2">{t('groups.necessary.text')}</p>
        </li>
        {CONSENT_GROUPS.map((group) => (
          <li key={group}>
            <label className="flex cursor-pointer justify-between gap-4 font-medium">
              {t(`groups.${group}.name`)}
              <input
                type="checkbox"
                name={group}
                defaultChecked={consent?.[group] ?? false}
                aria-describedby={`cookie-${group}`}
                className="size-5 shrink-0 accent-accent"
              />
            </label>
            <p id={`cookie-${group}`} className="mt-1 text-sm text-t2">
              {t(`groups.${group}.text`)}
            </p>
          </li>
        ))}
      </ul>
      <div className="mt-7 flex flex-wrap gap-3">
        {/* As easy to refuse as to agree: the same size, side by side. */}
        <button
          type="submit"
          className="h-9 rounded-lg border border-line2 bg-raise px-3.5 text-sm font-medium hover:border-edge"
        >
          {t('save')}
        </button>
        <ActionLink look="secondary" onPress={() => onDecide({ preferences: false, analytics: false })}>
          {t('onlyNecessary')}
        </ActionLink>
      </div>
    </form>
  );
}
