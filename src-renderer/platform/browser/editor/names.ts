/** Folders in this browser's storage: a project is a folder in the one, under its id, an export in the other. */
export const PROJECTS_FOLDER = 'projects';
export const EXPORTS_FOLDER = 'exports';
