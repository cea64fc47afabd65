-- As before (20261121000092), but a caller cannot say that he is another one by sending x-forwarded-for himself.

create or replace function private.visitor_today(day date) returns bytea
language plpgsql security definer set search_path = '' as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
  -- A hosted project stands behind a proxy that writes the first of these itself, whatever a caller sent. To the other
  -- one each proxy adds an entry at the end: only the last is its word, and all before it may be the caller's.
  address text := btrim(regexp_replace(
    coalesce(headers ->> 'cf-connecting-ip', headers ->> 'x-forwarded-for', ''), '^.*,', ''));
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
