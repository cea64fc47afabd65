-- What the billing screen shows. Everything is worked out here, at one moment: a screen computes no money.

-- The quote that a change is opened with, refused for the same reasons: what is shown beforehand is what is asked for.
create or replace function public.quote_subscription(organization uuid, new_plan text, new_cycle text, new_seats integer)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  return public.quote_new_subscription(organization, auth.uid(), new_plan, new_cycle, new_seats, now());
end
$$;

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
