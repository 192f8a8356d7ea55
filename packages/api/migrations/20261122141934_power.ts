import { Migration } from '@roster/core/migration';

export class Migration20261122141934_power extends Migration {

  override name = 'Migration20261122141934_power';

  override up(): void | Promise<void> {
    this.addSql(`alter table "oauth_clients" add "proof_holder" jsonb null;`);

    this.addSql(`alter table "users" add "password_giver" jsonb null;`);

    // Those that exist were made by who might be sent everything.
    this.addSql(`alter table "webhook_endpoints" add "scopes" jsonb not null default '["read:users","read:orders","manage:keys","manage:webhooks"]';`);
    this.addSql(`alter table "webhook_endpoints" alter "scopes" drop default;`);
  }

}
