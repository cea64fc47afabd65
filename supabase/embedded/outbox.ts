/** Mail on this machine: a folder of messages, and a page that shows them. */
import { createHmac, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { withPlainHeaders } from '../functions/_shared/mail.ts';
import { writeFileDurably } from '../../src-node/files/index.ts';
import type { Secrets } from './secrets.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

const storedMailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sentAt: z.string(),
});
export type StoredMail = z.infer<typeof storedMailSchema>;

const MAX_MAILS = 500;

export interface Outbox {
  send(mail: Mail): Promise<void>;
  /** Newest first. */
  list(): Promise<StoredMail[]>;
}

/** Opens the outbox of one start of the backend: what another program heard on its port is of no use later. */
export function outboxTokenOf({ outboxToken }: Pick<Secrets, 'outboxToken'>, instance: string): string {
  return createHmac('sha256', outboxToken).update(instance).digest('hex');
}

export function createOutbox(folder: string, nowMs: () => number): Outbox {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sentAt = new Date(nowMs()).toISOString();
      const name = `${sentAt.replaceAll(':', '-')}-${randomUUID()}.json`;
      writeFileDurably(join(folder, name), JSON.stringify({ ...withPlainHeaders(mail), sentAt }), 0o600);
      const names = await namesIn(folder);
      for (const old of names.slice(MAX_MAILS)) await rm(join(folder, old), { force: true });
    },
    async list() {
      const mails: StoredMail[] = [];
      for (const name of (await namesIn(folder)).slice(0, MAX_MAILS)) {
        const text = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
          // A message that the user deleted meanwhile.
          if (error.code === 'ENOENT') return null;
          throw error;
        });
        if (text !== null) mails.push(storedMailSchema.parse(JSON.parse(text)));
      }
      return mails;
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse();
}

/** The page that shows the outbox; links in mails can be opened from it. */
export function outboxPage(mails: readonly StoredMail[]): string {
  const items = mails.map(
    ({ to, subject, text, sentAt }) =>
      `<article><h2>${escape(subject)}</h2><p>To ${escape(to)}, <time>${escape(sentAt)}</time></p><pre>${linked(escape(text))}</pre></article>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Outbox – SoundDesk</title>
<meta name="viewport" content="width=device-width"></head><body><main><h1>Outbox</h1>
<p>Mail that SoundDesk's backend on this machine would have sent.</p>
${items.join('\n') || '<p>No mail yet.</p>'}</main></body></html>`;
}

function escape(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function linked(html: string): string {
  return html.replace(/^(https?:\/\/\S+)$/gm, '<a href="$1" rel="noreferrer">$1</a>');
}
