import { makeGatewayWebhook } from '../_shared/gatewayWebhook.ts';
import { serve } from '../_shared/serve.ts';

serve(makeGatewayWebhook);
