export { MODEL_CATALOGUE } from './catalogue.ts';
export { partStream } from './partStream.ts';
export {
  DEFAULT_ORIGIN,
  modelBytes,
  modelFileName,
  modelIdSchema,
  modelSchema,
  type Model,
  type ModelFile,
} from './model.ts';
