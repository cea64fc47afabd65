import { describe, expect, it } from 'vitest';
import { contactMessage, readContactMessage } from './contact.ts';
import { replySubject, replyText } from './inbox.ts';

const text = { name: 'Ada', email: 'ada@example.org', subject: 'Hum', message: 'It hums.\n\nSubject: none' };

describe('a contact message', () => {
  it('is read as it was written', () => {
    expect(readContactMessage(contactMessage(text))).toEqual(text);
  });

  it.each(['', 'It hums.', 'Name: Ada\nSubject: Hum\n\nIt hums.', 'x\nName: Ada\nEmail: a\nSubject: b\n\nc'])(
    'is none in %j',
    (message) => expect(readContactMessage(message)).toBeNull(),
  );
});

describe('an answer', () => {
  it('has the subject of what it answers', () => {
    expect(replySubject('contact', contactMessage(text))).toBe('Re: Hum');
    expect(replySubject('contact', contactMessage({ ...text, subject: 'RE: Hum' }))).toBe('RE: Hum');
    expect(replySubject('contact', 'Name: cut off')).toBe('Re: Your message to SoundDesk');
    expect(replySubject('feedback', 'It hums.')).toBe('Your feedback on SoundDesk');
    expect(replySubject('gdpr', 'Request: access')).toBe('Your request about your data at SoundDesk');
  });

  it('quotes nothing where it answers no message', () => {
    expect(replyText('Welcome.', null)).toBe('Welcome.\n\nSoundDesk\n');
  });

  it('quotes it line by line', () => {
    expect(replyText('Thanks.', { message: 'It hums.\n\nLoudly.', atMs: Date.UTC(2026, 0, 2, 23) })).toBe(
      'Thanks.\n\nSoundDesk\n\nOn 2026-01-02 you wrote:\n> It hums.\n>\n> Loudly.\n',
    );
  });
});
