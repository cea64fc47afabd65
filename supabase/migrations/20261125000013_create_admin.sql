-- What super admins see and do beside the lists of the other files.

create function public.list_admins()
returns table (user_id uuid, email text, name text, role text, last_sign_in_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  return query
    select u.id, u.email::text, coalesce(p.display_name, ''), private.admin_role(u), u.last_sign_in_at
    from auth.users u left join public.sounddesk_profiles p on p.user_id = u.id
    where u.raw_app_meta_data ->> 'admin' = 'true' or u.raw_app_meta_data ->> 'super_admin' = 'true'
    order by private.admin_role(u) desc, u.email;
end
$$;
grant execute on function public.list_admins() to authenticated;

-- Gives an account a role ('admin' or 'super_admin'), or takes it ('none'). A token that it has already gains nothing
-- before it is renewed, and loses at once.
create function public.set_admin_role(account_email text, new_role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account auth.users;
  old_role text;
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  if new_role is null or new_role not in ('none', 'admin', 'super_admin') then
    raise exception 'There is no role “%”.', new_role using errcode = '22023';
  end if;
  -- One after the other, and each sees what the one before has done.
  perform pg_advisory_xact_lock(hashtext('sounddesk super admins'));
  select * into account from auth.users u where lower(u.email) = lower(btrim(account_email)) for update;
  if account.id is null then
    raise exception 'User not found with this email address' using errcode = 'P0002';
  end if;
  old_role := private.admin_role(account);
  if old_role = new_role then return; end if;
  if old_role = 'super_admin' and private.is_last_super_admin(account.id) then
    perform private.refuse('The last super admin stays: make somebody else a super admin first.');
  end if;
  -- Until then it may be somebody else's address.
  if new_role <> 'none' and account.email_confirmed_at is null then
    perform private.refuse('This account has not confirmed its email address yet.');
  end if;
  update auth.users u set raw_app_meta_data = (coalesce(u.raw_app_meta_data, '{}') - array['admin', 'super_admin'])
    || case when new_role = 'none' then '{}'::jsonb else jsonb_build_object(new_role, true) end
  where u.id = account.id;
  insert into public.audit_log (actor_id, action, table_name, row_id, old_values, new_values)
  values (auth.uid(), 'update', 'admins', account.id::text,
    jsonb_build_object('user_id', account.id, 'role', old_role), jsonb_build_object('user_id', account.id, 'role', new_role));
end
$$;
grant execute on function public.set_admin_role(text, text) to authenticated;

-- Workspaces whose payments, as far as they were kept, reach over a point in time, with what the one that counts costs a
-- month: a twelfth of a yearly price. Most payments are whole, and reckoned from no other: of those the rest need not be asked.
create function private.paying_at(at_time timestamptz) returns table (organization_id uuid, monthly_usd numeric)
language sql stable security definer set search_path = '' as $$
  select distinct on (p.organization_id) p.organization_id,
    s.unit_price_usd * s.seats / case s.cycle when 'yearly' then 12 else 1 end
  from public.payments p join public.paypal_subscriptions s on s.id = p.paypal_subscription_id
  where p.covers_until > at_time and p.covers_from <= at_time
    and case when p.status = 'completed' and p.amount_usd > 0 and not p.is_setup
        and not exists (select 1 from public.refunds r where r.payment_id = p.id) then true
      else private.kept_until(p) > at_time end
  order by p.organization_id, p.paid_at desc, s.opening desc, p.transaction_id desc
$$;

-- The last days, today among them (UTC): accounts that were made, workspaces that paid for the first time, and what was
-- paid on the day and kept. Beside them what stands now:
--   trials    that run, and of those that ended in these days how many became customers;
--   customers who pay now, who paid when the first day began, and how many of those pay no more (churn);
--   monthly   what those who pay now pay a month;
--   licences  by status, and the services as they were probed last.
create function public.summarise_business(days integer default 30) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  length integer := least(greatest(days, 1), 366);
  since timestamptz := date_trunc('day', now()) - make_interval(days => length - 1);
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  return (
    -- By the index, a day each: to turn a hundred thousand times into days takes longer than all the rest.
    with made as (
      select d.at::date as day, (select count(*) from public.organizations o
        where o.is_personal and o.created_at >= d.at and o.created_at < d.at + interval '1 day') as n
      from generate_series(since, date_trunc('day', now()), interval '1 day') d (at)),
    first_payments as (
      select min(p.paid_at)::date as day from public.payments p
      where p.status in ('completed', 'partially_refunded', 'refunded') group by p.organization_id
      having min(p.paid_at) >= since),
    won as (select f.day, count(*) as n from first_payments f group by 1),
    -- What private.refunded_usd says, of all at once.
    given_back as (select r.payment_id, sum(r.amount_usd) as usd from public.refunds r group by 1),
    kept as (
      select p.paid_at::date as day,
        sum(case p.status when 'refunded' then 0 else greatest(p.amount_usd - coalesce(g.usd, 0), 0) end) as usd
      from public.payments p left join given_back g on g.payment_id = p.id
      where p.paid_at >= since and p.status in ('completed', 'partially_refunded', 'refunded') group by 1),
    paying as (select * from private.paying_at(now())),
    paid_before as (select b.organization_id from private.paying_at(since) b),
    ended as (
      select s.organization_id from public.subscriptions s where s.trial_ends_at >= since and s.trial_ends_at <= now())
    select jsonb_build_object(
      'days', (select jsonb_agg(jsonb_build_object('day', d.day, 'signUps', coalesce(m.n, 0), 'newCustomers', coalesce(w.n, 0),
          'keptUsd', coalesce(k.usd, 0)) order by d.day)
        from (select generate_series(since, date_trunc('day', now()), interval '1 day')::date as day) d
        left join made m on m.day = d.day left join won w on w.day = d.day left join kept k on k.day = d.day),
      'accounts', (select count(*) from public.organizations o where o.is_personal),
      'trials', jsonb_build_object(
        'running', (select count(*) from public.subscriptions s where s.status = 'trialing' and s.trial_ends_at > now()),
        'ended', (select count(*) from ended),
        'converted', (select count(*) from ended e where exists (select 1 from public.payments p
          where p.organization_id = e.organization_id and p.status in ('completed', 'partially_refunded')))),
      'customers', jsonb_build_object(
        'now', (select count(*) from paying),
        'before', (select count(*) from paid_before),
        'lost', (select count(*) from paid_before b where not exists (
          select 1 from paying p where p.organization_id = b.organization_id))),
      'monthlyUsd', (select coalesce(round(sum(p.monthly_usd), 2), 0) from paying p),
      'licences', (select coalesce(jsonb_object_agg(c.status, c.total), '{}') from private.license_counts c),
      'services', (select coalesce(jsonb_agg(jsonb_build_object('service', s.service, 'status', s.status, 'checkedAt', s.checked_at)
        order by s.service), '[]') from public.summarise_service_checks() s)));
end
$$;
grant execute on function public.summarise_business(integer) to authenticated;
