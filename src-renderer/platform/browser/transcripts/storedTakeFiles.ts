import type { TakeFiles } from '../../../../src-shared/handlers/transcripts/index.ts';
import { appendText, fileIn, readText, removeFile, writeText } from '../storedFiles.ts';

/** The files beside a take in this browser's storage. A write is whole or not there. */
export function openStoredTakeFiles(
  id: string,
  openFolder: () => Promise<FileSystemDirectoryHandle>,
): TakeFiles {
  return {
    place: id,
    read: async (name) => await readText(await openFolder(), name),
    async readLines(name) {
      const text = (await readText(await openFolder(), name)) ?? '';
      return text.split('\n').filter((line) => line !== '');
    },
    write: async (name, text) => await writeText(await openFolder(), name, text),
    append: async (name, lines) => await appendText(await openFolder(), name, lines),
    remove: async (name) => await removeFile(await openFolder(), name),
    async stampOf(names) {
      const folder = await openFolder();
      const files = await Promise.all(names.map((name) => fileIn(folder, name)));
      return files.map((file) => (file ? `${file.lastModified} ${file.size}` : '-')).join(' ');
    },
  };
}
