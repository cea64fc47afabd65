import { RotateCcw } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import {
  combinationOf,
  combinationText,
  type KeyCombination,
} from '../../../src-shared/domain/keyCombination.ts';
import {
  combinationsFor,
  shortcutProblem,
  SHORTCUTS,
  type ShortcutId,
  type ShortcutKeys,
  type ShortcutProblem,
} from '../../../src-shared/domain/shortcuts.ts';
import { isMac } from '../../lib/shortcuts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { usePlaces } from './usePlaces.ts';

interface KeyFieldProps {
  id: ShortcutId;
  /** What is wanted now, of all. */
  keys: ShortcutKeys;
  disabled: boolean;
  /** Whether the user chose it. */
  isChanged: boolean;
  onChange: (keys: KeyCombination | null) => void;
  onReset: () => void;
}

const MODIFIER_KEYS = ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'OS'];

/** The keys of one shortcut, and the way to press others. */
export function KeyField({ id, keys, disabled, isChanged, onChange, onReset }: KeyFieldProps) {
  const { t } = useTranslation('settings');
  const [isPressing, setPressing] = useState(false);
  const [said, setSaid] = useState('');
  const name = t(`shortcuts.names.${id}`);
  const place = usePlaces(id);
  const end = (chosen?: KeyCombination | null) => {
    setPressing(false);
    if (chosen === undefined) return;
    onChange(chosen);
    const text = chosen === null ? t('shortcuts.none') : combinationText(chosen, isMac());
    setSaid(t('shortcuts.set', { name, keys: text }));
  };
  const combinations = combinationsFor(id, keys);
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {isPressing ? (
        <Recorder id={id} keys={keys} onEnd={end} />
      ) : (
        <>
          <span className="flex gap-1.5">
            {combinations.length === 0 && <span className="text-xs text-t3">{t('shortcuts.none')}</span>}
            {combinations.map((combination) => (
              <Kbd key={combination}>{combinationText(combination, isMac())}</Kbd>
            ))}
          </span>
          <Button
            size="sm"
            disabled={disabled}
            aria-label={t('shortcuts.changeOf', { name, place })}
            onClick={() => setPressing(true)}
          >
            {t('shortcuts.change')}
          </Button>
          <IconButton
            label={t('shortcuts.resetOf', { name, place })}
            hint={t('shortcuts.reset')}
            icon={<RotateCcw aria-hidden="true" />}
            disabled={disabled || !isChanged}
            onClick={() => {
              onReset();
              setSaid('');
            }}
          />
        </>
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  );
}

/** Takes the keys that are pressed; says why where it does not. */
function Recorder({
  id,
  keys,
  onEnd,
}: Pick<KeyFieldProps, 'id' | 'keys'> & { onEnd: (chosen?: KeyCombination | null) => void }) {
  const { t } = useTranslation('settings');
  const [refusal, setRefusal] = useState<string | null>(null);
  const refusalOf = useRefusalText();
  const press = (event: KeyboardEvent) => {
    if (MODIFIER_KEYS.includes(event.key)) return;
    // Tab continues: nobody is held here by the keyboard.
    if (event.key === 'Tab') return;
    event.preventDefault();
    // No other shortcut answers to what is being chosen.
    event.stopPropagation();
    if (event.key === 'Escape') return onEnd();
    if (event.key === 'Backspace') return onEnd(null);
    const pressed = combinationOf(event.nativeEvent, isMac());
    if (pressed === null) return setRefusal(t('shortcuts.refused.noKeys'));
    const problem = shortcutProblem(id, pressed, keys);
    if (problem) setRefusal(refusalOf(pressed, problem));
    else onEnd(pressed);
  };
  return (
    <div className="grid justify-items-end gap-1">
      <button
        type="button"
        autoFocus
        onKeyDown={press}
        // A space that is let go would click.
        onKeyUp={(event) => event.preventDefault()}
        onBlur={() => onEnd()}
        aria-describedby={`${id}-hint`}
        className="h-7 rounded-lg border border-accent bg-accbg px-3 text-xs font-medium text-t1"
      >
        {t('shortcuts.press')}
      </button>
      <p id={`${id}-hint`} className="max-w-[22rem] text-right text-xs text-t3">
        {t('shortcuts.pressHint')}
      </p>
      {refusal !== null && (
        <p role="alert" className="max-w-[22rem] text-right text-xs text-red-text">
          {refusal}
        </p>
      )}
    </div>
  );
}

function useRefusalText(): (pressed: KeyCombination, problem: ShortcutProblem) => string {
  const { t } = useTranslation('settings');
  return (pressed, problem) => {
    const keys = combinationText(pressed, isMac());
    switch (problem.kind) {
      case 'reserved':
        return t('shortcuts.refused.reserved', { keys, use: t(`shortcuts.reserved.${problem.use}`) });
      case 'needsModifier':
        return t('shortcuts.refused.needsModifier', { keys });
      case 'taken': {
        const places = SHORTCUTS.find(({ id }) => id === problem.by)?.places ?? [];
        const place = places.map((one) => t(`shortcuts.places.${one}`)).join(', ');
        return t('shortcuts.refused.taken', { keys, name: t(`shortcuts.names.${problem.by}`), place });
      }
    }
  };
}
