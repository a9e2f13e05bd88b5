grant select on cage_slip, cage_slipsignature, cage_slipyear, cage_transfer, cage_outsidedocument
    to house_web, house_worker, house_auditor;
grant insert on cage_slip, cage_slipsignature, cage_transfer, cage_outsidedocument to house_web;
grant update (state, reason) on cage_slip to house_web;
grant update (state, receiver_id, ended_at) on cage_transfer to house_web;
grant usage on sequence cage_slip_id_seq, cage_transfer_id_seq, cage_outsidedocument_id_seq to house_web;
grant execute on function cage_on_the_way(text, text) to house_web, house_worker, house_auditor;
