import { RotateCcw } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import {
  EDITOR_KEYS,
  editorKeyProblem,
  editorKeysFor,
  type EditorKeyAction,
  type EditorKeyChoices,
} from '../../../src-shared/domain/editorKeys.ts';
import {
  combinationOf,
  combinationText,
  type KeyCombination,
} from '../../../src-shared/domain/keyCombination.ts';
import { isMac } from '../../lib/shortcuts.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { selectSettings, updateSettings } from '../workspace/index.ts';

/** All keys of the editor, and the way to others. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('editing');
  const dispatch = useAppDispatch();
  const { editorKeys } = useSelector(selectSettings);
  const keep = (next: EditorKeyChoices) => void dispatch(updateSettings({ editorKeys: next }));
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('keys.title')}
      description={t('keys.hint')}
      closeLabel={t('keys.close')}
      className="!max-w-4xl"
      footer={
        <Button size="sm" disabled={Object.keys(editorKeys).length === 0} onClick={() => keep({})}>
          {t('keys.resetAll')}
        </Button>
      }
    >
      <div tabIndex={0} role="group" aria-label={t('keys.title')} className="max-h-[60vh] overflow-y-auto">
        <div className="gap-x-8 md:columns-2">
          {EDITOR_KEYS.map(({ group, rows }) => (
            <section key={group} className="mb-4">
              <h3 className="mb-1 text-xs font-semibold text-t1">{t(`keys.groups.${group}`)}</h3>
              <ul>
                {rows.map(({ action }) => (
                  <KeyRow key={action} action={action} choices={editorKeys} onChange={keep} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

interface KeyRowProps {
  action: EditorKeyAction;
  choices: EditorKeyChoices;
  onChange: (choices: EditorKeyChoices) => void;
}

function KeyRow({ action, choices, onChange }: KeyRowProps) {
  const { t } = useTranslation('editing');
  const [isPressing, setPressing] = useState(false);
  const name = t(`keys.names.${action}`);
  const { [action]: chosen, ...others } = choices;
  const keys = editorKeysFor(action, choices);
  return (
    <li className="flex min-h-7 break-inside-avoid flex-wrap items-center gap-x-2 border-t border-line py-0.5 text-xs">
      <span className="min-w-0 shrink grow basis-0 text-t2">{name}</span>
      {isPressing ? (
        <KeyRecorder
          action={action}
          choices={choices}
          onEnd={(next) => {
            setPressing(false);
            if (next !== undefined) onChange({ ...others, [action]: next });
          }}
        />
      ) : (
        <button
          type="button"
          aria-label={t('keys.change', { name })}
          onClick={() => setPressing(true)}
          className="flex min-h-6 items-center gap-1 rounded px-1 hover:bg-raise"
        >
          {keys.length === 0 && <span className="text-t3">{t('keys.none')}</span>}
          {keys.map((key) => (
            <Kbd key={key}>{combinationText(key, isMac())}</Kbd>
          ))}
        </button>
      )}
      {chosen !== undefined && (
        <IconButton
          label={t('keys.reset', { name })}
          icon={<RotateCcw aria-hidden="true" />}
          hasBorder={false}
          className="!size-6 [&>svg]:!size-3"
          onClick={() => onChange(others)}
        />
      )}
    </li>
  );
}

const MODIFIER_KEYS = ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'OS'];

interface KeyRecorderProps {
  action: EditorKeyAction;
  choices: EditorKeyChoices;
  /** null: none; nothing: as it was. */
  onEnd: (keys?: KeyCombination | null) => void;
}

/** Takes the keys that are pressed; says why where it does not. */
function KeyRecorder({ action, choices, onEnd }: KeyRecorderProps) {
  const { t } = useTranslation('editing');
  const [refusal, setRefusal] = useState<string | null>(null);
  const press = (event: KeyboardEvent) => {
    // Tab continues: nobody is held here by the keyboard.
    if (MODIFIER_KEYS.includes(event.key) || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return onEnd();
    if (event.key === 'Backspace') return onEnd(null);
    const pressed = combinationOf(event.nativeEvent, isMac());
    if (pressed === null) return setRefusal(t('keys.noKeys'));
    const problem = editorKeyProblem(action, pressed, choices);
    if (!problem) return onEnd(pressed);
    const keys = combinationText(pressed, isMac());
    if (problem.kind === 'reserved') return setRefusal(t('keys.reserved', { keys }));
    setRefusal(t('keys.taken', { keys, name: t(`keys.names.${problem.by}`) }));
  };
  return (
    <>
      <button
        type="button"
        autoFocus
        onKeyDown={press}
        // A space that is let go would click.
        onKeyUp={(event) => event.preventDefault()}
        onBlur={() => onEnd()}
        aria-description={t('keys.pressHint')}
        className="h-6 rounded border border-accent bg-accbg px-2 font-medium text-t1"
      >
        {t('keys.press')}
      </button>
      <p role={refusal === null ? undefined : 'alert'} className="basis-full text-right text-red-text">
        {refusal ?? <span className="text-t3">{t('keys.pressHint')}</span>}
      </p>
    </>
  );
}
