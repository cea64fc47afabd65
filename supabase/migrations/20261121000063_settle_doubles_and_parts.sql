-- What was given back in part, what was paid twice, and whose account goes.

-- The share of the base payment that was kept when a difference was reckoned from it.
alter table public.paypal_subscriptions add column base_kept numeric not null default 1 check (base_kept > 0 and base_kept <= 1);

-- The share of a payment that was kept, from 0 to 1. The difference of a change shrinks with the payment that it was
-- reckoned from, by what was given back since.
create function private.kept_share(payment uuid) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  found_payment record;
  share numeric;
begin
  select p.status, p.is_setup, p.amount_usd, p.covers_from, s.base_payment_id, s.base_kept,
    (select coalesce(sum(r.amount_usd), 0) from public.refunds r where r.payment_id = p.id) as refunded
  into found_payment
  from public.payments p join public.paypal_subscriptions s on s.id = p.paypal_subscription_id
  where p.id = payment;
  if not found or found_payment.status not in ('completed', 'partially_refunded') or found_payment.covers_from is null
    or found_payment.refunded >= found_payment.amount_usd then
    return 0;
  end if;
  share := 1 - found_payment.refunded / found_payment.amount_usd;
  if not found_payment.is_setup then return share; end if;
  -- A share that passed through JSON has lost its last digits.
  return least(1, round(share * private.kept_share(found_payment.base_payment_id) / found_payment.base_kept, 9));
end
$$;

-- Until when a payment counts: what was given back takes its share of the time with it. PayPal's times are whole seconds.
create function private.kept_until(payment public.payments) returns timestamptz
language sql stable security definer set search_path = '' set timezone = 'UTC' as $$
  select case when k.share >= 1 then payment.covers_until else payment.covers_from + make_interval(
    secs => round(extract(epoch from payment.covers_until - payment.covers_from) * k.share)::float8) end
  from (select private.kept_share(payment.id) as share) k
$$;

create or replace function private.payment_at(organization uuid, at_time timestamptz) returns uuid
language sql stable security definer set search_path = '' as $$
  select p.id from public.payments p join public.paypal_subscriptions s on s.id = p.paypal_subscription_id
  where p.organization_id = organization and p.covers_from <= at_time and p.covers_until > at_time
    and private.kept_until(p) > at_time
  -- PayPal's times are whole seconds: of two within one, the one that was opened later.
  order by p.paid_at desc, s.opening desc, p.transaction_id desc limit 1
$$;
drop function private.is_good_payment(uuid);

