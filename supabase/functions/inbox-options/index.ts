import { makeInboxOptions } from '../_shared/inbox.ts';
import { serve } from '../_shared/serve.ts';

serve(makeInboxOptions);
