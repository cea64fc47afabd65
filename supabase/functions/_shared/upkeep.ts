/** What the server does on its own, on a schedule: probes its parts, deletes what is due, keeps no longer than promised. */
import { z } from 'zod';
import {
  DEGRADED_AFTER_MS,
  PROBE_LIMIT_MS,
  type ProbedService,
  type ServiceState,
} from '../../../src-shared/domain/serviceStatus.ts';
import { createPayPalClient } from './paypal/client.ts';
import { syncSubscription } from './paypal/sync.ts';
import { PayPalError, probePayPal } from './paypal/transport.ts';
import {
  answer,
  callProcedure,
  failure,
  type FunctionEnvironment,
  type Handler,
  type Probe,
} from './environment.ts';

interface Check {
  service: ProbedService;
  status: ServiceState;
  response_ms: number | null;
  checked_at: string;
}

/** As much as a day of a database that does not answer. */
const MAX_WAITING_CHECKS = 1200;

/** Asks every part once and keeps what it found; what could not be kept is kept with the next. */
export function makeProbeServices(environment: FunctionEnvironment): Handler {
  let waiting: Check[] = [];
  return forServer(environment, async () => {
    waiting = [...waiting, ...(await probeAll(environment))].slice(-MAX_WAITING_CHECKS);
    const checks = waiting;
    try {
      await callProcedure(environment, 'record_service_checks', { checks });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return failure(503, 'NOT_KEPT', `What was found could not be kept: ${reason}`);
    }
    waiting = [];
    return answer(200, { success: true, data: { kept: checks.length } });
  });
}

export function makeDeleteDueAccounts(environment: FunctionEnvironment): Handler {
  const client = environment.payPal && createPayPalClient(environment.payPal, environment.nowMs);
  return forServer(environment, async () => {
    const charged = z
      .array(z.string())
      .parse(await callProcedure(environment, 'list_paypal_subscriptions_to_end', {}));
    for (const id of charged) {
      try {
        if (!client) throw new PayPalError('the cancellation', 0, 'not set up');
        await client.cancelSubscription(id, 'The account is deleted.');
        await syncSubscription(environment, client, id);
      } catch (error) {
        // The account stays until nothing can be charged for it any more; it is tried again later.
        if (!(error instanceof PayPalError)) throw error;
      }
    }
    const postponed = await callProcedure(environment, 'prepare_account_deletions', {});
    const deleted = await callProcedure(environment, 'delete_due_accounts', {});
    return answer(200, { success: true, data: { deleted, postponed } });
  });
}

/** Deletes what has been kept for as long as the privacy policy says, a part at a time. */
export function makeDeleteOldRecords(environment: FunctionEnvironment): Handler {
  return forServer(environment, async () =>
    answer(200, { success: true, data: await callProcedure(environment, 'delete_old_records', {}) }),
  );
}

/** Refuses anyone who does not hold the service key. */
export function forServer(environment: FunctionEnvironment, act: () => Promise<Response>): Handler {
  return async (request) => {
    if (request.method !== 'POST') return failure(405, 'BAD_METHOD', 'This function takes POST.');
    const token = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
    if (!(await isSame(token, environment.serviceKey)))
      return failure(403, 'FORBIDDEN', 'Only the server itself may call this.');
    return act();
  };
}

/** By their digests: the time that it takes reveals nothing of the key. */
async function isSame(a: string, b: string): Promise<boolean> {
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const [left, right] = await Promise.all([digest(a), digest(b)]);
  return left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), 0) === 0;
}

async function probeAll(environment: FunctionEnvironment): Promise<Check[]> {
  const { url, serviceKey, probeMail, payPal, voiceUrls } = environment;
  const headers = { apikey: serviceKey, authorization: `Bearer ${serviceKey}` };
  const ask = (path: string, method?: string): Probe => {
    return async (signal) =>
      (await answerOf(environment.fetch, `${url}${path}`, { headers, signal, ...(method ? { method } : {}) }))
        .ok;
  };
  // `rest` asks for nothing that is in a table; `database` has the database read one. Null: not set up here.
  const probes: Record<ProbedService, Probe | null> = {
    rest: ask('/rest/v1/', 'HEAD'),
    // What is damaged elsewhere is an outage, too: somebody has to put a backup in its place.
    database: async (signal) =>
      environment.isDatabaseDamaged?.() !== true && ask('/rest/v1/plans?select=id&limit=1')(signal),
    auth: ask('/auth/v1/health'),
    functions: ask('/functions/v1/license-issuer', 'OPTIONS'),
    mail: probeMail,
    payments: payPal && ((signal) => probePayPal(payPal, signal)),
    voice: voiceUrls.length > 0 ? (signal) => probeVoice(voiceUrls, signal) : null,
  };
  const services = Object.entries(probes) as [ProbedService, Probe | null][];
  const checks: Check[] = [];
  // One after the other: what is measured is the part, not the crowd.
  for (const [service, probe] of services) checks.push(await check(environment, service, probe));
  return checks;
}

/** All of them answer. They do not know us: a refusal for want of a key is an answer. */
async function probeVoice(urls: readonly string[], signal: AbortSignal): Promise<boolean> {
  for (const url of urls) if ((await answerOf(fetch, url, { signal })).status >= 500) return false;
  return true;
}

async function answerOf(ask: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  const response = await ask(url, init);
  await response.arrayBuffer();
  return response;
}

async function check(
  { nowMs }: FunctionEnvironment,
  service: ProbedService,
  probe: Probe | null,
): Promise<Check> {
  const startedMs = performance.now();
  const checked_at = new Date(nowMs()).toISOString();
  if (!probe) return { service, status: 'not_configured', response_ms: null, checked_at };
  try {
    const isUp = await probe(AbortSignal.timeout(PROBE_LIMIT_MS));
    const response_ms = Math.round(performance.now() - startedMs);
    const status = !isUp ? 'outage' : response_ms > DEGRADED_AFTER_MS ? 'degraded' : 'operational';
    return { service, status, response_ms, checked_at };
  } catch {
    // No answer, or none in time: that is what an outage is.
    return { service, status: 'outage', response_ms: null, checked_at };
  }
}
