-- Who is gone is gone from the log, too: what was done, when, and by which id stays; what it said of the person does not.
create or replace function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- The one change there is: values are emptied, and nothing else is touched.
  if tg_op = 'UPDATE' and tg_level = 'ROW' then
    if new.old_values is null and new.new_values is null
      and to_jsonb(new) - array['old_values', 'new_values'] = to_jsonb(old) - array['old_values', 'new_values'] then
      return new;
    end if;
  end if;
  raise exception 'The audit log can only be added to.' using errcode = '42501';
end
$$;

-- Empties what the log kept of an account, by its id, by its address, and by the organisations that went with it.
create function private.erase_from_audit_log(account uuid, address text, organizations uuid[]) returns void
language sql set search_path = '' as $$
  update public.audit_log l set old_values = null, new_values = null
  where (l.old_values is not null or l.new_values is not null)
    and (l.organization_id = any (organizations)
      or account::text in (l.old_values ->> 'user_id', l.new_values ->> 'user_id')
      or strpos(lower(concat(l.old_values::text, l.new_values::text)), lower(to_json(address)::text)) > 0)
$$;
revoke execute on function private.erase_from_audit_log(uuid, text, uuid[]) from public;

-- As before (20261121000040), and the log forgets the person once everything else has.
create or replace function public.delete_due_accounts() returns integer
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
    select u.email into address from auth.users u where u.id = account;
    -- Those that nobody else belongs to.
    select coalesce(array_agg(m.organization_id), '{}') into alone from public.organization_members m
    where m.user_id = account and not exists (
      select 1 from public.organization_members other
      where other.organization_id = m.organization_id and other.user_id <> account);
    delete from public.sounddesk_feedback f where f.user_id = account;
    delete from public.license_keys l where l.user_id = account;
    update public.organizations o set name = 'Deleted account', is_personal = false
    where o.id = any (alone) and exists (select 1 from public.invoices i where i.organization_id = o.id);
    delete from public.organizations o
    where o.id = any (alone) and not exists (select 1 from public.invoices i where i.organization_id = o.id);
    delete from auth.users u where u.id = account;
    perform private.erase_from_audit_log(account, address, alone);
    gone := gone + 1;
  end loop;
  return gone;
end
$$;
