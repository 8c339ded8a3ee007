-- A share link can also show the readiness report of a peak day: as it is, or as it was when the link was created.
alter table share_link drop constraint share_link_subject_kind_check, drop constraint share_link_peak_day_check;
alter table share_link add column frozen jsonb,
  add constraint share_link_subject_kind_check check (subject_kind in ('run', 'comparison', 'peak-day', 'readiness')),
  add constraint share_link_peak_day_check check ((subject_kind in ('peak-day', 'readiness')) = (peak_day_id is not null)),
  add constraint share_link_frozen_check check (frozen is null or subject_kind = 'readiness');
