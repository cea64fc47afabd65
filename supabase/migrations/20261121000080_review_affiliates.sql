-- The affiliate programme from the application to the code: reviewed by a super admin, who answers by mail.

alter table public.affiliate_programs
  add column applied_at timestamptz not null default now(),
  add column reviewed_at timestamptz,
  -- Why an application was refused, or why the programme ended; what the applicant is told.
  add column review_reason text not null default '' check (char_length(review_reason) <= 2000),
  add column converted_referrals integer not null default 0,
  -- The number of the last referral: the affiliate knows them by it, and not by who they are.
  add column last_referral_number integer not null default 0;
create index affiliate_programs_applied_idx on public.affiliate_programs (applied_at desc, id desc);
create index affiliate_programs_status_idx on public.affiliate_programs (status, applied_at desc, id desc);
-- What somebody decided is written down; that a figure grew is not.
drop trigger audit on public.affiliate_programs;
create trigger audit after insert or delete or update of affiliate_code, commission_rate, status, review_reason
  on public.affiliate_programs for each row execute function private.audit();

alter table public.affiliate_applications
  add constraint affiliate_applications_channels_check check (marketing_channels <@ array['Blog/Content Marketing',
    'Social Media', 'Email Marketing', 'YouTube/Video', 'Podcast', 'Paid Advertising', 'SEO/Organic Search',
    'Influencer Marketing']);

-- Once; again where it was refused. The code stays the same.
create or replace function public.apply_to_affiliate_program(
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

-- The queue of answers takes those to applications as well: each belongs to a message or to a programme.
alter table public.inbox_replies
  alter column feedback_id drop not null,
  add column program_id uuid references public.affiliate_programs on delete cascade,
  add constraint inbox_replies_answered_check check (num_nonnulls(feedback_id, program_id) = 1);
create index inbox_replies_program_idx on public.inbox_replies (program_id, created_at) where program_id is not null;

create or replace function private.audit_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_log (actor_id, action, table_name, row_id, new_values)
  values (auth.uid(), lower(tg_op), tg_table_name, new.id::text,
    jsonb_strip_nulls(jsonb_build_object('feedback_id', new.feedback_id, 'program_id', new.program_id, 'status', new.status)));
  return null;
end
$$;

-- As before (20261121000072); an answer to an application quotes nothing.
create or replace function public.claim_inbox_replies(wanted uuid default null) returns jsonb
language sql security definer set search_path = '' as $$
  with due as (
    select r.id from public.inbox_replies r
    where r.status = 'queued' and r.next_attempt_at <= now() and (wanted is null or r.id = wanted)
    order by r.next_attempt_at limit 20 for update skip locked),
  claimed as (
    update public.inbox_replies r set attempts = r.attempts + 1, last_error = null, next_attempt_at = now() + interval '5 minutes'
    from due where r.id = due.id returning r.*)
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'to', c.sent_to, 'subject', c.subject, 'body', c.body,
      'askedAt', f.created_at, 'asked', f.message)), '[]')
  from claimed c left join public.sounddesk_feedback f on f.id = c.feedback_id
$$;

-- What a super admin decides on an application, with the mail that tells of it: both or neither. The same decision again
-- changes nothing. An approved programme can be ended: what was earned before stays.
drop function public.set_affiliate_status(uuid, text);
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
grant execute on function public.review_affiliate(uuid, text, text, uuid, text, text),
  public.search_affiliates(text, timestamptz, uuid, integer) to authenticated;
