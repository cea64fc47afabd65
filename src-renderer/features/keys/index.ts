/** What lists of keys have in common, no matter whom the keys are for. */
import './texts.ts';

export { KeyActions } from './KeyActions.tsx';
export { KeyState } from './KeyState.tsx';
export { MakeKeyDialog } from './MakeKeyDialog.tsx';
export { OnceShown } from './OnceShown.tsx';
export { KEY_DAYS, validDaysOf, ValidFor } from './ValidFor.tsx';
export { useCopy } from './useCopy.ts';
