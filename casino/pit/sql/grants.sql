grant select on pit_table, pit_shift, pit_seat, pit_round, pit_event to house_web, house_worker, house_auditor;
grant select on pit_table to house_fairness;
grant insert on pit_table, pit_shift, pit_seat, pit_round, pit_event to house_web, house_worker;
grant update on pit_table, pit_shift, pit_round to house_web, house_worker;
grant update (left_at) on pit_seat to house_web, house_worker;
grant usage on sequence pit_table_id_seq, pit_shift_id_seq, pit_seat_id_seq, pit_round_id_seq, pit_event_id_seq
    to house_web, house_worker;
