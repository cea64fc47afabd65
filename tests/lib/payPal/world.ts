/** The functions of billing as they are, between a real database and the stand-in, on a clock that tests move. */
import type pg from 'pg';
import type { Secrets } from '../../../supabase/embedded/secrets.ts';
import {
  makeBillingOptions,
  makeCancelSubscription,
  makeHandlePayPalSubscription,
  makeStartSubscription,
} from '../../../supabase/functions/_shared/billing.ts';
import type { FunctionEnvironment, Handler } from '../../../supabase/functions/_shared/environment.ts';
import {
  makePayPalWebhook,
  makeReconcileBilling,
} from '../../../supabase/functions/_shared/paypalWebhook.ts';
import { makeDeleteDueAccounts } from '../../../supabase/functions/_shared/upkeep.ts';
import type { PayPalEvent, SignedEvent } from './signer.ts';
import { startPayPalStandIn, type PayPalStandIn } from './standIn.ts';

export interface Answer {
  status: number;
  data: Record<string, unknown>;
  error: { code?: string; message?: string };
}

export interface Granted {
  plan: string;
  cycle: string;
  seats: number;
  untilMs: number;
}

export interface BillingWorld {
  standIn: PayPalStandIn;
  clock: { ms: number };
  /** Calls a function as anyone who holds this access token. */
  call(name: keyof Functions, input: object, token?: string): Promise<Answer>;
  deliverSigned(event: SignedEvent): Promise<Answer>;
  deliver(event: PayPalEvent): Promise<Answer>;
  /** Delivers PayPal's events, in their order, until there are no more. */
  deliverAll(): Promise<void>;
  /** Asks the database's own rules what counts at a time; now without one. */
  granted(organizationId: string, atMs?: number): Promise<Granted | null>;
  close(): Promise<void>;
}

export interface WorldOptions {
  url: string;
  secrets: Secrets;
  db: pg.Pool;
  startMs?: number;
  isConfigured?: boolean;
}

type Functions = ReturnType<typeof createHandlers>;

function createHandlers(environment: FunctionEnvironment) {
  return {
    'billing-options': makeBillingOptions(environment),
    'start-subscription': makeStartSubscription(environment),
    'handle-paypal-subscription': makeHandlePayPalSubscription(environment),
    'cancel-subscription': makeCancelSubscription(environment),
    'paypal-webhook': makePayPalWebhook(environment),
    'reconcile-billing': makeReconcileBilling(environment),
    'delete-due-accounts': makeDeleteDueAccounts(environment),
  } satisfies Record<string, Handler>;
}

let addresses = 0;

export async function createBillingWorld(options: WorldOptions): Promise<BillingWorld> {
  const { url, secrets, db, startMs = Date.now(), isConfigured = true } = options;
  const clock = { ms: startMs };
  const standIn = await startPayPalStandIn(() => clock.ms);
  const handlers = createHandlers({
    url,
    fetch,
    serviceKey: secrets.serviceKey,
    licencePrivateJwk: secrets.licencePrivateJwk,
    sealingSecret: 'unused here, since no licence is made',
    addressSalt: secrets.addressSalt,
    clientAddress: { header: 'x-forwarded-for', proxies: 1 },
    nowMs: () => clock.ms,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    sendMail: null,
    probeMail: null,
    voiceUrls: [],
    siteUrl: null,
    payPal: isConfigured ? standIn.settings : null,
  });
  const read = async (response: Response): Promise<Answer> => {
    const body = (await response.json()) as { data?: Answer['data']; error?: Answer['error'] };
    return { status: response.status, data: body.data ?? {}, error: body.error ?? {} };
  };
  const world: BillingWorld = {
    standIn,
    clock,
    async call(name, input, token = secrets.anonKey) {
      // Every call from an address of its own: rate limits are not what this is about.
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': `10.0.0.${(addresses += 1)}` };
      const init = { method: 'POST', headers, body: JSON.stringify(input) };
      return read(await handlers[name](new Request(`${url}/functions/v1/${name}`, init)));
    },
    async deliverSigned({ headers, body }) {
      const init = { method: 'POST', headers, body };
      return read(await handlers['paypal-webhook'](new Request(`${url}/functions/v1/paypal-webhook`, init)));
    },
    deliver: (event) => world.deliverSigned(standIn.sign(event)),
    async deliverAll() {
      for (let event = standIn.account.events.shift(); event; event = standIn.account.events.shift()) {
        const { status } = await world.deliver(event);
        if (status !== 200) throw new Error(`${event.event_type} was answered with ${status}`);
      }
    },
    async granted(organizationId, atMs = clock.ms) {
      const { rows } = await db.query<{ plan: string; cycle: string; seats: number; until: Date }>(
        'select plan_id as plan, cycle, seats, period_until as until from private.granted($1, $2)',
        [organizationId, new Date(atMs)],
      );
      const row = rows[0];
      return row
        ? { plan: row.plan, cycle: row.cycle, seats: row.seats, untilMs: row.until.getTime() }
        : null;
    },
    close: () => standIn.close(),
  };
  return world;
}

/** An organisation without a trial, owned by this account. */
export async function createPayingOrganization(db: pg.Pool, userId: string): Promise<string> {
  const made = await db.query<{ id: string }>(
    `insert into organizations (name) values ('Books') returning id`,
  );
  const id = made.rows[0]?.id ?? '';
  await db.query(
    `insert into organization_members (organization_id, user_id, role, status) values ($1, $2, 'owner', 'active')`,
    [id, userId],
  );
  return id;
}
