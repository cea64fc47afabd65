import { createListenerMiddleware, isRejected } from '@reduxjs/toolkit';
import type { RpcFailure } from '../../src-shared/contract/errors.ts';
import { failed } from '../i18n/failed.ts';
import type { FeatureEffects, Listen, PageEffects } from '../lib/effects.ts';
import { failureOf } from '../lib/loadable.ts';
import { backendApi, failureNoticeOf } from '../platform/index.ts';

/** What follows from a change of the store outside of it: what features declare, and the notices of failed thunks. */
export function createEffects<Root>(page: PageEffects, features: readonly FeatureEffects<Root>[]) {
  const effects = createListenerMiddleware<Root>();
  effects.startListening({
    matcher: isRejected,
    effect: (action) => {
      // Queries show theirs where their data would stand.
      if (action.type.startsWith(`${backendApi.reducerPath}/`)) return;
      const noticeOf = failureNoticeOf(action) ?? failed('other');
      if (noticeOf === 'inPlace') return;
      const failure = failureOf(action as { payload?: RpcFailure; error: { message?: string } });
      // The banner, the user's own cancelling and a screen that was left need no second word.
      if (action.meta.aborted) return;
      if (failure.code === 'CONNECTION_LOST' || failure.code === 'CANCELLED') return;
      page.showNotice(noticeOf(failure, action.meta.arg));
    },
  });
  const listen: Listen<Root> = {
    on: (kind, effect) =>
      void effects.startListening({
        predicate: (action) => kind.match(action),
        effect: (action) => {
          if (kind.match(action)) effect(action);
        },
      }),
    onChange: (select, effect) =>
      void effects.startListening({
        predicate: (_, now, before) => select(now) !== select(before),
        effect: (_, api) => effect(select(api.getState()), select(api.getOriginalState())),
      }),
  };
  for (const start of features) start(listen, page);
  return effects;
}
