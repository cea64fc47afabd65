import { serve } from '../_shared/serve.ts';
import { makeUnsubscribeStatus } from '../_shared/statusMail.ts';

serve(makeUnsubscribeStatus);
