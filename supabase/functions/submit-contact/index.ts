import { makeSubmitContact } from '../_shared/contact.ts';
import { serve } from '../_shared/serve.ts';

serve(makeSubmitContact);
