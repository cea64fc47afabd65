/** Controls that take no letters: keys of the page hold there too. Fields for text keep theirs. */
export const KEYS_ALSO_ON = ['slider', 'radio', 'menuitem', 'option'] as const;
