-- Users of an organization: found by key, counted against the seats that were paid for, never without an owner.

-- An organisation that is made while its maker's trial runs is tried out with it, by a few people.
create function public.create_organization(organization_name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  if auth.uid() is null then perform private.refuse('Sign in first.'); end if;
  perform 1 from auth.users u where u.id = auth.uid() for no key update;
  if (select count(*) from public.organizations o where o.created_by = auth.uid()) >= 20 then
    perform private.refuse('One account can create at most 20 organizations.');
  end if;
  insert into public.organizations (name, created_by) values (btrim(organization_name), auth.uid()) returning id into made;
  insert into public.organization_members (organization_id, user_id, role, status)
  values (made, auth.uid(), 'owner', 'active');
  insert into public.subscriptions (organization_id, plan_id, status, trial_ends_at, seats)
  select made, 'professional', 'trialing', u.created_at + interval '14 days', 5
  from auth.users u where u.id = auth.uid() and u.created_at + interval '14 days' > now();
  return made;
end
$$;
grant execute on function public.create_organization(text) to authenticated;

-- Returns the invitation's token, which is stored as a hash and so told this once. Inviting an address again is sending
-- the invitation again: the former one is void.
create function public.invite_to_organization(organization uuid, invited_email text, invited_role text default 'member')
returns text language plpgsql security definer set search_path = '' as $$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
  address text := lower(btrim(invited_email));
begin
  perform 1 from public.organizations o where o.id = organization for update;
  perform private.require_admin(organization);
  if (select o.is_personal from public.organizations o where o.id = organization) then
    perform private.refuse('A personal workspace has one user. Create an organization to invite others.');
  end if;
  if exists (select 1 from public.organization_members m join auth.users u on u.id = m.user_id
    where m.organization_id = organization and lower(u.email) = address) then
    raise exception '% is a user of this organization already.', address using errcode = '22023';
  end if;
  update public.organization_invitations i set revoked_at = now()
  where i.organization_id = organization and i.email = address and i.accepted_at is null and i.revoked_at is null;
  if private.seats_taken(organization) + (select count(*) from public.organization_invitations i
      where i.organization_id = organization and i.accepted_at is null and i.revoked_at is null and i.expires_at > now())
    >= private.seats_of(organization) then
    perform private.refuse(format(
      'All %s seats of the plan are taken or promised by invitations. Revoke an invitation, deactivate somebody, or add seats.',
      private.seats_of(organization)));
  end if;
  insert into public.organization_invitations (organization_id, email, role, token_hash, invited_by)
  values (organization, address, invited_role, extensions.digest(token, 'sha256'), auth.uid());
  return token;
end
$$;
grant execute on function public.invite_to_organization(uuid, text, text) to authenticated;

create function public.revoke_organization_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin((select i.organization_id from public.organization_invitations i where i.id = invitation));
  update public.organization_invitations i set revoked_at = now()
  where i.id = invitation and i.accepted_at is null and i.revoked_at is null;
end
$$;
grant execute on function public.revoke_organization_invitation(uuid) to authenticated;

-- The invited person joins; whoever found the token with another address does not. An admin looks first where no seat is
-- free any more, or where the one who invited has no say any more.
create function public.accept_organization_invitation(token text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.organization_invitations;
begin
  select * into invitation from public.organization_invitations i where i.token_hash = extensions.digest(token, 'sha256');
  perform 1 from public.organizations o where o.id = invitation.organization_id for update;
  select * into invitation from public.organization_invitations i where i.id = invitation.id for update;
  if invitation.id is null or invitation.accepted_at is not null or invitation.revoked_at is not null
    or invitation.expires_at < now()
    or invitation.email is distinct from (select lower(u.email) from auth.users u where u.id = auth.uid())
  then
    perform private.refuse('This invitation is not valid for your account. Ask for a new one.');
  end if;
  insert into public.organization_members (organization_id, user_id, role, status)
  values (invitation.organization_id, auth.uid(), invitation.role,
    case when private.has_free_seat(invitation.organization_id) and exists (
      select 1 from public.organization_members m where m.organization_id = invitation.organization_id
        and m.user_id = invitation.invited_by and m.status = 'active' and m.role in ('owner', 'admin'))
      then 'active' else 'pending' end)
  on conflict (organization_id, user_id) do nothing;
  update public.organization_invitations i set accepted_at = now() where i.id = invitation.id;
  return invitation.organization_id;
end
$$;
grant execute on function public.accept_organization_invitation(text) to authenticated;

-- Changes role or status of a member. Owners are made and changed by owners; one active owner stays. The caller's own role
-- is read once it cannot change any more.
create function public.set_organization_member(
  organization uuid, member uuid, new_role text default null, new_status text default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller_role text;
  old_role text;
  old_status text;
begin
  perform 1 from public.organizations o where o.id = organization for update;
  caller_role := private.require_admin(organization);
  select m.role, m.status into old_role, old_status from public.organization_members m
  where m.organization_id = organization and m.user_id = member for update;
  if old_role is null then perform private.refuse('There is no such user in this organization.'); end if;
  if 'owner' in (old_role, coalesce(new_role, old_role)) and caller_role <> 'owner' then
    perform private.refuse('Only an owner may do this to an owner.');
  end if;
  if new_status = 'active' and old_status <> 'active' then perform private.require_free_seat(organization); end if;
  update public.organization_members m
  set role = coalesce(new_role, m.role), status = coalesce(new_status, m.status)
  where m.organization_id = organization and m.user_id = member;
  perform private.keep_an_owner(organization);
end
$$;
grant execute on function public.set_organization_member(uuid, uuid, text, text) to authenticated;

create function public.remove_organization_member(organization uuid, member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  removed_role text;
begin
  perform 1 from public.organizations o where o.id = organization for update;
  select m.role into removed_role from public.organization_members m
  where m.organization_id = organization and m.user_id = member;
  -- Anyone may leave; removing another one takes an admin, and an owner for an owner.
  if member is distinct from auth.uid() then
    if private.require_admin(organization) <> 'owner' and removed_role = 'owner' then
      perform private.refuse('Only an owner may do this to an owner.');
    end if;
  end if;
  delete from public.organization_members m where m.organization_id = organization and m.user_id = member;
  perform private.keep_an_owner(organization);
end
$$;
grant execute on function public.remove_organization_member(uuid, uuid) to authenticated;

create function private.keep_an_owner(organization uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.organization_members m
    where m.organization_id = organization and m.role = 'owner' and m.status = 'active') then
    perform private.refuse('An organization needs an active owner. Make another user owner first.');
  end if;
end
$$;

-- When the caller was there, and where a search finds him: an address that was changed since is written there again.
create function public.touch_last_active() returns void
language sql security definer set search_path = '' as $$
  update public.organization_members m
  set last_active_at = now(), search_text = coalesce(private.member_search_text(m.user_id), '')
  where m.user_id = auth.uid() and m.status = 'active'
    and (m.last_active_at is null or m.last_active_at < now() - interval '5 minutes')
$$;
grant execute on function public.touch_last_active() to authenticated;

-- Whoever is active somewhere has an active owner there. Looked at when a transaction ends, one after the other for each
-- organisation: two owners that go at once cannot both count on the other one.
create function private.require_an_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.organizations o where o.id = old.organization_id for update;
  if exists (select 1 from public.organization_members m where m.organization_id = old.organization_id and m.status = 'active') then
    perform private.keep_an_owner(old.organization_id);
  end if;
  return null;
end
$$;
create constraint trigger require_an_owner after delete on public.organization_members
  deferrable initially deferred for each row when (old.role = 'owner')
  execute function private.require_an_owner();
create constraint trigger require_an_owner_still after update on public.organization_members
  deferrable initially deferred for each row
  when (old.role = 'owner' and (new.role <> 'owner' or new.status <> 'active' or new.organization_id <> old.organization_id))
  execute function private.require_an_owner();

-- Seats: what was paid for, else those of a trial, else one.
create function private.seats_of(organization uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(
    -- What was paid for, else what the trial gives.
    (select g.seats from private.granted(organization, now()) g),
    (select s.seats from public.current_plan(organization) c join public.subscriptions s on s.organization_id = organization
      where c.plan_id <> 'free'), 1)
$$;

-- After the organisation was locked.
create function private.has_free_seat(organization uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.seats_taken(organization) < private.seats_of(organization)
$$;

create function private.require_free_seat(organization uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.has_free_seat(organization) then
    perform private.refuse(format('All %s seats of the plan are taken. Deactivate or remove somebody, or add seats.',
      private.seats_of(organization)));
  end if;
end
$$;

-- What an invitation says to the one who holds it.
create function public.read_organization_invitation(token text)
returns table (organization_name text, role text, invited_by text, email text, expires_at timestamptz, is_open boolean, is_mine boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select o.name, i.role, coalesce(nullif(p.display_name, ''), inviter.email::text, ''), i.email, i.expires_at,
      i.accepted_at is null and i.revoked_at is null and i.expires_at >= now(),
      i.email = (select lower(u.email) from auth.users u where u.id = auth.uid())
    from public.organization_invitations i
    join public.organizations o on o.id = i.organization_id
    left join auth.users inviter on inviter.id = i.invited_by
    left join public.sounddesk_profiles p on p.user_id = i.invited_by
    where i.token_hash = extensions.digest(read_organization_invitation.token, 'sha256');
end
$$;
grant execute on function public.read_organization_invitation(text) to authenticated;

create function public.decline_organization_invitation(token text) returns void
language sql security definer set search_path = '' as $$
  update public.organization_invitations i set revoked_at = now()
  where i.token_hash = extensions.digest(token, 'sha256') and i.accepted_at is null and i.revoked_at is null
    and i.email = (select lower(u.email) from auth.users u where u.id = auth.uid())
$$;
grant execute on function public.decline_organization_invitation(text) to authenticated;

-- The caller's ownership goes to another active user; he stays as an admin.
create function public.transfer_organization(organization uuid, new_owner uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.organizations o where o.id = organization for update;
  if private.my_role(organization) is distinct from 'owner' then
    perform private.refuse('Only an owner may hand over an organization.');
  end if;
  if new_owner = auth.uid() then perform private.refuse('You are an owner of this organization already.'); end if;
  update public.organization_members m set role = 'owner'
  where m.organization_id = organization and m.user_id = new_owner and m.status = 'active';
  if not found then perform private.refuse('Only an active user can become the owner.'); end if;
  update public.organization_members m set role = 'admin'
  where m.organization_id = organization and m.user_id = auth.uid();
end
$$;
grant execute on function public.transfer_organization(uuid, uuid) to authenticated;

-- Where the caller is a user, or waits to be let in; the personal workspace first.
create function public.list_my_organizations()
returns table (id uuid, name text, is_personal boolean, role text, status text)
language sql stable security definer set search_path = '' as $$
  select o.id, o.name, o.is_personal, m.role, m.status
  from public.organization_members m join public.organizations o on o.id = m.organization_id
  where m.user_id = auth.uid() and m.status <> 'inactive'
  order by o.is_personal desc, lower(o.name), o.id
$$;
grant execute on function public.list_my_organizations() to authenticated;

create function public.organization_seats(organization uuid)
returns table (seats integer, taken integer, promised integer, plan_id text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.my_role(organization) is null then perform private.refuse('You are not in this organization.'); end if;
  return query select private.seats_of(organization), private.seats_taken(organization),
    (select count(*)::integer from public.organization_invitations i where i.organization_id = organization
      and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()),
    coalesce((select c.plan_id from public.current_plan(organization) c), 'free');
end
$$;
grant execute on function public.organization_seats(uuid) to authenticated;

-- The condition on `m` by which a search finds members, with the word as $2: from three letters on anywhere, before that
-- where name or address begin.
create function private.member_condition(words text) returns text
language sql immutable set search_path = '' as $$
  select case
    when words = '' then ''
    when length(words) < 3 then ' and (m.search_text like private.like_start($2)
      or split_part(m.search_text, E''\n'', 2) like private.like_start($2))'
    else ' and m.search_text like ''%'' || private.like_start($2)'
  end
$$;

create function public.search_organization_members(
  organization uuid, search text default '', role_filter text default null, status_filter text default null,
  before_at timestamptz default null, before_id uuid default null, page_size integer default 50)
returns table (id uuid, kind text, name text, email text, role text, status text, last_active_at timestamptz,
  joined_at timestamptz, expires_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text := lower(btrim(search));
  caller_role text := private.my_role(organization);
  members text := private.member_condition(words);
  invitations text := '';
begin
  if caller_role is null then perform private.refuse('You are not in this organization.'); end if;
  if words <> '' then invitations := ' and i.email like ''%'' || private.like_start($2)'; end if;
  if role_filter is not null then
    members := members || ' and m.role = $3';
    invitations := invitations || ' and i.role = $3';
  end if;
  if status_filter is not null then members := members || ' and m.status = $4'; end if;
  if before_at is not null then
    members := members || ' and (m.joined_at, m.user_id) < ($5, $6)';
    invitations := invitations || ' and (i.created_at, i.id) < ($5, $6)';
  end if;
  if caller_role = 'member' or coalesce(status_filter, 'pending') <> 'pending' then
    invitations := invitations || ' and false';
  end if;
  return query execute
    'select r.id, r.kind, coalesce(p.display_name, ''''), coalesce(r.email, u.email::text, ''''), r.role, r.status,
       r.last_active_at, r.at, r.expires_at
     from (
       (select m.user_id as id, ''member'' as kind, null::text as email, m.role, m.status, m.last_active_at,
          m.joined_at as at, null::timestamptz as expires_at
        from public.organization_members m where m.organization_id = $1' || members || '
        order by m.joined_at desc, m.user_id desc limit $7)
       union all
       (select i.id, ''invitation'', i.email, i.role, ''pending'', null, i.created_at, i.expires_at
        from public.organization_invitations i
        where i.organization_id = $1 and i.accepted_at is null and i.revoked_at is null' || invitations || '
        order by i.created_at desc, i.id desc limit $7)
       order by at desc, id desc limit $7) r
     left join auth.users u on u.id = r.id and r.kind = ''member''
     left join public.sounddesk_profiles p on p.user_id = r.id and r.kind = ''member''
     order by r.at desc, r.id desc'
    using organization, words, role_filter, status_filter, before_at, before_id, least(greatest(page_size, 1), 200);
end
$$;
grant execute on function public.search_organization_members(uuid, text, text, text, timestamptz, uuid, integer) to authenticated;
