-- What visitors read of an incident has a title of some length, and its end follows from its status.
alter table public.service_incidents
  add constraint service_incidents_title_length check (length(btrim(title)) between 1 and 200),
  add constraint service_incidents_description_length check (length(description) <= 5000);

create function private.date_incident() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status not in ('resolved', 'completed') then
    new.resolved_at := null;
  elsif new.resolved_at is null then
    new.resolved_at := now();
  end if;
  return new;
end
$$;
create trigger date_incident before insert or update on public.service_incidents
  for each row execute function private.date_incident();
