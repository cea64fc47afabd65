export { addFolder, callHost, pluginsSlice, readCatalogue, readStudio } from './pluginsSlice.ts';
