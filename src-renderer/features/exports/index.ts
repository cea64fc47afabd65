/** Files of any length: read page by page, with how far it is, and a way out. */
export { ExportButton, type ExportJob } from './ExportButton.tsx';
