const OWN_KEYS =
  'input,textarea,select,[contenteditable],[role=slider],[role=listbox],[role=menu],[role=combobox],[role=dialog],[role=alertdialog],[role=tab],[role=radio]';

/** Where keys mean something else: fields take letters, sliders arrows, and Space presses a button that has the focus. */
export function isOwnKey(event: Pick<KeyboardEvent, 'target' | 'key'>): boolean {
  const { target, key } = event;
  if (!(target instanceof Element)) return false;
  if (target.closest(OWN_KEYS)) return true;
  return (key === ' ' || key === 'Enter') && target.closest('button,a') !== null;
}
