import { makeUseApiKey } from '../_shared/apiKey.ts';
import { serve } from '../_shared/serve.ts';

serve(makeUseApiKey);
