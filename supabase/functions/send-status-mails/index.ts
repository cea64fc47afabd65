import { serve } from '../_shared/serve.ts';
import { makeSendStatusMails } from '../_shared/statusMail.ts';

serve(makeSendStatusMails);
