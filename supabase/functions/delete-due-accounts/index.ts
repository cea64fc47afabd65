import { makeDeleteDueAccounts } from '../_shared/upkeep.ts';
import { serve } from '../_shared/serve.ts';

serve(makeDeleteDueAccounts);
