-- Payouts of commissions: asked for by the affiliate, approved by a super admin, paid by PayPal, and kept.

alter table public.affiliate_payouts
  -- Where the affiliate wants to be paid.
  add column paypal_email text not null default '' check (char_length(paypal_email) <= 254),
  add column review_reason text not null default '' check (char_length(review_reason) <= 2000),
  alter column status set default 'requested',
  drop constraint affiliate_payouts_status_check,
  add constraint affiliate_payouts_status_check check (status in ('requested', 'processing', 'completed', 'refused'));
-- What was paid stays in the books when an account goes; what was only asked for goes with it, and so does what it says of
-- a person, once it is paid.
alter table public.affiliate_payouts
  alter column program_id drop not null,
  drop constraint affiliate_payouts_program_id_fkey,
  add constraint affiliate_payouts_program_id_fkey foreign key (program_id) references public.affiliate_programs on delete set null;
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
drop trigger audit on public.affiliate_payouts;
create trigger audit after insert or update of status on public.affiliate_payouts
  for each row execute function private.audit_payout();

create unique index affiliate_payouts_open_idx on public.affiliate_payouts (program_id) where status in ('requested', 'processing');
create index affiliate_payouts_requested_idx on public.affiliate_payouts (requested_at desc, id desc);
create index affiliate_payouts_status_idx on public.affiliate_payouts (status, requested_at desc, id desc);

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
grant execute on function public.affiliate_summary(), public.request_affiliate_payout(text),
  public.decide_affiliate_payout(uuid, text, text), public.search_affiliate_payouts(text, timestamptz, uuid, integer)
  to authenticated;

-- As before, with all that is kept of an affiliate.
alter function public.export_my_data() rename to export_data_but_affiliate;
alter function public.export_data_but_affiliate() set schema private;
revoke execute on function private.export_data_but_affiliate() from public, anon, authenticated;
create function public.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  mine uuid := (select p.id from public.affiliate_programs p where p.user_id = auth.uid());
begin
  return private.export_data_but_affiliate() || jsonb_build_object(
    'affiliateApplication', (select to_jsonb(a) from public.affiliate_applications a where a.program_id = mine),
    'affiliateReferrals', (select coalesce(jsonb_agg(to_jsonb(r) - array['referred_organization_id', 'referred_user_id']
        order by r.referred_at), '[]') from public.affiliate_referrals r where r.program_id = mine),
    'affiliateCommissions', (select coalesce(jsonb_agg(to_jsonb(c) - 'payment_id' order by c.earned_at), '[]')
      from public.affiliate_commissions c where c.program_id = mine),
    'affiliatePayouts', (select coalesce(jsonb_agg(to_jsonb(p) order by p.requested_at), '[]')
      from public.affiliate_payouts p where p.program_id = mine));
end
$$;
grant execute on function public.export_my_data() to authenticated;
