/** A screen that a page was given. */
export interface SharedScreen {
  /** As the system's capturer calls it, and the page's track as well. */
  id: string;
  displayId: number;
}

/** What the user has chosen; null for a window, and for a screen of which the system does not say where it is seen. */
export function toSharedScreen(
  source: { id: string; display_id: string },
  displayIds: readonly number[],
): SharedScreen | null {
  const displayId = displayIds.find((id) => String(id) === source.display_id);
  return source.id.startsWith('screen:') && displayId !== undefined ? { id: source.id, displayId } : null;
}

/** Which of them have gone with their displays. */
export function findGoneScreens(
  shared: readonly SharedScreen[],
  displayIds: readonly number[],
): SharedScreen[] {
  return shared.filter(({ displayId }) => !displayIds.includes(displayId));
}
