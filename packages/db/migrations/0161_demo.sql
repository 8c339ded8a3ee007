-- What became of the demo in a workspace that asked for it, and what it made there. Null: it has none of it.
alter table workspace add column demo jsonb;
