import {
  AudioLines,
  ChartColumn,
  ChartNoAxesColumn,
  ChartNoAxesCombined,
  CircleDot,
  CreditCard,
  FilePenLine,
  HandCoins,
  Handshake,
  House,
  Inbox,
  KeyRound,
  KeySquare,
  LifeBuoy,
  MonitorUp,
  Plug,
  Quote,
  Radar,
  Settings,
  Siren,
  UserPlus,
  Users,
  UsersRound,
  Video,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { useSelector } from 'react-redux';
import { ROUTES, type RoutePath } from '../../../src-shared/domain/routes.ts';
import { selectIsAdmin, selectIsSuperAdmin } from '../../features/auth/index.ts';
import type { shell } from '../../i18n/en/shell.ts';

interface NavigationEntry {
  path: RoutePath;
  text: keyof typeof shell.screens;
  icon: LucideIcon;
  /** Of the administration, for admins who are no super admins, too. */
  forAdmins?: true;
}
interface NavigationGroup {
  text: keyof typeof shell.groups;
  entries: readonly NavigationEntry[];
  /** Shown to super admins alone. */
  onlySuperAdmin?: true;
}

/** The menu of document 1, section 2: an entry, and its group, comes with its screen. */
const NAVIGATION: readonly NavigationGroup[] = [
  {
    text: 'main',
    entries: [
      { path: ROUTES.dashboard, text: 'dashboard', icon: House },
      { path: ROUTES.audioEnhancement, text: 'audioEnhancement', icon: AudioLines },
      { path: ROUTES.analytics, text: 'analytics', icon: ChartColumn },
      { path: ROUTES.plugins, text: 'plugins', icon: Plug },
    ],
  },
  {
    text: 'recording',
    entries: [
      { path: ROUTES.recordingStudio, text: 'recordingStudio', icon: CircleDot },
      { path: ROUTES.meetingRecorder, text: 'meetingRecorder', icon: Video },
      { path: ROUTES.screenCapture, text: 'screenCapture', icon: MonitorUp },
    ],
  },
  {
    text: 'affiliateProgram',
    entries: [
      { path: ROUTES.affiliate, text: 'affiliateDashboard', icon: ChartNoAxesColumn },
      { path: ROUTES.affiliateSignUp, text: 'joinProgram', icon: UserPlus },
    ],
  },
  {
    text: 'organization',
    entries: [
      { path: ROUTES.users, text: 'users', icon: Users },
      { path: ROUTES.teams, text: 'teams', icon: UsersRound },
    ],
  },
  {
    text: 'settings',
    entries: [
      { path: ROUTES.settings, text: 'settings', icon: Settings },
      { path: ROUTES.billing, text: 'billing', icon: CreditCard },
      { path: ROUTES.affiliate, text: 'affiliate', icon: HandCoins },
      { path: ROUTES.help, text: 'help', icon: LifeBuoy },
    ],
  },
  {
    text: 'administration',
    onlySuperAdmin: true,
    entries: [
      { path: ROUTES.overview, text: 'overview', icon: ChartNoAxesCombined },
      { path: ROUTES.inbox, text: 'inbox', icon: Inbox },
      { path: ROUTES.affiliateReview, text: 'affiliateReview', icon: Handshake },
      { path: ROUTES.licenceManagement, text: 'licenceManagement', icon: KeyRound },
      { path: ROUTES.apiKeyManagement, text: 'apiKeyManagement', icon: KeySquare },
      { path: ROUTES.gatewayAdmin, text: 'gatewayAdmin', icon: Webhook },
      { path: ROUTES.trackingManagement, text: 'trackingManagement', icon: Radar },
      { path: ROUTES.incidents, text: 'incidents', icon: Siren },
      { path: ROUTES.testimonials, text: 'testimonials', icon: Quote },
      { path: ROUTES.contentManagement, text: 'contentManagement', icon: FilePenLine, forAdmins: true },
    ],
  },
];

/** What this person's menu holds. */
export function useNavigation(): readonly NavigationGroup[] {
  const isSuperAdmin = useSelector(selectIsSuperAdmin);
  const isAdmin = useSelector(selectIsAdmin);
  return NAVIGATION.map((group) =>
    group.onlySuperAdmin && !isSuperAdmin
      ? { ...group, entries: group.entries.filter(({ forAdmins }) => isAdmin && forAdmins) }
      : group,
  ).filter(({ entries }) => entries.length > 0);
}
