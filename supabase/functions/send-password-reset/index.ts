import { makeSendPasswordReset } from '../_shared/passwordReset.ts';
import { serve } from '../_shared/serve.ts';

serve(makeSendPasswordReset);
