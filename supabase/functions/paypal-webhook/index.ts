import { makePayPalWebhook } from '../_shared/paypalWebhook.ts';
import { serve } from '../_shared/serve.ts';

serve(makePayPalWebhook);
