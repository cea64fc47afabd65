import { makeAffiliateOptions } from '../_shared/affiliate.ts';
import { serve } from '../_shared/serve.ts';

serve(makeAffiliateOptions);
