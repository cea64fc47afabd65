-- The affiliate programme: applications, who came by a link, what that earns, and payouts.

create table public.affiliate_programs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users on delete cascade,
  affiliate_code text not null unique check (affiliate_code ~ '^SD[A-Z0-9]{6}$'),
  commission_rate numeric(5, 2) not null default 20 check (commission_rate between 0 and 100),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  total_referrals integer not null default 0,
  total_earnings numeric(12, 2) not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  applied_at timestamptz not null default now(),
  reviewed_at timestamptz,
  -- Why an application was refused, or why the programme ended; what the applicant is told.
  review_reason text not null default '' check (char_length(review_reason) <= 2000),
  converted_referrals integer not null default 0,
  -- The number of the last referral: the affiliate knows them by it, and not by who they are.
  last_referral_number integer not null default 0
);
create index affiliate_programs_applied_idx on public.affiliate_programs (applied_at desc, id desc);
create index affiliate_programs_status_idx on public.affiliate_programs (status, applied_at desc, id desc);
alter table public.affiliate_programs enable row level security;
create policy "one reads one's own programme" on public.affiliate_programs for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_super_admin()));
create trigger touch_updated_at before update on public.affiliate_programs
  for each row execute function private.touch_updated_at();
create trigger audit after insert or delete or update of affiliate_code, commission_rate, status, review_reason
  on public.affiliate_programs for each row execute function private.audit();

create table public.affiliate_applications (
  program_id uuid primary key references public.affiliate_programs on delete cascade,
  company_name text not null check (char_length(btrim(company_name)) between 1 and 200),
  website text not null check (website ~ '^https?://[^[:space:]]+$' and char_length(website) <= 500),
  monthly_traffic text not null check (monthly_traffic in
    ('under-1000', '1000-10000', '10000-50000', '50000-100000', 'over-100000')),
  marketing_channels text[] not null check (cardinality(marketing_channels) between 1 and 8)
    constraint affiliate_applications_channels_check check (marketing_channels <@ array['Blog/Content Marketing',
      'Social Media', 'Email Marketing', 'YouTube/Video', 'Podcast', 'Paid Advertising', 'SEO/Organic Search',
      'Influencer Marketing']),
  experience text check (experience in ('beginner', 'intermediate', 'advanced')),
  motivation text not null check (char_length(btrim(motivation)) between 1 and 4000),
  submitted_at timestamptz not null default now()
);
alter table public.affiliate_applications enable row level security;

create table public.affiliate_referrals (
  id uuid primary key default gen_random_uuid(),
  program_id uuid not null references public.affiliate_programs on delete cascade,
  -- Who came; the affiliate sees the label alone.
  referred_organization_id uuid references public.organizations on delete set null,
  label text not null default '',
  status text not null default 'pending' check (status in ('pending', 'converted')),
  earnings_usd numeric(10, 2) not null default 0,
  referred_at timestamptz not null default now(),
  converted_at timestamptz,
  -- Whose account it is: what workspaces that it made pay counts for the affiliate.
  referred_user_id uuid references auth.users on delete set null,
  -- Why it does not count.
  refusal text check (refusal in ('own_account', 'same_device'))
);
create index affiliate_referrals_program_idx on public.affiliate_referrals (program_id, referred_at desc, id);
create unique index affiliate_referrals_organization_idx on public.affiliate_referrals (referred_organization_id);
create unique index affiliate_referrals_user_idx on public.affiliate_referrals (referred_user_id);
alter table public.affiliate_referrals enable row level security;
grant select (id, program_id, label, status, earnings_usd, referred_at, converted_at, refusal)
  on public.affiliate_referrals to authenticated;

