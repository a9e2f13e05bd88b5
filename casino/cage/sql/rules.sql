-- The cage's papers, whoever writes. Refusals 23H6x.

alter table cage_slip
    add constraint cage_slip_lines check ((amount = profile_lines_total(lines)) is true),
    add constraint cage_slip_steps check (jsonb_typeof(steps) = 'array');
alter table cage_outsidedocument
    add constraint cage_outside_lines check (lines is null or (amount = profile_lines_total(lines)) is true);
alter table cage_transfer add constraint cage_transfer_places check (
    source ~ '^cage:(vault|window:[0-9]+)$' and target ~ '^cage:(vault|window:[0-9]+)$');

-- A slip begins as a request. Number, year, day, table and the steps to be signed are the database's to give: the
-- counter row stays locked until the commit, so a rollback gives its number back and no number is ever missing.
create function cage_begin_slip() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    shift record;
    rules jsonb;
    original record;
begin
    select s.day, s.state, t.code into shift
      from pit_shift s join pit_table t on t.id = s.table_id where s.id = new.shift_id for share of s;
    if shift.state = 'closed' then
        perform ledger_refuse('23H60', 'shift_closed', format('The shift of table %s is closed.', shift.code),
                              jsonb_build_object('shift', new.shift_id));
    end if;
    if exists (select from pit_count where shift_id = new.shift_id and kind = 'closer') then
        perform ledger_refuse('23H6C', 'table_counted', format('Table %s has been counted: its shift takes no more slips.', shift.code),
                              jsonb_build_object('shift', new.shift_id));
    end if;
    select data into rules from profile_profile where version = new.profile;
    if not profile_issues(new.lines, new.profile) then
        perform ledger_refuse('23H61', 'denomination_unknown', 'This house does not issue one of these denominations.');
    end if;
    if new.reverses_id is not null then
        select state, kind, lines, "window", table_code, reverses_id into original from cage_slip where id = new.reverses_id for share;
        if original.state <> 'done' or original.reverses_id is not null or original.kind = new.kind or original.lines <> new.lines
           or original."window" <> new."window" or original.table_code <> shift.code or btrim(coalesce(new.reason, '')) = '' then
            perform ledger_refuse('23H6D', 'not_reversible', 'A reversing slip carries the chips of a done slip back the way they came, and says why.',
                                  jsonb_build_object('reverses', new.reverses_id));
        end if;
    end if;
    new.day := shift.day;
    new.table_code := shift.code;
    new.state := 'requested';
    new.reason := coalesce(new.reason, '');
    select jsonb_agg(step order by n) into new.steps
      from unnest(array['request', 'issue', 'carry', 'count', 'witness']) with ordinality known(step, n)
     where rules -> 'signatures' -> new.kind ? step;
    new.year := extract(year from new.day);
    insert into cage_slipyear (year, last) values (new.year, 1)
        on conflict (year) do update set last = cage_slipyear.last + 1 returning last into new.number;
    return new;
end $$;
create trigger begin before insert on cage_slip for each row execute function cage_begin_slip();
alter table cage_slip enable always trigger begin;

-- A signature: the next step of this slip, by an active person who holds a role for it, has not signed it yet, and
-- reports to none who has. A void needs two, one of whom has not signed the slip.
create function cage_guard_signature() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    slip record;
    needed jsonb;
    due text;
    boss bigint;
begin
    select s.*, p.data into slip from cage_slip s join profile_profile p on p.version = s.profile
     where s.id = new.slip_id for no key update of s;
    -- Whoever dismisses him, or takes a role of his, holds this row: one of the two waits and sees the other.
    perform from people_login where id = new.login_id for share;
    if slip.state in ('done', 'void') then
        perform ledger_refuse('23H62', 'slip_ended', format('Slip %s/%s is %s.', slip.year, slip.number, slip.state),
                              jsonb_build_object('slip', slip.id, 'state', slip.state));
    end if;
    if new.step in ('void', 'void_witness') then
        needed := slip.data -> 'signatures' -> 'void' -> new.step;
        if new.step = 'void_witness' and exists (select from cage_slipsignature g where g.slip_id = slip.id
                                                  and g.login_id = new.login_id) then
            perform ledger_refuse('23H63', 'not_independent', 'The second signer of a void has signed nothing on this slip.',
                                  jsonb_build_object('slip', slip.id));
        end if;
    else
        select step into due from jsonb_array_elements_text(slip.steps) with ordinality todo(step, n)
         where not exists (select from cage_slipsignature g where g.slip_id = slip.id and g.step = todo.step)
         order by n limit 1;
        if due is distinct from new.step then
            perform ledger_refuse('23H64', 'not_due', format('Slip %s/%s waits for %s, not for %s.', slip.year, slip.number,
                                  coalesce(due, 'nothing'), new.step), jsonb_build_object('slip', slip.id, 'due', due));
        end if;
        needed := slip.data -> 'signatures' -> slip.kind -> new.step;
        select g.login_id into boss from cage_slipsignature g
         where g.slip_id = slip.id and people_reports_to(new.login_id, g.login_id) limit 1;
        if found then
            perform ledger_refuse('23H65', 'reports_to_signer', 'Nobody signs for one whom he reports to.',
                                  jsonb_build_object('slip', slip.id, 'reports_to', boss));
        end if;
    end if;
    if (needed ? new.role and new.role = any (people_roles(new.login_id, 'table:' || slip.table_code))) is not true then
        perform ledger_refuse('23H66', 'wrong_role', format('This step is signed by: %s.', needed),
                              jsonb_build_object('slip', slip.id, 'step', new.step, 'needed', needed));
    end if;
    return new;
