-- The labels of a run are its configuration: what was running, as a comparison puts it beside the figures. With it, what was
-- changed for the run. A link shows both only if its creator chose so.
alter table run rename column labels to configuration;
alter table run
  add changed text check (length(changed) between 1 and 500),
  add constraint run_configuration_check check (jsonb_typeof(configuration) = 'object');
alter table share_link
  add shows_configuration boolean not null default false,
  add constraint share_link_configuration_check
    check (not shows_configuration or subject_kind in ('run', 'comparison', 'rounds'));

-- What names them: how rounds are told apart, and the parameters of uploads whose files are kept or still open.
update share_link set rounds = rounds || '{"by": "configuration"}' where rounds ->> 'by' = 'label';
update share_link set frozen = jsonb_set(frozen, '{report,rounds,by}', '"configuration"')
  where subject_kind = 'rounds' and frozen #>> '{report,rounds,by}' = 'label';
update part set upload = jsonb_set(upload #- '{parameters,label}', '{parameters,configuration}', upload #> '{parameters,label}')
  where upload #> '{parameters,label}' is not null;
update live_run set parameters = (parameters - 'label') || jsonb_build_object('configuration', parameters -> 'label')
  where parameters ? 'label';
