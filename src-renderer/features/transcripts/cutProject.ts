import { unwrap, RpcError, type Answer } from '../../../src-shared/contract/errors.ts';
import { createProject } from '../../../src-shared/domain/edit/create.ts';
import type { CutSec } from '../../../src-shared/domain/edit/cutsOf.ts';
import { framesOf, type Project } from '../../../src-shared/domain/edit/document.ts';
import {
  edit,
  type OperationArgs,
  type OperationName,
} from '../../../src-shared/domain/edit/operations/index.ts';
import { diffProjects } from '../../../src-shared/domain/edit/patches.ts';
import { attempt, withClient, type Client } from './withClient.ts';

interface CutProject {
  takeId: string;
  name: string;
  cuts: readonly CutSec[];
}

const makeId = () => crypto.randomUUID();

/** A video project of a recording, with what is cut taken out of all tracks at once. Gives its id; the recording stays. */
export const makeCutProject = (input: CutProject) =>
  withClient((client): Promise<Answer<string>> => attempt(() => make(client, input)));

async function make(client: Client, { takeId, name, cuts }: CutProject): Promise<string> {
  const empty = createProject(name.slice(0, 200), makeId);
  const { project, session, revision } = unwrap(await client.call('projects.create', { project: empty }));
  const { id } = project;
  const media = unwrap(await client.call('projects.importMedia', { id, from: { kind: 'take', takeId } }));
  const withTake = then(then(project, 'addMedia', { media }), 'insertTake', {
    mediaIds: media.map((one) => one.id),
    frame: 0,
  });
  const ranges = cuts
    .map(({ fromSec, toSec }) => ({ from: framesOf(withTake, fromSec), to: framesOf(withTake, toSec) }))
    .filter(({ from, to }) => to > from);
  const cut = ranges.length === 0 ? withTake : then(withTake, 'rippleDelete', { ranges });
  unwrap(await client.call('projects.apply', { id, session, revision, patches: diffProjects(project, cut) }));
  unwrap(await client.call('projects.close', { id, session }));
  return id;
}

/** The project with one thing done to it; what is refused ends it all. */
function then<N extends OperationName>(project: Project, name: N, args: OperationArgs<N>): Project {
  const { project: edited, refused } = edit(project, name, args, makeId);
  if (refused) throw new RpcError('BAD_OPTION', refused.detail);
  return edited;
}
