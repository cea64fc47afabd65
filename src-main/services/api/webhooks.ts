import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { AppContract } from '../../../src-shared/contract/index.ts';
import {
  WEBHOOK_EVENTS,
  webhookDeliverySchema,
  type WebhookDelivery,
  type WebhookEvent,
  type WebhookView,
} from '../../../src-shared/contract/api.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { RecordingLimits } from '../../../src-shared/domain/planLimits.ts';
import type { Client } from '../../../src-shared/rpc/index.ts';
import { keepAside, readPrivateFile, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Clock, Log } from '../ports.ts';

const MAX_WEBHOOKS = 20;
const MAX_DELIVERIES = 200;
const TRY_LIMIT_MS = 10_000;
/** After each try that failed; then it is given up. */
export const RETRY_AFTER_MS = [5000, 30_000, 120_000, 600_000, 3_600_000, 6 * 3_600_000] as const;

const fileSchema = z.object({
  version: z.literal(1),
  webhooks: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      events: z.array(z.enum(WEBHOOK_EVENTS)),
      createdAtMs: z.number(),
      secret: z.string(),
    }),
  ),
  deliveries: z.array(webhookDeliverySchema.extend({ payload: z.string() })),
});
type File = z.infer<typeof fileSchema>;
type Webhook = File['webhooks'][number];
type Delivery = File['deliveries'][number];

export interface WebhookParts {
  path: string;
  /** Called when there is something to follow. */
  openClient: () => Client<AppContract>;
  readLimits: () => Promise<RecordingLimits | null>;
  fetch: typeof fetch;
  clock: Clock;
  createId: () => string;
  log: Log;
}

