import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { showNotice } from '../../ui/notice.ts';
import { saveDraft } from './applyThunk.ts';

/** Keeps what was changed; true where it is kept. A refusal is reported by a notice, and what was changed stays. */
export function useSave(): { save: () => Promise<boolean>; isSaving: boolean } {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    setIsSaving(true);
    try {
      const result = await dispatch(saveDraft());
      const isKept = saveDraft.fulfilled.match(result);
      if (isKept) showNotice({ id: 'settings-saved', tone: 'success', title: t('saved') });
      return isKept;
    } finally {
      setIsSaving(false);
    }
  };
  return { save, isSaving };
}
