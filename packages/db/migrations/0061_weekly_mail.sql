-- Who gets a weekly mail about a workspace. Nobody does without asking for it: no row, no mail.
create table weekly_mail (
  workspace_id uuid not null,
  person_id uuid not null,
  -- The next one is due on a Monday morning by the clocks of this zone.
  time_zone text not null,
  due_at timestamptz(3) not null,
  -- The next one says what got worse since then.
  told_until timestamptz(3) not null,
  primary key (workspace_id, person_id),
  foreign key (workspace_id, person_id) references membership (workspace_id, person_id) on delete cascade
);
create index weekly_mail_due on weekly_mail (due_at);

alter table weekly_mail enable row level security;
alter table weekly_mail force row level security;
create policy tenant on weekly_mail to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on weekly_mail to headroom_app;

-- Jobs see which ones are due.
create policy due on weekly_mail for select to headroom_jobs using (true);
grant select (workspace_id, person_id, due_at) on weekly_mail to headroom_jobs;
