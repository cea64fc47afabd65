import { useTranslation } from '../../lib/useTranslation.ts';
import { SHORTCUTS, type ShortcutId } from '../../../src-shared/domain/shortcuts.ts';

/** Where a shortcut holds, in words. */
export function usePlaces(id: ShortcutId): string {
  const { t } = useTranslation('settings');
  const places = SHORTCUTS.find((shortcut) => shortcut.id === id)?.places ?? [];
  return places.map((place) => t(`shortcuts.places.${place}`)).join(', ');
}
