import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { ROUTES, type RoutePath } from '../../src-shared/domain/routes.ts';
import type { shell } from '../i18n/en/shell.ts';
import type { ScreenGuard } from '../lib/screenGuard.ts';
import type * as menuIcons from './shell/menuIcons.ts';

/** In the order of the menu: document 1, section 2. */
export const MENU_GROUPS = [
  'main',
  'recording',
  'affiliateProgram',
  'organization',
  'settings',
  'administration',
] as const satisfies readonly (keyof typeof shell.groups)[];

export interface MenuPlace {
  group: (typeof MENU_GROUPS)[number];
  text: keyof typeof shell.screens;
  /** By name: public pages, which read this table for its paths, fetch no icon. */
  icon: keyof typeof menuIcons;
}

export interface ScreenRow {
  path: RoutePath;
  load: () => Promise<{ default: ComponentType }>;
  guard: ScreenGuard;
  /** Where it is in the menu and, by its last place, in the palette; nowhere: links alone lead to it. */
  menu: readonly MenuPlace[];
}

const place = (
  group: MenuPlace['group'],
  text: MenuPlace['text'],
  icon: MenuPlace['icon'],
): readonly MenuPlace[] => [{ group, text, icon }];

const open = (path: RoutePath, load: ScreenRow['load']): ScreenRow => ({
  path,
  load,
  guard: 'open',
  menu: [],
});

const screen = (path: RoutePath, menu: ScreenRow['menu'], load: ScreenRow['load']): ScreenRow => ({
  path,
  load,
  guard: 'workspace',
  menu,
});

const adminScreen = (
  path: RoutePath,
  text: MenuPlace['text'],
  icon: MenuPlace['icon'],
  load: ScreenRow['load'],
  guard: 'admin' | 'superAdmin' = 'superAdmin',
): ScreenRow => ({ path, load, guard, menu: place('administration', text, icon) });

const loadResetTest = () => import('../features/auth/ResetTestScreen.tsx');

