-- The books (what was paid, given back and invoiced, and payouts of affiliates) stay for seven years, whatever is deleted;
-- and who may be charged still is not deleted: PayPal would go on.

-- Nothing takes them along any more: not an organization, not a payment, not a subscription.
alter table public.paypal_subscriptions
  drop constraint paypal_subscriptions_organization_id_fkey,
  add constraint paypal_subscriptions_organization_id_fkey
    foreign key (organization_id) references public.organizations on delete restrict,
  drop constraint paypal_subscriptions_base_payment_id_fkey,
  add constraint paypal_subscriptions_base_payment_id_fkey foreign key (base_payment_id) references public.payments;
alter table public.payments
  drop constraint payments_organization_id_fkey,
  add constraint payments_organization_id_fkey
    foreign key (organization_id) references public.organizations on delete restrict,
  drop constraint payments_paypal_subscription_id_fkey,
  add constraint payments_paypal_subscription_id_fkey
    foreign key (paypal_subscription_id) references public.paypal_subscriptions;
alter table public.refunds
  drop constraint refunds_organization_id_fkey,
  add constraint refunds_organization_id_fkey
    foreign key (organization_id) references public.organizations on delete restrict,
  drop constraint refunds_payment_id_fkey,
  add constraint refunds_payment_id_fkey foreign key (payment_id) references public.payments;
alter table public.invoices
  drop constraint invoices_organization_id_fkey,
  add constraint invoices_organization_id_fkey
    foreign key (organization_id) references public.organizations on delete restrict,
  drop constraint invoices_payment_id_fkey,
  add constraint invoices_payment_id_fkey foreign key (payment_id) references public.payments,
  drop constraint invoices_paypal_subscription_id_fkey,
  add constraint invoices_paypal_subscription_id_fkey
    foreign key (paypal_subscription_id) references public.paypal_subscriptions;

create function private.has_books(organization uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.invoices i where i.organization_id = organization)
    or exists (select 1 from public.payments p where p.organization_id = organization)
    or exists (select 1 from public.refunds r where r.organization_id = organization)
    or exists (select 1 from public.paypal_subscriptions s where s.organization_id = organization)
$$;
create function private.is_in_books_until(happened_at timestamptz) returns timestamptz
language sql immutable set search_path = '' set timezone = 'UTC' as $$
  select happened_at + interval '7 years'
$$;

-- Not even by the schema's owner, and not by mistake.
create function private.keep_books() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  happened_at timestamptz;
begin
  if tg_level = 'STATEMENT' then
    raise exception 'The books stay for seven years.' using errcode = '42501', hint = 'BOOKS_STAY';
  end if;
  happened_at := case tg_table_name
    when 'invoices' then (to_jsonb(old) ->> 'issued_at')::timestamptz
    when 'payments' then (to_jsonb(old) ->> 'paid_at')::timestamptz
    when 'refunds' then (to_jsonb(old) ->> 'refunded_at')::timestamptz
    when 'affiliate_payouts' then coalesce((to_jsonb(old) ->> 'processed_at')::timestamptz, now())
    else (to_jsonb(old) ->> 'created_at')::timestamptz end;
  if private.is_in_books_until(happened_at) > now() then
    raise exception 'The books stay for seven years.' using errcode = '42501', hint = 'BOOKS_STAY';
  end if;
  return old;
end
$$;
create trigger keep_books before delete on public.invoices for each row execute function private.keep_books();
create trigger keep_books before delete on public.payments for each row execute function private.keep_books();
create trigger keep_books before delete on public.refunds for each row execute function private.keep_books();
create trigger keep_books before delete on public.paypal_subscriptions for each row execute function private.keep_books();
-- What was only asked for, or refused, is no book.
create trigger keep_books before delete on public.affiliate_payouts for each row
  when (old.status in ('processing', 'completed')) execute function private.keep_books();
create trigger keep_all_books before truncate on public.invoices for each statement execute function private.keep_books();
create trigger keep_all_books before truncate on public.payments for each statement execute function private.keep_books();
create trigger keep_all_books before truncate on public.refunds for each statement execute function private.keep_books();
create trigger keep_all_books before truncate on public.paypal_subscriptions
  for each statement execute function private.keep_books();
create trigger keep_all_books before truncate on public.affiliate_payouts
  for each statement execute function private.keep_books();

