import type { Contract } from '../contract/define.ts';
import { RpcError } from '../contract/errors.ts';
import type { Handlers } from './handlers.ts';

/** For a host that cannot do what a part of the contract is about: every call of it is `UNSUPPORTED`, with the reason. */
export function refuseCalls<C extends Contract>(contract: C, reason: string): Handlers<C> {
  const refuse = () => {
    throw new RpcError('UNSUPPORTED', reason);
  };
  const names = Object.keys(contract).filter((name) => contract[name]?.kind !== 'event');
  return Object.fromEntries(names.map((name) => [name, refuse])) as Handlers<C>;
}
