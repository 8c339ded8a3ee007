-- When requests of a label failed for a reason: a count for each interval that had any, in the compact form of core.
-- Null: the source doesn't say, or it was stored before this was kept. At most 200,000 intervals a part: some 600 KB.
alter table part_failure add column over_time bytea check (octet_length(over_time) <= 4000000);
