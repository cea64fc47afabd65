-- What the user read and chose to send with his words.
alter table public.sounddesk_feedback
  add column diagnostics text check (char_length(diagnostics) <= 100000);

-- The sender names the row: one that was not sure whether it had arrived sends it again, and it is there once.
drop function public.submit_feedback(uuid, text, text, text, integer);
create function public.submit_feedback(
  feedback_id uuid, author uuid, feedback_type text, message text, email text default null,
  rating integer default null, diagnostics text default null)
returns uuid language sql security definer set search_path = '' as $$
  insert into public.sounddesk_feedback (id, user_id, feedback_type, rating, message, email, status, diagnostics)
  values (feedback_id, author, feedback_type, rating, message, email, 'pending', diagnostics)
  on conflict (id) do nothing
  returning id
$$;