create table public.affiliate_payouts (
  id uuid primary key default gen_random_uuid(),
  -- What was paid stays in the books when an account goes.
  program_id uuid references public.affiliate_programs on delete set null,
  amount_usd numeric(10, 2) not null check (amount_usd > 0),
  status text not null default 'requested' check (status in ('requested', 'processing', 'completed', 'refused')),
  method text not null default 'paypal',
  requested_at timestamptz not null default now(),
  processed_at timestamptz,
  -- Where the affiliate wants to be paid.
  paypal_email text not null default '' check (char_length(paypal_email) <= 254) check (private.is_one_line(paypal_email)),
  review_reason text not null default '' check (char_length(review_reason) <= 2000)
);
create index affiliate_payouts_program_idx on public.affiliate_payouts (program_id, requested_at desc, id);
create unique index affiliate_payouts_open_idx on public.affiliate_payouts (program_id) where status in ('requested', 'processing');
create index affiliate_payouts_requested_idx on public.affiliate_payouts (requested_at desc, id desc);
create index affiliate_payouts_status_idx on public.affiliate_payouts (status, requested_at desc, id desc);
alter table public.affiliate_payouts enable row level security;

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
-- Not which payment: that is the payer's.
grant select (id, program_id, referral_id, rate, amount_usd, earned_at, payable_at) on public.affiliate_commissions to authenticated;

-- Browsers in which an affiliate was signed in: whoever signs up in one of them is the affiliate.
create table private.affiliate_devices (
  program_id uuid not null references public.affiliate_programs on delete cascade,
  device_hash bytea not null,
  primary key (program_id, device_hash)
);

create function private.my_affiliate_programs() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select p.id from public.affiliate_programs p where p.user_id = (select auth.uid())
$$;
grant execute on function private.my_affiliate_programs() to authenticated;

create policy "one reads one's own application" on public.affiliate_applications for select to authenticated
  using (program_id in (select private.my_affiliate_programs()) or (select private.is_super_admin()));
create policy "one reads one's own referrals" on public.affiliate_referrals for select to authenticated
  using (program_id in (select private.my_affiliate_programs()) or (select private.is_super_admin()));
create policy "one reads one's own payouts" on public.affiliate_payouts for select to authenticated
  using (program_id in (select private.my_affiliate_programs()) or (select private.is_super_admin()));
grant select on public.affiliate_programs, public.affiliate_applications, public.affiliate_payouts to authenticated;

-- Once; again where it was refused. The code stays the same. Rate, status and totals are the programme's, not the
-- applicant's, to set.
create function public.apply_to_affiliate_program(
  company_name text, website text, monthly_traffic text, marketing_channels text[], motivation text,
  experience text default null)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  letters constant text := 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  code text;
  mine public.affiliate_programs;
  made uuid;
begin
  if auth.uid() is null then perform private.refuse('Sign in first.'); end if;
  select * into mine from public.affiliate_programs p where p.user_id = auth.uid() for update;
  if mine.status in ('pending', 'approved') then perform private.refuse('You have applied already.'); end if;
  if mine.id is not null and mine.total_referrals > 0 then
    perform private.refuse('Your part in the programme has ended. Write to us by the contact form.');
  end if;
  made := mine.id;
  if made is not null then
    update public.affiliate_programs p set status = 'pending', review_reason = '', reviewed_at = null, applied_at = now()
    where p.id = made;
  end if;
  while made is null loop
    select 'SD' || string_agg(substr(letters, 1 + (get_byte(b, i) * 256 + get_byte(b, i + 1)) % 36, 1), '')
    into code from extensions.gen_random_bytes(12) b, generate_series(0, 10, 2) i;
    begin
      insert into public.affiliate_programs (user_id, affiliate_code) values (auth.uid(), code)
      on conflict (affiliate_code) do nothing returning id into made;
    exception when unique_violation then
      -- Sent twice at once.
      perform private.refuse('You have applied already.');
    end;
  end loop;
  insert into public.affiliate_applications as a
    (program_id, company_name, website, monthly_traffic, marketing_channels, experience, motivation)
  values (made, btrim(company_name, E' \t\r\n'), btrim(website, E' \t\r\n'), monthly_traffic,
    array(select distinct unnest(apply_to_affiliate_program.marketing_channels)), experience, btrim(motivation, E' \t\r\n'))
  on conflict (program_id) do update set company_name = excluded.company_name, website = excluded.website,
    monthly_traffic = excluded.monthly_traffic, marketing_channels = excluded.marketing_channels,
    experience = excluded.experience, motivation = excluded.motivation, submitted_at = now();
  return made;
