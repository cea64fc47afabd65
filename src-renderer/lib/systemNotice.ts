/** Whether this page can show notices of the system at all. */
export function canShowSystemNotices(): boolean {
  return 'Notification' in window;
}

/** Asks the user, where that has not been answered; true where notices are allowed. */
export async function askForSystemNotices(): Promise<boolean> {
  return canShowSystemNotices() && (await Notification.requestPermission()) === 'granted';
}

/**
 * Whether a notice is handed to the system: with its leave, and where nobody looks at the page, which says it itself.
 * A system in "do not disturb" holds it back by its own rules, which no page can read.
 */
export function isNoticeWanted(page: {
  permission: NotificationPermission;
  visibility: DocumentVisibilityState;
  hasFocus: boolean;
}): boolean {
  if (page.permission !== 'granted') return false;
  return page.visibility !== 'visible' || !page.hasFocus;
}

/** Shows a notice of the system, where one is wanted. */
export function showSystemNotice({ title, tag }: { title: string; tag: string }): void {
  if (!canShowSystemNotices()) return;
  const { permission } = Notification;
  const page = { permission, visibility: document.visibilityState, hasFocus: document.hasFocus() };
  if (!isNoticeWanted(page)) return;
  const notice = new Notification('SoundDesk', { body: title, tag });
  notice.addEventListener('click', () => window.focus());
}
