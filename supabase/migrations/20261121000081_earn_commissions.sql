-- Who came by an affiliate's link, and what the affiliate earns by what they pay and keep paid.

alter table public.affiliate_referrals
  -- Whose account it is: what workspaces that it made pay counts for the affiliate.
  add column referred_user_id uuid references auth.users on delete set null,
  -- Why it does not count.
  add column refusal text check (refusal in ('own_account', 'same_device'));
create unique index affiliate_referrals_user_idx on public.affiliate_referrals (referred_user_id);
grant select (refusal) on public.affiliate_referrals to authenticated;

-- One for each payment: the rate of its day on what was kept of it. Payable once the money can no longer be asked back.
create table public.affiliate_commissions (
  id uuid primary key default gen_random_uuid(),
  program_id uuid not null references public.affiliate_programs on delete cascade,
  referral_id uuid not null references public.affiliate_referrals on delete cascade,
  payment_id uuid unique references public.payments on delete set null,
  rate numeric(5, 2) not null,
  amount_usd numeric(10, 2) not null default 0 check (amount_usd >= 0),
  earned_at timestamptz not null,
  payable_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index affiliate_commissions_program_idx on public.affiliate_commissions (program_id, payable_at) include (amount_usd);
create index affiliate_commissions_referral_idx on public.affiliate_commissions (referral_id);
alter table public.affiliate_commissions enable row level security;
create policy "one reads one's own commissions" on public.affiliate_commissions for select to authenticated
  using (program_id in (select private.my_affiliate_programs()) or (select private.is_super_admin()));
-- Not which payment: that is the payer's.
grant select (id, program_id, referral_id, rate, amount_usd, earned_at, payable_at) on public.affiliate_commissions to authenticated;
-- Not even the service key writes past the functions.
revoke insert, update, delete, truncate on public.affiliate_programs, public.affiliate_applications,
  public.affiliate_referrals, public.affiliate_commissions, public.affiliate_payouts from service_role;

-- Browsers in which an affiliate was signed in: whoever signs up in one of them is the affiliate.
create table private.affiliate_devices (
  program_id uuid not null references public.affiliate_programs on delete cascade,
  device_hash bytea not null,
  primary key (program_id, device_hash)
);
create function private.device_hash(device text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(device, 'UTF8')) where char_length(device) between 16 and 100
$$;
create function public.note_affiliate_device(device text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mine uuid := (select p.id from public.affiliate_programs p where p.user_id = auth.uid());
begin
  if mine is null or private.device_hash(device) is null
    or (select count(*) from private.affiliate_devices d where d.program_id = mine) >= 100 then
    return;
  end if;
  insert into private.affiliate_devices (program_id, device_hash) values (mine, private.device_hash(device))
  on conflict do nothing;
end
$$;
grant execute on function public.note_affiliate_device(text) to authenticated;

-- ada+shop@example.org is ada@example.org.
create function private.plain_address(email text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(lower(btrim(email)), '\+[^@]*@', '@')
$$;

-- An account is attributed once, with its personal workspace, by what its sign-up told: the code, when its link was
-- followed, and the browser. Whatever else stands there, signing up goes on.
create function private.attribute_referral() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account auth.users;
  told jsonb;
  followed_at timestamptz;
  program public.affiliate_programs;
  found_refusal text;
begin
  select * into account from auth.users u where u.id = new.created_by;
  told := account.raw_user_meta_data -> 'affiliate';
  if jsonb_typeof(told) is distinct from 'object' or coalesce(told ->> 'seenAtMs', '') !~ '^[0-9]{13}$' then return null; end if;
  followed_at := to_timestamp((told ->> 'seenAtMs')::bigint / 1000.0);
  -- A day for a clock that is ahead.
  if followed_at < account.created_at - interval '60 days' or followed_at > account.created_at + interval '1 day' then
    return null;
  end if;
  select * into program from public.affiliate_programs p
  where p.affiliate_code = told ->> 'code' and p.status = 'approved' for update;
  if program.id is null then return null; end if;
  found_refusal := case
    when private.plain_address(account.email)
      = (select private.plain_address(u.email) from auth.users u where u.id = program.user_id) then 'own_account'
    when exists (select 1 from private.affiliate_devices d
      where d.program_id = program.id and d.device_hash = private.device_hash(told ->> 'device')) then 'same_device' end;
  insert into public.affiliate_referrals (program_id, referred_organization_id, referred_user_id, label, refusal)
  values (program.id, new.id, account.id, (program.last_referral_number + 1)::text, found_refusal)
  on conflict do nothing;
  if not found then return null; end if;
  update public.affiliate_programs p set last_referral_number = p.last_referral_number + 1,
    total_referrals = p.total_referrals + case when found_refusal is null then 1 else 0 end
  where p.id = program.id;
  return null;
end
$$;
create trigger attribute_referral after insert on public.organizations
  for each row when (new.is_personal) execute function private.attribute_referral();

-- What shows by the time of a payment: the affiliate runs the workspace that pays, or both use one computer.
create function private.refusal_of(affiliate uuid, referred uuid, organization uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when exists (select 1 from public.organization_members m where m.organization_id = organization
      and m.user_id = affiliate and m.role in ('owner', 'admin') and m.status = 'active') then 'own_account'
    when exists (select 1 from public.license_keys l join public.license_activations a on a.license_id = l.id
      join public.license_activations b on b.device_id = a.device_id join public.license_keys k on k.id = b.license_id
      where l.user_id = affiliate and k.user_id = referred) then 'same_device' end
$$;
create index license_activations_device_idx on public.license_activations (device_id);

create function private.refuse_referral(referral uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  old_referral public.affiliate_referrals;
begin
  select * into old_referral from public.affiliate_referrals r where r.id = referral;
  update public.affiliate_commissions c set amount_usd = 0 where c.referral_id = referral;
  update public.affiliate_referrals r set refusal = reason, status = 'pending', earnings_usd = 0 where r.id = referral;
  update public.affiliate_programs p set total_referrals = p.total_referrals - 1,
    converted_referrals = p.converted_referrals - case old_referral.status when 'converted' then 1 else 0 end,
    total_earnings = p.total_earnings - old_referral.earnings_usd
  where p.id = old_referral.program_id;
end
$$;

-- What a payment earns now. Asked again after a refund, it takes the share of that back, also where it was paid out: then
-- the next commissions make up for it.
create function private.book_commission(paid public.payments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  referral public.affiliate_referrals;
  program public.affiliate_programs;
  earned public.affiliate_commissions;
  is_kept boolean := paid.status in ('completed', 'partially_refunded');
  is_converted boolean;
  found_refusal text;
  due numeric;
begin
  select * into earned from public.affiliate_commissions c where c.payment_id = paid.id;
  if earned.id is not null then
    select * into referral from public.affiliate_referrals r where r.id = earned.referral_id;
  else
    select r.* into referral from public.organizations o
    join public.affiliate_referrals r on r.referred_user_id = o.created_by where o.id = paid.organization_id;
  end if;
  if referral.id is null then return; end if;
  -- One programme is reckoned by one at a time.
  select * into program from public.affiliate_programs p where p.id = referral.program_id for update;
  select * into referral from public.affiliate_referrals r where r.id = referral.id;
  if referral.refusal is not null then return; end if;
  if earned.id is null then
    if not is_kept or program.status <> 'approved' then return; end if;
    found_refusal := private.refusal_of(program.user_id, referral.referred_user_id, paid.organization_id);
    if found_refusal is not null then
      perform private.refuse_referral(referral.id, found_refusal);
      return;
    end if;
    insert into public.affiliate_commissions (program_id, referral_id, payment_id, rate, earned_at, payable_at)
    values (program.id, referral.id, paid.id, program.commission_rate, paid.paid_at, paid.paid_at + interval '30 days')
    returning * into earned;
  end if;
  due := case when is_kept then round(earned.rate * greatest(0, paid.amount_usd - private.refunded_usd(paid)) / 100, 2) else 0 end;
  if due = earned.amount_usd then return; end if;
  update public.affiliate_commissions c set amount_usd = due where c.id = earned.id;
  is_converted := referral.earnings_usd + due - earned.amount_usd > 0;
  update public.affiliate_referrals r set earnings_usd = r.earnings_usd + due - earned.amount_usd,
    status = case when is_converted then 'converted' else 'pending' end,
    converted_at = case when is_converted then coalesce(r.converted_at, paid.paid_at) end
  where r.id = referral.id;
  update public.affiliate_programs p set total_earnings = p.total_earnings + due - earned.amount_usd,
    converted_referrals = p.converted_referrals + is_converted::integer - (referral.status = 'converted')::integer
  where p.id = program.id;
end
$$;

create function private.book_commission_of_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.book_commission(new);
  return null;
end
$$;
create trigger book_commission after insert or update of status on public.payments
  for each row execute function private.book_commission_of_payment();
create function private.book_commission_of_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.book_commission(p) from public.payments p where p.id = new.payment_id;
  return null;
end
$$;
create trigger book_commission after insert on public.refunds
  for each row execute function private.book_commission_of_refund();
