import type { Translations } from '../texts.ts';
import api from './api.json' with { type: 'json' };
import chat from './chat.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import consent from './consent.json' with { type: 'json' };
import contact from './contact.json' with { type: 'json' };
import docs from './docs.json' with { type: 'json' };
import gdpr from './gdpr.json' with { type: 'json' };
import legal from './legal.json' with { type: 'json' };
import licenceKeys from './licenceKeys.json' with { type: 'json' };
import pricing from './pricing.json' with { type: 'json' };
import simple from './simple.json' with { type: 'json' };
import site from './site.json' with { type: 'json' };
import status from './status.json' with { type: 'json' };
import translator from './translator.json' with { type: 'json' };
import { legalDocuments } from './legal.ts';

/** The public pages. */
export const texts = {
  common,
  chat,
  site,
  consent,
  translator,
  simple,
  pricing,
  licenceKeys,
  docs,
  api,
  status,
  contact,
  gdpr,
  legal,
  legalDocuments,
} as object as Translations;
