-- A verdict says where the true figure can be by chance, and what failed requests have to do with it. Verdicts from
-- before have neither, and pages say so.
alter table run_verdict
  add column chance_interval jsonb,
  add column confidence double precision,
  add column failures text check (failures in ('all', 'hide', 'cause')),
  drop constraint run_verdict_verdict_check,
  add constraint run_verdict_verdict_check check (verdict in ('met', 'missed', 'unsure', 'no-baseline'));
alter table run
  drop constraint run_verdict_check,
  add constraint run_verdict_check check (verdict in ('met', 'missed', 'unsure', 'no-baseline'));
alter table experiment
  drop constraint experiment_latest_verdict_check,
  add constraint experiment_latest_verdict_check
    check (latest_verdict in ('met', 'missed', 'unsure', 'no-baseline'));
-- What a source can leave out: which requests of a label failed, and some of the failed requests.
alter table part
  drop constraint part_absent_check,
  add constraint part_absent_check
    check (absent <@ array['requests', 'errors', 'label-errors', 'some-errors']);
