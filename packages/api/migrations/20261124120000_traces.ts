import { Migration } from '@roster/core/migration'

/** Events and exports name the trace that they belong to. */
export class Migration20261124120000_traces extends Migration {
  override name = 'Migration20261124120000_traces'

  override up(): void | Promise<void> {
    this.addSql(`alter table "events" add column "trace" text null;`)
    this.addSql(`alter table "exports" add column "trace" text null;`)
  }
}
