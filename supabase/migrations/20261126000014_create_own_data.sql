-- The download of one's own data, page by page: neither the server nor the screen holds more of it than a page, however much
-- there is. First what there is one of, with the names of the lists; then each list by time and id, the oldest first.

-- Organisations whose bills are the caller's own.
create function private.my_owned_now() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select m.organization_id from public.organization_members m
    where m.user_id = auth.uid() and m.role = 'owner' and m.status = 'active')
$$;

-- The lists: where the rows of each are found, with "at" and id ($1 is the account, $2 its organisations' ids, $3 its affiliate
-- programme), and what is told of a row. Told apart, so that only the rows of a page are made into JSON.
create function private.own_data_lists() returns table (place integer, name text, source text, entry text)
language sql immutable set search_path = '' as $$
  values
    (1, 'organizations', 'm.joined_at as at, o.id, o as found, m as link from public.organization_members m
        join public.organizations o on o.id = m.organization_id where m.user_id = $1',
      $e$to_jsonb(p.found) || jsonb_build_object('role', (p.link).role, 'status', (p.link).status, 'joinedAt', p.at)$e$),
    (2, 'teams', 'tm.added_at as at, t.id, t as found from public.team_members tm join public.teams t on t.id = tm.team_id
        where tm.user_id = $1', $e$jsonb_build_object('name', (p.found).name, 'addedAt', p.at)$e$),
    (3, 'subscriptions', 's.created_at as at, s.id, s as found from public.subscriptions s where s.organization_id = any($2)',
      'to_jsonb(p.found)'),
    (4, 'paypalSubscriptions', 's.created_at as at, s.id, s as found from public.paypal_subscriptions s
        where s.organization_id = any($2)', $e$to_jsonb(p.found) - array['created_by', 'approve_url', 'last_ticket']$e$),
    (5, 'payments', 'y.paid_at as at, y.id, y as found from public.payments y where y.organization_id = any($2)',
      'to_jsonb(p.found)'),
    (6, 'refunds', 'r.refunded_at as at, r.id, r as found from public.refunds r where r.organization_id = any($2)',
      'to_jsonb(p.found)'),
    (7, 'invoices', 'i.issued_at as at, i.id, i as found from public.invoices i where i.organization_id = any($2)',
      'to_jsonb(p.found)'),
    (8, 'billingDetails', 'b.updated_at as at, b.organization_id as id, b as found from public.billing_details b
        where b.organization_id = any($2)', 'to_jsonb(p.found)'),
    (9, 'apiKeys', 'k.created_at as at, k.id, k as found from public.api_keys k where k.created_by = $1',
      $e$to_jsonb(p.found) - array['key_hash', 'created_by']$e$),
    (10, 'licenses', 'l.created_at as at, l.id, l as found from public.license_keys l where l.user_id = $1',
      $e$to_jsonb(p.found) - array['key_hash', 'key_sealed', 'search_text', 'created_by']$e$),
    (11, 'devices', 'a.activated_at as at, a.id, a as found from public.license_keys l
        join public.license_activations a on a.license_id = l.id where l.user_id = $1', 'to_jsonb(p.found)'),
    (12, 'messages', 'f.created_at as at, f.id, f as found from public.sounddesk_feedback f where f.user_id = $1',
      $e$to_jsonb(p.found) - 'user_id'$e$),
    (13, 'answers', 'r.created_at as at, r.id, r as found from public.inbox_replies r
        where r.feedback_id in (select f.id from public.sounddesk_feedback f where f.user_id = $1) or r.program_id = $3',
      $e$jsonb_build_object('messageId', (p.found).feedback_id, 'sentTo', (p.found).sent_to, 'subject', (p.found).subject,
        'body', (p.found).body, 'createdAt', p.at, 'sentAt', (p.found).sent_at)$e$),
    (14, 'sessions', 's.started_at as at, s.id, s as found from public.usage_sessions s where s.user_id = $1',
      $e$to_jsonb(p.found) - 'user_id'$e$),
    (15, 'affiliateReferrals', 'r.referred_at as at, r.id, r as found from public.affiliate_referrals r where r.program_id = $3',
      $e$to_jsonb(p.found) - array['referred_organization_id', 'referred_user_id']$e$),
    (16, 'affiliateCommissions', 'c.payable_at as at, c.id, c as found from public.affiliate_commissions c
        where c.program_id = $3', $e$to_jsonb(p.found) - 'payment_id'$e$),
    (17, 'affiliatePayouts', 'y.requested_at as at, y.id, y as found from public.affiliate_payouts y where y.program_id = $3',
      'to_jsonb(p.found)')
$$;

-- What there is one of, or none; `lists` are the names of what comes in pages.
create function public.read_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  if me is null then perform private.refuse('Sign in first.'); end if;
  return jsonb_build_object(
    'facts', jsonb_build_object(
      'exportedAt', now(),
      'account', (select jsonb_build_object('id', u.id, 'email', u.email, 'createdAt', u.created_at, 'metadata', u.raw_user_meta_data)
        from auth.users u where u.id = me),
      'profile', (select to_jsonb(p) from public.sounddesk_profiles p where p.user_id = me),
      'affiliate', (select to_jsonb(a) from public.affiliate_programs a where a.user_id = me),
      'affiliateApplication', (select to_jsonb(a) from public.affiliate_applications a
        join public.affiliate_programs p on p.id = a.program_id where p.user_id = me),
      'deletion', (select to_jsonb(d) - 'user_id' from public.account_deletions d where d.user_id = me)),
    'lists', (select jsonb_agg(l.name order by l.place) from private.own_data_lists() l));
end
$$;
grant execute on function public.read_my_data() to authenticated;

-- A page of one of the lists behind `after_at` and `after_id`, and where the next one begins; null: that was all.
create function public.list_my_data(
  list text, after_at timestamptz default null, after_id text default null, page_size integer default 500)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  wanted record;
  size integer := least(greatest(coalesce(page_size, 500), 1), 1000);
  -- PayPal's ids are texts, ours are not; compared as what they are, so that an index finds them.
  key_type text := case when list in ('paypalSubscriptions', 'refunds') then 'text' else 'uuid' end;
  answer jsonb;
begin
  if me is null then perform private.refuse('Sign in first.'); end if;
  select * into wanted from private.own_data_lists() l where l.name = list_my_data.list;
  if wanted.name is null then raise exception 'There is no such list: %', left(list, 40) using errcode = '22023'; end if;
  if key_type = 'uuid' and after_id is not null and not pg_input_is_valid(after_id, 'uuid') then
    raise exception 'A page begins behind an id.' using errcode = '22023';
  end if;
  execute format(
    'select jsonb_build_object(
       ''rows'', coalesce(jsonb_agg(%s order by p.at, p.id), ''[]''),
       ''next'', case when count(*) = $4 then (jsonb_agg(jsonb_build_object(''at'', p.at, ''id'', p.id) order by p.at, p.id)) -> -1 end)
     from (select q.* from (select %s) q %s order by q.at, q.id limit $4) p',
    wanted.entry, wanted.source,
    case when after_at is not null and after_id is not null then format('where (q.at, q.id) > ($5, $6::%s)', key_type) else '' end)
  using me, private.my_owned_now(), (select p.id from public.affiliate_programs p where p.user_id = me), size, after_at, after_id
  into answer;
  return answer;
end
$$;
grant execute on function public.list_my_data(text, timestamptz, text, integer) to authenticated;

-- All of it in one answer, for versions that ask so: no longer than fits into one.
create function public.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  answer jsonb := public.read_my_data();
  result jsonb := answer -> 'facts';
  list text;
  page jsonb;
begin
  for list in select jsonb_array_elements_text(answer -> 'lists') loop
    page := public.list_my_data(list, page_size => 1000);
    if page -> 'next' <> 'null' then
      raise exception 'There is more than fits into one answer. Use the present version: it downloads page by page.'
        using errcode = '54000';
    end if;
    result := result || jsonb_build_object(list, page -> 'rows');
  end loop;
  return result;
end
$$;
grant execute on function public.export_my_data() to authenticated;

-- How long things stay. The books (what was paid, given back and invoiced, and payouts of affiliates) stay for seven years,
-- whatever is deleted; and who may be charged still is not deleted: PayPal would go on.

-- One with books is closed.
create function public.delete_organization(organization uuid) returns void
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
grant execute on function public.delete_organization(uuid) to authenticated;

-- Deletes what is due, for the server alone; returns how many accounts went. The log forgets the person once everything
-- else has. An owner whom others still need stays until they have another one: each account is looked at again when its
-- turn comes, since of two owners who both go, the second is needed once the first has gone. An account of which something
-- may be charged still stays until that has ended, and an organization with books of any kind is closed and not deleted.
create function public.delete_due_accounts() returns integer
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

-- Empties what the log kept of an account, by its id, by its address, and by the organisations that went with it. But not
-- what proves the books: they stay, and so does what the log says of them.
create function private.erase_from_audit_log(account uuid, address text, organizations uuid[]) returns void
language sql set search_path = '' as $$
  update public.audit_log l set old_values = null, new_values = null
  where (l.old_values is not null or l.new_values is not null)
    and l.table_name not in ('invoices', 'payments', 'refunds', 'paypal_subscriptions', 'affiliate_payouts')
    and (l.organization_id = any (organizations)
      or account::text in (l.old_values ->> 'user_id', l.new_values ->> 'user_id')
      or strpos(lower(concat(l.old_values::text, l.new_values::text)), lower(to_json(address)::text)) > 0)
$$;

-- Who may be charged still cannot be deleted, nor can the books.
create function private.refuse_deletion_of_payers() returns trigger
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
create trigger refuse_deletion_of_payers before delete on public.organizations
  for each row execute function private.refuse_deletion_of_payers();

-- Whoever is charged still, or could agree to be, has a subscription to end before the account goes.
create function private.may_be_charged(organization uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.paypal_subscriptions s where s.organization_id = organization
    and (s.status in ('ACTIVE', 'SUSPENDED', 'APPROVED')
      or s.status = 'APPROVAL_PENDING' and s.created_at > now() - interval '4 hours'))
$$;

create function private.own_organizations(account uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select m.organization_id from public.organization_members m where m.user_id = account
    and not exists (select 1 from public.organization_members o where o.organization_id = m.organization_id and o.user_id <> account)
$$;

-- The subscriptions that have to be ended at PayPal before the accounts that are due can go.
create function public.list_paypal_subscriptions_to_end() returns setof text
language sql stable security definer set search_path = '' as $$
  select s.id from public.account_deletions d cross join private.own_organizations(d.user_id) o (id)
  join public.paypal_subscriptions s on s.organization_id = o.id
  where d.delete_after <= now() and not private.owns_for_others(d.user_id)
    and s.status in ('ACTIVE', 'SUSPENDED', 'APPROVED')
  order by s.opening
$$;

-- Before accounts are deleted: who may be charged still is put off by an hour, in which it is ended at PayPal. And whom
-- invoices were for is forgotten once nobody is left; what an invoice says stays on it for as long as the law asks.
create function public.prepare_account_deletions() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  postponed integer;
begin
  update public.account_deletions d set delete_after = now() + interval '1 hour'
  where d.delete_after <= now()
    and exists (select 1 from private.own_organizations(d.user_id) o (id) where private.may_be_charged(o.id));
  get diagnostics postponed = row_count;
  delete from public.billing_details b
  where not exists (select 1 from public.organization_members m where m.organization_id = b.organization_id);
  return postponed;
end
$$;

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

-- The latest that happened to a subscription at PayPal.
create function private.latest_booking(subscription text) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select greatest(
    (select s.created_at from public.paypal_subscriptions s where s.id = subscription),
    (select max(greatest(p.paid_at, p.covers_until)) from public.payments p where p.paypal_subscription_id = subscription),
    (select max(r.refunded_at) from public.refunds r join public.payments p on p.id = r.payment_id
      where p.paypal_subscription_id = subscription),
    (select max(i.issued_at) from public.invoices i where i.paypal_subscription_id = subscription))
$$;

-- The books of subscriptions that ended and of which nothing happened for seven years. Those of one that runs stay in one
-- piece, since its payments are reckoned from each other; so do payments that a later difference was reckoned from.
create function private.delete_old_books(most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone text[];
  paid uuid[];
  billed uuid[];
begin
  select coalesce(array_agg(s.id), '{}') into gone from (
    select s.id from public.paypal_subscriptions s
    where s.created_at < now() - interval '7 years' and s.status in ('CANCELLED', 'EXPIRED', 'APPROVAL_PENDING')
      and private.is_in_books_until(private.latest_booking(s.id)) <= now()
      and not exists (select 1 from public.payments p join public.paypal_subscriptions later on later.base_payment_id = p.id
        where p.paypal_subscription_id = s.id and later.id <> s.id)
    order by s.created_at limit most) s;
  paid := array(select p.id from public.payments p where p.paypal_subscription_id = any (gone));
  billed := array(
    select i.id from public.invoices i where i.paypal_subscription_id = any (gone)
    union all
    (select i.id from public.invoices i where i.paypal_subscription_id is null and i.payment_id is null
       and private.is_in_books_until(i.issued_at) <= now() limit most));
  delete from public.invoices i where i.id = any (billed);
  delete from public.refunds r where r.payment_id = any (paid);
  update public.paypal_subscriptions s set base_payment_id = null, setup_fee_usd = 0
  where s.id = any (gone) and s.base_payment_id is not null;
  delete from public.payments p where p.id = any (paid);
  delete from public.paypal_subscriptions s where s.id = any (gone);
  -- And what the log said of them, with what it says of their deletion.
  update public.audit_log l set old_values = null, new_values = null
  where (l.old_values is not null or l.new_values is not null) and (
    l.table_name = 'invoices' and l.row_id = any (billed::text[])
    or l.table_name = 'payments' and l.row_id = any (paid::text[])
    or l.table_name = 'paypal_subscriptions' and l.row_id = any (gone)
    or l.table_name = 'refunds' and coalesce(l.old_values, l.new_values) ->> 'payment_id' = any (paid::text[]));
  return cardinality(gone) + cardinality(billed);
end
$$;

-- For the server, on a schedule; a part at a time, so that nobody waits for it. Returns how many rows went.
create function public.delete_old_records() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := 5000;
  sessions integer;
  books integer;
  payouts integer;
begin
  delete from public.usage_sessions s where s.id in (
    select o.id from public.usage_sessions o
    where least(o.started_at, o.created_at) < now() - interval '2 years' limit most);
  get diagnostics sessions = row_count;
  books := private.delete_old_books(500);
  -- Of accounts that are gone; those of others are reckoned with what they earned.
  delete from public.affiliate_payouts p where p.program_id is null and p.status in ('completed', 'refused')
    and private.is_in_books_until(p.processed_at) <= now();
  get diagnostics payouts = row_count;
  delete from public.organizations o where not o.is_personal
    and o.name in ('Deleted organization', 'Deleted account') and o.created_by is null
    and not exists (select 1 from public.organization_members m where m.organization_id = o.id)
    and not private.has_books(o.id);
  return jsonb_build_object('usageSessions', sessions, 'books', books, 'payouts', payouts);
end
$$;
