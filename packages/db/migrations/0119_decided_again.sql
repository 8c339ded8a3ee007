-- What was found before it had to be found out again: until then, other runs are compared as if it still held.
alter table run_notice add column outcome_before text
  check (outcome_before in ('regressed', 'worse', 'busier', 'fine', 'unknown'));

-- The version of the rules that its targets were judged by. Null: from before it was kept.
alter table run add column rules_version integer;
