import { failed } from '../../i18n/failed.ts';
import { forgetReferral, readAffiliateBrowser, readReferral } from '../../lib/referral.ts';
import { within } from '../../lib/within.ts';
import {
  backendFailure,
  clearSessionStorage,
  createClientThunk,
  requireSupabase,
  type Supabase,
} from '../../platform/index.ts';
import { authFailure } from './authFailure.ts';
import { PASSWORD_NOT_UPDATED } from './authTexts.ts';
import { linkTarget } from './mailLink.ts';
import { redeemOneTimePassword } from './passwordReset.ts';
import { wipeStoredKeys } from './storedKeys.ts';

const SIGN_UP_WAIT_MS = 500;
/** Signing out does not wait for a server that does not answer. */
const LEAVE_LIMIT_MS = 5000;

/** How a sign-in or sign-up ended. */
export type Entry = 'signedIn' | 'setNewPassword' | 'confirmEmail';

interface Credentials {
  email: string;
  password: string;
}

/** Signs in, by the account's password or by a one-time password from a mail. */
export const signIn = createClientThunk(
  'session/signIn',
  async ({ email, password }: Credentials, { backend }): Promise<Entry> => {
    const supabase = requireSupabase(backend);
    await leaveSession(supabase);
    const { error } = await supabase.auth.signInWithPassword({ email: email.trim(), password });
    if (!error) return 'signedIn';
    if (error.code === 'invalid_credentials' || error.message.includes('Invalid login credentials')) {
      if (await redeemOneTimePassword(supabase, email.trim(), password)) return 'setNewPassword';
    }
    throw authFailure(error);
  },
  'inPlace',
);

export const signUp = createClientThunk(
  'session/signUp',
  async ({ name, email, password }: Credentials & { name: string }, { backend }): Promise<Entry> => {
    const { data, error } = await requireSupabase(backend).auth.signUp({
      email: email.trim(),
      password,
      options: {
        data: { name: name.trim(), ...reportedOfReferral() },
        emailRedirectTo: linkTarget(backend),
      },
    });
    if (error) throw authFailure(error);
    forgetReferral(localStorage);
    await new Promise((resolve) => setTimeout(resolve, SIGN_UP_WAIT_MS));
    return data.session ? 'signedIn' : 'confirmEmail';
  },
  'inPlace',
);

/** Whose link was followed, if any, and whether an affiliate uses this browser. */
function reportedOfReferral(): object {
  const referral = readReferral(localStorage, Date.now());
  if (referral === null) return {};
  return { affiliate: { ...referral, device: readAffiliateBrowser(localStorage) } };
}

/** Sets a new password for who came by a link or a one-time password. */
export const updatePassword = createClientThunk(
  'session/updatePassword',
  async (password: string, { backend }): Promise<void> => {
    const { error } = await requireSupabase(backend).auth.updateUser({ password });
    if (error) throw authFailure(error, PASSWORD_NOT_UPDATED);
  },
  'inPlace',
);

/** Ends the session. What the backend says changes nothing: this browser is signed out in any case. */
export const signOut = createClientThunk(
  'session/signOut',
  async (_: void, { backend }): Promise<void> => {
    const supabase = requireSupabase(backend);
    try {
      const left = await within(supabase.auth.signOut(), LEAVE_LIMIT_MS);
      if (left.isLate) throw authFailure({ message: '', status: 0 });
      if (left.value.error) throw authFailure(left.value.error);
    } finally {
      wipeStoredKeys({ storage: localStorage, clearSessionStorage });
    }
  },
  failed('signOut'),
);

/** Makes profile, personal workspace and trial of an account that has none. */
export const prepareProfile = createClientThunk(
  'session/prepareProfile',
  async (userId: string, { backend }): Promise<void> => {
    const supabase = requireSupabase(backend);
    const found = await supabase.from('sounddesk_profiles').select('id').eq('user_id', userId).limit(1);
    if (found.error) throw backendFailure(found.error);
    if (found.data.length > 0) return;
    const made = await supabase.rpc('create_default_sounddesk_profiles', { user_uuid: userId });
    if (made.error) throw backendFailure(made.error);
  },
  failed('profile'),
);

/** Anyone who signs in leaves the session before: its failure is no reason to stay out. */
async function leaveSession(supabase: Supabase): Promise<void> {
  const read = await within(supabase.auth.getSession(), LEAVE_LIMIT_MS);
  if (!read.isLate && !read.value.data.session) return;
  const left = await within(supabase.auth.signOut(), LEAVE_LIMIT_MS);
  if (left.isLate || left.value.error) wipeStoredKeys({ storage: localStorage, clearSessionStorage });
}
