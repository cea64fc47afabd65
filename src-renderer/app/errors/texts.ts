import { ERROR_TEXTS } from '../../../src-shared/contract/errorTexts.ts';
import { addTexts } from '../../i18n/index.ts';

const errors = ERROR_TEXTS;

addTexts('errors', errors);

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    errors: typeof errors;
  }
}
