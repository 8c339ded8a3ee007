-- A link of a run or a comparison shows commits and branches only if its creator chose so. Those of before no longer do.
alter table share_link
  add shows_commits boolean not null default false,
  add constraint share_link_commits_check check (not shows_commits or subject_kind in ('run', 'comparison'));
