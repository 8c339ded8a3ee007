-- What people count requests or read gauges from, beside the sources that are known.
alter table traffic add column own_sources jsonb not null default '[]';

-- All metrics that arrive, used or not, with some of their series.
alter table traffic_unmapped rename to traffic_metric;
alter table traffic_metric rename column tags to examples;
update traffic_metric set examples = jsonb_build_array(examples);
alter table traffic_metric add column rule text;
alter table traffic_metric add column temporality text not null default 'each';
create index on traffic_metric (seen_at);
create policy forget on traffic_metric for select to headroom_jobs using (true);
create policy forget_old on traffic_metric for delete to headroom_jobs using (true);
grant select, delete on traffic_metric to headroom_jobs;
