-- Which labels an upload left out: {"only", "except"} as patterns, and how many "requests" of how many "labels" they were.
alter table part add column label_filter jsonb;
-- The same for all of its parts.
alter table run add column label_filter jsonb;
