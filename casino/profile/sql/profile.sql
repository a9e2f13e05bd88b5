-- A profile is never edited: AppendOnly holds that; here, who reads and who makes one.

alter table profile_profile
    add constraint profile_data check (jsonb_typeof(data) = 'object'),
    add constraint profile_reason check (reason <> '');

grant select on profile_profile to house_web, house_worker, house_fairness, house_auditor;
grant insert on profile_profile to house_web;
