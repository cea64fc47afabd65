export { createFileCache, createPassingCache } from './cache.ts';
export { createCatalogue, type Catalogue } from './catalogue.ts';
export { pluginFolders } from './folders.ts';
