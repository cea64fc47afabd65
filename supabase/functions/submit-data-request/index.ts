import { makeSubmitDataRequest } from '../_shared/dataRequest.ts';
import { serve } from '../_shared/serve.ts';

serve(makeSubmitDataRequest);
