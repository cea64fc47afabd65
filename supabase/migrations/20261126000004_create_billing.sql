-- Plans, subscriptions, and what was paid, given back and invoiced. Every row of money is written by the functions of
-- the payments, from what PayPal itself said when it was asked; what counts now is worked out from the payments alone.

create table public.plans (
  id text primary key,
  name text not null,
  monthly_price_usd numeric(8, 2) not null,
  yearly_price_usd numeric(8, 2) not null,
  position integer not null,
  -- What it allows; null: without a limit.
  audio_tracks integer,
  video_sources integer,
  api_calls_per_month integer,
  broadcasting boolean not null default false,
  voice_ai boolean not null default false,
  api_access boolean not null default false,
  teams text not null default 'none' check (teams in ('none', 'basic', 'advanced'))
);
insert into public.plans (id, name, monthly_price_usd, yearly_price_usd, position, audio_tracks, video_sources,
    api_calls_per_month, broadcasting, voice_ai, api_access, teams) values
  ('free', 'Free', 0, 0, 0, 1, 1, 0, false, false, false, 'none'),
  ('essential', 'Essential', 10, 102, 1, 1, 1, 1000, false, false, false, 'none'),
  ('professional', 'Professional', 14, 142, 2, 4, 2, 100000, true, true, false, 'basic'),
  ('enterprise', 'Enterprise', 22, 224, 3, null, null, null, true, true, true, 'advanced');
alter table public.plans enable row level security;
create policy "everybody reads plans" on public.plans for select to anon, authenticated using (true);
grant select on public.plans to anon, authenticated;

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null unique references public.organizations on delete cascade,
  plan_id text not null references public.plans,
  cycle text not null default 'monthly' check (cycle in ('monthly', 'yearly')),
  status text not null check (status in ('trialing', 'active', 'past_due', 'cancelled', 'expired')),
  seats integer not null default 1 check (seats > 0),
  trial_ends_at timestamptz,
  current_period_ends_at timestamptz,
  provider text check (provider in ('paypal')),
  provider_subscription_id text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index subscriptions_plan_idx on public.subscriptions (plan_id);
create index subscriptions_trial_end_idx on public.subscriptions (trial_ends_at);
alter table public.subscriptions enable row level security;
create policy "members read their organisation's subscription" on public.subscriptions for select to authenticated
  using (organization_id in (select private.my_organizations()) or (select private.is_super_admin()));
grant select on public.subscriptions to authenticated;
create trigger touch_updated_at before update on public.subscriptions
  for each row execute function private.touch_updated_at();
select private.watch('public.subscriptions');

-- One row for each subscription that the server opened at PayPal. Its terms never change: another plan or another number
-- of seats is another subscription, which takes the place of this one.
create table public.paypal_subscriptions (
  id text primary key check (id ~ '^[A-Za-z0-9-]{3,50}$'),
  -- Of two, the one that was opened later has the higher one.
  opening bigint generated always as identity,
  organization_id uuid not null references public.organizations on delete restrict,
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
  -- The share of the base payment that was kept when a difference was reckoned from it.
  base_kept numeric not null default 1 check (base_kept > 0 and base_kept <= 1),
  check ((setup_fee_usd = 0 and base_payment_id is null) or (setup_fee_usd > 0 and starts_at is not null))
);
create index paypal_subscriptions_organization_idx on public.paypal_subscriptions (organization_id, opening desc);
create index paypal_subscriptions_plan_idx on public.paypal_subscriptions (plan_id);
create index paypal_subscriptions_created_by_idx on public.paypal_subscriptions (created_by);
create index paypal_subscriptions_base_idx on public.paypal_subscriptions (base_payment_id);
alter table public.paypal_subscriptions enable row level security;
create policy "admins read their organisation's subscriptions at PayPal" on public.paypal_subscriptions for select to authenticated
  using (organization_id in (select private.my_administered_organizations()) or (select private.is_super_admin()));
create trigger touch_updated_at before update on public.paypal_subscriptions
  for each row execute function private.touch_updated_at();
