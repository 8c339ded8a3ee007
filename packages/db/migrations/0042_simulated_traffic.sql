-- Traffic that a simulator made up says so: from when until when there is any, and since when there is real traffic.
alter table traffic
  add column simulated_from timestamptz(3),
  add column simulated_to timestamptz(3),
  add column real_from timestamptz(3),
  add check ((simulated_from is null) = (simulated_to is null));
update traffic set real_from = first_at;
alter table live_metrics
  add column simulated boolean not null default false,
  add column real boolean not null default false;
update live_metrics set real = requests > 0;
