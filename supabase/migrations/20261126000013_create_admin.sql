-- What super admins see and do beside the lists of the other files: the inbox, who is an admin, figures.

-- Messages of the contact form, feedback and requests about one's own data: one list for super admins, with what was
-- answered and what was done.

create table public.sounddesk_feedback (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete set null,
  feedback_type text not null check (feedback_type in ('general', 'bug', 'feature', 'performance', 'gdpr_request',
    'support', 'sales', 'license_request', 'download_support', 'partnership', 'media')),
  rating integer check (rating between 1 and 5),
  message text not null check (btrim(message) <> '' and char_length(message) <= 10000),
  email text check (char_length(email) <= 254) check (private.is_one_line(email)),
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'done')),
  created_at timestamptz not null default now(),
  -- What the user read and chose to send with his words.
  diagnostics text check (char_length(diagnostics) <= 100000),
  -- "general" is a type of both forms: the form itself says which one it was.
  kind text not null check (kind in ('contact', 'feedback', 'gdpr'))
);
create index sounddesk_feedback_user_idx on public.sounddesk_feedback (user_id, created_at desc);
create index sounddesk_feedback_created_idx on public.sounddesk_feedback (created_at desc, id desc);
create index sounddesk_feedback_kind_idx on public.sounddesk_feedback (kind, created_at desc, id desc);
create index sounddesk_feedback_status_idx on public.sounddesk_feedback (status, created_at desc, id desc);
create index sounddesk_feedback_kind_status_idx on public.sounddesk_feedback (kind, status, created_at desc, id desc);
create index sounddesk_feedback_email_idx on public.sounddesk_feedback (lower(email) text_pattern_ops);
create index sounddesk_feedback_search_idx on public.sounddesk_feedback
  using gin (lower(coalesce(email, '') || E'\n' || message) extensions.gin_trgm_ops);
alter table public.sounddesk_feedback enable row level security;
create policy "one reads one's own feedback" on public.sounddesk_feedback for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_super_admin()));
create policy "super admins handle feedback" on public.sounddesk_feedback for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
grant select, update (status) on public.sounddesk_feedback to authenticated;

-- Answers by mail, as they were written and sent. One waits until the mail service has taken it.
create table public.inbox_replies (
  id uuid primary key,
  feedback_id uuid references public.sounddesk_feedback on delete cascade,
  sent_to text not null,
  subject text not null check (btrim(subject) <> '' and char_length(subject) <= 400),
  body text not null check (btrim(body) <> '' and char_length(body) <= 10000),
  written_by uuid references auth.users on delete set null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  program_id uuid references public.affiliate_programs on delete cascade,
  -- Each belongs to a message or to an application for the affiliate programme.
  constraint inbox_replies_answered_check check (num_nonnulls(feedback_id, program_id) = 1)
);
create index inbox_replies_feedback_idx on public.inbox_replies (feedback_id, created_at);
create index inbox_replies_written_by_idx on public.inbox_replies (written_by);
create index inbox_replies_queue_idx on public.inbox_replies (next_attempt_at) where status = 'queued';
create index inbox_replies_program_idx on public.inbox_replies (program_id, created_at) where program_id is not null;
alter table public.inbox_replies enable row level security;
create policy "super admins read replies" on public.inbox_replies for select to authenticated
  using ((select private.is_super_admin()));
grant select on public.inbox_replies to authenticated;

-- The sender names the row: one that was not sure whether it had arrived sends it again, and it is there once.
create function public.submit_feedback(
  feedback_id uuid, author uuid, feedback_type text, message text, email text default null,
  rating integer default null, diagnostics text default null, kind text default null)
returns uuid language sql security definer set search_path = '' as $$
  insert into public.sounddesk_feedback (id, user_id, feedback_type, rating, message, email, status, diagnostics, kind)
  values (feedback_id, author, feedback_type, rating, message, email, 'pending', diagnostics, kind)
  on conflict (id) do nothing
  returning id
$$;

create function private.kind_of_feedback(feedback_type text) returns text
language sql immutable set search_path = '' as $$
  select case when feedback_type = 'gdpr_request' then 'gdpr'
    when feedback_type in ('general', 'bug', 'feature', 'performance') then 'feedback' else 'contact' end
$$;

create function private.fill_feedback_kind() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.kind := coalesce(new.kind, private.kind_of_feedback(new.feedback_type));
  return new;
end
$$;
create trigger fill_kind before insert on public.sounddesk_feedback
  for each row execute function private.fill_feedback_kind();

