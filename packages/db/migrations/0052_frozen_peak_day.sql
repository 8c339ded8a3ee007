-- What a peak day came to, kept for as long as the day: live traffic gets coarser and is removed, and what is proven changes.
create table peak_day_frozen (
  peak_day_id uuid primary key,
  workspace_id uuid not null,
  -- The capacity and the targets at the time when the day ended. Null: it was created after that.
  proven jsonb,
  proven_at timestamptz(3),
  -- What the page of the day shows, and of which stretch. Null: traffic of the day can still arrive.
  shown jsonb,
  shown_from timestamptz(3),
  shown_to timestamptz(3),
  frozen_at timestamptz(3),
  -- The day was edited, or traffic of it was counted later.
  traffic_due boolean not null default false,
  earlier_due boolean not null default false,
  -- When a job was last added to do it. Null: none was.
  queued_at timestamptz(3),
  check ((proven is null) = (proven_at is null)),
  check (num_nulls(shown, shown_from, shown_to, frozen_at) in (0, 4)),
  foreign key (workspace_id, peak_day_id) references peak_day (workspace_id, id) on delete cascade
);

alter table peak_day_frozen enable row level security;
alter table peak_day_frozen force row level security;
create policy tenant on peak_day_frozen to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on peak_day_frozen to headroom_app;

-- Jobs see which days are over and not frozen yet, and nothing of what they say.
create policy due on peak_day for select to headroom_jobs using (true);
grant select (id, workspace_id, created_at, ends_at) on peak_day to headroom_jobs;
create policy due on peak_day_frozen for select to headroom_jobs using (true);
grant select (peak_day_id, workspace_id, proven_at, frozen_at, traffic_due, earlier_due, queued_at)
  on peak_day_frozen to headroom_jobs;
create index peak_day_ended on peak_day (ends_at);
