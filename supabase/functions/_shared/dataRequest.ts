/** Requests about one's own data, of people with an account and without. Each is a case that an admin sees. */
import { z } from 'zod';
import {
  DATA_REQUEST_TYPES,
  dataRequestMessage,
  MAX_DATA_REQUEST_DETAILS_LENGTH,
  MAX_DATA_REQUEST_EMAIL_LENGTH,
} from '../../../src-shared/domain/dataRequest.ts';
import { answer, callProcedure, type FunctionEnvironment, type Handler } from './environment.ts';
import { guarded } from './guard.ts';
import { readCaller } from './session.ts';
import { storable } from './storable.ts';

/** In ten minutes and from one address. */
const TRIES = 5;

const requestSchema = z.object({
  /** Made by the sender; the same one again is the same request. */
  id: z.uuid({ error: 'The request has no id.' }),
  requestType: z.enum(DATA_REQUEST_TYPES, { error: 'Choose what you ask for.' }),
  /** Where the answer goes. */
  email: z
    .email('This is no e-mail address.')
    .max(MAX_DATA_REQUEST_EMAIL_LENGTH, 'The e-mail address is too long.'),
  details: storable(z.string().max(MAX_DATA_REQUEST_DETAILS_LENGTH, 'The details are too long.')).pipe(
    z.string().trim(),
  ),
  /** A field that no person sees: who fills it in is none. */
  homepage: z.string().max(1000),
});

export function makeSubmitDataRequest(environment: FunctionEnvironment): Handler {
  return guarded(
    environment,
    'submit-data-request',
    requestSchema,
    async (input, request) => {
      const taken = answer(200, { success: true, data: { id: input.id } });
      if (input.homepage !== '') return taken;
      const caller = await readCaller(environment, request);
      await callProcedure(environment, 'submit_feedback', {
        feedback_id: input.id,
        author: caller?.userId ?? null,
        feedback_type: 'gdpr_request',
        rating: null,
        message: dataRequestMessage(input.requestType, input.details),
        email: input.email,
        diagnostics: null,
        kind: 'gdpr',
      });
      return taken;
    },
    TRIES,
  );
}
