import { resolve } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { verifyRender } from '../../services/renders/index.ts';
import { readNamedProject } from './editProject.ts';
import { EXIT, print, printError, UsageError } from './output.ts';
import { parseCommand } from './parse.ts';

const VERIFY_HELP = `sounddesk verify OUT PROJECT

Decodes every frame of OUT, an export of the video editor, and compares it and its PROJECT with the
certificate beside it.

  --json                 print what was found
  --help                 print this

Exit codes: 0 all is as the certificate says, 1 it is not, 2 wrong usage.`;

export async function runVerify(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('verify', args, {
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(VERIFY_HELP);
    return EXIT.ok;
  }
  const [path, project, ...rest] = positionals;
  if (path === undefined || project === undefined || rest.length > 0)
    throw new UsageError('Name an export and its project: sounddesk verify OUT PROJECT.');
  try {
    const named = await readNamedProject(project);
    const { isRight, problems, certificate } = await verifyRender(resolve(path), named.project, Date.now());
    if (values.json) print(JSON.stringify({ isRight, problems, certificate }, null, 2));
    else if (isRight) print(`${path}: all ${certificate.framesDecoded} frames are as its certificate says.`);
    else problems.forEach(printError);
    return isRight ? EXIT.ok : EXIT.failed;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    printError(error.message);
    return EXIT.failed;
  }
}
