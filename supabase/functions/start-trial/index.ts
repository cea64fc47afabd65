import { makeStartTrial } from '../_shared/licence.ts';
import { serve } from '../_shared/serve.ts';

serve(makeStartTrial);
