import { Migration } from '@roster/core/migration';

export class Migration20261122144044_configured_keys extends Migration {

  override name = 'Migration20261122144044_configured_keys';

  override up(): void | Promise<void> {
    this.addSql(`alter table "api_keys" add "configured_hash" text null;`);
  }

}
