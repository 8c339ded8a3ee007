-- How many seconds its upload says that it was meant to take. Null: it doesn't say.
alter table run add column planned_seconds integer check (planned_seconds > 0);
