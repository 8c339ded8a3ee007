-- Row-level security is forced on the owner of the table as well, so 0039 left its rows as they were: with the tags of one series
-- instead of those of several.
alter table traffic_metric no force row level security;
update traffic_metric set examples = jsonb_build_array(examples) where jsonb_typeof(examples -> 0 -> 0) = 'string';
alter table traffic_metric force row level security;
