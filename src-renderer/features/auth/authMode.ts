import { isResetAddress } from './mailLink.ts';

export type AuthMode = 'signin' | 'signup' | 'forgot' | 'reset';

/** What is above the form: a word of the mode before. */
export interface AuthMessage {
  tone: 'success' | 'error' | 'info';
  text: string;
}

/** What a form of the sign-in page gets. */
export interface AuthFormProps {
  email: string;
  /** Keeps what is typed, for the next form. */
  onEmail: { onChange: (event: { target: { value: string } }) => void };
  open: (mode: AuthMode, message?: AuthMessage) => void;
  setIsBusy: (isBusy: boolean) => void;
}

/** The mode that an address opens: `?mode=…`, or a link from a recovery mail. */
export function modeOf(address: { search: string; hash: string }): AuthMode {
  if (isResetAddress(address)) return 'reset';
  const mode = new URLSearchParams(address.search).get('mode');
  return mode === 'signup' || mode === 'forgot' ? mode : 'signin';
}

export const searchOf = (mode: AuthMode): string => (mode === 'signin' ? '' : `?mode=${mode}`);
