-- Who is an admin is a claim of the account. Super admins give it and take it.

-- Taken away is taken away at once: the claim of a token is checked again in the table, for whatever asks for it.
create or replace function private.is_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((auth.jwt() -> 'app_metadata' ->> 'super_admin')::boolean, false) and exists (
    select 1 from auth.users u
    where u.id = auth.uid() and coalesce((u.raw_app_meta_data ->> 'super_admin')::boolean, false))
$$;

create function private.admin_role(account auth.users) returns text
language sql immutable set search_path = '' as $$
  select case when coalesce((account.raw_app_meta_data ->> 'super_admin')::boolean, false) then 'super_admin'
    when coalesce((account.raw_app_meta_data ->> 'admin')::boolean, false) then 'admin' else 'none' end
$$;

-- Whether nobody could give roles any more if this account were no super admin. Who cannot sign in, or wants to be deleted,
-- does not count. Called with the lock, so that two super admins do not let each other go.
create function private.is_last_super_admin(account uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('sounddesk super admins'));
  return exists (select 1 from auth.users u where u.id = account and private.admin_role(u) = 'super_admin')
    and not exists (
      select 1 from auth.users u
      where u.id <> account and private.admin_role(u) = 'super_admin' and u.email_confirmed_at is not null
        and (u.banned_until is null or u.banned_until < now())
        and not exists (select 1 from public.account_deletions d where d.user_id = u.id));
end
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
grant execute on function public.list_admins(), public.set_admin_role(text, text) to authenticated;

-- As before (20261121000040), and the last super admin stays.
create or replace function public.request_account_deletion() returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  due timestamptz;
begin
  if auth.uid() is null then perform private.refuse('Sign in first.'); end if;
  if private.owns_for_others(auth.uid()) then
    perform private.refuse('You are the only owner of an organisation with other members. Make somebody else an owner, or delete the organisation, first.');
  end if;
  if private.is_last_super_admin(auth.uid()) then
    perform private.refuse('The last super admin stays: make somebody else a super admin first.');
  end if;
  insert into public.account_deletions (user_id, delete_after) values (auth.uid(), now() + interval '14 days')
  on conflict (user_id) do nothing;
  select d.delete_after into due from public.account_deletions d where d.user_id = auth.uid();
  return due;
end
$$;
