import { serve } from '../_shared/serve.ts';
import { makeSubscribeStatus } from '../_shared/statusMail.ts';

serve(makeSubscribeStatus);
