import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PROBED_SERVICES } from '../../src-shared/domain/serviceStatus.ts';
import { makeProbeServices } from '../../supabase/functions/_shared/upkeep.ts';
import type { FunctionEnvironment } from '../../supabase/functions/_shared/environment.ts';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, createSuperAdmin } from '../lib/organizationWorld.ts';

interface Summary {
  service: string;
  status: string;
  response_ms: number | null;
  days: { day: string; checks: number; answered: number; averageMs: number | null }[];
}

let backend: TestBackend;
beforeAll(async () => {
  backend = await createTestBackend();
});
afterAll(() => backend.close());

const summary = async () => (await backend.client().rpc('summarise_service_checks')).data as Summary[];
const probe = (token: string) =>
  fetch(`${backend.services.url}/functions/v1/probe-services`, {
    method: 'POST',
    headers: { apikey: inject('cluster').secrets.anonKey, authorization: `Bearer ${token}` },
  });

describe('the probes', () => {
  it('are the server’s alone, and nobody writes what they found', async () => {
    const person = await createPerson(backend, 'prober@example.org');
    const { data } = await person.client.auth.getSession();
    for (const token of [data.session?.access_token ?? '', inject('cluster').secrets.anonKey])
      expect((await probe(token)).status).toBe(403);
    expect((await person.client.rpc('record_service_checks', { checks: [] })).error?.code).toBe('42501');
    expect(
      (await person.client.from('service_checks').insert({ service: 'auth', status: 'outage' })).error?.code,
    ).toBe('42501');
    expect(await summary()).toEqual([]);
  });

  it('ask every part, and everybody reads what they found', async () => {
    expect((await probe(inject('cluster').secrets.serviceKey)).status).toBe(200);
    const found = await summary();
    expect(found.map(({ service }) => service)).toEqual([...PROBED_SERVICES].toSorted());
    for (const { service, status, response_ms, days } of found) {
      // Mail stays in an outbox here, nothing is sold, and voices are the users' own business.
      if (['mail', 'payments', 'voice'].includes(service)) {
        expect({ status, response_ms, days }).toEqual({
          status: 'not_configured',
          response_ms: null,
          days: [],
        });
        continue;
      }
      expect(['operational', 'degraded']).toContain(status);
      expect(response_ms).toBeGreaterThanOrEqual(0);
      expect(days).toMatchObject([{ checks: 1, answered: 1 }]);
    }
  });

  it('report an outage of what does not answer, and keep it as soon as there is somewhere to', async () => {
    const environment = {
      url: 'http://127.0.0.1:9',
      fetch,
      serviceKey: inject('cluster').secrets.serviceKey,
      nowMs: Date.now,
      probeMail: null,
      payPal: null,
      voiceUrls: [] as string[],
    } as unknown as FunctionEnvironment;
    const handler = makeProbeServices(environment);
    const ask = () =>
      handler(
        new Request('http://localhost/', {
          method: 'POST',
          headers: { authorization: `Bearer ${environment.serviceKey}` },
        }),
      );
    expect((await ask()).status).toBe(503);
    environment.url = backend.services.url;
    expect((await ask()).status).toBe(200);
    const auth = (await summary()).find(({ service }) => service === 'auth');
    expect(auth).toMatchObject({ status: 'operational', days: [{ checks: 3, answered: 2 }] });
  });
});

describe('incidents', () => {
  let admin: Awaited<ReturnType<typeof createSuperAdmin>>;
  beforeAll(async () => {
    admin = await createSuperAdmin(backend);
  });

  it('are written by a super admin, and read by everybody', async () => {
    const person = await createPerson(backend, 'reader@example.org');
    const incident = { title: 'Slow sign-in', status: 'investigating', impact: 'low' };
    expect((await person.client.from('service_incidents').insert(incident)).error?.code).toBe('42501');
    expect((await backend.client().from('service_incidents').insert(incident)).error?.code).toBe('42501');
    expect((await admin.client.from('service_incidents').insert(incident)).error).toBeNull();
    const { data } = await backend.client().from('service_incidents').select('title, status, impact');
    expect(data).toEqual([incident]);
  });

  it('have a title, and an end that follows from their status', async () => {
    interface Row {
      id: string;
      resolved_at: string | null;
    }
    const incidents = () => admin.client.from('service_incidents');
    const fields = { status: 'monitoring', impact: 'high' };
    for (const title of ['', '  ', 'x'.repeat(201)])
      expect((await incidents().insert({ ...fields, title })).error?.code).toBe('23514');
    const { data: made } = await incidents()
      .insert({ ...fields, title: 'Mail is late' })
      .select()
      .single<Row>();
    expect(made?.resolved_at).toBeNull();
    const change = async (status: string) => {
      const { data } = await incidents()
        .update({ status })
        .eq('id', made?.id ?? '')
        .select()
        .single<Row>();
      return data?.resolved_at ?? null;
    };
    const resolvedAt = await change('resolved');
    expect(Date.parse(resolvedAt ?? '')).toBeGreaterThan(0);
    expect(await change('completed')).toBe(resolvedAt);
    expect(await change('investigating')).toBeNull();
  });
});
