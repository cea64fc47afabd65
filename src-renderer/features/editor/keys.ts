const WRITING =
  'input,textarea,select,[contenteditable],[role=listbox],[role=menu],[role=combobox],[role=dialog],[role=alertdialog]';
/** They take the keys that move, not those that write. */
const MOVING = '[role=slider],[role=tab],[role=radio]';
const MOVES = /^(?: |Enter|Backspace|Arrow\w+|Home|End|Page\w+)$/;

/** Where keys mean something else: fields take all, sliders arrows, and Space presses a button that has the focus. */
export function isOwnKey(event: Pick<KeyboardEvent, 'target' | 'key'>): boolean {
  const { target, key } = event;
  if (!(target instanceof Element)) return false;
  if (target.closest(WRITING)) return true;
  if (MOVES.test(key) && target.closest(MOVING)) return true;
  return (key === ' ' || key === 'Enter') && target.closest('button,a') !== null;
}
