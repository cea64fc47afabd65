import type { LucideIcon } from 'lucide-react';
import { useSelector } from 'react-redux';
import type { RoutePath } from '../../../src-shared/domain/routes.ts';
import { selectMayPass } from '../../features/auth/index.ts';
import { MENU_GROUPS, SCREENS, type MenuPlace } from '../screens.ts';
import * as menuIcons from './menuIcons.ts';

interface NavigationEntry {
  path: RoutePath;
  text: MenuPlace['text'];
  icon: LucideIcon;
}
interface NavigationGroup {
  text: MenuPlace['group'];
  entries: readonly NavigationEntry[];
}

/** What this person's menu holds: of each screen that they may see its places, in the order of the rows. */
export function useNavigation(): readonly NavigationGroup[] {
  const mayPass = useSelector(selectMayPass);
  const places = SCREENS.filter(({ guard }) => mayPass[guard]).flatMap(({ path, menu }) =>
    menu.map(({ group, text, icon }) => ({ path, group, text, icon: menuIcons[icon] })),
  );
  return MENU_GROUPS.map((text) => ({
    text,
    entries: places.filter(({ group }) => group === text),
  })).filter(({ entries }) => entries.length > 0);
}
