-- The books' own rules. Times are handed in, so that a day's answer can be asked for on another day.

create sequence private.paypal_tickets;

-- What is granted at a time. PayPal collects a renewal within the day that it is due: for that day, and only while the
-- subscription runs without a failed payment, what was paid last goes on. What was given back in part ends with the rest
-- of it: no day for a renewal then.
create function private.granted(organization uuid, at_time timestamptz)
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
grant execute on function private.granted(uuid, timestamptz) to authenticated, service_role;

-- The plan that counts now, worked out from the payments where there are any: a trial that is over, or a subscription
-- whose paid time is, is the Free tier.
create function public.current_plan(organization uuid)
returns table (plan_id text, status text, trial_ends_at timestamptz, current_period_ends_at timestamptz)
language sql stable security invoker set search_path = '' as $$
  select
    case when g.plan_id is not null then g.plan_id when e.has_ended then 'free' else s.plan_id end,
    case when g.plan_id is not null then s.status when e.has_ended then 'expired' else s.status end,
    s.trial_ends_at, coalesce(g.period_until, s.current_period_ends_at)
  from public.subscriptions s
  left join lateral private.granted(s.organization_id, now()) g on true
  cross join lateral (select
    s.status = 'expired'
    or (s.status = 'trialing' and s.trial_ends_at < now())
    or (s.status = 'cancelled' and coalesce(s.current_period_ends_at, s.updated_at) < now())
    or (s.status in ('active', 'past_due') and s.current_period_ends_at < now()) as has_ended) e
  where s.organization_id = organization
$$;
grant execute on function public.current_plan(uuid) to authenticated;

create function private.cycle_length(cycle text) returns interval
language sql immutable set search_path = '' as $$
  select case cycle when 'yearly' then interval '1 year' else interval '1 month' end
$$;

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

-- The payment that counts for an organisation at a time: of those that cover it, the latest good one.
create function private.payment_at(organization uuid, at_time timestamptz) returns uuid
language sql stable security definer set search_path = '' as $$
  select p.id from public.payments p join public.paypal_subscriptions s on s.id = p.paypal_subscription_id
  where p.organization_id = organization and p.covers_from <= at_time and p.covers_until > at_time
    and private.kept_until(p) > at_time
  -- PayPal's times are whole seconds: of two within one, the one that was opened later.
  order by p.paid_at desc, s.opening desc, p.transaction_id desc limit 1
$$;

-- What a plan with so many seats costs today and from when it is charged regularly. Dearer ones begin at once, for the
-- difference; cheaper ones begin where the paid period ends. Nothing is ever paid back by a change.
create function private.quote(organization uuid, new_plan text, new_cycle text, new_seats integer, at_time timestamptz)
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

