-- Rows that an owner could add without an end: teams, and invitations that are made and taken back again.

create function private.cap_teams() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := 1000;
  organization uuid;
begin
  for organization in select distinct a.organization_id from added a order by 1 loop
    -- Two at once are counted one after the other: the second sees what the first added.
    perform pg_advisory_xact_lock(hashtextextended('teams ' || organization, 0));
    if (select count(*) from (
      select 1 from public.teams t where t.organization_id = organization limit most + 1) all_teams) > most then
      perform private.refuse('An organization can have at most 1,000 teams.');
    end if;
  end loop;
  return null;
end
$$;
create trigger cap_teams after insert on public.teams
  referencing new table as added for each statement execute function private.cap_teams();

-- Whoever makes one holds the organization's row, so that they are counted one after the other.
create function private.cap_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from (
    select 1 from public.organization_invitations i
    where i.organization_id = new.organization_id and i.created_at > now() - interval '1 day' limit 1000) today) >= 1000 then
    perform private.refuse('An organization can make at most 1,000 invitations a day. Go on tomorrow.');
  end if;
  return new;
end
$$;
create trigger cap_invitations before insert on public.organization_invitations
  for each row execute function private.cap_invitations();
