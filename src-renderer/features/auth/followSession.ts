import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { backendApi, clearSessionStorage, type Supabase } from '../../platform/index.ts';
import { prepareProfile } from './accountThunks.ts';
import { sessionOf } from './session.ts';
import { sessionChanged } from './sessionSlice.ts';
import { isSessionKey, wipeStoredKeys } from './storedKeys.ts';
import type { Dispatch } from '../../lib/store.ts';

/** How PostgREST says that it does not take the token, and the database that its session has ended. */
const isTokenRefused = (failure: RpcFailure | undefined): boolean =>
  /^(PGRST30[0-3]|PT401)$/.test(String(failure?.details?.code));

/** Brings what happens to the session into the store: here, by time, and in other tabs. Returns the end of it. */
export function followSession(supabase: Supabase, dispatch: Dispatch): () => void {
  let preparedFor: string | null = null;

  const onGone = () => {
    preparedFor = null;
    wipeStoredKeys({ storage: localStorage, clearSessionStorage });
    dispatch(sessionChanged({ kind: 'signedOut' }));
    dispatch(backendApi.util.resetApiState());
  };

  const prepare = async (userId: string) => {
    const outcome = await dispatch(prepareProfile(userId));
    if (prepareProfile.fulfilled.match(outcome)) {
      dispatch(backendApi.util.invalidateTags(['plan']));
      await reportPresence(supabase);
    }
    // A token of a project that was made again in the meantime: nothing of it is good.
    else if (isTokenRefused(outcome.payload)) onGone();
  };

  const { data } = supabase.auth.onAuthStateChange((event, session) => {
    // The start has read it; a link that waits for its verifier must find it.
    if (event === 'INITIAL_SESSION' && !session) return;
    if (!session) return onGone();
    dispatch(sessionChanged(sessionOf(session)));
    if (preparedFor === session.user.id) {
      if (event === 'TOKEN_REFRESHED') setTimeout(() => void reportPresence(supabase));
      return;
    }
    preparedFor = session.user.id;
    // Later: supabase-js waits for this callback, and the profile needs supabase-js.
    setTimeout(() => void prepare(session.user.id));
  });

  const onStorage = ({ key, newValue }: StorageEvent) => {
    // Another tab signed out, or the browser's storage was emptied.
    if (newValue === null && (key === null || isSessionKey(key))) onGone();
  };
  window.addEventListener('storage', onStorage);
  return () => {
    data.subscription.unsubscribe();
    window.removeEventListener('storage', onStorage);
  };
}

/** For "Last Active" in the list of users. Where it does not get through, the next call reports it. */
async function reportPresence(supabase: Supabase): Promise<void> {
  await supabase.rpc('touch_last_active');
}
