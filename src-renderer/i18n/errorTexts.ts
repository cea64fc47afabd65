import { ERROR_TEXTS } from '../../src-shared/contract/errorTexts.ts';
import { addTexts } from './index.ts';

const errors = ERROR_TEXTS;

addTexts('errors', errors);

declare module './texts.ts' {
  interface TextNamespaces {
    errors: typeof errors;
  }
}
