export { callHost, pluginsSlice, readCatalogue, readStudio } from './pluginsSlice.ts';
