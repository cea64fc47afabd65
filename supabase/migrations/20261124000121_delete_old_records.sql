-- What the privacy policy says about how long things are kept, carried out on a schedule.

-- What a session tells of its time, or when it came here: the earlier one counts.
create index usage_sessions_age_idx on public.usage_sessions (least(started_at, created_at));

-- The latest that happened to a subscription at PayPal.
create function private.latest_booking(subscription text) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select greatest(
    (select s.created_at from public.paypal_subscriptions s where s.id = subscription),
    (select max(greatest(p.paid_at, p.covers_until)) from public.payments p where p.paypal_subscription_id = subscription),
    (select max(r.refunded_at) from public.refunds r join public.payments p on p.id = r.payment_id
      where p.paypal_subscription_id = subscription),
    (select max(i.issued_at) from public.invoices i where i.paypal_subscription_id = subscription))
$$;

-- The books of subscriptions that ended and of which nothing happened for seven years. Those of one that runs stay in one
-- piece, since its payments are reckoned from each other; so do payments that a later difference was reckoned from.
create function private.delete_old_books(most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone text[];
  paid uuid[];
  billed uuid[];
begin
  select coalesce(array_agg(s.id), '{}') into gone from (
    select s.id from public.paypal_subscriptions s
    where s.created_at < now() - interval '7 years' and s.status in ('CANCELLED', 'EXPIRED', 'APPROVAL_PENDING')
      and private.is_in_books_until(private.latest_booking(s.id)) <= now()
      and not exists (select 1 from public.payments p join public.paypal_subscriptions later on later.base_payment_id = p.id
        where p.paypal_subscription_id = s.id and later.id <> s.id)
    order by s.created_at limit most) s;
  paid := array(select p.id from public.payments p where p.paypal_subscription_id = any (gone));
  billed := array(
    select i.id from public.invoices i where i.paypal_subscription_id = any (gone)
    union all
    (select i.id from public.invoices i where i.paypal_subscription_id is null and i.payment_id is null
       and private.is_in_books_until(i.issued_at) <= now() limit most));
  delete from public.invoices i where i.id = any (billed);
  delete from public.refunds r where r.payment_id = any (paid);
  update public.paypal_subscriptions s set base_payment_id = null, setup_fee_usd = 0
  where s.id = any (gone) and s.base_payment_id is not null;
  delete from public.payments p where p.id = any (paid);
  delete from public.paypal_subscriptions s where s.id = any (gone);
  -- And what the log said of them, with what it says of their deletion.
  update public.audit_log l set old_values = null, new_values = null
  where (l.old_values is not null or l.new_values is not null) and (
    l.table_name = 'invoices' and l.row_id = any (billed::text[])
    or l.table_name = 'payments' and l.row_id = any (paid::text[])
    or l.table_name = 'paypal_subscriptions' and l.row_id = any (gone)
    or l.table_name = 'refunds' and coalesce(l.old_values, l.new_values) ->> 'payment_id' = any (paid::text[]));
  return cardinality(gone) + cardinality(billed);
end
$$;

-- For the server, on a schedule; a part at a time, so that nobody waits for it. Returns how many rows went.
create function public.delete_old_records() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := 5000;
  sessions integer;
  books integer;
  payouts integer;
begin
  delete from public.usage_sessions s where s.id in (
    select o.id from public.usage_sessions o
    where least(o.started_at, o.created_at) < now() - interval '2 years' limit most);
  get diagnostics sessions = row_count;
  books := private.delete_old_books(500);
  -- Of accounts that are gone; those of others are reckoned with what they earned.
  delete from public.affiliate_payouts p where p.program_id is null and p.status in ('completed', 'refused')
    and private.is_in_books_until(p.processed_at) <= now();
  get diagnostics payouts = row_count;
  delete from public.organizations o where not o.is_personal
    and o.name in ('Deleted organization', 'Deleted account') and o.created_by is null
    and not exists (select 1 from public.organization_members m where m.organization_id = o.id)
    and not private.has_books(o.id);
  return jsonb_build_object('usageSessions', sessions, 'books', books, 'payouts', payouts);
end
$$;
revoke execute on function public.delete_old_records() from public, anon, authenticated;
grant execute on function public.delete_old_records() to service_role;
