import { transcribeByParent } from './transcriptKill.ts';

const [, , folder = ''] = process.argv;
await transcribeByParent(folder);
process.disconnect();
