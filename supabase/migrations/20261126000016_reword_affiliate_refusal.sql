-- "Program", as on every screen.
do $$
begin
  execute replace(pg_get_functiondef('public.apply_to_affiliate_program'::regproc), 'in the programme', 'in the program');
end
$$;
