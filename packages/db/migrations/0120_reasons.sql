-- Why a target is met, missed or unsure, and why a run has its steady phase or none: in codes with their fields, which
-- sentences are made from. What was stored before keeps its sentence, as a code of its own.
alter table run_verdict add column reasons jsonb;
alter table run_verdict no force row level security;
update run_verdict set reasons = jsonb_build_array(jsonb_build_object('code', 'given', 'words', reason));
alter table run_verdict force row level security;
alter table run_verdict alter column reasons set not null, drop column reason;

alter table run no force row level security;
update run set
  phase = case when phase ? 'reason'
    then jsonb_set(phase, '{reason}', jsonb_build_object('code', 'given', 'words', phase -> 'reason')) else phase end,
  steady = case when steady ? 'reason'
    then jsonb_set(steady, '{reason}', jsonb_build_object('code', 'given', 'words', steady -> 'reason')) else steady end
where phase ? 'reason' or steady ? 'reason';
alter table run force row level security;