-- The page says what to do by this code.
create function private.refuse_payer(organization uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.may_be_charged(organization) then
    raise exception 'This organization has a subscription that PayPal still charges, or could. Cancel it first, on the page Billing; one that nobody agreed to ends by itself within four hours.'
      using errcode = '42501', hint = 'SUBSCRIPTION_RUNS';
  end if;
end
$$;

-- As before (20261121000060), for every subscription that may be charged, and for the books.
create or replace function private.refuse_deletion_of_payers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_payer(old.id);
  if private.has_books(old.id) then
    raise exception 'This organization has invoices or payments, which stay for seven years. It can be closed, by delete_organization.'
      using errcode = '42501', hint = 'BOOKS_STAY';
  end if;
  return old;
end
$$;

-- Whoever is the last one there does not go either, by whichever way: of two at once, the second waits for the first.
create function private.keep_a_payer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.organizations o where o.id = old.organization_id for update;
  if not exists (select 1 from public.organization_members m where m.organization_id = old.organization_id) then
    perform private.refuse_payer(old.organization_id);
  end if;
  return null;
end
$$;
create trigger keep_a_payer after delete on public.organization_members
  for each row execute function private.keep_a_payer();

-- What is left of an organization whose books stay: nobody is in it, and nothing but the books says whose it was.
create function private.close_organization(organization uuid, closed_name text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.organization_invitations i where i.organization_id = organization;
  delete from public.teams t where t.organization_id = organization;
  delete from public.api_keys k where k.organization_id = organization;
  delete from public.organization_members m where m.organization_id = organization;
  delete from public.billing_details b where b.organization_id = organization;
  update public.organizations o set name = closed_name, is_personal = false, created_by = null where o.id = organization;
end
$$;

-- As before (20261121000004): one with books is closed.
create or replace function public.delete_organization(organization uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_organization public.organizations;
begin
  select * into found_organization from public.organizations o where o.id = organization for update;
  if private.my_role(organization) is distinct from 'owner' then
    perform private.refuse('Only an owner may delete an organization.');
  end if;
  if found_organization.is_personal then perform private.refuse('A personal workspace goes with its account.'); end if;
  -- What is being booked is waited for.
  perform private.lock_books(organization);
  perform private.refuse_payer(organization);
  if private.has_books(organization) then
    perform private.close_organization(organization, 'Deleted organization');
  else
    delete from public.organizations o where o.id = organization;
  end if;
end
$$;

-- As before (20261121000063), also what was agreed to and does not run yet: it can be cancelled like any other.
create or replace function public.list_running_paypal_subscriptions(organization uuid, caller uuid) returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_billing_admin(organization, caller);
  return query select s.id from public.paypal_subscriptions s
    where s.organization_id = organization and s.status in ('APPROVED', 'ACTIVE', 'SUSPENDED') order by s.opening;
end
$$;

-- As before (20261121000063); and where nobody is left, no subscription goes on, whatever PayPal tells of it later.
create or replace function public.apply_paypal_subscription(ticket bigint, state jsonb, transactions jsonb, at_time timestamptz)
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

-- As before (20261121000059), but for what proves the books: they stay, and so does what the log says of them.
create or replace function private.erase_from_audit_log(account uuid, address text, organizations uuid[]) returns void
language sql set search_path = '' as $$
  update public.audit_log l set old_values = null, new_values = null
  where (l.old_values is not null or l.new_values is not null)
    and l.table_name not in ('invoices', 'payments', 'refunds', 'paypal_subscriptions', 'affiliate_payouts')
    and (l.organization_id = any (organizations)
      or account::text in (l.old_values ->> 'user_id', l.new_values ->> 'user_id')
      or strpos(lower(concat(l.old_values::text, l.new_values::text)), lower(to_json(address)::text)) > 0)
$$;

-- As before (20261121000070): an account of which something may be charged still stays until that has ended, and an
-- organization with books of any kind is closed and not deleted.
create or replace function public.delete_due_accounts() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
  address text;
  alone uuid[];
  gone integer := 0;
begin
  for account in
    select d.user_id from public.account_deletions d where d.delete_after <= now() and not private.owns_for_others(d.user_id)
    for update skip locked
  loop
    perform 1 from public.organizations o
    where o.id in (select m.organization_id from public.organization_members m where m.user_id = account)
    order by o.id for update;
    continue when private.owns_for_others(account);
    select u.email into address from auth.users u where u.id = account;
    -- Those that nobody else belongs to.
    select coalesce(array_agg(o.id order by o.id), '{}') into alone from private.own_organizations(account) o (id);
    perform private.lock_books(o.id) from unnest(alone) o (id);
    continue when exists (select 1 from unnest(alone) o (id) where private.may_be_charged(o.id));
    delete from public.sounddesk_feedback f where f.user_id = account;
    delete from public.license_keys l where l.user_id = account;
    perform private.close_organization(o.id, 'Deleted account') from unnest(alone) o (id) where private.has_books(o.id);
    delete from public.organizations o where o.id = any (alone) and not private.has_books(o.id);
    delete from auth.users u where u.id = account;
    perform private.erase_from_audit_log(account, address, alone);
    gone := gone + 1;
  end loop;
  return gone;
end
$$;
