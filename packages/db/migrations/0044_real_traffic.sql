-- Row-level security is forced on the owner of the tables as well, so the last change of these tables left their rows as they were:
-- everything that had arrived before it is real.
alter table traffic no force row level security;
alter table live_metrics no force row level security;
update traffic set real_from = first_at where simulated_from is null and first_at < coalesce(real_from, 'infinity');
update live_metrics set real = true where requests > 0 and not simulated;
alter table traffic force row level security;
alter table live_metrics force row level security;

-- Minutes that were due could be lost before they were added up. Their seconds are still there for as long as those are kept.
alter table traffic_series no force row level security;
alter table traffic_due no force row level security;
insert into traffic_due (workspace_id, service_id, step, at)
  select distinct s.workspace_id, s.service_id, 60, date_trunc('minute', c.at)
  from traffic_series s join traffic_cell_1 c on c.series_id = s.id
  where s.kind = 'requests' and s.label = '(all)' and not exists (
    select from traffic_cell_60 m where m.series_id = s.id and m.at = date_trunc('minute', c.at)
  )
  on conflict do nothing;
alter table traffic_series force row level security;
alter table traffic_due force row level security;