select private.watch('public.paypal_subscriptions');

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations on delete restrict,
  paypal_subscription_id text not null references public.paypal_subscriptions,
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
create index payments_paid_idx on public.payments (paid_at);
create index payments_covers_idx on public.payments (covers_until, covers_from);
alter table public.payments enable row level security;
create policy "admins read their organisation's payments" on public.payments for select to authenticated
  using (organization_id in (select private.my_administered_organizations()) or (select private.is_super_admin()));
create trigger touch_updated_at before update on public.payments
  for each row execute function private.touch_updated_at();
select private.watch('public.payments');
alter table public.paypal_subscriptions add foreign key (base_payment_id) references public.payments;

create table public.refunds (
  -- PayPal's id.
  id text primary key,
  organization_id uuid not null references public.organizations on delete restrict,
  payment_id uuid not null references public.payments,
  amount_usd numeric(10, 2) not null check (amount_usd > 0),
  refunded_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index refunds_organization_idx on public.refunds (organization_id, refunded_at desc);
create index refunds_payment_idx on public.refunds (payment_id);
alter table public.refunds enable row level security;
create policy "admins read their organisation's refunds" on public.refunds for select to authenticated
  using (organization_id in (select private.my_administered_organizations()) or (select private.is_super_admin()));
select private.watch('public.refunds');

-- What stands on invoices: whom they are for.
create table public.billing_details (
  organization_id uuid primary key references public.organizations on delete cascade,
  name text not null default '' check (char_length(name) <= 200),
  address text not null default '' check (char_length(address) <= 500),
  country text not null default '' check (country = '' or country ~ '^[A-Z]{2}$'),
  tax_id text not null default '' check (char_length(tax_id) <= 50),
  updated_at timestamptz not null default now()
);
alter table public.billing_details enable row level security;
create policy "admins read their organisation's billing details" on public.billing_details for select to authenticated
  using (organization_id in (select private.my_administered_organizations()) or (select private.is_super_admin()));
create trigger touch_updated_at before update on public.billing_details
  for each row execute function private.touch_updated_at();
select private.watch('public.billing_details');

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations on delete restrict,
  subscription_id uuid references public.subscriptions on delete set null,
  number text not null unique,
  amount_usd numeric(10, 2) not null,
  -- Void: the subscription ended before this was paid, and nothing is owed.
  status text not null check (status in ('paid', 'pending', 'overdue', 'void')),
  issued_at timestamptz not null default now(),
  paid_at timestamptz,
  payment_id uuid unique references public.payments,
  paypal_subscription_id text references public.paypal_subscriptions,
  plan_id text references public.plans,
  cycle text check (cycle in ('monthly', 'yearly')),
  seats integer,
  unit_price_usd numeric(8, 2),
  is_setup boolean not null default false,
  period_from timestamptz,
  period_until timestamptz,
  refunded_usd numeric(10, 2) not null default 0,
  -- As they were on the day of the invoice.
  billed_to jsonb not null default '{}',
  -- All null where no rate was set for the customer's country on that day: net + tax = amount.
  net_usd numeric(10, 2),
  tax_usd numeric(10, 2),
  tax_name text,
  tax_percent numeric(5, 2),
  is_reverse_charge boolean not null default false,
  -- As it was on the day of the invoice.
  seller jsonb not null default '{}',
  constraint invoices_tax_check check (net_usd + tax_usd = amount_usd)
);
create index invoices_organization_idx on public.invoices (organization_id, issued_at desc, id);
create index invoices_subscription_idx on public.invoices (subscription_id);
create index invoices_paypal_subscription_idx on public.invoices (paypal_subscription_id);
create index invoices_plan_idx on public.invoices (plan_id);
alter table public.invoices enable row level security;
create policy "admins read their organisation's invoices" on public.invoices for select to authenticated
  using (organization_id in (select private.my_administered_organizations()) or (select private.is_super_admin()));
grant select on public.invoices to authenticated;
select private.watch('public.invoices');

-- Numbers without gaps, year by year: the row is locked until the invoice is there.
create table private.invoice_numbers (
  year integer primary key,
  last integer not null
);

-- The provider's events, each once, so that double and late ones change nothing.
create table public.payment_events (
  id text primary key,
  event_type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz
);
alter table public.payment_events enable row level security;

