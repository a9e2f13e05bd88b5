-- Tokens are the web's own: made, used, given back.
grant select, insert, update, delete on knox_authtoken to house_web;
