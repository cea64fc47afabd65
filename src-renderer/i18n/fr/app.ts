import type { Translations } from '../texts.ts';
import { auth, resetTest } from './account.ts';
import { common } from './common.ts';
import { dashboard } from './dashboard.ts';
import { comparePlayer, firstRun } from './firstRun.ts';
import { licence } from './licence.ts';
import { shell } from './shell.ts';
import { tour } from './tour.ts';

/** The frame of the app, what is before it, and its home. Screens that have no texts here speak English. */
export const texts: Translations = {
  common,
  shell,
  auth,
  resetTest,
  firstRun,
  comparePlayer,
  licence,
  dashboard,
  tour,
};
