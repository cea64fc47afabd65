import { dialog } from 'electron';
import type { FolderDialog } from '../core/ports.ts';

/** The system's own dialog for a folder, which can also make one. */
export const chooseFolder: FolderDialog = async (start) => {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    defaultPath: start,
    properties: ['openDirectory', 'createDirectory'],
  });
  return canceled ? null : (filePaths[0] ?? null);
};
