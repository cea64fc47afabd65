/** What goes into a mail's header or into a link holds no end of a line, no matter who wrote it and by whichever way. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createOutbox } from '../../supabase/embedded/outbox.ts';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, createSuperAdmin, type Person } from '../lib/organizationWorld.ts';

const ENDS = ['\r\n', '\n', '\u0085', '\u2028', '\u2029'];
let backend: TestBackend;
let person: Person;
let admin: Person;
let organization: string;
beforeAll(async () => {
  backend = await createTestBackend();
  person = await createPerson(backend, 'lines@example.org');
  admin = await createSuperAdmin(backend);
  organization = (await person.client.rpc('create_organization', { organization_name: 'Lines' }))
    .data as string;
});
afterAll(() => backend.close());

it.each(ENDS.map((end) => [JSON.stringify(end), end]))(
  'the database takes no %s there',
  async (_name, end) => {
    const evil = `a@example.org${end}bcc:b@evil.example`;
    const { client } = person;
    const refused = [
      client.rpc('invite_to_organization', { organization, invited_email: evil, invited_role: 'member' }),
      admin.client
        .from('admin_contact_info')
        .insert({ contact_type: 'support', title: 'Us', description: '', contact_value: evil }),
    ];
    for (const { error } of await Promise.all(refused))
      expect(['23514', '22023', '42501']).toContain(error?.code);
  },
);

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'http://example.org/',
  'https://example.org@evil.example/',
  'https://example.org/\nx',
  ' https://example.org/',
  'https:///x',
])('a tutorial leads nowhere by %j', async (content_url) => {
  const tutorial = {
    title: 'x',
    description: '',
    category: 'Getting Started',
    content_type: 'video',
    content_url,
  };
  const { error } = await admin.client.from('admin_tutorials').insert(tutorial);
  expect(error?.code).toBe('23514');
});

it('and leads to a page', async () => {
  for (const content_url of [
    'https://example.org',
    'https://example.org/a?b=c#d',
    'HTTPS://Example.org:8443/x',
    '',
  ])
    expect(
      (
        await admin.client.from('admin_tutorials').insert({
          title: 'x',
          description: '',
          category: 'Getting Started',
          content_type: 'video',
          content_url,
          thumbnail_url: '/images/x.png',
        })
      ).error,
    ).toBeNull();
});

it('a mail has one subject and one address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sounddesk-outbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const outbox = createOutbox(folder, Date.now);
  await outbox.send({
    to: 'a@example.org',
    subject: 'Hello\r\nBcc: b@evil.example\u2028x',
    text: 'One\nTwo',
  });
  expect(await outbox.list()).toMatchObject([
    { to: 'a@example.org', subject: 'Hello Bcc: b@evil.example x', text: 'One\nTwo' },
  ]);
  for (const to of [
    'a@example.org\r\nBcc: b@evil.example',
    'a@example.org,b@evil.example',
    'A <a@example.org>',
  ])
    await expect(outbox.send({ to, subject: 'x', text: 'x' })).rejects.toThrow('more than one address');
  expect(await outbox.list()).toHaveLength(1);
});
