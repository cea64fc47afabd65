import { makeReviewAffiliate } from '../_shared/affiliate.ts';
import { serve } from '../_shared/serve.ts';

serve(makeReviewAffiliate);
