import { Migration } from '@roster/core/migration'

/** The log says which places were given in which epoch. Those there are by now are of the present one. */
export class Migration20261124090000_epochs extends Migration {
  override name = 'Migration20261124090000_epochs'

  override up(): void | Promise<void> {
    this.addSql(`alter table "event_log" add column "earlier" jsonb not null default '[]';`)
  }
}
