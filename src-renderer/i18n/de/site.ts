import type { Translations } from '../texts.ts';
import { chat } from './chat.ts';
import { common } from './common.ts';
import { api, contact, docs, gdpr, status } from './help.ts';
import { consent, licenceKeys, pricing, simple, site, translator } from './landing.ts';
import { legal, legalDocuments } from './legal.ts';

/** The public pages. */
export const texts: Translations = {
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
};
