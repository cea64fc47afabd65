/** Where a public page keeps the address that a visitor typed, so that sign-up need not ask again. */
const STORAGE_KEY = 'sounddesk.leadEmail';

export function keepLeadEmail(email: string): void {
  localStorage.setItem(STORAGE_KEY, email);
}

export function readLeadEmail(): string {
  return localStorage.getItem(STORAGE_KEY) ?? '';
}

/** Called once the address is in the form. */
export function forgetLeadEmail(): void {
  localStorage.removeItem(STORAGE_KEY);
}
