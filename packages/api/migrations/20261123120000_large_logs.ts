import { Migration } from '@roster/core/migration'

/** What is rare in a large log, and what did not succeed of many deliveries, is found; identifiers tell what is to be forgotten. */
export class Migration20261123120000_large_logs extends Migration {
  override name = 'Migration20261123120000_large_logs'

  /** Indexes are made while others write, so that nothing is taken back where one breaks off: it begins again by dropping what is left of it. */
  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "events_by_name";`)
    this.addSql(
      `create index concurrently "events_by_name" on "events" ("event", "seq") where "seq" is not null;`,
    )
    this.addSql(`drop index concurrently if exists "webhook_deliveries_unsuccessful";`)
    this.addSql(
      `create index concurrently "webhook_deliveries_unsuccessful" on "webhook_deliveries" ("endpoint_id", "created_at", "id") where "status" <> 'succeeded';`,
    )
    this.addSql(`drop index concurrently if exists "webhook_deliveries_by_seq";`)
  }
}
