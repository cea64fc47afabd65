/** Whether this page can show notices of the system at all. */
export function canShowSystemNotices(): boolean {
  return 'Notification' in window;
}

/** Asks the user, where that has not been answered; true where notices are allowed. */
export async function askForSystemNotices(): Promise<boolean> {
  return canShowSystemNotices() && (await Notification.requestPermission()) === 'granted';
}

/** Shows a notice of the system where it is allowed, and where nobody looks at the page anyway. */
export function showSystemNotice({ title, tag }: { title: string; tag: string }): void {
  if (!canShowSystemNotices() || Notification.permission !== 'granted') return;
  if (document.visibilityState === 'visible' && document.hasFocus()) return;
  const notice = new Notification('SoundDesk', { body: title, tag });
  notice.addEventListener('click', () => window.focus());
}
