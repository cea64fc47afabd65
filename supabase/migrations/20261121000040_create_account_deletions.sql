-- An account that its owner wants deleted: it goes after a waiting period, in which he can take it back.
create table public.account_deletions (
  user_id uuid primary key default auth.uid() references auth.users on delete cascade,
  requested_at timestamptz not null default now(),
  delete_after timestamptz not null
);
create index account_deletions_due_idx on public.account_deletions (delete_after);
alter table public.account_deletions enable row level security;
create policy "one reads one's own deletion" on public.account_deletions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_super_admin()));
grant select on public.account_deletions to authenticated;

-- Whether others would be left without an owner if this account went.
create function private.owns_for_others(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.organization_members m
    where m.user_id = account and m.role = 'owner' and m.status = 'active'
      and exists (select 1 from public.organization_members other
        where other.organization_id = m.organization_id and other.user_id <> account and other.status = 'active')
      and not exists (select 1 from public.organization_members other
        where other.organization_id = m.organization_id and other.user_id <> account and other.status = 'active'
          and other.role = 'owner'))
$$;

-- Returns when the account goes. Asked again, it stays with the first day.
create function public.request_account_deletion() returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  due timestamptz;
begin
  if auth.uid() is null then perform private.refuse('Sign in first.'); end if;
  if private.owns_for_others(auth.uid()) then
    perform private.refuse('You are the only owner of an organisation with other members. Make somebody else an owner, or delete the organisation, first.');
  end if;
  insert into public.account_deletions (user_id, delete_after) values (auth.uid(), now() + interval '14 days')
  on conflict (user_id) do nothing;
  select d.delete_after into due from public.account_deletions d where d.user_id = auth.uid();
  return due;
end
$$;

create function public.cancel_account_deletion() returns void
language sql security definer set search_path = '' as $$
  delete from public.account_deletions d where d.user_id = auth.uid()
$$;

-- Deletes what is due, for the server alone; returns how many accounts went. Billing records stay without a person for as
-- long as the law asks; an owner whom others still need stays until they have another one.
create function public.delete_due_accounts() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
  gone integer := 0;
begin
  for account in
    select d.user_id from public.account_deletions d where d.delete_after <= now() and not private.owns_for_others(d.user_id)
    for update skip locked
  loop
    delete from public.sounddesk_feedback f where f.user_id = account;
    delete from public.license_keys l where l.user_id = account;
    update public.organizations o set name = 'Deleted account', is_personal = false
    where exists (select 1 from public.invoices i where i.organization_id = o.id)
      and o.id in (select m.organization_id from public.organization_members m where m.user_id = account)
      and not exists (select 1 from public.organization_members m where m.organization_id = o.id and m.user_id <> account);
    delete from public.organizations o
    where not exists (select 1 from public.invoices i where i.organization_id = o.id)
      and o.id in (select m.organization_id from public.organization_members m where m.user_id = account)
      and not exists (select 1 from public.organization_members m where m.organization_id = o.id and m.user_id <> account);
    delete from auth.users u where u.id = account;
    gone := gone + 1;
  end loop;
  return gone;
end
$$;

-- All that is kept of the caller, in one document.
create function public.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  mine jsonb;
begin
  if me is null then perform private.refuse('Sign in first.'); end if;
  select jsonb_build_object(
    'exportedAt', now(),
    'account', (select jsonb_build_object('id', u.id, 'email', u.email, 'createdAt', u.created_at, 'metadata', u.raw_user_meta_data)
      from auth.users u where u.id = me),
    'profile', (select to_jsonb(p) from public.sounddesk_profiles p where p.user_id = me),
    'organizations', (select coalesce(jsonb_agg(to_jsonb(o) || jsonb_build_object('role', m.role, 'status', m.status,
        'joinedAt', m.joined_at)), '[]')
      from public.organization_members m join public.organizations o on o.id = m.organization_id where m.user_id = me),
    'teams', (select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'addedAt', tm.added_at)), '[]')
      from public.team_members tm join public.teams t on t.id = tm.team_id where tm.user_id = me),
    'subscriptions', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from public.subscriptions s
      where s.organization_id in (select m.organization_id from public.organization_members m
        where m.user_id = me and m.role = 'owner' and m.status = 'active')),
    'invoices', (select coalesce(jsonb_agg(to_jsonb(i)), '[]') from public.invoices i
      where i.organization_id in (select m.organization_id from public.organization_members m
        where m.user_id = me and m.role = 'owner' and m.status = 'active')),
    'licenses', (select coalesce(jsonb_agg(to_jsonb(l) - array['key_hash', 'key_sealed', 'search_text', 'created_by']), '[]')
      from public.license_keys l where l.user_id = me),
    'devices', (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from public.license_activations a
      where a.license_id in (select l.id from public.license_keys l where l.user_id = me)),
    'affiliate', (select to_jsonb(a) from public.affiliate_programs a where a.user_id = me),
    'messages', (select coalesce(jsonb_agg(to_jsonb(f) - 'user_id'), '[]') from public.sounddesk_feedback f where f.user_id = me),
    'sessions', (select coalesce(jsonb_agg(to_jsonb(s) - 'user_id'), '[]') from public.usage_sessions s where s.user_id = me),
    'deletion', (select to_jsonb(d) - 'user_id' from public.account_deletions d where d.user_id = me)
  ) into mine;
  return mine;
end
$$;
grant execute on function public.request_account_deletion(), public.cancel_account_deletion(), public.export_my_data()
  to authenticated;
grant execute on function public.delete_due_accounts() to service_role;
