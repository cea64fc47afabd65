/** Whether keys are written as on a Mac. */
function isMac(): boolean {
  return navigator.userAgent.includes('Mac OS');
}

/** The key that opens the command palette, as it is written on this system. */
export function paletteShortcut(): string {
  return isMac() ? '⌘K' : 'Ctrl K';
}
