export { findModel, MODEL_CATALOGUE, modelNameOf, onlyLanguageOf } from './catalogue.ts';
export { compactWhisper, SHORT_WINDOW, windowFor } from './compactWhisper.ts';
export { spokenLanguage, translationPath } from './translations.ts';
export { partStream } from './partStream.ts';
export {
  inModelOrder,
  modelBytes,
  modelFileName,
  modelFileUrl,
  modelIdSchema,
  modelSchema,
  type Model,
  type ModelFile,
} from './model.ts';
