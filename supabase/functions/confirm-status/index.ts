import { serve } from '../_shared/serve.ts';
import { makeConfirmStatus } from '../_shared/statusMail.ts';

serve(makeConfirmStatus);
