-- A share link can also show the rounds of a service: as they are, or as they were when the link was created.
alter table share_link drop constraint share_link_subject_kind_check, drop constraint share_link_frozen_check;
alter table share_link
  add column service_id uuid,
  -- How the runs of the two rounds are told apart.
  add column rounds jsonb,
  add constraint share_link_subject_kind_check
    check (subject_kind in ('run', 'comparison', 'rounds', 'peak-day', 'readiness')),
  add constraint share_link_rounds_check
    check ((subject_kind = 'rounds') = (service_id is not null) and (subject_kind = 'rounds') = (rounds is not null)),
  add constraint share_link_frozen_check check (frozen is null or subject_kind in ('rounds', 'readiness')),
  add foreign key (workspace_id, service_id) references service (workspace_id, id) on delete cascade;
create index share_link_service on share_link (service_id) where service_id is not null;
