-- Of an unsure target: why, in fields, and how large a run would settle it. Null: it is settled, or was judged before.
alter table run_verdict add column doubt jsonb;

-- How many times its commit is run: it is judged once all of them are in. Null: nobody planned it.
alter table run add column repeats integer check (repeats between 2 and 10);
