export { createFilePresetStore } from './fileStore.ts';
