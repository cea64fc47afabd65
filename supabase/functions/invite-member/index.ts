import { makeInviteMember } from '../_shared/invitation.ts';
import { serve } from '../_shared/serve.ts';

serve(makeInviteMember);
