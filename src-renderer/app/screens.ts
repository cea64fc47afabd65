import { lazy, type ComponentType } from 'react';
import { ROUTES, type RoutePath } from '../../src-shared/domain/routes.ts';

interface ScreenRoute {
  path: RoutePath;
  Screen: ComponentType;
}

/** Besides: read in one go, app and schemas would keep the page from answering for as long as both take. */
const besideContract = <Loaded>(load: () => Promise<Loaded>) =>
  Promise.all([import('../../src-shared/contract/index.ts'), load()]).then(([, loaded]) => loaded);
const loadAppRoot = () => besideContract(() => import('./AppRoot.tsx'));
const loadSignedInArea = () =>
  import('./SignedInArea.tsx').then(({ SignedInArea: area }) => ({ default: area }));
const loadAffiliate = () => import('../features/affiliate/AffiliateScreen.tsx');
const loadAffiliateSignUp = () => import('../features/affiliate/ApplyScreen.tsx');
const loadAuth = () => import('../features/auth/AuthScreen.tsx');
const loadLicences = () => import('../features/admin/licences/LicencesScreen.tsx');
const loadAffiliateReview = () => import('../features/admin/affiliates/AffiliatesScreen.tsx');
const loadOverview = () => import('../features/admin/overview/OverviewScreen.tsx');
const loadGateway = () => import('../features/admin/gateway/GatewayScreen.tsx');
const loadApiKeys = () => import('../features/admin/gateway/ApiKeysScreen.tsx');
const loadTracking = () => import('../features/admin/tracking/TrackingScreen.tsx');
const loadInbox = () => import('../features/admin/inbox/InboxScreen.tsx');
const loadIncidents = () => import('../features/admin/incidents/IncidentsScreen.tsx');
const loadTestimonials = () => import('../features/admin/testimonials/TestimonialsScreen.tsx');
const loadContent = () => import('../features/admin/content/ContentScreen.tsx');
const loadDashboard = () => import('../features/dashboard/DashboardScreen.tsx');
const loadEnhancement = () => import('../features/enhancement/EnhancementScreen.tsx');
const loadAnalytics = () => import('../features/analytics/AnalyticsScreen.tsx');
const loadBilling = () => import('../features/billing/BillingScreen.tsx');
const loadHelp = () => import('../features/help/HelpScreen.tsx');
const loadStudio = () => import('../features/studio/StudioScreen.tsx');
const loadMeeting = () => import('../features/meeting/MeetingScreen.tsx');
const loadScreenCapture = () => import('../features/screenCapture/ScreenCaptureScreen.tsx');
const loadPlugins = () => import('../features/plugins/PluginsScreen.tsx');
const loadTeams = () => import('../features/organization/teams/TeamsScreen.tsx');
const loadUsers = () => import('../features/organization/users/UsersScreen.tsx');
const loadSettings = () => import('../features/settings/SettingsScreen.tsx');

/** Providers of the screens below. */
export const AppRoot = lazy(loadAppRoot);

/** The same for a part of a public page. */
export const AppIsland = lazy(() => besideContract(() => import('./AppIsland.tsx')));

/** Guard and frame of the screens for signed-in people. */
export const SignedInArea = lazy(loadSignedInArea);

/** The screens of the app that need no session. */
const ResetTest = lazy(() => import('../features/auth/ResetTestScreen.tsx'));
export const OPEN_SCREENS: readonly ScreenRoute[] = [
  { path: ROUTES.auth, Screen: lazy(loadAuth) },
  { path: ROUTES.signUp, Screen: lazy(() => import('../features/auth/SignUpByLink.tsx')) },
  { path: ROUTES.passwordResetTest, Screen: ResetTest },
  { path: ROUTES.emailDiagnostics, Screen: ResetTest },
  {
    path: ROUTES.captureControl,
    Screen: lazy(() => import('../features/screenCapture/control/ControlScreen.tsx')),
  },
];

