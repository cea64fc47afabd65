const KEY = 'sounddesk.setUpAnswered';

/** Whether somebody went through the first steps in this browser, or declined them. */
export function isSetUpAnswered(): boolean {
  return localStorage.getItem(KEY) !== null;
}

export function rememberSetUp(): void {
  try {
    localStorage.setItem(KEY, 'yes');
  } catch (error) {
    // A browser that keeps nothing offers them once a visit.
    if (!(error instanceof DOMException)) throw error;
  }
}
