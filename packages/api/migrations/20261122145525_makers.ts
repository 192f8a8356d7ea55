import { Migration } from '@roster/core/migration';

export class Migration20261122145525_makers extends Migration {

  override name = 'Migration20261122145525_makers';

  override up(): void | Promise<void> {
    this.addSql(`alter table "api_keys" add "created_by" json null;`);
    this.addSql(`create index "api_keys_by_maker" on "api_keys" (("created_by" ->> 'id'), "created_at", "id") where "deleted_at" is null;`);

    this.addSql(`create index "exports_by_maker" on "exports" ("created_by", "expires_at");`);

    this.addSql(`alter table "oauth_clients" add "created_by" json null;`);
    this.addSql(`create index "oauth_clients_by_maker" on "oauth_clients" (("created_by" ->> 'id'), "created_at", "client_id") where "deleted_at" is null;`);

    this.addSql(`alter table "webhook_endpoints" add "created_by" json null;`);
    this.addSql(`create index "webhook_endpoints_by_maker" on "webhook_endpoints" (("created_by" ->> 'id'), "created_at", "id") where "deleted_at" is null;`);
  }

}
