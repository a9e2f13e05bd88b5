grant select on audit_auditrow, audit_delivery to house_web, house_worker, house_auditor, house_sealer;
grant insert on audit_auditrow to house_web, house_worker, house_fairness;
grant usage on sequence audit_auditrow_id_seq to house_web, house_worker, house_fairness;
grant insert on audit_delivery to house_worker;
