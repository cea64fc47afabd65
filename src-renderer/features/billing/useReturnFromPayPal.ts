import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { useCompleteSubscriptionMutation } from './billingApi.ts';

/** What became of a subscription that PayPal sent somebody back from. */
export type BackState =
  | { kind: 'none' }
  | { kind: 'asking' }
  /** PayPal named none. */
  | { kind: 'unknown' }
  | { kind: 'reported'; subscriptionId: string; status: string }
  | { kind: 'failed'; subscriptionId: string; failure: RpcFailure };

/** Reads `?success=true&subscription_id=…` once, and has the server ask PayPal. The page's word counts for nothing. */
export function useReturnFromPayPal() {
  const [search, setSearch] = useSearchParams();
  const [arrival] = useState(() => ({
    isBack: search.get('success') === 'true',
    named: search.get('subscription_id') ?? search.get('subscription'),
  }));
  const [complete, { data, error, isLoading }] = useCompleteSubscriptionMutation();
  const hasBegun = useRef(false);
  const { isBack, named } = arrival;
  useEffect(() => {
    if (!isBack || hasBegun.current) return;
    hasBegun.current = true;
    // Not again where the page is loaded again.
    setSearch({}, { replace: true });
    if (named !== null) void complete(named);
  }, [isBack, named, setSearch, complete]);
  return {
    state: stateOf(),
    organizationId: data?.organizationId ?? null,
    ask: (subscriptionId: string) => complete(subscriptionId),
  };

  function stateOf(): BackState {
    if (!isBack) return { kind: 'none' };
    if (named === null) return { kind: 'unknown' };
    if (isLoading) return { kind: 'asking' };
    if (data) return { kind: 'reported', subscriptionId: named, status: data.status };
    if (error) return { kind: 'failed', subscriptionId: named, failure: error as RpcFailure };
    return { kind: 'asking' };
  }
}
