-- An exclusion begins when it is recorded: one that is seen under the person's lock bars whatever comes after, also an
-- act that says it was asked for earlier, because its caller sent the end of his request late.
create or replace function people_admit(of_person bigint, instant timestamptz) returns void
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    perform people_lock_card(of_person);
    if exists (select from people_player own join people_player card on card.person = own.person
                 join people_exclusion x on x.player_id = card.id
                where own.id = of_person and (x.until is null or x.until > instant)) then
        perform ledger_refuse('23H4B', 'excluded', 'This player is excluded from play; cashing out stays possible.');
    end if;
end $$;
