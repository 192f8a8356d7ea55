import { Migration } from '@roster/core/migration';

export class Migration20261121070056_event_log extends Migration {

  override name = 'Migration20261121070056_event_log';

  override up(): void | Promise<void> {
    this.addSql(`create table "event_log" ("id" int not null, "epoch" text not null, "origin" text null, "head" bigint not null, "kept_from" bigint not null, "xid" xid8 not null, primary key ("id"));`);
    // Every log has a name of its own, also where its database is a copy of another one.
    this.addSql(`insert into "event_log" ("id", "epoch", "head", "kept_from", "xid") values (1, substr(md5(gen_random_uuid()::text), 1, 8), 0, 1, '0');`);

    this.addSql(`alter table "events" add "seq" bigint null, alter column "data" type json using "data"::json;`);
    this.addSql(`create index "events_unsequenced" on "events" ("xid", "id") where "seq" is null;`);
    this.addSql(`create index "events_by_user" on "events" ("user_id", "seq") where "seq" is not null and "user_id" is not null;`);
    this.addSql(`create unique index "events_in_order" on "events" ("seq") where "seq" is not null;`);
  }

}
