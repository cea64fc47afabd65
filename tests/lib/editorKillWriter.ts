import { mkdirSync } from 'node:fs';
import { editWithoutEnd } from './editorKill.ts';

const [, , folder = ''] = process.argv;
mkdirSync(folder, { recursive: true });
editWithoutEnd(folder, (edits) => process.send?.(edits));