/** Every screen of the app, once: routes, menu, palette and what is fetched beforehand come from these rows. */
const ROWS: readonly ScreenRow[] = [
  open(ROUTES.auth, () => import('../features/auth/AuthScreen.tsx')),
  open(ROUTES.signUp, () => import('../features/auth/SignUpByLink.tsx')),
  open(ROUTES.passwordResetTest, loadResetTest),
  open(ROUTES.emailDiagnostics, loadResetTest),
  open(ROUTES.captureControl, () => import('../features/screenCapture/control/ControlScreen.tsx')),
  open(ROUTES.captions, () => import('../features/captions/CaptionScreen.tsx')),
  screen(
    ROUTES.dashboard,
    place('main', 'dashboard', 'House'),
    () => import('../features/dashboard/DashboardScreen.tsx'),
  ),
  screen(ROUTES.setUp, [], () => import('../features/setUp/SetUpScreen.tsx')),
  screen(
    ROUTES.audioEnhancement,
    place('main', 'audioEnhancement', 'AudioLines'),
    () => import('../features/enhancement/EnhancementScreen.tsx'),
  ),
  screen(
    ROUTES.voiceAi,
    place('main', 'voiceAi', 'Sparkles'),
    () => import('../features/voiceAi/VoiceAiScreen.tsx'),
  ),
  screen(
    ROUTES.analytics,
    place('main', 'analytics', 'ChartColumn'),
    () => import('../features/analytics/AnalyticsScreen.tsx'),
  ),
  screen(
    ROUTES.plugins,
    place('main', 'plugins', 'Plug'),
    () => import('../features/plugins/PluginsScreen.tsx'),
  ),
  screen(
    ROUTES.recordingStudio,
    place('recording', 'recordingStudio', 'CircleDot'),
    () => import('../features/studio/StudioScreen.tsx'),
  ),
  screen(ROUTES.transcript, [], () => import('../features/transcripts/TranscriptScreen.tsx')),
  screen(
    ROUTES.videoEditor,
    place('recording', 'videoEditor', 'Clapperboard'),
    () => import('../features/editor/VideoEditorScreen.tsx'),
  ),
  screen(
    ROUTES.liveBroadcast,
    place('recording', 'liveBroadcast', 'Radio'),
    () => import('../features/broadcast/BroadcastScreen.tsx'),
  ),
  screen(
    ROUTES.meetingRecorder,
    place('recording', 'meetingRecorder', 'Video'),
    () => import('../features/meeting/MeetingScreen.tsx'),
  ),
  screen(
    ROUTES.screenCapture,
    place('recording', 'screenCapture', 'MonitorUp'),
    () => import('../features/screenCapture/ScreenCaptureScreen.tsx'),
  ),
  screen(
    ROUTES.users,
    place('organization', 'users', 'Users'),
    () => import('../features/organization/users/UsersScreen.tsx'),
  ),
  screen(
    ROUTES.teams,
    place('organization', 'teams', 'UsersRound'),
    () => import('../features/organization/teams/TeamsScreen.tsx'),
  ),
  screen(
    ROUTES.settings,
    place('settings', 'settings', 'Settings'),
    () => import('../features/settings/SettingsScreen.tsx'),
  ),
  screen(
    ROUTES.billing,
    place('settings', 'billing', 'CreditCard'),
    () => import('../features/billing/BillingScreen.tsx'),
  ),
  screen(
    ROUTES.affiliate,
    [
      ...place('affiliateProgram', 'affiliateDashboard', 'ChartNoAxesColumn'),
      ...place('settings', 'affiliate', 'HandCoins'),
    ],
    () => import('../features/affiliate/AffiliateScreen.tsx'),
  ),
  screen(
    ROUTES.affiliateSignUp,
    place('affiliateProgram', 'joinProgram', 'UserPlus'),
    () => import('../features/affiliate/ApplyScreen.tsx'),
  ),
  screen(ROUTES.help, place('settings', 'help', 'LifeBuoy'), () => import('../features/help/HelpScreen.tsx')),
  adminScreen(
    ROUTES.overview,
    'overview',
    'ChartNoAxesCombined',
    () => import('../features/admin/overview/OverviewScreen.tsx'),
  ),
  adminScreen(ROUTES.inbox, 'inbox', 'Inbox', () => import('../features/admin/inbox/InboxScreen.tsx')),
  adminScreen(
    ROUTES.affiliateReview,
    'affiliateReview',
    'Handshake',
    () => import('../features/admin/affiliates/AffiliatesScreen.tsx'),
  ),
  adminScreen(
    ROUTES.licenceManagement,
    'licenceManagement',
    'KeyRound',
    () => import('../features/admin/licences/LicencesScreen.tsx'),
  ),
  adminScreen(
    ROUTES.apiKeyManagement,
    'apiKeyManagement',
    'KeySquare',
    () => import('../features/admin/gateway/ApiKeysScreen.tsx'),
  ),
  adminScreen(
    ROUTES.gatewayAdmin,
    'gatewayAdmin',
    'Webhook',
    () => import('../features/admin/gateway/GatewayScreen.tsx'),
  ),
  adminScreen(
    ROUTES.trackingManagement,
    'trackingManagement',
    'Radar',
    () => import('../features/admin/tracking/TrackingScreen.tsx'),
  ),
  adminScreen(
    ROUTES.incidents,
    'incidents',
    'Siren',
    () => import('../features/admin/incidents/IncidentsScreen.tsx'),
  ),
  adminScreen(
    ROUTES.testimonials,
    'testimonials',
    'Quote',
    () => import('../features/admin/testimonials/TestimonialsScreen.tsx'),
  ),
  adminScreen(
    ROUTES.contentManagement,
    'contentManagement',
    'FilePenLine',
    () => import('../features/admin/content/ContentScreen.tsx'),
    'admin',
  ),
];

/** Each is a chunk of its own, fetched when it is drawn or foreseen. */
export const SCREENS: readonly (ScreenRow & { Screen: LazyExoticComponent<ComponentType> })[] = ROWS.map(
  (row) => ({ ...row, Screen: lazy(row.load) }),
);
