-- A share link can also show the report of a gameday, for as long as there is one.
alter table share_link drop constraint share_link_subject_kind_check;
alter table share_link
  add column gameday_id uuid,
  add constraint share_link_subject_kind_check
    check (subject_kind in ('run', 'comparison', 'rounds', 'peak-day', 'readiness', 'gameday')),
  add constraint share_link_gameday_check check ((subject_kind = 'gameday') = (gameday_id is not null)),
  add foreign key (workspace_id, gameday_id) references gameday (workspace_id, id) on delete cascade;
create index share_link_gameday on share_link (gameday_id) where gameday_id is not null;
