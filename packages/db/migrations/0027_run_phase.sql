-- How the steady phase was found, or why there is none, what was left out, and where no request succeeded.
-- Null: the run was judged before this was stored.
alter table run add column phase jsonb;
