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

-- Who sells: stands on invoices from then on.
create table public.invoice_seller (
  id boolean primary key default true check (id),
  name text not null default '' check (char_length(name) <= 200),
  address text not null default '' check (char_length(address) <= 500),
  country text not null default '' check (country = '' or country ~ '^[A-Z]{2}$'),
  tax_id text not null default '' check (char_length(tax_id) <= 50)
);
alter table public.invoice_seller enable row level security;
create policy "super admins read the seller" on public.invoice_seller for select to authenticated
  using ((select private.is_super_admin()));
create policy "super admins change the seller" on public.invoice_seller for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
grant select, update (name, address, country, tax_id) on public.invoice_seller to authenticated;
insert into public.invoice_seller default values;
select private.watch('public.tax_rates'), private.watch('public.invoice_seller');

alter table public.invoices
  -- All null where no rate was set for the customer's country on that day: net + tax = amount.
  add column net_usd numeric(10, 2),
  add column tax_usd numeric(10, 2),
  add column tax_name text,
  add column tax_percent numeric(5, 2),
  add column is_reverse_charge boolean not null default false,
  -- As it was on the day of the invoice.
  add column seller jsonb not null default '{}',
  add constraint invoices_tax_check check (net_usd + tax_usd = amount_usd);

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
