-- Health of the product's parts, incidents, and mails on them.

create table public.service_checks (
  id bigint generated always as identity primary key,
  service text not null,
  -- A part that is not set up is neither up nor down: it counts in no figure.
  status text not null check (status in ('operational', 'degraded', 'outage', 'not_configured')),
  response_ms integer,
  checked_at timestamptz not null default now()
);
create index service_checks_service_idx on public.service_checks (service, checked_at desc);
alter table public.service_checks enable row level security;
create policy "everybody reads checks" on public.service_checks for select to anon, authenticated using (true);
grant select on public.service_checks to anon, authenticated;

create table public.service_incidents (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint service_incidents_title_length check (length(btrim(title)) between 1 and 200),
  description text not null default ''
    constraint service_incidents_description_length check (length(description) <= 5000),
  status text not null check (status in ('investigating', 'monitoring', 'resolved', 'completed')),
  impact text not null check (impact in ('low', 'medium', 'high')),
  started_at timestamptz not null default now(),
  resolved_at timestamptz
);
create index service_incidents_started_idx on public.service_incidents (started_at desc);
alter table public.service_incidents enable row level security;
create policy "everybody reads incidents" on public.service_incidents for select to anon, authenticated using (true);
create policy "super admins read all" on public.service_incidents for select to authenticated
  using ((select private.is_super_admin()));
create policy "super admins add" on public.service_incidents for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "super admins change" on public.service_incidents for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "super admins delete" on public.service_incidents for delete to authenticated
  using ((select private.is_super_admin()));
grant select on public.service_incidents to anon;
grant select, insert, update, delete on public.service_incidents to authenticated;
select private.watch('public.service_incidents');

-- Mail on incidents, to addresses that confirmed it. Out of reach of REST: the functions act, and who leaves is erased.
create table private.status_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254)
    check (private.is_one_line(email)),
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz
);
create index status_subscribers_unconfirmed_idx on private.status_subscribers (requested_at)
  where confirmed_at is null;
alter table private.status_subscribers enable row level security;

-- What is to be sent. A mail that was claimed and not settled falls due again, later each time.
create table private.status_mails (
  id uuid primary key default gen_random_uuid(),
  subscriber_id uuid not null references private.status_subscribers on delete cascade,
  kind text not null check (kind in ('confirm', 'known', 'opened', 'resolved')),
  incident_id uuid references public.service_incidents on delete cascade,
  due_at timestamptz not null default now(),
  tries integer not null default 0,
  sent_at timestamptz,
  constraint status_mails_once unique nulls not distinct (subscriber_id, kind, incident_id)
);
create index status_mails_incident_idx on private.status_mails (incident_id);
create index status_mails_due_idx on private.status_mails (due_at) where sent_at is null;
alter table private.status_mails enable row level security;

-- What the probes found, together or not at all; older than a quarter of a year it is forgotten.
create function public.record_service_checks(checks jsonb) returns void
language sql security definer set search_path = '' as $$
  delete from public.service_checks c where c.checked_at < now() - interval '90 days';
  insert into public.service_checks (service, status, response_ms, checked_at)
  select given.service, given.status, given.response_ms, coalesce(given.checked_at, now())
  from jsonb_to_recordset(checks) as given (service text, status text, response_ms integer, checked_at timestamptz)
$$;

-- The latest state of each service, and each of the last 30 days (UTC) on which it was probed.
create function public.summarise_service_checks()
returns table (service text, status text, response_ms integer, checked_at timestamptz, days jsonb)
language sql stable set search_path = '' as $$
  with recent as (
    select c.service, c.status, c.response_ms, c.checked_at, (c.checked_at at time zone 'UTC')::date as day
    from public.service_checks c where c.checked_at >= date_trunc('day', now(), 'UTC') - interval '29 days'
  ), daily as (
    select r.service, r.day, count(*) as checks, count(*) filter (where r.status <> 'outage') as answered,
      round(avg(r.response_ms) filter (where r.status <> 'outage'))::integer as average_ms
    from recent r where r.status <> 'not_configured' group by r.service, r.day
  ), latest as (
    select distinct on (r.service) r.service, r.status, r.response_ms, r.checked_at
    from recent r order by r.service, r.checked_at desc
  )
  select l.service, l.status, l.response_ms, l.checked_at,
    coalesce((select jsonb_agg(jsonb_build_object('day', d.day, 'checks', d.checks, 'answered', d.answered, 'averageMs', d.average_ms)
      order by d.day) from daily d where d.service = l.service), '[]')
  from latest l order by l.service
