-- The register of exceptions, in seven fields (when, who, approved by, what, before, after, why), gathered from the papers
-- that made them; `involved` are those who can't sign it off. Refusals 23H76 to 23H78.

create view count_exception as
select 'count:' || c.id as subject, s.day, c.at, c.dealer_id as who, array[c.supervisor_id] as approved_by,
       format('%s of table %s differs', c.kind, t.code) as what, c.expected as before, c.amount as after, ''::text as why,
       pit_crew(c.shift_id) as involved
  from pit_count c join pit_shift s on s.id = c.shift_id join pit_table t on t.id = s.table_id
 where c.escalation in ('report', 'regulator')
union all
select 'drop:' || d.box_id, d.day, d.at, d.first_id, array[d.second_id], format('box %s of table %s differs', b.number, t.code),
       d.recorded, d.cash + d.chips, d.resolution, pit_crew(b.shift_id) || d.first_id || d.second_id
  from count_drop d join pit_box b on b.id = d.box_id join pit_table t on t.id = b.table_id
 where d.cash + d.chips <> d.recorded or d.resolution <> ''
union all
select 'drawer:' || c.id, c.day, c.at, c.holder_id, array[c.second_id], format('%s differs', c.drawer),
       c.expected_chips + c.expected_cash, c.chips + c.cash, '', array[c.holder_id, c.second_id]
  from cage_drawercount c where c.escalation in ('report', 'regulator')
union all
select 'override:' || o.id, o.day, o.at, o.dealer_id, array[o.supervisor_id], format('payout by hand in round %s', o.round_id),
       o.engine, o.paid, o.reason, pit_crew(o.shift_id) || o.supervisor_id
  from pit_override o
union all
select 'slip:' || l.id, l.day, coalesce(v.at, l.at), coalesce(v.first, l.signers[1]), coalesce(v.others, '{}'),
       format('%s %s/%s is void', l.kind, l.year, l.number), l.amount, 0, l.reason, pit_crew(l.shift_id) || l.signers
  from (select s.*, (select array_agg(g.login_id order by g.id) from cage_slipsignature g where g.slip_id = s.id) as signers
          from cage_slip s where s.state = 'void') l
  left join lateral (select min(g.at) as at, (array_agg(g.login_id order by g.id))[1] as first,
                            (array_agg(g.login_id order by g.id))[2:] as others
                       from cage_slipsignature g where g.slip_id = l.id and g.step in ('void', 'void_witness')) v on true
union all
select 'slip:' || l.id, l.day, l.at, l.signers[1], l.signers[2:], format('%s %s/%s is taken back by %s/%s', o.kind, o.year, o.number, l.year, l.number),
       o.amount, 0, l.reason, pit_crew(l.shift_id) || l.signers
  from (select s.*, (select array_agg(g.login_id order by g.id) from cage_slipsignature g where g.slip_id = s.id) as signers
          from cage_slip s where s.state = 'done' and s.reverses_id is not null) l
  join cage_slip o on o.id = l.reverses_id
union all
select 'line:' || v.id, v.day, v.at, v.recorder_id, array[(select substr(a, 7)::bigint from unnest(p.approvers) a where a like 'staff:%' limit 1)],
       format('currency line %s at %s is void', v.voids_id, v.place), v.amount, 0, p.reason,
       array[v.recorder_id, o.recorder_id] || (select array_agg(substr(a, 7)::bigint) from unnest(p.approvers) a where a like 'staff:%')
  from people_currencyline v join people_currencyline o on o.id = v.voids_id join ledger_posting p on p.id = v.posting;

create function count_guard_sign_off() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    found_in bigint[];
begin
    select involved into found_in from count_exception where subject = new.subject;
    if not found then
        perform ledger_refuse('23H76', 'no_exception', 'There is no such exception.', jsonb_build_object('subject', new.subject));
    end if;
    if new.auditor_id = any (found_in) then
        perform ledger_refuse('23H77', 'of_the_shift', 'Somebody who had no part in it signs an exception off.', jsonb_build_object('subject', new.subject));
    end if;
    if not 'auditor' = any (people_roles(new.auditor_id)) then
        perform ledger_refuse('23H78', 'wrong_role', 'Exceptions are signed off by an auditor.', jsonb_build_object('subject', new.subject));
    end if;
    return new;
end $$;
create trigger guard before insert on count_signoff for each row execute function count_guard_sign_off();
alter table count_signoff enable always trigger guard;

grant select on count_signoff, count_exception to house_web, house_worker, house_auditor;
grant insert on count_signoff to house_web;
grant usage on sequence count_signoff_id_seq to house_web;
