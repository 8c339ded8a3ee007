-- A shared pair as the judgement of its second run compares it: with the level of the first run, or with it alone. Null: the two runs.
alter table share_link add column judged text check (judged in ('level', 'run'));
