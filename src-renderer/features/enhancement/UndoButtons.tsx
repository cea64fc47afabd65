import { Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { selectIsConnected } from '../workspace/index.ts';
import { redo, undo } from './enhancementThunks.ts';
import { KEYS_ALSO_ON } from './hotkeys.ts';
import { selectRedoLabel, selectUndoLabel } from './historySlice.ts';

/** Takes changes back and does them again, by button and by Ctrl+Z and Ctrl+Shift+Z. */
export function UndoButtons() {
  const { t } = useTranslation('enhancement');
  const dispatch = useAppDispatch();
  const undoLabel = useSelector(selectUndoLabel);
  const redoLabel = useSelector(selectRedoLabel);
  const isConnected = useSelector(selectIsConnected);
  const [said, setSaid] = useState('');

  const goBack = async () => {
    const result = await dispatch(undo());
    if (undo.fulfilled.match(result) && result.payload) setSaid(t('undone', { step: result.payload }));
  };
  const goForth = async () => {
    const result = await dispatch(redo());
    if (redo.fulfilled.match(result) && result.payload) setSaid(t('redone', { step: result.payload }));
  };
  const options = { preventDefault: true, enabled: isConnected, enableOnFormTags: KEYS_ALSO_ON };
  useHotkeys('mod+z', () => void goBack(), options);
  useHotkeys(['mod+shift+z', 'mod+y'], () => void goForth(), options);
  return (
    <div className="flex gap-1.5">
      <IconButton
        label={undoLabel === null ? t('undo') : t('undoStep', { step: undoLabel })}
        hint={
          <Hint text={undoLabel === null ? t('undo') : t('undoStep', { step: undoLabel })} keys="Ctrl Z" />
        }
        icon={<Undo2 aria-hidden="true" />}
        aria-keyshortcuts="Control+Z Meta+Z"
        disabled={undoLabel === null || !isConnected}
        onClick={() => void goBack()}
      />
      <IconButton
        label={redoLabel === null ? t('redo') : t('redoStep', { step: redoLabel })}
        hint={
          <Hint text={redoLabel === null ? t('redo') : t('redoStep', { step: redoLabel })} keys="Ctrl ⇧ Z" />
        }
        icon={<Redo2 aria-hidden="true" />}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
        disabled={redoLabel === null || !isConnected}
        onClick={() => void goForth()}
      />
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

function Hint({ text, keys }: { text: string; keys: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      {text} <Kbd>{keys}</Kbd>
    </span>
  );
}
