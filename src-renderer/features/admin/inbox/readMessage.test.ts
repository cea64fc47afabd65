import { expect, it } from 'vitest';
import { contactMessage } from '../../../../src-shared/domain/contact.ts';
import { dataRequestMessage } from '../../../../src-shared/domain/dataRequest.ts';
import { readMessage } from './readMessage.ts';

const contact = { name: 'Ada', email: 'ada@example.org', subject: 'Hum', message: 'It hums.' };

it('takes a message apart as its form put it together', () => {
  expect(readMessage('contact', contactMessage(contact))).toEqual({
    name: 'Ada',
    subject: 'Hum',
    text: 'It hums.',
    request: null,
  });
  expect(readMessage('gdpr', dataRequestMessage('erasure', ''))).toEqual({
    name: '',
    subject: '',
    text: 'No details were given.',
    request: 'erasure',
  });
});

it('leaves whole what looks like another form, or like none', () => {
  const text = contactMessage(contact);
  expect(readMessage('feedback', text).text).toBe(text);
  expect(readMessage('contact', 'Name: cut').text).toBe('Name: cut');
  expect(readMessage('gdpr', 'Request: everything\n\nx').text).toBe('Request: everything\n\nx');
});