end $$;
create trigger guard before insert on cage_slipsignature for each row execute function cage_guard_signature();
alter table cage_slipsignature enable always trigger guard;

-- A slip's state says what its signatures say, and nothing on it ever changes but its state and why it is void.
create function cage_guard_slip() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    signed text[];
    apart boolean;
    posted boolean;
begin
    if old.state in ('done', 'void') then
        perform ledger_refuse('23H62', 'slip_ended', format('Slip %s/%s is %s.', old.year, old.number, old.state),
                              jsonb_build_object('slip', old.id, 'state', old.state));
    end if;
    if to_jsonb(new) - 'state' - 'reason' <> to_jsonb(old) - 'state' - 'reason' then
        perform ledger_refuse('23H67', 'slip_fixed', 'A slip is never edited: void it and write another.',
                              jsonb_build_object('slip', old.id));
    end if;
    -- A slip that nobody has signed has no array of steps: nothing must be null in what follows.
    select coalesce(array_agg(step), '{}'), coalesce(bool_or(amount <> old.amount), false) into signed, apart
      from cage_slipsignature where slip_id = old.id;
    posted := exists (select from ledger_posting where scope = 'slip:' || old.id and key = 'done');
    if new.state = 'void' then
        if posted or not (apart or signed @> array['void', 'void_witness']) then
            perform ledger_refuse('23H68', 'void_unsigned', 'A void needs two signatures and a slip whose chips have not moved.',
                                  jsonb_build_object('slip', old.id));
        end if;
    elsif new.state = 'done' then
        if apart or not posted or not signed @> array(select jsonb_array_elements_text(old.steps)) then
            perform ledger_refuse('23H69', 'signatures_missing', 'Chips move once all have signed the same amount.',
                                  jsonb_build_object('slip', old.id, 'signed', to_jsonb(signed)));
        end if;
    elsif not coalesce(signed @> array[case new.state when 'issued' then 'issue' when 'carried' then 'carry'
                                       when 'counted' then 'count' end], false) then
        perform ledger_refuse('23H69', 'signatures_missing', format('Nobody has signed for %s.', new.state),
                              jsonb_build_object('slip', old.id));
    end if;
    return new;
end $$;
create trigger guard before update on cage_slip for each row execute function cage_guard_slip();
alter table cage_slip enable always trigger guard;

-- An offered transfer is accepted or refused, once.
create function cage_guard_transfer() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if old.state <> 'offered' or new.state = 'offered'
       or to_jsonb(new) - 'state' - 'receiver_id' - 'ended_at' <> to_jsonb(old) - 'state' - 'receiver_id' - 'ended_at' then
        perform ledger_refuse('23H6A', 'transfer_fixed', 'A transfer is accepted or refused once, and never edited.',
                              jsonb_build_object('transfer', old.id, 'state', old.state));
    end if;
    return new;
end $$;
create trigger guard before update on cage_transfer for each row execute function cage_guard_transfer();
alter table cage_transfer enable always trigger guard;

create trigger kept before delete or truncate on cage_slip for each statement execute function ledger_refuse_change();
create trigger kept before delete or truncate on cage_transfer for each statement execute function ledger_refuse_change();
create trigger kept before delete or truncate on cage_slipyear for each statement execute function ledger_refuse_change();
alter table cage_slip enable always trigger kept;
alter table cage_transfer enable always trigger kept;
alter table cage_slipyear enable always trigger kept;

-- What has left a drawer or a tray but not yet the books: slips issued, transfers offered.
create function cage_on_the_way(place text, in_asset text) returns bigint
    language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
    select (coalesce((select sum(s.amount) from cage_slip s
                       where in_asset like 'chips:%' and s.state in ('issued', 'carried', 'counted')
                         and (s.kind = 'fill' and place = 'cage:window:' || s.window
                              or s.kind = 'credit' and place = 'table:' || lower(s.table_code) || ':tray')), 0)
          + coalesce((select sum(t.amount) from cage_transfer t
                       where t.state = 'offered' and t.source = place and t.asset = in_asset), 0))::bigint
$$;

-- No closer is counted while a slip of the table is on its way: its chips would be counted nowhere or twice. And no slip
-- begins once the closer stands.
create function cage_guard_closer() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    open record;
begin
    select id, year, number into open from cage_slip
     where shift_id = new.shift_id and state not in ('done', 'void') limit 1;
    if found then
        perform ledger_refuse('23H6B', 'slip_on_the_way', format('Slip %s/%s is still on its way: end it, then count.',
                              open.year, open.number), jsonb_build_object('slip', open.id));
    end if;
    return new;
end $$;
create trigger guard_slips before insert on pit_count
    for each row when (new.kind = 'closer') execute function cage_guard_closer();
alter table pit_count enable always trigger guard_slips;