/** What is to be sent, and again where that failed. */
function createDeliveries(parts: WebhookParts, kept: File, keep: () => void) {
  const { clock, createId } = parts;
  const timers = new Map<string, NodeJS.Timeout>();

  function schedule(delivery: Delivery): void {
    if (delivery.state !== 'waiting') return;
    const waitMs = Math.max(0, (delivery.nextTryAtMs ?? 0) - clock.nowMs());
    const timer = setTimeout(() => void deliver(delivery), waitMs);
    timer.unref();
    timers.set(delivery.id, timer);
  }

  async function deliver(delivery: Delivery): Promise<void> {
    timers.delete(delivery.id);
    const webhook = kept.webhooks.find(({ id }) => id === delivery.webhookId);
    if (!webhook) return;
    const outcome = await post(parts, webhook, delivery);
    const waitMs = outcome.isDelivered ? undefined : RETRY_AFTER_MS[delivery.tries];
    Object.assign(delivery, {
      tries: delivery.tries + 1,
      status: outcome.status,
      problem: outcome.problem,
      state: outcome.isDelivered ? 'delivered' : waitMs === undefined ? 'failed' : 'waiting',
      nextTryAtMs: waitMs === undefined ? null : clock.nowMs() + waitMs,
    } satisfies Partial<Delivery>);
    keep();
    schedule(delivery);
  }

  for (const delivery of kept.deliveries) schedule(delivery);
  return {
    add(webhook: Webhook, event: WebhookDelivery['event'], data: unknown): Delivery {
      const createdAtMs = clock.nowMs();
      const payload = JSON.stringify({ type: event, timestamp: new Date(createdAtMs).toISOString(), data });
      const delivery: Delivery = {
        id: createId(),
        webhookId: webhook.id,
        event,
        state: 'waiting',
        tries: 0,
        createdAtMs,
        nextTryAtMs: createdAtMs,
        status: null,
        problem: null,
        payload,
      };
      kept.deliveries = [...kept.deliveries, delivery].slice(-MAX_DELIVERIES);
      keep();
      schedule(delivery);
      return delivery;
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** Sends what happened to addresses that the user entered, signed as standardwebhooks.com says, and again where that failed. */
export function createWebhooks(parts: WebhookParts) {
  const { clock, createId, log } = parts;
  const kept = read(parts.path, log);
  const write = () => writeFileDurably(parts.path, `${JSON.stringify(kept)}\n`, 0o600);
  const deliveries = createDeliveries(parts, kept, () => {
    try {
      write();
    } catch (error) {
      log.error('the deliveries of webhooks could not be kept', error);
    }
  });
  const announce = (event: WebhookEvent, data: unknown) => {
    for (const webhook of kept.webhooks)
      if (webhook.events.includes(event)) deliveries.add(webhook, event, data);
  };
  let stopFollowing: (() => void) | null = null;
  const follow = () => {
    if (kept.webhooks.length > 0) stopFollowing ??= followEnds(parts.openClient(), announce);
  };
  follow();

  return {
    list: (): WebhookView[] => kept.webhooks.map(({ secret: _, ...view }) => view),
    listDeliveries: (): WebhookDelivery[] => kept.deliveries.map(({ payload: _, ...view }) => view).reverse(),
    /** Its secret is in this answer and nowhere else. */
    async create(url: string, events: readonly WebhookEvent[]): Promise<string> {
      if (kept.webhooks.length >= MAX_WEBHOOKS)
        throw failWith('BAD_OPTION', 'apiWebhooksFull', { values: { count: MAX_WEBHOOKS } });
      if (!isOwnComputer(url)) {
        const limits = await parts.readLimits();
        if (limits !== null && limits.plan !== 'enterprise') throw failWith('PLAN_LIMIT', 'apiWebhookPlan');
        if (!url.startsWith('https:')) throw failWith('BAD_OPTION', 'apiWebhookHttps');
      }
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      kept.webhooks.push({ id: createId(), url, events: [...events], createdAtMs: clock.nowMs(), secret });
      writeOrRefuse(write);
      follow();
      return secret;
    },
    remove(id: string): void {
      kept.webhooks = kept.webhooks.filter((webhook) => webhook.id !== id);
      writeOrRefuse(write);
    },
    test(id: string): WebhookDelivery {
      const webhook = kept.webhooks.find((one) => one.id === id);
      if (!webhook) throw failWith('BAD_OPTION', 'apiNoWebhook');
      const { payload: _, ...view } = deliveries.add(webhook, 'test', {});
      return view;
    },
    close() {
      stopFollowing?.();
      deliveries.close();
    },
  };
}

function writeOrRefuse(write: () => void): void {
  try {
    write();
  } catch (error) {
    throw failWith('KEYS_UNWRITABLE', 'apiKeysUnwritable', { cause: error });
  }
}

/** Notices of what has ended, out of the events of the contract. */
function followEnds(
  client: Client<AppContract>,
  announce: (event: WebhookEvent, data: unknown) => void,
): () => void {
  let wasLive = false;
  /** Exports that are waiting or running: what ended before is no event. */
  const running = new Set<string>();
  const stops = [
    client.subscribe('recording.onEnded', (take) => {
      const { id, name, recordedSec, code, message } = take;
      announce('recording.ended', { id, name, recordedSec, code, message });
      if (code !== null) announce('failure', { of: 'recording', id, code, message });
    }),
    client.subscribe('broadcast.onChanged', ({ live, state }) => {
      if (wasLive && live === null) announce('broadcast.ended', { state });
      wasLive = live !== null;
    }),
    client.subscribe('transcripts.onProgressed', ({ takeId, step, failure }) => {
      if (step === 'done' || step === 'cancelled') announce('transcript.ended', { takeId, step });
      if (step === 'failed') announce('failure', { of: 'transcript', id: takeId, ...failure });
    }),
    client.subscribe('renders.onChanged', (jobs) => {
      for (const { id, projectId, state, error } of jobs) {
        if (state === 'waiting' || state === 'running') running.add(id);
        else if (running.delete(id)) {
          announce('render.ended', { id, projectId, state });
          if (state === 'failed') announce('failure', { of: 'render', id, ...error });
        }
      }
    }),
    client.subscribe('engine.onStateChanged', ({ process, lastFailure }) => {
      if (process === 'failed') announce('failure', { of: 'engine', ...lastFailure });
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

async function post(
  { fetch: send, clock }: WebhookParts,
  { url, secret }: Webhook,
  { id, payload }: Delivery,
) {
  const timestamp = String(Math.floor(clock.nowMs() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64');
  try {
    const { status } = await send(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(TRY_LIMIT_MS),
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body: payload,
    });
    const isDelivered = status >= 200 && status < 300;
    return { isDelivered, status, problem: isDelivered ? null : `It answered ${status}.` };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
    return { isDelivered: false, status: null, problem: `It did not answer: ${cause?.code ?? message}` };
  }
}

/** An address of this computer: every plan may send there. */
const isOwnComputer = (url: string) => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);

function read(path: string, log: Log): File {
  try {
    const text = readPrivateFile(path);
    if (text !== null) return fileSchema.parse(JSON.parse(text));
  } catch (error) {
    log.error('the webhooks were damaged or not private: there are none', error, {
      path,
      keptAs: keepAside(path),
    });
  }
  return { version: 1, webhooks: [], deliveries: [] };
}
