import { makeActivateOwnLicence } from '../_shared/licence.ts';
import { serve } from '../_shared/serve.ts';

serve(makeActivateOwnLicence);
