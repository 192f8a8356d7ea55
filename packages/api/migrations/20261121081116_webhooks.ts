import { Migration } from '@roster/core/migration';

export class Migration20261121081116_webhooks extends Migration {

  override name = 'Migration20261121081116_webhooks';

  override up(): void | Promise<void> {
    this.addSql(`create table "webhook_deliveries" ("id" text collate "C" not null, "endpoint_id" text collate "C" not null, "event_id" text collate "C" not null, "event" text not null, "status" text not null, "attempts" jsonb not null, "next_attempt_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "seq" bigint null, "failures" int not null, primary key ("id"));`);
    this.addSql(`create index "webhook_deliveries_by_created_at" on "webhook_deliveries" ("endpoint_id", "created_at", "id");`);
    this.addSql(`create index "webhook_deliveries_by_seq" on "webhook_deliveries" ("seq");`);
    this.addSql(`create index "webhook_deliveries_new" on "webhook_deliveries" ("endpoint_id", "seq") where "status" = 'pending' and "seq" is not null and "failures" = 0;`);
    this.addSql(`create index "webhook_deliveries_to_repeat" on "webhook_deliveries" ("endpoint_id", "next_attempt_at") where "status" = 'pending' and "seq" is not null and "failures" > 0;`);
    this.addSql(`alter table "webhook_deliveries" add constraint "webhook_deliveries_once" unique ("endpoint_id", "event_id");`);

    this.addSql(`create table "webhook_endpoints" ("id" text collate "C" not null, "url" text not null, "events" jsonb not null, "description" text null, "status" text not null, "disabled_reason" text null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "secret" text not null, "previous_secret" text null, "previous_expires_at" timestamptz(3) null, "failing_since" timestamptz(3) null, "lease" text null, "leased_until" timestamptz(3) null, "deleted_at" timestamptz(3) null, primary key ("id"));`);
    this.addSql(`create index "webhook_endpoints_by_created_at" on "webhook_endpoints" ("created_at", "id") where "deleted_at" is null;`);
  }

}
