import { Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useShortcut, useShortcutText } from '../../lib/shortcuts.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { selectIsConnected } from '../workspace/index.ts';
import { redo, undo } from './enhancementThunks.ts';
import { selectRedoLabel, selectUndoLabel } from './historySlice.ts';

/** Controls that take no letters: keys of the page hold there too. Fields for text keep theirs. */
const KEYS_ALSO_ON = ['slider', 'radio', 'menuitem', 'option'] as const;

/** What can be undone and redone; null where there is nothing. */
export interface UndoHistory {
  undoLabel: string | null;
  redoLabel: string | null;
  /** Each answers what it has done; null: nothing. */
  undo: () => Promise<string | null>;
  redo: () => Promise<string | null>;
}

/** The steps of the live chain and its presets. */
export function UndoButtons() {
  const dispatch = useAppDispatch();
  const undoLabel = useSelector(selectUndoLabel);
  const redoLabel = useSelector(selectRedoLabel);
  return (
    <HistoryButtons
      history={{
        undoLabel,
        redoLabel,
        async undo() {
          const result = await dispatch(undo());
          return undo.fulfilled.match(result) ? result.payload : null;
        },
        async redo() {
          const result = await dispatch(redo());
          return redo.fulfilled.match(result) ? result.payload : null;
        },
      }}
    />
  );
}

/** Undoes changes and redoes them, by button and by keys. */
export function HistoryButtons({ history }: { history: UndoHistory }) {
  const { t } = useTranslation('enhancement');
  const { undoLabel, redoLabel } = history;
  const isConnected = useSelector(selectIsConnected);
  const [said, setSaid] = useState('');

  const goBack = async () => {
    const step = await history.undo();
    if (step !== null) setSaid(t('undone', { step }));
  };
  const goForth = async () => {
    const step = await history.redo();
    if (step !== null) setSaid(t('redone', { step }));
  };
  const options = { isEnabled: isConnected, alsoOn: KEYS_ALSO_ON, repeats: true };
  useShortcut('edit.undo', () => void goBack(), options);
  useShortcut('edit.redo', () => void goForth(), options);
  const undoKeys = useShortcutText('edit.undo');
  const redoKeys = useShortcutText('edit.redo');
  const undoText = undoLabel === null ? t('undo') : t('undoStep', { step: undoLabel });
  const redoText = redoLabel === null ? t('redo') : t('redoStep', { step: redoLabel });
  return (
    <div className="flex gap-1.5">
      <IconButton
        label={undoText}
        hint={<Hint text={undoText} keys={undoKeys.text} />}
        icon={<Undo2 aria-hidden="true" />}
        aria-keyshortcuts={undoKeys.aria}
        disabled={undoLabel === null || !isConnected}
        onClick={() => void goBack()}
      />
      <IconButton
        label={redoText}
        hint={<Hint text={redoText} keys={redoKeys.text} />}
        icon={<Redo2 aria-hidden="true" />}
        aria-keyshortcuts={redoKeys.aria}
        disabled={redoLabel === null || !isConnected}
        onClick={() => void goForth()}
      />
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

function Hint({ text, keys }: { text: string; keys: string | undefined }) {
  return (
    <span className="inline-flex items-center gap-2">
      {text} {keys !== undefined && <Kbd>{keys}</Kbd>}
    </span>
  );
}
