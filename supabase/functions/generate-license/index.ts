import { makeGenerateLicence } from '../_shared/licenceAdmin.ts';
import { serve } from '../_shared/serve.ts';

serve(makeGenerateLicence);
