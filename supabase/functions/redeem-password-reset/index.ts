import { makeRedeemPasswordReset } from '../_shared/passwordReset.ts';
import { serve } from '../_shared/serve.ts';

serve(makeRedeemPasswordReset);
