-- When series were last not counted because there were too many.
alter table traffic add column left_out_at timestamptz(3);
alter table live_metrics add column left_out boolean not null default false;
