import { dialog } from 'electron';
import type { ConfirmPluginFolder, FolderDialog } from '../core/ports.ts';

/** The system's own dialog for a folder, which can also make one. */
export const chooseFolder: FolderDialog = async (start) => {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    defaultPath: start,
    properties: ['openDirectory', 'createDirectory'],
  });
  return canceled ? null : (filePaths[0] ?? null);
};

/** A question of the system's, which no page can answer. "Cancel" is what Return and Escape mean. */
export const confirmPluginFolder: ConfirmPluginFolder = async (folder) => {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Allow this plug-in folder?',
    message: 'Allow plug-ins from this folder?',
    detail: `${printable(folder)}\n\nPlug-ins are programs that run on your computer. Allow only a folder that you chose yourself.`,
    buttons: ['Cancel', 'Allow'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
};

/** A name cannot draw lines of its own into the question. */
function printable(path: string): string {
  return path.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�');
}
