import type { AppContract } from '../../../src-shared/contract/index.ts';
import type { ProcedureName } from '../../../src-shared/contract/define.ts';
import { unwrap, type Answer } from '../../../src-shared/contract/errors.ts';
import { API_ROOT, DEFAULT_PAGE_ITEMS } from '../../../src-shared/api/index.ts';
import type { Client } from '../../../src-shared/rpc/index.ts';
import type { Call, PerformParts } from './call.ts';
import { RECIPES } from './recipes/index.ts';
import { ApiError, emptyReply, etagOf, jsonReply, type Reply } from './reply.ts';

/** A procedure by its name, with input that was checked before; the contract checks it again. */
interface AnyClient {
  call(name: string, input: unknown, options: { signal: AbortSignal }): Promise<Answer<unknown>>;
  upload(
    name: string,
    input: unknown,
    bytes: AsyncIterable<Uint8Array>,
    options: { signal: AbortSignal },
  ): Promise<Answer<unknown>>;
}
const anyOf = (client: Client<AppContract>) => client as unknown as AnyClient;

const ask = async (
  client: Client<AppContract>,
  name: string,
  input: unknown,
  signal: AbortSignal,
): Promise<unknown> => unwrap(await anyOf(client).call(name, input, { signal }));

/** Does what an operation is for; files and events are sent by the server itself. */
export async function perform(parts: PerformParts, call: Call): Promise<Reply> {
  const { action } = call.match.operation.route;
  const { input, match } = call;
  switch (action.kind) {
    case 'call':
      return await performCall(parts, call);
    case 'recipe': {
      const { parsed, file } = input;
      const answer = await RECIPES[action.name]({ ...parts, ...call, input: parsed as never, file });
      return jsonReply(200, action.output.parse(answer));
    }
    case 'upload': {
      const { request, signal } = call;
      const answer = unwrap(await anyOf(parts.client).upload(action.name, input.parsed, request, { signal }));
      return answer === undefined ? emptyReply() : jsonReply(200, answer);
    }
    case 'jobs.list':
      return jsonReply(200, pageOf(parts.jobs.list(), 'id', input.query));
    case 'jobs.read':
      return jsonReply(200, parts.jobs.read(match.params.jobId ?? ''));
    case 'jobs.cancel':
      return jsonReply(200, parts.jobs.cancel(match.params.jobId ?? ''));
    case 'download':
    case 'events':
      throw new Error(`${action.kind} is sent by the server`);
  }
}

async function performCall(parts: PerformParts, { match, input, request, signal }: Call): Promise<Reply> {
  const { client, jobs } = parts;
  const { route } = match.operation;
  const { action } = route;
  if (action.kind !== 'call') throw new Error('no call');
  const { name, guards, pages, location } = action;
  const wanted = request.headers['if-match'];
  if (guards && wanted !== undefined && wanted !== '*')
    await assertUnchanged(client, guards, match.params, wanted, signal);
  if (action.isJob) {
    const job = jobs.start(route.id, (jobSignal, onProgress) => {
      const follow = ({ id, done }: { id: string; done: number }) => {
        if (id === match.params.id) onProgress(done);
      };
      const stops = [
        client.subscribe('takes.onProgressed', follow),
        client.subscribe('looseFiles.onProgressed', follow),
        client.subscribe('openFolders.onProgressed', ({ folderId, path, done }) => {
          const { path: own } = input.parsed as { path?: string };
          if (folderId === match.params.folderId && path === own) onProgress(done);
        }),
      ];
      return ask(client, name, input.parsed, jobSignal).finally(() => stops.forEach((stop) => stop()));
    });
    return jsonReply(202, job, { location: `${API_ROOT}/jobs/${job.id}` });
  }
  const answer = await ask(client, name, input.parsed, signal);
  if (answer === undefined) return emptyReply();
  if (pages) {
    const items = pages.of === null ? answer : (answer as Record<string, unknown>)[pages.of];
    return jsonReply(200, pageOf(items as Record<string, unknown>[], pages.key, input.query));
  }
  if (location === undefined) return jsonReply(200, answer);
  return jsonReply(202, answer, {
    location: locationOf(location, { ...(answer as object), ...match.params }),
  });
}

const locationOf = (template: string, values: Record<string, unknown>) =>
  API_ROOT + template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));

async function assertUnchanged(
  client: Client<AppContract>,
  guards: ProcedureName<AppContract>,
  params: Record<string, string>,
  wanted: string,
  signal: AbortSignal,
): Promise<void> {
  const input = Object.keys(params).length === 0 ? undefined : params;
  const etag = etagOf(JSON.stringify(await ask(client, guards, input, signal)));
  if (wanted.split(',').some((one) => one.trim() === etag)) return;
  throw new ApiError('CHANGED_MEANWHILE', 'It was changed since you read it: read it again.', { etag });
}

/** The items behind the one that `after` names. */
function pageOf(items: readonly object[], key: string, query: Record<string, unknown>) {
  const limit = typeof query.limit === 'number' ? query.limit : DEFAULT_PAGE_ITEMS;
  const keyOf = (item: object) => String((item as Record<string, unknown>)[key]);
  let start = 0;
  if (typeof query.after === 'string') {
    start = items.findIndex((item) => keyOf(item) === query.after) + 1;
    if (start === 0)
      throw new ApiError('BAD_INPUT', '“after” names nothing in this list: begin again without it.');
  }
  const page = items.slice(start, start + limit);
  const last = page.at(-1);
  return { items: page, next: last && start + limit < items.length ? keyOf(last) : null };
}
