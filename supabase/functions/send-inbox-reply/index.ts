import { makeSendInboxReply } from '../_shared/inbox.ts';
import { serve } from '../_shared/serve.ts';

serve(makeSendInboxReply);