-- As before, but what was given back in part ends with the rest of it: no day for a renewal then.
create or replace function private.granted(organization uuid, at_time timestamptz)
returns table (payment_id uuid, plan_id text, cycle text, seats integer, period_from timestamptz, period_until timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  counting uuid := private.payment_at(organization, at_time);
begin
  if counting is null and exists (
    select 1 from (select s.* from public.paypal_subscriptions s
      where s.organization_id = organization and s.status in ('ACTIVE', 'SUSPENDED')
      order by s.opening desc limit 1) newest
    where newest.status = 'ACTIVE' and newest.failed_payments = 0) then
    counting := private.payment_at(organization, at_time - interval '1 day');
    if private.kept_share(counting) < 1 then counting := null; end if;
  end if;
  return query
    select p.id, s.plan_id, s.cycle, s.seats, p.covers_from, private.kept_until(p)
    from public.payments p join public.paypal_subscriptions s on s.id = p.paypal_subscription_id
    where p.id = counting;
end
$$;

create or replace function private.quote(organization uuid, new_plan text, new_cycle text, new_seats integer, at_time timestamptz)
returns jsonb language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  unit numeric;
  base uuid := private.payment_at(organization, at_time);
  held record;
  new_total numeric;
  held_total numeric;
  share_left numeric;
  today numeric := 0;
  starts timestamptz;
begin
  select case new_cycle when 'monthly' then p.monthly_price_usd when 'yearly' then p.yearly_price_usd end into unit
  from public.plans p where p.id = new_plan;
  if coalesce(unit, 0) <= 0 or new_seats is null or new_seats not between 1 and 1000 then
    raise exception 'Invalid subscription plan' using errcode = '22023';
  end if;
  new_total := unit * new_seats;
  if base is null then
    return jsonb_build_object('planId', new_plan, 'cycle', new_cycle, 'seats', new_seats, 'unitPriceUsd', unit,
      'regularUsd', new_total, 'todayUsd', new_total, 'setupFeeUsd', 0, 'startsAt', null, 'basePaymentId', null,
      'baseKept', 1, 'begins', 'now');
  end if;
  select s.plan_id, s.cycle, s.seats, s.unit_price_usd, p.covers_until, private.kept_until(p) as kept_until,
    round(private.kept_share(p.id), 9) as kept_share into held
  from public.payments p join public.paypal_subscriptions s on s.id = p.paypal_subscription_id where p.id = base;
  held_total := held.unit_price_usd * held.seats;
  starts := held.kept_until;
  share_left := least(1, extract(epoch from held.kept_until - at_time)
    / extract(epoch from held.covers_until - (held.covers_until - private.cycle_length(held.cycle))));
  if new_cycle = held.cycle then
    today := greatest(0, round((new_total - held_total) * share_left, 2));
  elsif new_cycle = 'yearly' then
    today := greatest(0, round(new_total - held_total * share_left, 2));
    -- PayPal's times are whole seconds.
    if today > 0 then starts := date_trunc('second', at_time + interval '1 year'); end if;
  end if;
  return jsonb_build_object('planId', new_plan, 'cycle', new_cycle, 'seats', new_seats, 'unitPriceUsd', unit,
    'regularUsd', new_total, 'todayUsd', today, 'setupFeeUsd', today, 'startsAt', starts,
    'basePaymentId', case when today > 0 then base end, 'baseKept', held.kept_share,
    'begins', case when today > 0 then 'now' else 'period_end' end);
end
$$;

create or replace function public.record_paypal_subscription(
  subscription text, organization uuid, caller uuid, quote jsonb, approve_url text, at_time timestamptz)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_billing_admin(organization, caller);
  insert into public.paypal_subscriptions (id, organization_id, created_by, plan_id, cycle, seats, unit_price_usd,
    setup_fee_usd, starts_at, base_payment_id, base_kept, approve_url, created_at)
  values (subscription, organization, caller, quote ->> 'planId', quote ->> 'cycle', (quote ->> 'seats')::integer,
    (quote ->> 'unitPriceUsd')::numeric, (quote ->> 'setupFeeUsd')::numeric, (quote ->> 'startsAt')::timestamptz,
    (quote ->> 'basePaymentId')::uuid, (quote ->> 'baseKept')::numeric, record_paypal_subscription.approve_url, at_time);
end
$$;

-- One that was opened for just this and not agreed to yet: whoever asks twice is led to the same one, which can be agreed
-- to once. PayPal's links end after three hours.
create function public.find_open_paypal_subscription(organization uuid, caller uuid, quote jsonb, at_time timestamptz)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_billing_admin(organization, caller);
  return (select jsonb_build_object('id', s.id, 'approveUrl', s.approve_url) from public.paypal_subscriptions s
    where s.organization_id = organization and s.status = 'APPROVAL_PENDING' and s.created_at > at_time - interval '2 hours'
      and (s.plan_id, s.cycle, s.seats) = (quote ->> 'planId', quote ->> 'cycle', (quote ->> 'seats')::integer)
      and s.setup_fee_usd = (quote ->> 'setupFeeUsd')::numeric
      and s.starts_at is not distinct from (quote ->> 'startsAt')::timestamptz
      and s.base_payment_id is not distinct from (quote ->> 'basePaymentId')::uuid
      -- One that was opened after it would take its place.
      and not exists (select 1 from public.paypal_subscriptions later
        where later.organization_id = organization and later.opening > s.opening)
    order by s.opening desc limit 1);
end
$$;

-- Whether a payment was reckoned from another one, at once or by way of others.
create function private.is_reckoned_from(payment uuid, base uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  with recursive below (id, depth) as (
    select s.base_payment_id, 1 from public.payments p join public.paypal_subscriptions s on s.id = p.paypal_subscription_id
    where p.id = payment and p.is_setup
    union all
    select s.base_payment_id, b.depth + 1 from below b join public.payments p on p.id = b.id
    join public.paypal_subscriptions s on s.id = p.paypal_subscription_id where p.is_setup and b.depth < 100)
  select exists (select 1 from below b where b.id = base)
$$;

-- Payments for a time that a later subscription was paid for as well, without having been taken off there: two tabs that
-- were both agreed to, a renewal that came before its cancellation. What is left of them is to be given back.
create function private.double_payments(organization uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with kept as (
    select p.id, p.transaction_id, p.paypal_subscription_id, p.covers_from, private.kept_until(p) as kept_until, s.opening,
      p.amount_usd - private.refunded_usd(p) as left_usd
    from public.payments p join public.paypal_subscriptions s on s.id = p.paypal_subscription_id
    where p.organization_id = organization and p.status in ('completed', 'partially_refunded') and p.covers_from is not null
      and private.kept_share(p.id) > 0)
  select coalesce(jsonb_agg(jsonb_build_object('sale', k.transaction_id, 'subscription', k.paypal_subscription_id,
    'amountUsd', k.left_usd) order by k.opening), '[]')
  from kept k where exists (select 1 from kept newer
    where newer.opening > k.opening and newer.covers_from < k.kept_until and newer.kept_until > k.covers_from
      and not private.is_reckoned_from(newer.id, k.id)
      and not exists (select 1 from kept newest
        where newest.opening > newer.opening and private.is_reckoned_from(newest.id, k.id)))
$$;

alter function public.apply_paypal_subscription(bigint, jsonb, jsonb, timestamptz) set schema private;
create function public.apply_paypal_subscription(ticket bigint, state jsonb, transactions jsonb, at_time timestamptz)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  applied jsonb := private.apply_paypal_subscription(ticket, state, transactions, at_time);
begin
  return applied || jsonb_build_object('doubles', private.double_payments((applied ->> 'organizationId')::uuid));
end
$$;
revoke execute on function private.apply_paypal_subscription(bigint, jsonb, jsonb, timestamptz)
  from public, anon, authenticated, service_role;

-- Whoever is charged still, or could agree to be, has a subscription to end before the account goes.
create function private.may_be_charged(organization uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.paypal_subscriptions s where s.organization_id = organization
    and (s.status in ('ACTIVE', 'SUSPENDED', 'APPROVED')
      or s.status = 'APPROVAL_PENDING' and s.created_at > now() - interval '4 hours'))
$$;
create function private.own_organizations(account uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select m.organization_id from public.organization_members m where m.user_id = account
    and not exists (select 1 from public.organization_members o where o.organization_id = m.organization_id and o.user_id <> account)
$$;

-- The subscriptions that have to be ended at PayPal before the accounts that are due can go.
create function public.list_paypal_subscriptions_to_end() returns setof text
language sql stable security definer set search_path = '' as $$
  select s.id from public.account_deletions d cross join private.own_organizations(d.user_id) o (id)
  join public.paypal_subscriptions s on s.organization_id = o.id
  where d.delete_after <= now() and not private.owns_for_others(d.user_id)
    and s.status in ('ACTIVE', 'SUSPENDED', 'APPROVED')
  order by s.opening
$$;

-- Before accounts are deleted: who may be charged still is put off by an hour, in which it is ended at PayPal. And whom
-- invoices were for is forgotten once nobody is left; what an invoice says stays on it for as long as the law asks.
create function public.prepare_account_deletions() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  postponed integer;
begin
  update public.account_deletions d set delete_after = now() + interval '1 hour'
  where d.delete_after <= now()
    and exists (select 1 from private.own_organizations(d.user_id) o (id) where private.may_be_charged(o.id));
  get diagnostics postponed = row_count;
  delete from public.billing_details b
  where not exists (select 1 from public.organization_members m where m.organization_id = b.organization_id);
  return postponed;
end
$$;

-- The download of one's own data, with what was paid.
alter function public.export_my_data() rename to export_account_data;
alter function public.export_account_data() set schema private;
revoke execute on function private.export_account_data() from public, anon, authenticated;
create function public.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  owned uuid[] := array(select m.organization_id from public.organization_members m
    where m.user_id = auth.uid() and m.role = 'owner' and m.status = 'active');
begin
  return private.export_account_data() || jsonb_build_object(
    'paypalSubscriptions', (select coalesce(jsonb_agg(to_jsonb(s) - array['created_by', 'approve_url', 'last_ticket']
        order by s.opening), '[]')
      from public.paypal_subscriptions s where s.organization_id = any(owned)),
    'payments', (select coalesce(jsonb_agg(to_jsonb(p) order by p.paid_at), '[]') from public.payments p
      where p.organization_id = any(owned)),
    'refunds', (select coalesce(jsonb_agg(to_jsonb(r) order by r.refunded_at), '[]') from public.refunds r
      where r.organization_id = any(owned)),
    'billingDetails', (select coalesce(jsonb_agg(to_jsonb(b)), '[]') from public.billing_details b
      where b.organization_id = any(owned)));
end
$$;
grant execute on function public.export_my_data() to authenticated;
