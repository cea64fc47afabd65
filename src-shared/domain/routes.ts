import { splitLanguage } from './languages.ts';
import { PRODUCT_PREFIX } from './product.ts';

/**
 * The paths that have a working screen. A route is added here in the change that brings its
 * screen, so that no menu entry or link leads to a promise.
 */
export const ROUTES = {
  landing: '/landing',
  /** The same in a few words. */
  simple: '/simple',
  pricing: '/pricing',
  /** How to get, use and move one. */
  licenceKeys: '/license-keys',
  /** An article is below it, by its id. */
  documentation: '/documentation',
  helpCenter: '/help-center',
  apiReference: '/api',
  status: '/status',
  /** With `?type=` for what it is about. */
  contact: '/contact',
  /** With `?type=` for what is asked for. */
  gdpr: '/gdpr',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  cookiePolicy: '/cookie-policy',
  /** Sign-in, sign-up, forgotten and new password. */
  auth: '/auth',
  /** Sign-up by an affiliate's link, with `?ref=` for whose it is. */
  signUp: '/signup',
  passwordResetTest: '/test-password-reset',
  emailDiagnostics: '/email-diagnostics',
  dashboard: `/${PRODUCT_PREFIX}-dashboard`,
  audioEnhancement: `/${PRODUCT_PREFIX}-audio-enhancement`,
  voiceAi: `/${PRODUCT_PREFIX}-voice-ai`,
  analytics: `/${PRODUCT_PREFIX}-analytics`,
  settings: `/${PRODUCT_PREFIX}-settings`,
  /** Super admins: sign-ups, revenue and health in figures. */
  overview: `/${PRODUCT_PREFIX}-overview`,
  /** Super admins: license keys. */
  licenceManagement: `/${PRODUCT_PREFIX}-license-management`,
  /** Super admins: keys of the payment gateway, with where it calls. */
  gatewayAdmin: `/${PRODUCT_PREFIX}-psfaba-admin`,
  /** Super admins: the same keys on their own. */
  apiKeyManagement: `/${PRODUCT_PREFIX}-api-key-management`,
  /** Super admins: tracking pixels of the public pages. */
  trackingManagement: `/${PRODUCT_PREFIX}-tracking-management`,
  /** Super admins: what the status page says of incidents. */
  incidents: `/${PRODUCT_PREFIX}-incidents`,
  /** Super admins: contact messages, feedback and data requests; with `?case=` for the one that is read. */
  inbox: `/${PRODUCT_PREFIX}-inbox`,
  /** Super admins: what people said, on the front page. */
  testimonials: `/${PRODUCT_PREFIX}-testimonials`,
  /** Admins: content pages, tutorials and contact information; with `?tab=` and `?page=` for what is open. */
  contentManagement: `/${PRODUCT_PREFIX}-admin-cms`,
  plugins: `/${PRODUCT_PREFIX}-plugins`,
  help: `/${PRODUCT_PREFIX}-help`,
  /** The first steps with one's own microphone; with `?step=` for which. */
  setUp: `/${PRODUCT_PREFIX}-set-up`,
  /** With `?plan=` and `?cycle=` for what to subscribe to, `?workspace=` for which; PayPal comes back with `?success=true`. */
  billing: `/${PRODUCT_PREFIX}-billing`,
  /** The affiliate programme: what it is, or one's part in it. */
  affiliate: `/${PRODUCT_PREFIX}-affiliate`,
  affiliateSignUp: `/${PRODUCT_PREFIX}-affiliate-signup`,
  /** Super admins: applications to the affiliate programme; with `?part=payouts` for what is asked for. */
  affiliateReview: `/${PRODUCT_PREFIX}-affiliate-review`,
  /** The people of an organization; with `?invitation=` for who is invited, `?part=` for keys and audit trail. */
  users: `/${PRODUCT_PREFIX}-users`,
  teams: `/${PRODUCT_PREFIX}-teams`,
  recordingStudio: `/${PRODUCT_PREFIX}-recording-studio`,
  /** Of a recording: `?take=` says which, `?at=` the second that is shown. */
  transcript: `/${PRODUCT_PREFIX}-recording-studio/transcript`,
  /** One programme sent to several platforms at once. */
  liveBroadcast: `/${PRODUCT_PREFIX}-live-broadcast`,
  meetingRecorder: `/${PRODUCT_PREFIX}-meeting-recorder`,
  screenCapture: `/${PRODUCT_PREFIX}-screen-capture`,
  videoEditor: `/${PRODUCT_PREFIX}-video-editor`,
  /** Live captions alone, in a window of their own. */
  captions: `/${PRODUCT_PREFIX}-captions`,
  /** What pauses and stops a capture, alone in a small window. */
  captureControl: `/${PRODUCT_PREFIX}-capture-control`,
  /** Development builds only: every part of the design system on one page. */
  gallery: '/gallery',
} as const;

export type RoutePath = (typeof ROUTES)[keyof typeof ROUTES];

/** What admins publish under a key that begins so is an article of the documentation, at the address of its key. */
export const ARTICLE_KEY_PREFIX = 'article-';

/** In the address of the studio: an empty library is to open the demo recording. */
export const DEMO_PARAMETER = 'demo';

/** Where a path goes when nothing is there: document 3, section 2.1. */
export const UNKNOWN_PATH_TARGET = ROUTES.landing;

/** Pages for everybody: they keep the visitor's theme, and are drawn before they are asked for. */
export const PUBLIC_ROUTES = [
  ROUTES.landing,
  ROUTES.simple,
  ROUTES.pricing,
  ROUTES.licenceKeys,
  ROUTES.documentation,
  ROUTES.helpCenter,
  ROUTES.apiReference,
  ROUTES.status,
  ROUTES.contact,
  ROUTES.gdpr,
  ROUTES.privacyPolicy,
  ROUTES.termsOfService,
  ROUTES.cookiePolicy,
] as const satisfies readonly RoutePath[];

/** Whether a path is of a public page, in whatever language, articles included. */
export function isPublicPath(address: string): boolean {
  const { path } = splitLanguage(address);
  return path === '/' || PUBLIC_ROUTES.some((route) => path === route || path.startsWith(`${route}/`));
}
