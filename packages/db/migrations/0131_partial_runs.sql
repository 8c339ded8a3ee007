-- A run that ended early, or of which a part hung or is unsure in itself: later runs aren't compared with it.
alter table run_notice drop constraint run_notice_outcome_check;
alter table run_notice add check (outcome in ('regressed', 'worse', 'busier', 'partial', 'fine', 'unknown'));
alter table run_notice drop constraint run_notice_outcome_before_check;
alter table run_notice add check (outcome_before in ('regressed', 'worse', 'busier', 'partial', 'fine', 'unknown'));
