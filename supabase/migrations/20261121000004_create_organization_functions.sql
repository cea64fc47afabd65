-- Every change of a membership goes through these: nobody can write a role himself.

-- The caller's role in an organisation; null where he has none.
create function private.my_role(organization uuid) returns text
language sql stable security definer set search_path = '' as $$
  select m.role from public.organization_members m
  where m.organization_id = organization and m.user_id = auth.uid() and m.status = 'active'
$$;

create function private.refuse(reason text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception '%', reason using errcode = '42501';
end
$$;

create function private.require_admin(organization uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_role text := private.my_role(organization);
begin
  if caller_role is null or caller_role = 'member' then
    perform private.refuse('Only owners and admins of this organisation may do this.');
  end if;
  return caller_role;
end
$$;

create function public.create_organization(organization_name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  if auth.uid() is null then perform private.refuse('Sign in first.'); end if;
  if (select count(*) from public.organizations o where o.created_by = auth.uid()) >= 20 then
    perform private.refuse('One account can create at most 20 organisations.');
  end if;
  insert into public.organizations (name, created_by) values (organization_name, auth.uid()) returning id into made;
  insert into public.organization_members (organization_id, user_id, role, status)
  values (made, auth.uid(), 'owner', 'active');
  return made;
end
$$;

create function public.delete_organization(organization uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.my_role(organization) is distinct from 'owner' then
    perform private.refuse('Only an owner may delete an organisation.');
  end if;
  delete from public.organizations o where o.id = organization and not o.is_personal;
  if not found then perform private.refuse('A personal workspace goes with its account.'); end if;
end
$$;

-- Returns the invitation's token, which is stored as a hash and so told this once.
create function public.invite_to_organization(organization uuid, invited_email text, invited_role text default 'member')
returns text language plpgsql security definer set search_path = '' as $$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  perform private.require_admin(organization);
  if (select o.is_personal from public.organizations o where o.id = organization) then
    perform private.refuse('A personal workspace has one user. Create an organisation to invite others.');
  end if;
  update public.organization_invitations i set revoked_at = now()
  where i.organization_id = organization and i.email = lower(btrim(invited_email))
    and i.accepted_at is null and i.revoked_at is null;
  insert into public.organization_invitations (organization_id, email, role, token_hash, invited_by)
  values (organization, lower(btrim(invited_email)), invited_role, extensions.digest(token, 'sha256'), auth.uid());
  return token;
end
$$;

create function public.revoke_organization_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin((select i.organization_id from public.organization_invitations i where i.id = invitation));
  update public.organization_invitations i set revoked_at = now()
  where i.id = invitation and i.accepted_at is null and i.revoked_at is null;
end
$$;

-- The invited person joins; whoever found the token with another address does not.
create function public.accept_organization_invitation(token text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.organization_invitations;
begin
  select * into invitation from public.organization_invitations i
  where i.token_hash = extensions.digest(token, 'sha256') for update;
  if invitation.id is null or invitation.accepted_at is not null or invitation.revoked_at is not null
    or invitation.expires_at < now()
    or invitation.email is distinct from (select lower(u.email) from auth.users u where u.id = auth.uid())
  then
    perform private.refuse('This invitation is not valid for your account. Ask for a new one.');
  end if;
  insert into public.organization_members (organization_id, user_id, role, status)
  values (invitation.organization_id, auth.uid(), invitation.role, 'active')
  on conflict (organization_id, user_id) do update set status = 'active'
    where organization_members.status = 'pending';
  update public.organization_invitations i set accepted_at = now() where i.id = invitation.id;
  return invitation.organization_id;
end
$$;

-- Changes role or status of a member. Owners are made and changed by owners; one active owner stays.
create function public.set_organization_member(
  organization uuid, member uuid, new_role text default null, new_status text default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller_role text := private.require_admin(organization);
  old_role text;
begin
  perform 1 from public.organizations o where o.id = organization for update;
  select m.role into old_role from public.organization_members m
  where m.organization_id = organization and m.user_id = member for update;
  if old_role is null then perform private.refuse('There is no such member in this organisation.'); end if;
  if 'owner' in (old_role, coalesce(new_role, old_role)) and caller_role <> 'owner' then
    perform private.refuse('Only an owner may do this to an owner.');
  end if;
  update public.organization_members m
  set role = coalesce(new_role, m.role), status = coalesce(new_status, m.status)
  where m.organization_id = organization and m.user_id = member;
  perform private.keep_an_owner(organization);
end
$$;

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

create function private.keep_an_owner(organization uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.organization_members m
    where m.organization_id = organization and m.role = 'owner' and m.status = 'active') then
    perform private.refuse('An organisation needs an active owner. Make another member owner first.');
  end if;
end
$$;

-- The users screen: members with their names and addresses.
create function public.list_organization_members(organization uuid)
returns table (user_id uuid, name text, email text, role text, status text, last_active_at timestamptz, joined_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.my_role(organization) is null then perform private.refuse('You are not in this organisation.'); end if;
  return query
    select m.user_id, coalesce(p.display_name, ''), u.email::text, m.role, m.status, m.last_active_at, m.joined_at
    from public.organization_members m
    join auth.users u on u.id = m.user_id
    left join public.sounddesk_profiles p on p.user_id = m.user_id
    where m.organization_id = organization
    order by m.joined_at, m.user_id;
end
$$;

create function public.touch_last_active() returns void
language sql security definer set search_path = '' as $$
  update public.organization_members m set last_active_at = now()
  where m.user_id = auth.uid() and m.status = 'active'
    and (m.last_active_at is null or m.last_active_at < now() - interval '5 minutes')
$$;

grant execute on function public.create_organization(text), public.delete_organization(uuid),
  public.invite_to_organization(uuid, text, text), public.revoke_organization_invitation(uuid),
  public.accept_organization_invitation(text), public.set_organization_member(uuid, uuid, text, text),
  public.remove_organization_member(uuid, uuid), public.list_organization_members(uuid), public.touch_last_active()
  to authenticated;
