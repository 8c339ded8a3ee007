-- A share link can also show a peak day, for as long as there is one.
alter table share_link drop constraint share_link_subject_kind_check;
alter table share_link add column peak_day_id uuid,
  add constraint share_link_subject_kind_check check (subject_kind in ('run', 'comparison', 'peak-day')),
  add constraint share_link_peak_day_check check ((subject_kind = 'peak-day') = (peak_day_id is not null)),
  add foreign key (workspace_id, peak_day_id) references peak_day (workspace_id, id) on delete cascade;
create index share_link_peak_day on share_link (peak_day_id) where peak_day_id is not null;