create function public.search_inbox(
  search text default '', kind_filter text default null, status_filter text default null,
  before_created_at timestamptz default null, before_id uuid default null, page_size integer default 50)
returns table (id uuid, kind text, feedback_type text, status text, email text, excerpt text, rating integer,
  created_at timestamptz, replies bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text := lower(btrim(search));
  conditions text := case
    when words = '' then ''
    -- Trigrams begin with three letters; fewer are looked for where an address begins.
    when length(words) < 3 then ' and lower(f.email) like private.like_start($1)'
    else ' and lower(coalesce(f.email, '''') || E''\n'' || f.message) like ''%'' || private.like_start($1)' end;
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  if kind_filter is not null then conditions := conditions || ' and f.kind = $2'; end if;
  if status_filter is not null then conditions := conditions || ' and f.status = $3'; end if;
  if before_created_at is not null then conditions := conditions || ' and (f.created_at, f.id) < ($4, $5)'; end if;
  return query execute
    'select f.id, f.kind, f.feedback_type, f.status, f.email, left(f.message, 1000), f.rating, f.created_at,
       (select count(*) from public.inbox_replies r where r.feedback_id = f.id)
     from public.sounddesk_feedback f where true' || conditions || ' order by f.created_at desc, f.id desc limit $6'
    using words, kind_filter, status_filter, before_created_at, before_id, least(greatest(page_size, 1), 200);
end
$$;
grant execute on function public.search_inbox(text, text, text, timestamptz, uuid, integer) to authenticated;

-- What waits; what is done is not counted.
create function public.inbox_counts() returns table (status text, total bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  return query
    select f.status, count(*) from public.sounddesk_feedback f where f.status in ('pending', 'in_progress') group by f.status;
end
$$;
grant execute on function public.inbox_counts() to authenticated;

-- The log tells what was done with a case, and nothing that somebody wrote.
create function private.audit_case() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_log (actor_id, action, table_name, row_id, old_values, new_values)
  values (auth.uid(), 'update', tg_table_name, new.id::text,
    jsonb_build_object('status', old.status), jsonb_build_object('status', new.status));
  return null;
end
$$;
create trigger audit_status after update of status on public.sounddesk_feedback
  for each row when (old.status <> new.status) execute function private.audit_case();

create function private.audit_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_log (actor_id, action, table_name, row_id, new_values)
  values (auth.uid(), lower(tg_op), tg_table_name, new.id::text,
    jsonb_strip_nulls(jsonb_build_object('feedback_id', new.feedback_id, 'program_id', new.program_id, 'status', new.status)));
  return null;
end
$$;
create trigger audit after insert on public.inbox_replies
  for each row execute function private.audit_reply();
create trigger audit_status after update of status on public.inbox_replies
  for each row when (old.status <> new.status) execute function private.audit_reply();

-- A case with all that belongs to it; null where there is none.
create function public.read_inbox_case(case_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  return (
    select jsonb_build_object(
      'id', f.id, 'kind', f.kind, 'type', f.feedback_type, 'status', f.status, 'email', f.email, 'message', f.message,
      'rating', f.rating, 'diagnostics', f.diagnostics, 'createdAt', f.created_at,
      'account', (select jsonb_build_object('id', u.id, 'email', u.email, 'name', coalesce(p.display_name, ''))
        from auth.users u left join public.sounddesk_profiles p on p.user_id = u.id where u.id = f.user_id),
      'replies', (select coalesce(jsonb_agg(jsonb_build_object(
          'id', r.id, 'sentTo', r.sent_to, 'subject', r.subject, 'body', r.body, 'by', private.name_of(r.written_by),
          'status', r.status, 'problem', r.last_error, 'nextAttemptAt', r.next_attempt_at, 'createdAt', r.created_at,
          'sentAt', r.sent_at) order by r.created_at, r.id), '[]')
        from public.inbox_replies r where r.feedback_id = f.id),
      'history', (select coalesce(jsonb_agg(jsonb_build_object(
          'id', l.id, 'at', l.occurred_at, 'by', private.name_of(l.actor_id),
          'from', l.old_values ->> 'status', 'to', l.new_values ->> 'status') order by l.id), '[]')
        from public.audit_log l where l.table_name = 'sounddesk_feedback' and l.row_id = f.id::text))
    from public.sounddesk_feedback f where f.id = case_id);
end
$$;
grant execute on function public.read_inbox_case(uuid) to authenticated;

-- Writes an answer down, to be sent to the address that the case has. The same one again sends it again where it was not
-- delivered, and changes nothing else.
create function public.queue_inbox_reply(reply_id uuid, case_id uuid, reply_subject text, reply_body text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  answered public.sounddesk_feedback;
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  select * into answered from public.sounddesk_feedback f where f.id = case_id for update;
  if answered.id is null then
    raise exception 'This message is not there any more.' using errcode = 'P0002';
  end if;
  if answered.email is null then
    raise exception 'This message came without an email address.' using errcode = '22023';
  end if;
  insert into public.inbox_replies as r (id, feedback_id, sent_to, subject, body, written_by)
  values (reply_id, case_id, answered.email, btrim(reply_subject), btrim(reply_body), auth.uid())
  on conflict (id) do update set status = 'queued', attempts = 0, next_attempt_at = now()
    where r.feedback_id = case_id and r.status <> 'sent' and r.last_error is not null;
  if answered.status = 'pending' then
    update public.sounddesk_feedback f set status = 'in_progress' where f.id = case_id;
  end if;
  return (select r.status from public.inbox_replies r where r.id = reply_id and r.feedback_id = case_id);
end
$$;
grant execute on function public.queue_inbox_reply(uuid, uuid, text, text) to authenticated;

-- Takes answers out of the queue, each for as long as sending it may take; null: all that are due. An answer to an
-- application quotes nothing.
create function public.claim_inbox_replies(wanted uuid default null) returns jsonb
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

-- What became of one. It is tried six times, over about five hours.
create function public.settle_inbox_reply(reply_id uuid, problem text default null) returns text
language sql security definer set search_path = '' as $$
  update public.inbox_replies r set
    status = case when problem is null then 'sent' when r.attempts >= 6 then 'failed' else 'queued' end,
    sent_at = case when problem is null then now() end,
    last_error = left(problem, 500),
    next_attempt_at = now() + interval '5 minutes' * power(2, r.attempts)
  where r.id = reply_id and r.status = 'queued' returning r.status
$$;

create function public.list_admins()
returns table (user_id uuid, email text, name text, role text, last_sign_in_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  return query
    select u.id, u.email::text, coalesce(p.display_name, ''), private.admin_role(u), u.last_sign_in_at
    from auth.users u left join public.sounddesk_profiles p on p.user_id = u.id
    where u.raw_app_meta_data ->> 'admin' = 'true' or u.raw_app_meta_data ->> 'super_admin' = 'true'
    order by private.admin_role(u) desc, u.email;
end
$$;
grant execute on function public.list_admins() to authenticated;

-- Gives an account a role ('admin' or 'super_admin'), or takes it ('none'). A token that it has already gains nothing
-- before it is renewed, and loses at once.
create function public.set_admin_role(account_email text, new_role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account auth.users;
  old_role text;
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  if new_role is null or new_role not in ('none', 'admin', 'super_admin') then
    raise exception 'There is no role “%”.', new_role using errcode = '22023';
  end if;
  -- One after the other, and each sees what the one before has done.
  perform pg_advisory_xact_lock(hashtext('sounddesk super admins'));
  select * into account from auth.users u where lower(u.email) = lower(btrim(account_email)) for update;
  if account.id is null then
    raise exception 'User not found with this email address' using errcode = 'P0002';
  end if;
  old_role := private.admin_role(account);
  if old_role = new_role then return; end if;
  if old_role = 'super_admin' and private.is_last_super_admin(account.id) then
    perform private.refuse('The last super admin stays: make somebody else a super admin first.');
  end if;
  -- Until then it may be somebody else's address.
  if new_role <> 'none' and account.email_confirmed_at is null then
    perform private.refuse('This account has not confirmed its email address yet.');
  end if;
  update auth.users u set raw_app_meta_data = (coalesce(u.raw_app_meta_data, '{}') - array['admin', 'super_admin'])
    || case when new_role = 'none' then '{}'::jsonb else jsonb_build_object(new_role, true) end
  where u.id = account.id;
  insert into public.audit_log (actor_id, action, table_name, row_id, old_values, new_values)
  values (auth.uid(), 'update', 'admins', account.id::text,
    jsonb_build_object('user_id', account.id, 'role', old_role), jsonb_build_object('user_id', account.id, 'role', new_role));
end
$$;
grant execute on function public.set_admin_role(text, text) to authenticated;

-- Workspaces whose payments, as far as they were kept, reach over a point in time, with what the one that counts costs a
-- month: a twelfth of a yearly price. Most payments are whole, and reckoned from no other: of those the rest need not be asked.
create function private.paying_at(at_time timestamptz) returns table (organization_id uuid, monthly_usd numeric)
language sql stable security definer set search_path = '' as $$
  select distinct on (p.organization_id) p.organization_id,
    s.unit_price_usd * s.seats / case s.cycle when 'yearly' then 12 else 1 end
  from public.payments p join public.paypal_subscriptions s on s.id = p.paypal_subscription_id
  where p.covers_until > at_time and p.covers_from <= at_time
    and case when p.status = 'completed' and p.amount_usd > 0 and not p.is_setup
        and not exists (select 1 from public.refunds r where r.payment_id = p.id) then true
      else private.kept_until(p) > at_time end
  order by p.organization_id, p.paid_at desc, s.opening desc, p.transaction_id desc
$$;

-- The last days, today among them (UTC): accounts that were made, workspaces that paid for the first time, and what was
-- paid on the day and kept. Beside them what stands now:
--   trials    that run, and of those that ended in these days how many became customers;
--   customers who pay now, who paid when the first day began, and how many of those pay no more (churn);
--   monthly   what those who pay now pay a month;
--   licences  by status, and the services as they were probed last.
create function public.summarise_business(days integer default 30) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  length integer := least(greatest(days, 1), 366);
  since timestamptz := date_trunc('day', now()) - make_interval(days => length - 1);
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  return (
    -- By the index, a day each: to turn a hundred thousand times into days takes longer than all the rest.
    with made as (
      select d.at::date as day, (select count(*) from public.organizations o
        where o.is_personal and o.created_at >= d.at and o.created_at < d.at + interval '1 day') as n
      from generate_series(since, date_trunc('day', now()), interval '1 day') d (at)),
    first_payments as (
      select min(p.paid_at)::date as day from public.payments p
      where p.status in ('completed', 'partially_refunded', 'refunded') group by p.organization_id
      having min(p.paid_at) >= since),
    won as (select f.day, count(*) as n from first_payments f group by 1),
    -- What private.refunded_usd says, of all at once.
    given_back as (select r.payment_id, sum(r.amount_usd) as usd from public.refunds r group by 1),
    kept as (
      select p.paid_at::date as day,
        sum(case p.status when 'refunded' then 0 else greatest(p.amount_usd - coalesce(g.usd, 0), 0) end) as usd
      from public.payments p left join given_back g on g.payment_id = p.id
      where p.paid_at >= since and p.status in ('completed', 'partially_refunded', 'refunded') group by 1),
    paying as (select * from private.paying_at(now())),
    paid_before as (select b.organization_id from private.paying_at(since) b),
    ended as (
      select s.organization_id from public.subscriptions s where s.trial_ends_at >= since and s.trial_ends_at <= now())
    select jsonb_build_object(
      'days', (select jsonb_agg(jsonb_build_object('day', d.day, 'signUps', coalesce(m.n, 0), 'newCustomers', coalesce(w.n, 0),
          'keptUsd', coalesce(k.usd, 0)) order by d.day)
        from (select generate_series(since, date_trunc('day', now()), interval '1 day')::date as day) d
        left join made m on m.day = d.day left join won w on w.day = d.day left join kept k on k.day = d.day),
      'accounts', (select count(*) from public.organizations o where o.is_personal),
      'trials', jsonb_build_object(
        'running', (select count(*) from public.subscriptions s where s.status = 'trialing' and s.trial_ends_at > now()),
        'ended', (select count(*) from ended),
        'converted', (select count(*) from ended e where exists (select 1 from public.payments p
          where p.organization_id = e.organization_id and p.status in ('completed', 'partially_refunded')))),
      'customers', jsonb_build_object(
        'now', (select count(*) from paying),
        'before', (select count(*) from paid_before),
        'lost', (select count(*) from paid_before b where not exists (
          select 1 from paying p where p.organization_id = b.organization_id))),
      'monthlyUsd', (select coalesce(round(sum(p.monthly_usd), 2), 0) from paying p),
      'licences', (select coalesce(jsonb_object_agg(c.status, c.total), '{}') from private.license_counts c),
      'services', (select coalesce(jsonb_agg(jsonb_build_object('service', s.service, 'status', s.status, 'checkedAt', s.checked_at)
        order by s.service), '[]') from public.summarise_service_checks() s)));
end
$$;
grant execute on function public.summarise_business(integer) to authenticated;
