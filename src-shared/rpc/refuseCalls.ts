import type { Contract } from '../contract/define.ts';
import { RpcError } from '../contract/errors.ts';
import type { Handlers } from './handlers.ts';

/** A call that a host cannot serve, with the reason. */
export const refuseCall = (reason: string) => (): never => {
  throw new RpcError('UNSUPPORTED', reason);
};

/** For a host that cannot do what a part of the contract is about: every call of it. */
export function refuseCalls<C extends Contract>(contract: C, reason: string): Handlers<C> {
  const names = Object.keys(contract).filter((name) => contract[name]?.kind !== 'event');
  return Object.fromEntries(names.map((name) => [name, refuseCall(reason)])) as Handlers<C>;
}
