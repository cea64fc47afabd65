import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useShortcut, useShortcutText } from '../../lib/shortcuts.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { selectIsConnected, selectSettings } from '../workspace/index.ts';
import { conflictsOf } from './form.ts';
import { draftDiscarded, selectDraft } from './formSlice.ts';
import { useSave } from './useSave.ts';

/** Whether all is saved, and the way to it. Stays in sight. */
export function SaveBar() {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const draft = useSelector(selectDraft);
  const conflicts = conflictsOf(draft, useSelector(selectSettings));
  const isConnected = useSelector(selectIsConnected);
  const { save, isSaving } = useSave();
  const count = Object.keys(draft).length;
  const canSave = count > 0 && isConnected && !isSaving;
  const keys = useShortcutText('settings.save');
  useShortcut('settings.save', () => canSave && void save(), { inFields: true });
  return (
    <>
      <p role="status" className="flex grow items-center gap-2 text-xs text-t2">
        <StatusDot tone={count > 0 ? 'warning' : 'good'} />
        {count > 0 ? t('unsaved', { count }) : t('allSaved')}
      </p>
      <div className="flex items-center gap-2">
        {count > 0 && (
          <Button variant="ghost" disabled={isSaving} onClick={() => void dispatch(draftDiscarded())}>
            {t('discard')}
          </Button>
        )}
        <Button
          variant="primary"
          disabled={!canSave}
          isBusy={isSaving}
          aria-keyshortcuts={keys.aria}
          onClick={() => void save()}
        >
          {t('save')}
        </Button>
      </div>
      {conflicts.length > 0 && (
        <p role="alert" className="order-last basis-full text-xs text-amb-text">
          {t('conflict', { fields: conflicts.map((field) => t(`fields.${field}`)).join(', ') })}
        </p>
      )}
    </>
  );
}
