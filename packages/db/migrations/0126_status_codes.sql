-- The requests that were answered with one status code from 400 on: series of their own, beside those of their labels.
alter table series drop constraint series_label_kind_check;
alter table series add constraint series_label_kind_check
  check (label_kind in ('request', 'transaction', 'hop', 'status', 'gauge'));
