/** Messages of the contact form, of people with an account and without. */
import { z } from 'zod';
import {
  CONTACT_TYPES,
  contactMessage,
  MAX_CONTACT_EMAIL_LENGTH,
  MAX_CONTACT_MESSAGE_LENGTH,
  MAX_CONTACT_NAME_LENGTH,
  MAX_CONTACT_SUBJECT_LENGTH,
} from '../../../src-shared/domain/contact.ts';
import { answer, callProcedure, type FunctionEnvironment, type Handler } from './environment.ts';
import { guarded } from './guard.ts';
import { readCaller } from './session.ts';
import { storable } from './storable.ts';

/** In ten minutes and from one address. */
const TRIES = 10;

const text = (name: string, most: number) =>
  storable(z.string().max(most, `The ${name} is too long.`)).pipe(
    z.string().trim().min(1, `Fill in the ${name}.`),
  );

const contactSchema = z.object({
  /** Made by the sender; the same one again is the same message. */
  id: z.uuid({ error: 'The message has no id.' }),
  contactType: z.enum(CONTACT_TYPES, { error: 'Choose what the message is about.' }),
  // A line of its own each: nobody writes another's lines into them.
  name: text('name', MAX_CONTACT_NAME_LENGTH).transform(oneLine),
  email: z
    .email('This is no e-mail address.')
    .max(MAX_CONTACT_EMAIL_LENGTH, 'The e-mail address is too long.'),
  subject: text('subject', MAX_CONTACT_SUBJECT_LENGTH).transform(oneLine),
  message: text('message', MAX_CONTACT_MESSAGE_LENGTH),
  /** A field that no person sees: who fills it in is none. */
  homepage: z.string().max(1000),
});

export function makeSubmitContact(environment: FunctionEnvironment): Handler {
  return guarded(
    environment,
    'submit-contact',
    contactSchema,
    async (input, request) => {
      const taken = answer(200, { success: true, data: { id: input.id } });
      if (input.homepage !== '') return taken;
      const caller = await readCaller(environment, request);
      await callProcedure(environment, 'submit_feedback', {
        feedback_id: input.id,
        author: caller?.userId ?? null,
        feedback_type: input.contactType,
        rating: null,
        message: contactMessage(input),
        email: input.email,
        diagnostics: null,
        kind: 'contact',
      });
      return taken;
    },
    TRIES,
  );
}

function oneLine(value: string): string {
  return value.replaceAll(/\s+/g, ' ');
}
