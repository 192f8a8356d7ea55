import { Migration } from '@roster/core/migration'

/** Events are numbered as they are written, which is after what they tell of was locked. Those that wait for their places are numbered in the order they had. */
export class Migration20261126080000_event_turns extends Migration {
  override name = 'Migration20261126080000_event_turns'

  readonly contracts = {
    'is a DoStmt, which is not known to be harmless': 'It gives rights on what is new, and takes none.',
    'updates events': 'The column is new, and those that wait for their places are few.',
  }

  override up(): void | Promise<void> {
    this.addSql(`alter table "events" add column "turn" bigint null;`)
    this.addSql(`create sequence "events_turn" owned by "events"."turn";`)
    this.addSql(`alter table "events" alter column "turn" set default nextval('events_turn');`)
    // Who may write events, where that is not their owner, may take turns as well.
    this.addSql(`do $$ declare writer text; begin
      for writer in
        select case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end
        from pg_class, aclexplode(relacl) where oid = 'events'::regclass and privilege_type = 'INSERT'
      loop execute 'grant usage on sequence events_turn to ' || writer; end loop;
    end $$;`)
    this.addSql(`update "events" e set "turn" = numbered.turn
      from (select id, nextval('events_turn') as turn
        from (select id from "events" where "seq" is null order by "xid", "id") waiting) numbered
      where e.id = numbered.id;`)
  }
}
