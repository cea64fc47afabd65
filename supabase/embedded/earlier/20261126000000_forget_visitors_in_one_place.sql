-- A visitor counts once a tutorial and day, however often he calls it.
create or replace function public.increment_tutorial_views(tutorial_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'UTC')::date;
begin
  if not exists (select 1 from public.admin_tutorials t where t.id = tutorial_id and t.is_published) then return; end if;
  perform private.forget_visitors(today);
  insert into private.tutorial_views as v (tutorial_id, visitor_hash, day)
  values (increment_tutorial_views.tutorial_id, private.visitor_today(today), today)
  on conflict do nothing;
  if found then
    update public.admin_tutorials t set view_count = t.view_count + 1 where t.id = increment_tutorial_views.tutorial_id;
  end if;
end
$$;
