-- Only the fairness login (which makes chains) and the keeper read the seeds; the web can't.
grant select on fairness_chain, fairness_use, fairness_close, fairness_throw, fairness_end, fairness_reveal
    to house_web, house_worker, house_auditor, house_sealer, house_fairness, house_keeper;
grant insert on fairness_use, fairness_close, fairness_throw, fairness_end, fairness_reveal to house_web, house_worker;
grant insert on fairness_chain, fairness_seed to house_fairness;
grant usage on sequence fairness_chain_id_seq to house_fairness;
grant select on fairness_seed to house_fairness, house_keeper;