/** The screens behind the guard, each a chunk of its own. */
export const SCREENS: readonly ScreenRoute[] = [
  { path: ROUTES.dashboard, Screen: lazy(loadDashboard) },
  { path: ROUTES.audioEnhancement, Screen: lazy(loadEnhancement) },
  { path: ROUTES.licenceManagement, Screen: lazy(loadLicences) },
  { path: ROUTES.affiliateReview, Screen: lazy(loadAffiliateReview) },
  { path: ROUTES.overview, Screen: lazy(loadOverview) },
  { path: ROUTES.gatewayAdmin, Screen: lazy(loadGateway) },
  { path: ROUTES.apiKeyManagement, Screen: lazy(loadApiKeys) },
  { path: ROUTES.trackingManagement, Screen: lazy(loadTracking) },
  { path: ROUTES.inbox, Screen: lazy(loadInbox) },
  { path: ROUTES.incidents, Screen: lazy(loadIncidents) },
  { path: ROUTES.testimonials, Screen: lazy(loadTestimonials) },
  { path: ROUTES.contentManagement, Screen: lazy(loadContent) },
  { path: ROUTES.analytics, Screen: lazy(loadAnalytics) },
  { path: ROUTES.plugins, Screen: lazy(loadPlugins) },
  { path: ROUTES.billing, Screen: lazy(loadBilling) },
  { path: ROUTES.affiliate, Screen: lazy(loadAffiliate) },
  { path: ROUTES.affiliateSignUp, Screen: lazy(loadAffiliateSignUp) },
  { path: ROUTES.help, Screen: lazy(loadHelp) },
  { path: ROUTES.teams, Screen: lazy(loadTeams) },
  { path: ROUTES.users, Screen: lazy(loadUsers) },
  { path: ROUTES.settings, Screen: lazy(loadSettings) },
  { path: ROUTES.recordingStudio, Screen: lazy(loadStudio) },
  { path: ROUTES.meetingRecorder, Screen: lazy(loadMeeting) },
  { path: ROUTES.screenCapture, Screen: lazy(loadScreenCapture) },
];

const loaders: Partial<Record<string, () => Promise<unknown>>> = {
  [ROUTES.auth]: loadAuth,
  [ROUTES.dashboard]: () => Promise.all([loadSignedInArea(), loadDashboard()]),
  [ROUTES.audioEnhancement]: () => Promise.all([loadSignedInArea(), loadEnhancement()]),
  [ROUTES.licenceManagement]: () => Promise.all([loadSignedInArea(), loadLicences()]),
  [ROUTES.affiliateReview]: () => Promise.all([loadSignedInArea(), loadAffiliateReview()]),
  [ROUTES.overview]: () => Promise.all([loadSignedInArea(), loadOverview()]),
  [ROUTES.gatewayAdmin]: () => Promise.all([loadSignedInArea(), loadGateway()]),
  [ROUTES.apiKeyManagement]: () => Promise.all([loadSignedInArea(), loadApiKeys()]),
  [ROUTES.trackingManagement]: () => Promise.all([loadSignedInArea(), loadTracking()]),
  [ROUTES.inbox]: () => Promise.all([loadSignedInArea(), loadInbox()]),
  [ROUTES.incidents]: () => Promise.all([loadSignedInArea(), loadIncidents()]),
  [ROUTES.testimonials]: () => Promise.all([loadSignedInArea(), loadTestimonials()]),
  [ROUTES.contentManagement]: () => Promise.all([loadSignedInArea(), loadContent()]),
  [ROUTES.analytics]: () => Promise.all([loadSignedInArea(), loadAnalytics()]),
  [ROUTES.recordingStudio]: () => Promise.all([loadSignedInArea(), loadStudio()]),
  [ROUTES.meetingRecorder]: () => Promise.all([loadSignedInArea(), loadMeeting()]),
  [ROUTES.screenCapture]: () => Promise.all([loadSignedInArea(), loadScreenCapture()]),
  [ROUTES.plugins]: () => Promise.all([loadSignedInArea(), loadPlugins()]),
  [ROUTES.billing]: () => Promise.all([loadSignedInArea(), loadBilling()]),
  [ROUTES.affiliate]: () => Promise.all([loadSignedInArea(), loadAffiliate()]),
  [ROUTES.affiliateSignUp]: () => Promise.all([loadSignedInArea(), loadAffiliateSignUp()]),
  [ROUTES.help]: () => Promise.all([loadSignedInArea(), loadHelp()]),
  [ROUTES.teams]: () => Promise.all([loadSignedInArea(), loadTeams()]),
  [ROUTES.users]: () => Promise.all([loadSignedInArea(), loadUsers()]),
  [ROUTES.settings]: () => Promise.all([loadSignedInArea(), loadSettings()]),
};

/** So long after the first screen stands, the others are fetched: from then on they open without a network. */
const FETCH_REST_AFTER_MS = 3000;

/** Starts loading the app and the screen of a path at once, not one after the other. */
export function preloadScreen(path: string): void {
  const loadScreen = loaders[path];
  if (!loadScreen) return;
  // What fails here fails again where the screen is drawn, and is shown there.
  Promise.all([loadAppRoot(), loadScreen()]).then(
    () => setTimeout(() => void fetchRest(), FETCH_REST_AFTER_MS),
    () => undefined,
  );
}

/** One after the other, out of the way of what the user does. */
async function fetchRest(): Promise<void> {
  for (const load of Object.values(loaders)) {
    // Fetched again, and shown then, where its screen is drawn.
    await load?.().catch(() => undefined);
  }
}
