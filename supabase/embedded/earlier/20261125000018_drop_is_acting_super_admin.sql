-- `private.is_super_admin` checks the claim in the table itself; a second function for that is not needed.

create or replace function public.set_license_status(license_id uuid, new_status text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  old_status text;
begin
  if not private.is_super_admin() then
    perform private.refuse('License key management is only available to super administrators.');
  end if;
  select l.status into old_status from public.license_keys l where l.id = set_license_status.license_id for update;
  if old_status is null then perform private.refuse('There is no such licence.'); end if;
  if (old_status, new_status) not in (('trial', 'active'), ('active', 'expired'))
    and not (new_status = 'revoked' and old_status <> 'revoked') then
    perform private.refuse(format('A licence that is %s cannot be made %s.', old_status, new_status));
  end if;
  update public.license_keys l
  set status = new_status, activated_at = case when new_status = 'active' then now() else l.activated_at end
  where l.id = set_license_status.license_id;
  return new_status;
end
$$;

drop function private.is_acting_super_admin();
