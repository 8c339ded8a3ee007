-- What was stored by the name "label" is stored by "configuration". The rows of all workspaces are meant, and their policies show
-- a migration none of them: 0143 changed the tables, and no row.
alter table share_link no force row level security;
alter table part no force row level security;
alter table live_run no force row level security;
update share_link set rounds = rounds || '{"by": "configuration"}' where rounds ->> 'by' = 'label';
update share_link set frozen = jsonb_set(frozen, '{report,rounds,by}', '"configuration"')
  where subject_kind = 'rounds' and frozen #>> '{report,rounds,by}' = 'label';
update part set upload = jsonb_set(upload #- '{parameters,label}', '{parameters,configuration}', upload #> '{parameters,label}')
  where upload #> '{parameters,label}' is not null;
update live_run set parameters = (parameters - 'label') || jsonb_build_object('configuration', parameters -> 'label')
  where parameters ? 'label';
alter table share_link force row level security;
alter table part force row level security;
alter table live_run force row level security;
