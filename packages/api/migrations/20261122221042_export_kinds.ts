import { Migration } from '@roster/core/migration';

export class Migration20261122221042_export_kinds extends Migration {

  override name = 'Migration20261122221042_export_kinds';

  override up(): void | Promise<void> {
    this.addSql(`alter table "exports" add "kind" text null;`);
  }

}
