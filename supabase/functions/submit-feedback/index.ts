import { makeSubmitFeedback } from '../_shared/feedback.ts';
import { serve } from '../_shared/serve.ts';

serve(makeSubmitFeedback);