end
$$;
grant execute on function public.apply_to_affiliate_program(text, text, text, text[], text, text) to authenticated;

create function public.review_affiliate(
  program uuid, verdict text, reason text, mail_id uuid, mail_subject text, mail_body text)
returns text language plpgsql security definer set search_path = '' as $$
declare
  reviewed public.affiliate_programs;
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  if verdict is null or verdict not in ('approved', 'rejected') then
    raise exception 'An application is approved or rejected.' using errcode = '22023';
  end if;
  if verdict = 'rejected' and btrim(coalesce(reason, '')) = '' then
    raise exception 'Say why: the applicant is told.' using errcode = '22023';
  end if;
  select * into reviewed from public.affiliate_programs p where p.id = program for update;
  if reviewed.id is null then
    raise exception 'This application is not there any more.' using errcode = 'P0002';
  end if;
  if reviewed.user_id = auth.uid() then perform private.refuse('Another super admin has to decide on your own application.'); end if;
  if reviewed.status = verdict then return verdict; end if;
  update public.affiliate_programs p set status = verdict, reviewed_at = now(),
    review_reason = case when verdict = 'rejected' then btrim(reason) else '' end
  where p.id = program;
  insert into public.inbox_replies (id, program_id, sent_to, subject, body, written_by)
  select mail_id, program, u.email, btrim(mail_subject), btrim(mail_body), auth.uid()
  from auth.users u where u.id = reviewed.user_id;
  return verdict;
end
$$;
grant execute on function public.review_affiliate(uuid, text, text, uuid, text, text) to authenticated;

-- For super admins: applications, the newest first, with what was written in them and what came of them.
create function public.search_affiliates(
  status_filter text default null, before_applied_at timestamptz default null, before_id uuid default null,
  page_size integer default 50)