$$;
grant execute on function public.summarise_service_checks() to anon, authenticated;

create function private.date_incident() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status not in ('resolved', 'completed') then
    new.resolved_at := null;
  elsif new.resolved_at is null then
    new.resolved_at := now();
  end if;
  return new;
end
$$;
create trigger date_incident before insert or update on public.service_incidents
  for each row execute function private.date_incident();

-- The mail that answers the request. There is one in any case, so that nothing tells who had asked before.
create function public.request_status_subscription(subscriber_email text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  subscriber private.status_subscribers;
  mail uuid;
begin
  insert into private.status_subscribers as s (email) values (lower(btrim(subscriber_email)))
  on conflict (email) do update
    set requested_at = case when s.confirmed_at is null then now() else s.requested_at end
  returning s.* into subscriber;
  insert into private.status_mails as m (subscriber_id, kind)
  values (subscriber.id, case when subscriber.confirmed_at is null then 'confirm' else 'known' end)
  on conflict on constraint status_mails_once do update set due_at = now(), tries = 0, sent_at = null
  returning m.id into mail;
  return mail;
end
$$;

-- False where the link is older than two days, or its address is erased.
create function public.confirm_status_subscription(subscriber uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update private.status_subscribers s set confirmed_at = coalesce(s.confirmed_at, now())
  where s.id = subscriber and (s.confirmed_at is not null or s.requested_at > now() - interval '2 days');
  return found;
end
$$;

create function public.end_status_subscription(subscriber uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.status_subscribers s where s.id = subscriber
$$;

-- Takes what is due, or the one mail that is asked for. Who never confirmed is erased by then.
create function public.claim_status_mails(most integer, only_mail uuid default null)
returns table (id uuid, kind text, subscriber uuid, email text, title text, description text, status text, impact text,
  started_at timestamptz)
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.status_subscribers s
  where s.confirmed_at is null and s.requested_at < now() - interval '2 days';
  -- Given up after about two days.
  delete from private.status_mails m where m.sent_at is null and m.tries >= 12 and m.due_at <= now();
  return query
    with due as (
      select m.id from private.status_mails m
      where m.sent_at is null and m.due_at <= now() and (only_mail is null or m.id = only_mail)
      order by m.due_at limit most for update skip locked
    ), taken as (
      update private.status_mails m set tries = m.tries + 1,
        due_at = now() + least(interval '6 hours', interval '5 minutes' * power(2, least(m.tries, 10)))
      from due where m.id = due.id returning m.id, m.kind, m.subscriber_id, m.incident_id
    )
    select t.id, t.kind, s.id, s.email, i.title, i.description, i.status, i.impact, i.started_at
    from taken t join private.status_subscribers s on s.id = t.subscriber_id
    left join public.service_incidents i on i.id = t.incident_id;
end
$$;

-- Has left. One of an incident is kept, so that it is not sent twice.
create function public.settle_status_mail(mail uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.status_mails m where m.id = mail and m.incident_id is null;
  update private.status_mails m set sent_at = now() where m.id = mail;
end
$$;

-- A new incident and a resolved one, once each. One that is over when it is written down is no news.
create function private.announce_incident() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_over boolean := new.status in ('resolved', 'completed');
  news text := case when is_over then 'resolved' else 'opened' end;
begin
  if tg_op = 'INSERT' and is_over then return null; end if;
  if tg_op = 'UPDATE' and is_over = (old.status in ('resolved', 'completed')) then return null; end if;
  delete from private.status_mails m where m.incident_id = new.id and m.kind <> news and m.sent_at is null;
  insert into private.status_mails (subscriber_id, kind, incident_id)
  select s.id, news, new.id from private.status_subscribers s where s.confirmed_at is not null
  on conflict on constraint status_mails_once do nothing;
  return null;
end
$$;
create trigger announce_incident after insert or update of status on public.service_incidents
  for each row execute function private.announce_incident();
