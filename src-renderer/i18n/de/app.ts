import type { Translations } from '../texts.ts';
import adminAffiliates from './adminAffiliates.json' with { type: 'json' };
import adminContent from './adminContent.json' with { type: 'json' };
import adminGateway from './adminGateway.json' with { type: 'json' };
import adminInbox from './adminInbox.json' with { type: 'json' };
import adminIncidents from './adminIncidents.json' with { type: 'json' };
import adminLicences from './adminLicences.json' with { type: 'json' };
import adminOnly from './adminOnly.json' with { type: 'json' };
import adminOverview from './adminOverview.json' with { type: 'json' };
import adminTaxes from './adminTaxes.json' with { type: 'json' };
import adminTestimonials from './adminTestimonials.json' with { type: 'json' };
import adminTracking from './adminTracking.json' with { type: 'json' };
import affiliate from './affiliate.json' with { type: 'json' };
import analytics from './analytics.json' with { type: 'json' };
import apiKeys from './apiKeys.json' with { type: 'json' };
import auth from './auth.json' with { type: 'json' };
import billing from './billing.json' with { type: 'json' };
import browserCapture from './browserCapture.json' with { type: 'json' };
import browserMeeting from './browserMeeting.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import comparePlayer from './comparePlayer.json' with { type: 'json' };
import dashboard from './dashboard.json' with { type: 'json' };
import effects from './effects.json' with { type: 'json' };
import enhancement from './enhancement.json' with { type: 'json' };
import errors from './errors.json' with { type: 'json' };
import exports from './exports.json' with { type: 'json' };
import firstRun from './firstRun.json' with { type: 'json' };
import help from './help.json' with { type: 'json' };
import keys from './keys.json' with { type: 'json' };
import licence from './licence.json' with { type: 'json' };
import list from './list.json' with { type: 'json' };
import meeting from './meeting.json' with { type: 'json' };
import organization from './organization.json' with { type: 'json' };
import outputs from './outputs.json' with { type: 'json' };
import plugins from './plugins.json' with { type: 'json' };
import recorderCheck from './recorderCheck.json' with { type: 'json' };
import recordingWarnings from './recordingWarnings.json' with { type: 'json' };
import resetTest from './resetTest.json' with { type: 'json' };
import screenCapture from './screenCapture.json' with { type: 'json' };
import settings from './settings.json' with { type: 'json' };
import shell from './shell.json' with { type: 'json' };
import studio from './studio.json' with { type: 'json' };
import studioVideo from './studioVideo.json' with { type: 'json' };
import teams from './teams.json' with { type: 'json' };
import tour from './tour.json' with { type: 'json' };
import trail from './trail.json' with { type: 'json' };
import users from './users.json' with { type: 'json' };

/** The app. A text that is missing here is shown in English. */
export const texts = {
  common,
  shell,
  auth,
  resetTest,
  firstRun,
  comparePlayer,
  tour,
  licence,
  dashboard,
  studio,
  studioVideo,
  recordingWarnings,
  errors,
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
} as object as Translations;
