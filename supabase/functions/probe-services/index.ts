import { makeProbeServices } from '../_shared/upkeep.ts';
import { serve } from '../_shared/serve.ts';

serve(makeProbeServices);
