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
