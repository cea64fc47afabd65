import { mkdirSync } from 'node:fs';
import { editWithoutEnd } from './editorKill.ts';

const [, , folder = ''] = process.argv;
mkdirSync(folder, { recursive: true });
await editWithoutEnd(folder, (edits) => new Promise((resolve) => process.send?.(edits, () => resolve())));
