export { MissingModel } from './MissingModel.tsx';
export { ModelsSection } from './ModelsSection.tsx';
export { followModels, modelsSlice, selectSpeechModels } from './modelsSlice.ts';
