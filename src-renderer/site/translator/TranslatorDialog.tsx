import './texts.en.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ActionLink, actionLook } from '../ActionLink.tsx';
import { useLanguage } from '../useLanguage.ts';
import {
  isReachable,
  nameOf,
  TRANSLATOR_LANGUAGES,
  translatorAddress,
  wantedLanguage,
} from './translator.ts';

/** Asks before a page is shown to a third party, which translates it on its own site: nothing of it loads here. */
export default function TranslatorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['translator', 'site']);
  const spoken = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const [wanted, setWanted] = useState(() => wantedLanguage(navigator.languages));
  const [isOpening, setIsOpening] = useState(false);
  const canBeRead = isReachable(location);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby="translator-title"
      className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-2xl border border-line2 bg-panel p-7 text-t1 shadow-panel backdrop:bg-black/60"
    >
      <h2 id="translator-title" className="text-xl font-semibold tracking-tight">
        {t('translator:title')}
      </h2>
      <p className="mt-3 text-sm text-t2">{t('translator:text')}</p>
      {canBeRead ? (
        <label className="mt-5 grid gap-1.5 text-sm font-medium">
          {t('site:language.label')}
          <select
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
            className="h-10 rounded-lg border border-line2 bg-inset px-3 text-t1"
          >
            {TRANSLATOR_LANGUAGES.map((language) => (
              <option key={language} value={language} lang={language}>
                {nameOf(language)}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <p className="mt-5 text-sm font-medium">{t('translator:unreachable')}</p>
      )}
      <p role="status" className="mt-4 min-h-5 text-sm text-t2">
        {isOpening && t('translator:loading')}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {canBeRead && (
          <a
            href={translatorAddress(location, spoken, wanted)}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => setIsOpening(true)}
            className={actionLook('primary')}
          >
            {t('translator:agree')}
          </a>
        )}
        <ActionLink look="secondary" onPress={() => dialog.current?.close()}>
          {t('translator:close')}
        </ActionLink>
      </div>
    </dialog>
  );
}
