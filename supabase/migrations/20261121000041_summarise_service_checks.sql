-- What the probes found, together or not at all; older than a quarter of a year it is forgotten.
create function public.record_service_checks(checks jsonb) returns void
language sql security definer set search_path = '' as $$
  delete from public.service_checks c where c.checked_at < now() - interval '90 days';
  insert into public.service_checks (service, status, response_ms, checked_at)
  select given.service, given.status, given.response_ms, coalesce(given.checked_at, now())
  from jsonb_to_recordset(checks) as given (service text, status text, response_ms integer, checked_at timestamptz)
$$;
grant execute on function public.record_service_checks(jsonb) to service_role;

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
    from recent r group by r.service, r.day
  ), latest as (
    select distinct on (r.service) r.service, r.status, r.response_ms, r.checked_at
    from recent r order by r.service, r.checked_at desc
  )
  select l.service, l.status, l.response_ms, l.checked_at,
    (select jsonb_agg(jsonb_build_object('day', d.day, 'checks', d.checks, 'answered', d.answered, 'averageMs', d.average_ms)
      order by d.day) from daily d where d.service = l.service)
  from latest l order by l.service
$$;
grant execute on function public.summarise_service_checks() to anon, authenticated;
