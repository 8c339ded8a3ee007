-- What sources said last is rewritten with each scrape, so it is stored as bytes rather than text. With room in each page and no
-- index on what changes, a new version of a row needs no new index entries. Rows of earlier builds stay JSON inside until the
-- next scrape.
alter table traffic_source no force row level security;
alter table live_source no force row level security;
do $$
declare
  stored text;
begin
  foreach stored in array array['traffic_source', 'live_source'] loop
    execute format('alter table %I add column target text', stored);
    execute format('update %I set target = state ->> ''target''', stored);
    execute format('alter table %I set (fillfactor = 60)', stored);
    execute format('alter table %I alter column state type bytea using convert_to(state::text, ''UTF8'')', stored);
    execute format('alter table %I force row level security', stored);
  end loop;
end
$$;
drop index traffic_source_heard;

-- Left by whoever moved a position: a process that finds its own mark still knows what sources said last.
alter table live_position add column mark uuid;
