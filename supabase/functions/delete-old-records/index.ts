import { makeDeleteOldRecords } from '../_shared/upkeep.ts';
import { serve } from '../_shared/serve.ts';

serve(makeDeleteOldRecords);
