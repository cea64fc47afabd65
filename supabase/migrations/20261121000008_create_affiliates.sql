create table public.affiliate_programs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users on delete cascade,
  affiliate_code text not null unique check (affiliate_code ~ '^SD[A-Z0-9]{6}$'),
  commission_rate numeric(5, 2) not null default 20 check (commission_rate between 0 and 100),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  total_referrals integer not null default 0,
  total_earnings numeric(12, 2) not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table public.affiliate_applications (
  program_id uuid primary key references public.affiliate_programs on delete cascade,
  company_name text not null check (char_length(btrim(company_name)) between 1 and 200),
  website text not null check (website ~ '^https?://[^[:space:]]+$' and char_length(website) <= 500),
  monthly_traffic text not null check (monthly_traffic in
    ('under-1000', '1000-10000', '10000-50000', '50000-100000', 'over-100000')),
  marketing_channels text[] not null check (cardinality(marketing_channels) between 1 and 8),
  experience text check (experience in ('beginner', 'intermediate', 'advanced')),
  motivation text not null check (char_length(btrim(motivation)) between 1 and 4000),
  submitted_at timestamptz not null default now()
);

create table public.affiliate_referrals (
  id uuid primary key default gen_random_uuid(),
  program_id uuid not null references public.affiliate_programs on delete cascade,
  -- Who came; the affiliate sees the label alone.
  referred_organization_id uuid references public.organizations on delete set null,
  label text not null default '',
  status text not null default 'pending' check (status in ('pending', 'converted')),
  earnings_usd numeric(10, 2) not null default 0,
  referred_at timestamptz not null default now(),
  converted_at timestamptz
);
create index affiliate_referrals_program_idx on public.affiliate_referrals (program_id, referred_at desc, id);
create unique index affiliate_referrals_organization_idx on public.affiliate_referrals (referred_organization_id);

create table public.affiliate_payouts (
  id uuid primary key default gen_random_uuid(),
  program_id uuid not null references public.affiliate_programs on delete cascade,
  amount_usd numeric(10, 2) not null check (amount_usd > 0),
  status text not null default 'processing' check (status in ('processing', 'completed')),
  method text not null default 'paypal',
  requested_at timestamptz not null default now(),
  processed_at timestamptz
);
create index affiliate_payouts_program_idx on public.affiliate_payouts (program_id, requested_at desc, id);

create function private.my_affiliate_programs() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select p.id from public.affiliate_programs p where p.user_id = (select auth.uid())
$$;
grant execute on function private.my_affiliate_programs() to authenticated;

alter table public.affiliate_programs enable row level security;
alter table public.affiliate_applications enable row level security;
alter table public.affiliate_referrals enable row level security;
alter table public.affiliate_payouts enable row level security;
create policy "one reads one's own programme" on public.affiliate_programs for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_super_admin()));
create policy "one reads one's own application" on public.affiliate_applications for select to authenticated
  using (program_id in (select private.my_affiliate_programs()) or (select private.is_super_admin()));
create policy "one reads one's own referrals" on public.affiliate_referrals for select to authenticated
  using (program_id in (select private.my_affiliate_programs()) or (select private.is_super_admin()));
create policy "one reads one's own payouts" on public.affiliate_payouts for select to authenticated
  using (program_id in (select private.my_affiliate_programs()) or (select private.is_super_admin()));
grant select on public.affiliate_programs, public.affiliate_applications, public.affiliate_payouts to authenticated;
grant select (id, program_id, label, status, earnings_usd, referred_at, converted_at)
  on public.affiliate_referrals to authenticated;
create trigger touch_updated_at before update on public.affiliate_programs
  for each row execute function private.touch_updated_at();
select private.watch('public.affiliate_programs'), private.watch('public.affiliate_payouts');

-- Rate, status and totals are the programme's, not the applicant's, to set.
create function public.apply_to_affiliate_program(
  company_name text, website text, monthly_traffic text, marketing_channels text[], motivation text,
  experience text default null)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  letters constant text := 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  code text;
  made uuid;
begin
  if auth.uid() is null then perform private.refuse('Sign in first.'); end if;
  if exists (select 1 from public.affiliate_programs p where p.user_id = auth.uid()) then
    perform private.refuse('You have applied already.');
  end if;
  loop
    select 'SD' || string_agg(substr(letters, 1 + (get_byte(b, i) * 256 + get_byte(b, i + 1)) % 36, 1), '')
    into code from extensions.gen_random_bytes(12) b, generate_series(0, 10, 2) i;
    insert into public.affiliate_programs (user_id, affiliate_code) values (auth.uid(), code)
    on conflict (affiliate_code) do nothing returning id into made;
    exit when made is not null;
  end loop;
  insert into public.affiliate_applications
    (program_id, company_name, website, monthly_traffic, marketing_channels, experience, motivation)
  values (made, company_name, website, monthly_traffic, marketing_channels, experience, motivation);
  return made;
end
$$;
create function public.set_affiliate_status(program uuid, new_status text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then perform private.refuse('Admin Access Required'); end if;
  update public.affiliate_programs p set status = new_status where p.id = program;
end
$$;
grant execute on function public.apply_to_affiliate_program(text, text, text, text[], text, text),
  public.set_affiliate_status(uuid, text) to authenticated;
