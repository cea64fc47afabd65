-- As before (20261121000009), but a visitor counts once a tutorial and day, however often he calls it: until now anybody
-- could make up as many views as he liked. Who that is, nobody can tell: what is kept is a hash, with a salt that is made
-- for the day and gone the day after.

create table private.daily_salts (
  day date primary key,
  salt bytea not null default extensions.gen_random_bytes(32)
);
create table private.tutorial_views (
  tutorial_id uuid not null references public.admin_tutorials on delete cascade,
  visitor_hash bytea not null,
  day date not null,
  primary key (tutorial_id, visitor_hash)
);
create index tutorial_views_day_idx on private.tutorial_views (day);

-- Whoever calls, for today: the account, or without one the address that the gateway saw. Of IPv6 it is the network, since
-- one line has 2^64 addresses. All of whom nothing is known are one.
create function private.visitor_today(day date) returns bytea
language plpgsql security definer set search_path = '' as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
  -- A hosted project stands behind a proxy that writes the first of these itself, whatever a caller sent.
  address text := btrim(split_part(
    coalesce(headers ->> 'cf-connecting-ip', headers ->> 'x-forwarded-for', ''), ',', 1));
  visitor text;
  salt bytea;
begin
  address := regexp_replace(lower(address), '^::ffff:(?=[0-9.]+$)', '');
  if auth.uid() is not null then
    visitor := 'account ' || auth.uid();
  elsif not pg_input_is_valid(address, 'inet') then
    visitor := 'nobody';
  elsif family(address::inet) = 6 then
    visitor := 'network ' || network(set_masklen(address::inet, 64));
  else
    visitor := 'address ' || host(address::inet);
  end if;
  insert into private.daily_salts (day) values (visitor_today.day) on conflict do nothing;
  select s.salt into salt from private.daily_salts s where s.day = visitor_today.day;
  return extensions.digest(salt || convert_to(visitor, 'UTF8'), 'sha256');
end
$$;

create or replace function public.increment_tutorial_views(tutorial_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'UTC')::date;
begin
  if not exists (select 1 from public.admin_tutorials t where t.id = tutorial_id and t.is_published) then return; end if;
  -- A call that began before midnight still needs yesterday's. What another one is about to clear away is left to it, so
  -- that none waits.
  delete from private.tutorial_views v where (v.tutorial_id, v.visitor_hash) in (
    select o.tutorial_id, o.visitor_hash from private.tutorial_views o where o.day < today - 1 limit 1000 for update skip locked);
  delete from private.daily_salts s where s.day in (
    select o.day from private.daily_salts o where o.day < today - 1 for update skip locked);
  insert into private.tutorial_views as v (tutorial_id, visitor_hash, day)
  values (increment_tutorial_views.tutorial_id, private.visitor_today(today), today)
  on conflict do nothing;
  if found then
    update public.admin_tutorials t set view_count = t.view_count + 1 where t.id = increment_tutorial_views.tutorial_id;
  end if;
end
$$;
revoke execute on function private.visitor_today(date) from public, anon, authenticated;
