/** Whether the preload's bridge is here. Only the platform and the entry may ask. */
export function isDesktopShell(): boolean {
  return 'sounddesk' in window;
}
