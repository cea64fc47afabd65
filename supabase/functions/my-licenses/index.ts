import { makeMyLicences } from '../_shared/licence.ts';
import { serve } from '../_shared/serve.ts';

serve(makeMyLicences);