returns table (id uuid, status text, email text, name text, affiliate_code text, applied_at timestamptz,
  reviewed_at timestamptz, review_reason text, company_name text, website text, monthly_traffic text,
  marketing_channels text[], experience text, motivation text, total_referrals integer, converted_referrals integer,
  total_earnings numeric, mail_status text, mail_problem text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  return query
    select p.id, p.status, u.email::text, coalesce(f.display_name, ''), p.affiliate_code, p.applied_at, p.reviewed_at,
      p.review_reason, a.company_name, a.website, a.monthly_traffic, a.marketing_channels, a.experience, a.motivation,
      p.total_referrals, p.converted_referrals, p.total_earnings, m.status, m.last_error
    from (
      select * from public.affiliate_programs x
      where (status_filter is null or x.status = status_filter)
        and (before_applied_at is null or (x.applied_at, x.id) < (before_applied_at, before_id))
      order by x.applied_at desc, x.id desc limit least(greatest(page_size, 1), 200)) p
    join public.affiliate_applications a on a.program_id = p.id
    join auth.users u on u.id = p.user_id
    left join public.sounddesk_profiles f on f.user_id = p.user_id
    left join lateral (select r.status, r.last_error from public.inbox_replies r where r.program_id = p.id
      order by r.created_at desc limit 1) m on true
    order by p.applied_at desc, p.id desc;
end
$$;
grant execute on function public.search_affiliates(text, timestamptz, uuid, integer) to authenticated;

create policy "one reads one's own commissions" on public.affiliate_commissions for select to authenticated
  using (program_id in (select private.my_affiliate_programs()) or (select private.is_super_admin()));

-- Not even the service key writes past the functions.
revoke insert, update, delete, truncate on public.affiliate_programs, public.affiliate_applications,
  public.affiliate_referrals, public.affiliate_commissions, public.affiliate_payouts from service_role;

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

create function private.leave_payouts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.affiliate_payouts p where p.program_id = old.id and p.status = 'requested';
  update public.affiliate_payouts p set paypal_email = '', review_reason = ''
  where p.program_id = old.id and p.status <> 'processing';
  return old;
end
$$;
create trigger leave_payouts before delete on public.affiliate_programs
  for each row execute function private.leave_payouts();

-- The log tells what was decided, and nothing of the person.
create function private.audit_payout() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_log (actor_id, action, table_name, row_id, old_values, new_values)
  values (auth.uid(), lower(tg_op), tg_table_name, new.id::text,
    case when tg_op = 'UPDATE' then jsonb_build_object('status', old.status) end,
    jsonb_build_object('status', new.status, 'amount_usd', new.amount_usd, 'program_id', new.program_id));
  return null;
end
$$;
create trigger audit after insert or update of status on public.affiliate_payouts
  for each row execute function private.audit_payout();

-- What was earned and can still be asked back; what may be asked for; what was paid. Less than nothing may be asked for
-- where something was given back after it was paid out.
create function private.affiliate_balance(program public.affiliate_programs)
returns table (pending numeric, payable numeric, open numeric, paid_out numeric)
language sql stable security definer set search_path = '' as $$
  select w.pending, program.total_earnings - w.pending - o.open - o.paid_out, o.open, o.paid_out
  from (select coalesce(sum(c.amount_usd), 0) as pending from public.affiliate_commissions c
      where c.program_id = program.id and c.payable_at > now()) w,
    (select coalesce(sum(p.amount_usd) filter (where p.status in ('requested', 'processing')), 0) as open,
        coalesce(sum(p.amount_usd) filter (where p.status = 'completed'), 0) as paid_out
      from public.affiliate_payouts p where p.program_id = program.id) o
$$;

-- The caller's part in the programme, at one moment; null: none.
create function public.affiliate_summary() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  mine public.affiliate_programs;
  balance record;
begin
  select * into mine from public.affiliate_programs p where p.user_id = auth.uid();
  if mine.id is null then return null; end if;
  select * into balance from private.affiliate_balance(mine);
  return jsonb_build_object('id', mine.id, 'status', mine.status, 'code', mine.affiliate_code, 'commissionRate', mine.commission_rate,
    'appliedAt', mine.applied_at, 'reviewedAt', mine.reviewed_at, 'reason', mine.review_reason,
    'totalReferrals', mine.total_referrals, 'converted', mine.converted_referrals,
    'totalEarningsUsd', mine.total_earnings, 'pendingUsd', balance.pending, 'payableUsd', balance.payable,
    'openUsd', balance.open, 'paidOutUsd', balance.paid_out);
end
$$;
grant execute on function public.affiliate_summary() to authenticated;

-- All that is payable, once at a time.
create function public.request_affiliate_payout(paypal_address text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  mine public.affiliate_programs;
  balance record;
  made uuid;
begin
  select * into mine from public.affiliate_programs p where p.user_id = auth.uid() for update;
  if mine.id is null or mine.status = 'pending' then perform private.refuse('Only affiliates are paid.'); end if;
  if btrim(coalesce(paypal_address, '')) !~ '^[^[:space:]@]+@[^[:space:]@]+\.[^[:space:]@]+$' or char_length(paypal_address) > 254 then
    raise exception 'Enter the email address of your PayPal account.' using errcode = '22023';
  end if;
  if exists (select 1 from public.affiliate_payouts p where p.program_id = mine.id and p.status in ('requested', 'processing')) then
    perform private.refuse('A payout is on its way already.');
  end if;
  select * into balance from private.affiliate_balance(mine);
  if balance.payable <= 0 then perform private.refuse('There is nothing to pay out yet.'); end if;
  insert into public.affiliate_payouts (program_id, amount_usd, paypal_email)
  values (mine.id, balance.payable, btrim(paypal_address)) returning id into made;
  return made;
end
$$;
grant execute on function public.request_affiliate_payout(text) to authenticated;

-- requested → processing (approved) → completed (paid); refused before it is paid. The same step again changes nothing.
create function public.decide_affiliate_payout(payout uuid, new_status text, reason text default '') returns text
language plpgsql security definer set search_path = '' as $$
declare
  mine public.affiliate_programs;
  decided public.affiliate_payouts;
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  select p.* into mine from public.affiliate_programs p
  join public.affiliate_payouts x on x.program_id = p.id where x.id = payout for update of p;
  select * into decided from public.affiliate_payouts p where p.id = payout for update;
  if decided.id is null then raise exception 'This payout is not there any more.' using errcode = 'P0002'; end if;
  if mine.user_id = auth.uid() then perform private.refuse('Another super admin has to decide on your own payout.'); end if;
  if decided.status = new_status then return new_status; end if;
  if (decided.status, new_status) not in (('requested', 'processing'), ('requested', 'refused'), ('processing', 'completed'),
    ('processing', 'refused')) then
    raise exception 'This payout is % already.', decided.status using errcode = '22023';
  end if;
  if new_status = 'refused' and btrim(coalesce(reason, '')) = '' then
    raise exception 'Say why: the affiliate is told.' using errcode = '22023';
  end if;
  -- Something may have been given back since it was asked for.
  if new_status = 'processing' and (select b.payable from private.affiliate_balance(mine) b) < 0 then
    perform private.refuse('Customers were refunded since: less is payable than was asked for. Refuse it; the rest can be asked for again.');
  end if;
  update public.affiliate_payouts p set status = new_status,
    review_reason = case when new_status = 'refused' then btrim(reason) else '' end,
    processed_at = case when new_status in ('completed', 'refused') then now() end,
    -- Of an account that is gone nothing is kept once it is paid.
    paypal_email = case when mine.id is null and new_status <> 'processing' then '' else p.paypal_email end
  where p.id = payout;
  return new_status;
end
$$;
grant execute on function public.decide_affiliate_payout(uuid, text, text) to authenticated;

create function public.search_affiliate_payouts(
  status_filter text default null, before_requested_at timestamptz default null, before_id uuid default null,
  page_size integer default 50)
returns table (id uuid, status text, amount_usd numeric, paypal_email text, review_reason text, requested_at timestamptz,
  processed_at timestamptz, email text, company_name text, affiliate_code text, payable_usd numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  return query
    select x.id, x.status, x.amount_usd, x.paypal_email, x.review_reason, x.requested_at, x.processed_at,
      coalesce(u.email::text, ''), coalesce(a.company_name, ''), coalesce(p.affiliate_code, ''), coalesce(b.payable, 0)
    from (
      select * from public.affiliate_payouts y
      where (status_filter is null or y.status = status_filter)
        and (before_requested_at is null or (y.requested_at, y.id) < (before_requested_at, before_id))
      order by y.requested_at desc, y.id desc limit least(greatest(page_size, 1), 200)) x
    left join public.affiliate_programs p on p.id = x.program_id
    left join auth.users u on u.id = p.user_id
    left join public.affiliate_applications a on a.program_id = p.id
    left join lateral private.affiliate_balance(p) b on p.id is not null
    order by x.requested_at desc, x.id desc;
end
$$;
grant execute on function public.search_affiliate_payouts(text, timestamptz, uuid, integer) to authenticated;

-- What is to be paid to affiliates, for a file of any length: nothing but what stands in it, by key, newest first. (The list
-- on the screen reckons a balance for each row.)
create function public.list_payouts_to_pay(
  before_requested_at timestamptz default null, before_id uuid default null, page_size integer default 500)
returns table (id uuid, amount_usd numeric, paypal_email text, requested_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  return query
    select y.id, y.amount_usd, y.paypal_email, y.requested_at from public.affiliate_payouts y
    where y.status = 'processing' and (before_requested_at is null
      or (y.requested_at, y.id) < (before_requested_at, before_id))
    order by y.requested_at desc, y.id desc limit least(greatest(page_size, 1), 1000);
end
$$;
grant execute on function public.list_payouts_to_pay(timestamptz, uuid, integer) to authenticated;
