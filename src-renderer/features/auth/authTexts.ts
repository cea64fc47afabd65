/** The error catalogue of document 1, section 8: what the backend says, and what is shown. */
const SHOWN: readonly [source: string, shown: string][] = [
  ['Invalid login credentials', 'Invalid email or password. Please try again.'],
  ['Email not confirmed', 'Please check your email and click the confirmation link.'],
  ['User already registered', 'An account with this email already exists.'],
  ['Password should be at least 6 characters', 'Password must be at least 6 characters long.'],
];

const LATE_RESET = 'Current password required';

export const UNEXPECTED_AUTH_ERROR = 'An unexpected error occurred. Please try again.';
export const SESSION_NOT_LOADED = 'Failed to load session. Please try refreshing the page.';
export const SERVER_SILENT = 'The account server does not answer';
export const AUTH_SYSTEM_ERROR = 'Authentication system error. Please try again.';
export const INVALID_RESET_LINK = 'Invalid reset link. Please request a new password reset.';
/** Of the function, where the key of the mail provider is missing on the server. */
export const MAIL_NOT_CONFIGURED = 'Email service not configured';
export const PASSWORD_NOT_UPDATED = 'Failed to update password';

/** What a message of the auth server reads as; any other message is passed through. */
export function shownAuthMessage(
  message: string | null | undefined,
  fallback = UNEXPECTED_AUTH_ERROR,
): string {
  const text = message?.trim() ?? '';
  // supabase-js writes "{}" where an answer had no message.
  if (text === '' || text === '{}') return fallback;
  // Anyone who opened a mail to set a new password has a quarter of an hour for it.
  if (text.includes(LATE_RESET)) return INVALID_RESET_LINK;
  return SHOWN.find(([source]) => text.includes(source))?.[1] ?? text;
}

/** Whether an error says that a stored session is over, so that it is cleared without a word. */
export const isSessionOver = (message: string): boolean =>
  message.includes('Invalid Refresh Token') || message.includes('Session Expired');
