-- The rake of a peer game's shift is an exception like a box: it differs from its rounds, or its two counts differed.
do $$
begin
    execute 'create or replace view count_exception as ' || rtrim(pg_get_viewdef('count_exception'::regclass), ';') || $view$
union all
select 'rake:' || k.shift_id, k.day, k.at, k.first_id, array[k.second_id], format('rake of table %s differs', t.code),
       k.recorded, k.chips, k.resolution, pit_crew(k.shift_id) || k.first_id || k.second_id
  from count_rake k join pit_shift s on s.id = k.shift_id join pit_table t on t.id = s.table_id
 where k.chips <> k.recorded or k.resolution <> ''$view$;
end $$;
