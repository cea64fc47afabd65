import { makeBillingOptions } from '../_shared/billing.ts';
import { serve } from '../_shared/serve.ts';

serve(makeBillingOptions);
