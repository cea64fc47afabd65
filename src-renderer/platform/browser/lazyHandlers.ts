import type { Contract } from '../../../src-shared/contract/define.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';

type Handler = (input: unknown, context: unknown) => unknown;

/** Serves a part of the contract with what is loaded when the first of its calls comes. */
export function lazyHandlers<C extends Contract>(contract: C, load: () => Promise<Handlers<C>>): Handlers<C> {
  const find = async (name: string) => ((await load()) as Record<string, Handler>)[name] as Handler;
  const handlers: Record<string, Handler> = {};
  for (const [name, { kind }] of Object.entries(contract)) {
    if (kind === 'event') continue;
    handlers[name] =
      kind === 'stream'
        ? async function* (input, context) {
            yield* (await find(name))(input, context) as AsyncIterable<Uint8Array>;
          }
        : async (input, context) => (await find(name))(input, context);
  }
  return handlers as Handlers<C>;
}
