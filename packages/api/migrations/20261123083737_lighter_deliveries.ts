import { Migration } from '@roster/core/migration'

/** What is once by its identifier needs no second index for that, and what is asked for once a minute a light one. */
export class Migration20261123083737_lighter_deliveries extends Migration {
  override name = 'Migration20261123083737_lighter_deliveries'

  /** It is from before the first release: a database of then is migrated while nothing serves it. */
  readonly contracts = {
    'drops webhook_deliveries_once of webhook_deliveries': 'A delivery is once by its identifier.',
    'keeps others from a table while it drops webhook_deliveries_by_seq': 'Nothing is served.',
    'keeps writers from webhook_deliveries while it makes webhook_deliveries_by_seq': 'Nothing is served.',
  }

  override up(): void | Promise<void> {
    this.addSql(`alter table "webhook_deliveries" drop constraint "webhook_deliveries_once";`)
    this.addSql(`drop index "webhook_deliveries_by_seq";`)
    this.addSql(`create index "webhook_deliveries_by_seq" on "webhook_deliveries" using brin ("seq");`)
  }
}