create function private.seats_taken(organization uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from public.organization_members m where m.organization_id = organization and m.status = 'active'
$$;

-- For the screen: the quote that a change is opened with, refused for the same reasons. What is shown beforehand is what
-- is asked for.
create function public.quote_subscription(organization uuid, new_plan text, new_cycle text, new_seats integer)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  return public.quote_new_subscription(organization, auth.uid(), new_plan, new_cycle, new_seats, now());
end
$$;
grant execute on function public.quote_subscription(uuid, text, text, integer) to authenticated;

-- For the functions (service role), which have asked the auth server who `caller` is.
create function private.require_billing_admin(organization uuid, caller uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.organization_members m where m.organization_id = organization
    and m.user_id = caller and m.status = 'active' and m.role in ('owner', 'admin')) then
    perform private.refuse('Only owners and admins of this organisation may do this.');
  end if;
end
$$;

-- The quote that a new subscription is opened with at PayPal.
create function public.quote_new_subscription(
  organization uuid, caller uuid, new_plan text, new_cycle text, new_seats integer, at_time timestamptz)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  newest record;
begin
  perform private.require_billing_admin(organization, caller);
  if new_seats < private.seats_taken(organization) then
    perform private.refuse(format('%s seats are taken. Deactivate members first, or choose at least as many seats.',
      private.seats_taken(organization)));
  end if;
  select s.* into newest from public.paypal_subscriptions s
  where s.organization_id = organization and s.status = 'ACTIVE' order by s.opening desc limit 1;
  if newest.id is not null and (newest.plan_id, newest.cycle, newest.seats) = (new_plan, new_cycle, new_seats) then
    perform private.refuse('This subscription runs already.');
  end if;
  return private.quote(organization, new_plan, new_cycle, new_seats, at_time);
end
$$;

-- Keeps what was opened at PayPal: what is not in here is nobody's.
create function public.record_paypal_subscription(
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

-- Drawn before PayPal is asked: of two answers, the one to the later question counts. Null: not one of ours.
create function public.begin_paypal_sync(subscription text, caller uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known public.paypal_subscriptions;
begin
  select * into known from public.paypal_subscriptions s where s.id = subscription;
  if known.id is null then return null; end if;
  if caller is not null then perform private.require_billing_admin(known.organization_id, caller); end if;
  return jsonb_build_object('ticket', nextval('private.paypal_tickets'), 'organizationId', known.organization_id,
    'openedAt', known.created_at, 'cycle', known.cycle, 'planId', known.plan_id);
end
$$;

-- Takes what PayPal said about one of our subscriptions: its state and all of its transactions. Returns which other
-- subscriptions of the organisation must be cancelled at PayPal, since a newer one runs.
create function private.apply_paypal_subscription(ticket bigint, state jsonb, transactions jsonb, at_time timestamptz)
returns jsonb language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  known public.paypal_subscriptions;
begin
  select * into known from public.paypal_subscriptions s where s.id = state ->> 'id';
  if known.id is null then perform private.refuse('This subscription was not opened here.'); end if;
  perform private.lock_books(known.organization_id);
  select * into known from public.paypal_subscriptions s where s.id = known.id;
  if state ->> 'customId' is distinct from known.organization_id::text then
    perform private.refuse('This subscription belongs to somebody else.');
  end if;
  if ticket > known.last_ticket then
    update public.paypal_subscriptions s set status = state ->> 'status', last_ticket = ticket,
      failed_payments = (state ->> 'failedPayments')::integer, outstanding_usd = (state ->> 'outstandingUsd')::numeric,
      next_billing_at = (state ->> 'nextBillingAt')::timestamptz
    where s.id = known.id returning * into known;
    perform private.book_transactions(known, transactions);
    perform private.settle(known.organization_id, at_time);
  end if;
  return jsonb_build_object('status', known.status, 'organizationId', known.organization_id, 'superseded', (
    select coalesce(jsonb_agg(s.id order by s.opening), '[]') from public.paypal_subscriptions s
    where s.organization_id = known.organization_id and s.status in ('ACTIVE', 'SUSPENDED') and s.id <> (
      select newest.id from public.paypal_subscriptions newest
      where newest.organization_id = known.organization_id and newest.status = 'ACTIVE'
      order by newest.opening desc limit 1)));
end
$$;

create function private.lock_books(organization uuid) returns void
language sql security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('books ' || organization::text, 0))
$$;

-- Writes the transactions down and works out what each one buys, from all of them and in their own order: in whichever
-- order they were heard of, the outcome is the same.
create function private.book_transactions(subscription public.paypal_subscriptions, transactions jsonb) returns void
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  booked public.payments;
  previous_until timestamptz := subscription.starts_at;
  begins timestamptz;
begin
  insert into public.payments as p (organization_id, paypal_subscription_id, transaction_id, amount_usd, status, paid_at)
  select subscription.organization_id, subscription.id, t.id, t."amountUsd", t.status, t."paidAt"
  from jsonb_to_recordset(transactions) as t (id text, "amountUsd" numeric, status text, "paidAt" timestamptz)
  on conflict (transaction_id) do update set status = excluded.status
    where p.paypal_subscription_id = subscription.id and p.status <> excluded.status;
  for booked in
    select * from public.payments p where p.paypal_subscription_id = subscription.id order by p.paid_at, p.transaction_id
  loop
    -- The difference of a change is the first payment, before the regular ones begin.
    if subscription.setup_fee_usd > 0 and booked.paid_at < subscription.starts_at then
      update public.payments p set is_setup = true,
        covers_from = case when booked.amount_usd = subscription.setup_fee_usd then booked.paid_at end,
        covers_until = case when booked.amount_usd = subscription.setup_fee_usd then subscription.starts_at end
      where p.id = booked.id returning * into booked;
    elsif booked.status in ('completed', 'refunded', 'partially_refunded')
      and booked.amount_usd = subscription.unit_price_usd * subscription.seats then
      begins := greatest(previous_until, booked.paid_at);
      previous_until := begins + private.cycle_length(subscription.cycle);
      update public.payments p set covers_from = begins, covers_until = previous_until
      where p.id = booked.id returning * into booked;
    end if;
    perform private.book_invoice(subscription, booked);
  end loop;
  if subscription.status in ('CANCELLED', 'EXPIRED') then
    update public.invoices i set status = 'void'
    where i.paypal_subscription_id = subscription.id and i.status = 'overdue';
  end if;
end
$$;

-- One invoice for each payment; a payment that failed leaves one that is overdue, which the next one settles.
create function private.book_invoice(subscription public.paypal_subscriptions, booked public.payments) returns void
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  due text := case booked.status when 'pending' then 'pending' when 'declined' then 'overdue' else 'paid' end;
  existing uuid;
begin
  select i.id into existing from public.invoices i where i.payment_id = booked.id;
  if existing is null and due <> 'pending' then
    select i.id into existing from public.invoices i
    join public.payments failed on failed.id = i.payment_id
    where i.paypal_subscription_id = subscription.id and i.status = 'overdue' and i.amount_usd = booked.amount_usd
      and failed.paid_at <= booked.paid_at
    order by i.issued_at limit 1;
    -- Tried again and failed again: it is the same invoice.
    if existing is not null and due = 'overdue' then return; end if;
  end if;
  -- The failure of something that has been paid since, or that was given up.
  if existing is null and due = 'overdue' and (subscription.status in ('CANCELLED', 'EXPIRED') or exists (
    select 1 from public.payments later where later.paypal_subscription_id = subscription.id
      and later.paid_at > booked.paid_at and later.amount_usd = booked.amount_usd
      and later.status in ('completed', 'refunded', 'partially_refunded'))) then
    return;
  end if;
  if existing is null then
    insert into public.invoices (organization_id, number, amount_usd, status, issued_at, payment_id, paypal_subscription_id,
      plan_id, cycle, seats, unit_price_usd, billed_to)
    values (booked.organization_id, private.next_invoice_number(booked.paid_at), booked.amount_usd, due, booked.paid_at, booked.id,
      subscription.id, subscription.plan_id, subscription.cycle, subscription.seats, subscription.unit_price_usd,
      coalesce((select to_jsonb(d) - 'organization_id' - 'updated_at' from public.billing_details d
        where d.organization_id = booked.organization_id), '{}'))
    returning id into existing;
  end if;
  update public.invoices i set
    status = case when i.status = 'void' and due = 'overdue' then 'void' else due end, payment_id = booked.id, is_setup = booked.is_setup,
    period_from = booked.covers_from, period_until = booked.covers_until,
    paid_at = case when due = 'paid' then booked.paid_at end,
    refunded_usd = private.refunded_usd(booked)
  where i.id = existing;
end
$$;

create function private.refunded_usd(payment public.payments) returns numeric
language sql stable security definer set search_path = '' as $$
  select case when payment.status = 'refunded' then payment.amount_usd
    else least(payment.amount_usd, (select coalesce(sum(r.amount_usd), 0) from public.refunds r where r.payment_id = payment.id)) end
$$;

create function private.next_invoice_number(issued timestamptz) returns text
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  of_year integer := extract(year from issued);
  given integer;
begin
  insert into private.invoice_numbers as n (year, last) values (of_year, 1)
  on conflict (year) do update set last = n.last + 1 returning n.last into given;
  return format('SD-%s-%s', of_year, lpad(given::text, 6, '0'));
end
$$;

-- A refund, after PayPal was asked for it and its payment was booked. Heard of twice, it counts once.
create function public.record_refund(refund text, sale text, amount numeric, refunded_at timestamptz, at_time timestamptz)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  paid public.payments;
begin
  select * into paid from public.payments p where p.transaction_id = sale;
  if paid.id is null then return false; end if;
  perform private.lock_books(paid.organization_id);
  insert into public.refunds (id, organization_id, payment_id, amount_usd, refunded_at)
  values (refund, paid.organization_id, paid.id, amount, record_refund.refunded_at)
  on conflict (id) do nothing;
  select * into paid from public.payments p where p.id = paid.id;
  update public.invoices i set refunded_usd = private.refunded_usd(paid) where i.payment_id = paid.id;
  perform private.settle(paid.organization_id, at_time);
  return true;
end
$$;

-- The row that lists and policies read: what the payments come to now. A trial that still runs comes back where nothing paid counts.
create function private.settle(organization uuid, at_time timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  counting record;
  newest public.paypal_subscriptions;
  own_trial_ends timestamptz;
begin
  select * into counting from private.granted(organization, at_time);
  select * into newest from public.paypal_subscriptions s
  where s.organization_id = organization and s.status <> 'APPROVAL_PENDING'
  order by s.status in ('ACTIVE', 'SUSPENDED') desc, s.opening desc limit 1;
  if counting.payment_id is not null then
    insert into public.subscriptions as s (organization_id, plan_id, cycle, status, seats, current_period_ends_at, provider,
      provider_subscription_id)
    values (organization, counting.plan_id, counting.cycle,
      case when newest.status = 'SUSPENDED' or newest.failed_payments > 0 then 'past_due'
        when newest.status = 'ACTIVE' then 'active' else 'cancelled' end,
      counting.seats, counting.period_until, 'paypal', newest.id)
    on conflict (organization_id) do update set plan_id = excluded.plan_id, cycle = excluded.cycle, status = excluded.status,
      seats = excluded.seats, current_period_ends_at = excluded.current_period_ends_at, provider = excluded.provider,
      provider_subscription_id = excluded.provider_subscription_id;
    return;
  end if;
  select s.trial_ends_at into own_trial_ends from public.subscriptions s where s.organization_id = organization;
  update public.subscriptions s set
    plan_id = case when own_trial_ends > at_time then 'professional' else s.plan_id end,
    status = case when own_trial_ends > at_time then 'trialing' else 'expired' end,
    seats = case when own_trial_ends > at_time then 1 else s.seats end,
    current_period_ends_at = null, provider_subscription_id = newest.id
  where s.organization_id = organization and s.provider = 'paypal';
end
$$;

-- An event of PayPal's, by its id. True: not handled yet.
create function public.begin_payment_event(event text, type text, body jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.payment_events (id, event_type, payload) values (event, type, body) on conflict (id) do nothing;
  return (select e.handled_at is null from public.payment_events e where e.id = event);
end
$$;

create function public.end_payment_event(event text) returns void
language sql security definer set search_path = '' as $$
  update public.payment_events e set handled_at = now() where e.id = event and e.handled_at is null
$$;

-- What may have changed at PayPal without a word to us: due renewals, approvals that nobody came back from.
create function public.list_due_paypal_subscriptions(at_time timestamptz) returns setof text
language sql stable security definer set search_path = '' as $$
  select s.id from public.paypal_subscriptions s
  where (s.status in ('ACTIVE', 'SUSPENDED') and s.next_billing_at < at_time)
    or (s.status in ('APPROVAL_PENDING', 'APPROVED') and s.created_at > at_time - interval '1 day')
  order by s.updated_at limit 50
$$;

-- The subscriptions that a cancellation ends, also what was agreed to and does not run yet.
create function public.list_running_paypal_subscriptions(organization uuid, caller uuid) returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_billing_admin(organization, caller);
  return query select s.id from public.paypal_subscriptions s
    where s.organization_id = organization and s.status in ('APPROVED', 'ACTIVE', 'SUSPENDED') order by s.opening;
end
$$;

-- What the billing screen shows. Everything is worked out here, at one moment: a screen computes no money.
create function public.billing_summary(organization uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  at_time timestamptz := now();
  plan record;
  paid record;
  running public.paypal_subscriptions;
  opened public.paypal_subscriptions;
begin
  perform private.require_admin(organization);
  select * into plan from public.current_plan(organization);
  select g.*, s.unit_price_usd into paid from private.granted(organization, at_time) g
  join public.payments p on p.id = g.payment_id join public.paypal_subscriptions s on s.id = p.paypal_subscription_id;
  select * into running from public.paypal_subscriptions s
  where s.organization_id = organization and s.status in ('ACTIVE', 'SUSPENDED') order by s.opening desc limit 1;
  -- PayPal's links end after three hours.
  select * into opened from public.paypal_subscriptions s
  where s.organization_id = organization and s.status = 'APPROVAL_PENDING' and s.created_at > at_time - interval '3 hours'
    and s.opening > coalesce(running.opening, 0)
  order by s.opening desc limit 1;
  return jsonb_build_object(
    'planId', coalesce(plan.plan_id, 'free'),
    'status', coalesce(plan.status, 'expired'),
    'trialEndsAt', case when plan.status = 'trialing' then plan.trial_ends_at end,
    'cycle', paid.cycle,
    'seats', coalesce(paid.seats, 1),
    'seatsTaken', private.seats_taken(organization),
    'unitPriceUsd', paid.unit_price_usd,
    'totalUsd', paid.unit_price_usd * paid.seats,
    'paidUntil', paid.period_until,
    -- What PayPal charges next, and for which terms.
    'next', case when running.status = 'ACTIVE' and running.next_billing_at is not null then jsonb_build_object(
      'at', running.next_billing_at, 'amountUsd', running.unit_price_usd * running.seats,
      'planId', running.plan_id, 'cycle', running.cycle, 'seats', running.seats) end,
    'failure', case when running.status = 'SUSPENDED' or running.failed_payments > 0 then jsonb_build_object(
      'isSuspended', running.status = 'SUSPENDED', 'times', running.failed_payments,
      'outstandingUsd', running.outstanding_usd) end,
    'opened', case when opened.id is not null then jsonb_build_object('id', opened.id, 'planId', opened.plan_id,
      'cycle', opened.cycle, 'seats', opened.seats, 'approveUrl', opened.approve_url) end,
    'totals', (select jsonb_build_object('count', count(*),
        'paidUsd', coalesce(sum(i.amount_usd) filter (where i.status = 'paid'), 0),
        'refundedUsd', coalesce(sum(i.refunded_usd), 0),
        'overdueUsd', coalesce(sum(i.amount_usd) filter (where i.status = 'overdue'), 0))
      from public.invoices i where i.organization_id = organization));
end
$$;
grant execute on function public.billing_summary(uuid) to authenticated;

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

-- The same with what was paid twice; and where nobody is left, no subscription goes on, whatever PayPal tells of it later.
create function public.apply_paypal_subscription(ticket bigint, state jsonb, transactions jsonb, at_time timestamptz)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  applied jsonb := private.apply_paypal_subscription(ticket, state, transactions, at_time);
  organization uuid := (applied ->> 'organizationId')::uuid;
begin
  if not exists (select 1 from public.organization_members m where m.organization_id = organization) then
    applied := applied || jsonb_build_object('superseded', (
      select coalesce(jsonb_agg(s.id order by s.opening), '[]') from public.paypal_subscriptions s
      where s.organization_id = organization and s.status in ('APPROVED', 'ACTIVE', 'SUSPENDED')));
  end if;
  return applied || jsonb_build_object('doubles', private.double_payments(organization));
end
$$;

-- The plan that counts for an organisation at this moment; the Free tier where there is none.
create function private.plan_of(organization uuid) returns public.plans
language sql stable security definer set search_path = '' as $$
  select p.* from public.plans p where p.id = coalesce((select c.plan_id from public.current_plan(organization) c), 'free')
$$;
