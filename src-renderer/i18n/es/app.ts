import type { Translations } from '../texts.ts';
import { auth, resetTest } from './account.ts';
import {
  adminGateway,
  adminIncidents,
  adminLicences,
  adminOnly,
  adminOverview,
  adminTaxes,
  adminTestimonials,
} from './administration.ts';
import { affiliate } from './affiliate.ts';
import { billing } from './billing.ts';
import { common } from './common.ts';
import { adminContent } from './content.ts';
import { adminAffiliates, adminInbox, adminTracking } from './correspondence.ts';
import { dashboard } from './dashboard.ts';
import { effects } from './effects.ts';
import { enhancement, outputs } from './enhancement.ts';
import { licence } from './licence.ts';
import { apiKeys, organization, teams, trail, users } from './organization.ts';
import { keys, plugins } from './plugins.ts';
import { browserCapture, browserMeeting, meeting, recorderCheck, screenCapture } from './recorders.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { studio } from './studio.ts';
import { analytics, help } from './support.ts';
import { exports, list, recordingWarnings, studioVideo } from './video.ts';

/** The app. A text that is missing here is shown in English. */
export const texts: Translations = {
  common,
  shell,
  auth,
  resetTest,
  licence,
  dashboard,
  studio,
  studioVideo,
  recordingWarnings,
  exports,
  list,
  meeting,
  browserMeeting,
  screenCapture,
  browserCapture,
  recorderCheck,
  effects,
  enhancement,
  outputs,
  settings,
  plugins,
  keys,
  help,
  analytics,
  organization,
  users,
  teams,
  apiKeys,
  trail,
  billing,
  affiliate,
  adminOnly,
  adminOverview,
  adminTaxes,
  adminGateway,
  adminIncidents,
  adminTestimonials,
  adminLicences,
  adminContent,
  adminTracking,
  adminInbox,
  adminAffiliates,
};