-- Taxes that stand on invoices, from rates that super admins keep. There is none to begin with: nothing is reckoned before.
create table public.tax_rates (
  id uuid primary key default gen_random_uuid(),
  country text not null check (country ~ '^[A-Z]{2}$'),
  name text not null check (btrim(name) <> '' and char_length(name) <= 40),
  rate_percent numeric(5, 2) not null check (rate_percent between 0 and 100),
  -- Counts for invoices of that day (UTC) and later, until the next one of the country.
  valid_from date not null,
  created_at timestamptz not null default now(),
  unique (country, valid_from)
);
alter table public.tax_rates enable row level security;
create policy "super admins read tax rates" on public.tax_rates for select to authenticated
  using ((select private.is_super_admin()));
create policy "super admins add tax rates" on public.tax_rates for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "super admins delete tax rates" on public.tax_rates for delete to authenticated
  using ((select private.is_super_admin()));
-- Another rate is another row: what was on an invoice can be looked up.
grant select, delete, insert (country, name, rate_percent, valid_from) on public.tax_rates to authenticated;
select private.watch('public.tax_rates');

-- Who sells: stands on invoices from then on.
create table public.invoice_seller (
  id boolean primary key default true check (id),
  name text not null default '' check (char_length(name) <= 200),
  address text not null default '' check (char_length(address) <= 500),
  country text not null default '' check (country = '' or country ~ '^[A-Z]{2}$'),
  tax_id text not null default '' check (char_length(tax_id) <= 50)
);
insert into public.invoice_seller default values;
alter table public.invoice_seller enable row level security;
create policy "super admins read the seller" on public.invoice_seller for select to authenticated
  using ((select private.is_super_admin()));
create policy "super admins change the seller" on public.invoice_seller for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
grant select, update (name, address, country, tax_id) on public.invoice_seller to authenticated;
select private.watch('public.invoice_seller');

grant select on public.paypal_subscriptions, public.payments, public.refunds, public.billing_details to authenticated;

-- Not even the service key writes past the functions.
revoke insert, update, delete, truncate on public.paypal_subscriptions, public.payments, public.refunds, public.invoices,
  public.payment_events, public.subscriptions, public.billing_details from service_role;

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

create function private.is_eu_country(country text) returns boolean
language sql immutable set search_path = '' as $$
  select country in ('AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU',
    'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK')
$$;

-- What an invoice says of tax, on the day it is written; later rates do not change it. Prices are gross: the tax is
-- amount * rate / (100 + rate), rounded to whole cents once for the invoice (half a cent away from zero), and net is the rest.
-- A business of another EU country than the seller's (it has given a tax number) owes the tax itself: none is in the amount.
create function private.tax_invoice() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  seller public.invoice_seller;
  customer_country text := coalesce(new.billed_to ->> 'country', '');
  rate public.tax_rates;
begin
  select * into seller from public.invoice_seller;
  if seller.name <> '' then new.seller := to_jsonb(seller) - 'id'; end if;
  if coalesce(new.billed_to ->> 'tax_id', '') <> '' and seller.tax_id <> '' and customer_country <> seller.country
    and private.is_eu_country(customer_country) and private.is_eu_country(seller.country) then
    new.is_reverse_charge := true;
    new.net_usd := new.amount_usd;
    new.tax_usd := 0;
    return new;
  end if;
  select * into rate from public.tax_rates r
  where r.country = customer_country and r.valid_from <= new.issued_at::date order by r.valid_from desc limit 1;
  if rate.id is not null then
    new.tax_name := rate.name;
    new.tax_percent := rate.rate_percent;
    new.tax_usd := round(new.amount_usd * rate.rate_percent / (100 + rate.rate_percent), 2);
    new.net_usd := new.amount_usd - new.tax_usd;
  end if;
  return new;
end
$$;
create trigger tax_invoice before insert on public.invoices for each row execute function private.tax_invoice();

-- Tax in what an organisation paid and was not given back; null where no invoice says anything of tax.
create function public.read_tax_total(organization uuid) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin(organization);
  return (select sum(round(i.tax_usd * (i.amount_usd - i.refunded_usd) / nullif(i.amount_usd, 0), 2))
    from public.invoices i where i.organization_id = organization and i.status = 'paid' and i.tax_usd is not null);
end
$$;
grant execute on function public.read_tax_total(uuid) to authenticated;
