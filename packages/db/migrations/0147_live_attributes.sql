-- The resource attributes of a live run's metrics that its workspace names, each with its distinct values. When the metrics end, they
-- become keys of the run's configuration.
alter table live_metrics
  add attributes jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object');
