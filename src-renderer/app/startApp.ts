import { list } from '../i18n/en/list.ts';
import { shell } from '../i18n/en/shell.ts';
import { addTexts, loadTexts } from '../i18n/index.ts';
import { createApp } from './createApp.ts';

addTexts('shell', shell);
addTexts('list', list);

const app = createApp();

/** The one app of this page, whichever of its frames is drawn first. */
export const appReady = loadTexts('app').then(() => app);
