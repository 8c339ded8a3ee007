-- What a run's status codes say beside its tool. Null: nothing, or it was judged before they were kept.
alter table run add column codes jsonb;

-- The requests that were answered with one status code from 400 on: series of their own, beside those of their labels.
alter table series drop constraint series_label_kind_check;
alter table series add constraint series_label_kind_check
  check (label_kind in ('request', 'transaction', 'hop', 'status', 'gauge'));
