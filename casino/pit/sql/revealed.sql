-- A closed shift stays as it is, but for the one time when its roots become public.
create or replace function pit_guard_shift() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if old.state = 'closed' and old.revealed_at is null and new.revealed_at is not null
       and to_jsonb(new) - 'revealed_at' = to_jsonb(old) - 'revealed_at' then
        return null;
    end if;
    if old.state = 'closed' or new.revealed_at is not null or (old.state, new.state) = ('closing', 'open')
       or (old.state, new.state) = ('open', 'closed') then
        perform ledger_refuse('23H50', 'shift_step', format('A shift goes open, closing, closed; not %s to %s.', old.state, new.state),
                              jsonb_build_object('shift', old.id));
    end if;
    return null;
end $$;

update pit_shift s set revealed_at = s.closed_at
where s.state = 'closed' and not exists (
    select from fairness_use u where u.shift = s.id
    and not exists (select from fairness_reveal r where r.chain_id = u.chain_id));
