import { IndexMigration } from '../src/data/index-migration.ts'

/** What is rare in a large log, and what did not succeed of many deliveries, is found; identifiers tell what is to be forgotten. */
export class Migration20261123120000_large_logs extends IndexMigration {
  override name = 'Migration20261123120000_large_logs'

  override up(): void {
    this.addIndex('events_by_name', `on "events" ("event", "seq") where "seq" is not null`)
    this.addIndex(
      'webhook_deliveries_unsuccessful',
      `on "webhook_deliveries" ("endpoint_id", "created_at", "id") where "status" <> 'succeeded'`,
    )
    this.dropIndex('webhook_deliveries_by_seq')
  }
}
