-- Sessions are the web's own, to be ended too.
grant select, insert, update, delete on django_session to house_web;
grant select on django_content_type to house_web;
