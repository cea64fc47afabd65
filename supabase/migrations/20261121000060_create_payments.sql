-- Subscriptions at the payment provider, what was paid for them, and what went back. Every row is written by the functions
-- below, from what PayPal itself said when it was asked; what counts now is worked out from the payments alone.

-- One row for each subscription that the server opened at PayPal. Its terms never change: another plan or another number
-- of seats is another subscription, which takes the place of this one.
create table public.paypal_subscriptions (
  id text primary key check (id ~ '^[A-Za-z0-9-]{3,50}$'),
  -- Of two, the one that was opened later has the higher one.
  opening bigint generated always as identity,
  organization_id uuid not null references public.organizations on delete cascade,
  created_by uuid references auth.users on delete set null,
  plan_id text not null references public.plans,
  cycle text not null check (cycle in ('monthly', 'yearly')),
  seats integer not null check (seats between 1 and 1000),
  unit_price_usd numeric(8, 2) not null check (unit_price_usd > 0),
  -- What a change costs at once: the difference up to starts_at. Zero where nothing is due before.
  setup_fee_usd numeric(10, 2) not null default 0 check (setup_fee_usd >= 0),
  -- First regular payment; null: at once.
  starts_at timestamptz,
  -- The payment that the difference was reckoned from: without it the difference buys nothing.
  base_payment_id uuid,
  approve_url text not null,
  status text not null default 'APPROVAL_PENDING'
    check (status in ('APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED')),
  failed_payments integer not null default 0,
  outstanding_usd numeric(10, 2) not null default 0,
  next_billing_at timestamptz,
  -- The latest question whose answer was taken: an answer to an older question changes nothing.
  last_ticket bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null default now(),
  check ((setup_fee_usd = 0 and base_payment_id is null) or (setup_fee_usd > 0 and starts_at is not null))
);
create index paypal_subscriptions_organization_idx on public.paypal_subscriptions (organization_id, opening desc);
create index paypal_subscriptions_plan_idx on public.paypal_subscriptions (plan_id);
create index paypal_subscriptions_created_by_idx on public.paypal_subscriptions (created_by);
create index paypal_subscriptions_base_idx on public.paypal_subscriptions (base_payment_id);

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations on delete cascade,
  paypal_subscription_id text not null references public.paypal_subscriptions on delete cascade,
  -- PayPal's id of the sale.
  transaction_id text not null unique,
  amount_usd numeric(10, 2) not null,
  status text not null check (status in ('completed', 'pending', 'declined', 'refunded', 'partially_refunded')),
  paid_at timestamptz not null,
  -- Whether it is the difference of a change and not a whole period.
  is_setup boolean not null default false,
  -- What it buys; null where it is not the amount that was agreed.
  covers_from timestamptz,
  covers_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index payments_organization_idx on public.payments (organization_id, paid_at desc, id);
create index payments_subscription_idx on public.payments (paypal_subscription_id, paid_at);
alter table public.paypal_subscriptions add foreign key (base_payment_id) references public.payments on delete set null;

create table public.refunds (
  -- PayPal's id.
  id text primary key,
  organization_id uuid not null references public.organizations on delete cascade,
  payment_id uuid not null references public.payments on delete cascade,
  amount_usd numeric(10, 2) not null check (amount_usd > 0),
  refunded_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index refunds_organization_idx on public.refunds (organization_id, refunded_at desc);
create index refunds_payment_idx on public.refunds (payment_id);

-- What stands on invoices: whom they are for.
create table public.billing_details (
  organization_id uuid primary key references public.organizations on delete cascade,
  name text not null default '' check (char_length(name) <= 200),
  address text not null default '' check (char_length(address) <= 500),
  country text not null default '' check (country = '' or country ~ '^[A-Z]{2}$'),
  tax_id text not null default '' check (char_length(tax_id) <= 50),
  updated_at timestamptz not null default now()
);

alter table public.invoices
  add column payment_id uuid unique references public.payments on delete set null,
  add column paypal_subscription_id text references public.paypal_subscriptions on delete set null,
  add column plan_id text references public.plans,
  add column cycle text check (cycle in ('monthly', 'yearly')),
  add column seats integer,
  add column unit_price_usd numeric(8, 2),
  add column is_setup boolean not null default false,
  add column period_from timestamptz,
  add column period_until timestamptz,
  add column refunded_usd numeric(10, 2) not null default 0,
  -- As they were on the day of the invoice.
  add column billed_to jsonb not null default '{}',
  drop constraint invoices_status_check,
  -- Void: the subscription ended before this was paid, and nothing is owed.
  add constraint invoices_status_check check (status in ('paid', 'pending', 'overdue', 'void'));
create index invoices_paypal_subscription_idx on public.invoices (paypal_subscription_id);
create index invoices_plan_idx on public.invoices (plan_id);

-- Numbers without gaps, year by year: the row is locked until the invoice is there.
create table private.invoice_numbers (
  year integer primary key,
  last integer not null
);

alter table public.paypal_subscriptions enable row level security;
alter table public.payments enable row level security;
alter table public.refunds enable row level security;
alter table public.billing_details enable row level security;
create policy "admins read their organisation's subscriptions at PayPal" on public.paypal_subscriptions for select to authenticated
  using (organization_id in (select private.my_administered_organizations()) or (select private.is_super_admin()));
create policy "admins read their organisation's payments" on public.payments for select to authenticated
  using (organization_id in (select private.my_administered_organizations()) or (select private.is_super_admin()));
create policy "admins read their organisation's refunds" on public.refunds for select to authenticated
  using (organization_id in (select private.my_administered_organizations()) or (select private.is_super_admin()));
create policy "admins read their organisation's billing details" on public.billing_details for select to authenticated
  using (organization_id in (select private.my_administered_organizations()) or (select private.is_super_admin()));
grant select on public.paypal_subscriptions, public.payments, public.refunds, public.billing_details to authenticated;
-- Not even the service key writes past the functions.
revoke insert, update, delete, truncate on public.paypal_subscriptions, public.payments, public.refunds, public.invoices,
  public.payment_events, public.subscriptions, public.billing_details from service_role;

create trigger touch_updated_at before update on public.paypal_subscriptions
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.payments
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.billing_details
  for each row execute function private.touch_updated_at();
select private.watch('public.paypal_subscriptions'), private.watch('public.payments'), private.watch('public.refunds'),
  private.watch('public.billing_details');

create function public.set_billing_details(
  organization uuid, billed_name text, billed_address text, billed_country text, billed_tax_id text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin(organization);
  insert into public.billing_details as d (organization_id, name, address, country, tax_id)
  values (organization, btrim(billed_name), btrim(billed_address), upper(btrim(billed_country)), btrim(billed_tax_id))
  on conflict (organization_id) do update set name = excluded.name, address = excluded.address,
    country = excluded.country, tax_id = excluded.tax_id;
end
$$;
grant execute on function public.set_billing_details(uuid, text, text, text, text) to authenticated;

-- Who is still charged cannot be deleted: PayPal would go on.
create function private.refuse_deletion_of_payers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.paypal_subscriptions s
    where s.organization_id = old.id and s.status in ('ACTIVE', 'SUSPENDED')) then
    perform private.refuse('This organisation has a subscription that runs. Cancel it first.');
  end if;
  return old;
end
$$;
create trigger refuse_deletion_of_payers before delete on public.organizations
  for each row execute function private.refuse_deletion_of_payers();
