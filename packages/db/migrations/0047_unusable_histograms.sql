-- When a histogram last couldn't be counted, because its buckets contradict each other or none of them has all values.
alter table traffic add column unusable_at timestamptz(3);
alter table live_metrics add column unusable integer not null default 0;
