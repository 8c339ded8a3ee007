-- Imported days have p99 and errors, too, and beside its own day a peak day can have the weeks before it.
alter table peak_day_curve add column part text not null default 'day' check (part in ('day', 'weeks-before'));
alter table peak_day_curve drop constraint peak_day_curve_pkey, add primary key (peak_day_id, part);
-- [epoch second, lowest ms, highest ms], in points of p99_step_seconds. Null: not imported.
alter table peak_day_curve add column p99_step_seconds integer check (p99_step_seconds > 0);
alter table peak_day_curve add column p99_points jsonb;
-- [epoch second, failed requests a second] of points that have them. Null: not imported.
alter table peak_day_curve add column error_points jsonb;
alter table peak_day_curve add check ((p99_step_seconds is null) = (p99_points is null));
