import { Migration } from '@mikro-orm/migrations'

/**
 * A migration of indexes, which are made and dropped while others write (PostgreSQL, `CREATE INDEX CONCURRENTLY`). Its statements run in no transaction. After
 * a failure it runs again from its start, so it must do nothing else.
 */
export abstract class IndexMigration extends Migration {
  override isTransactional(): boolean {
    return false
  }

  /** Makes an index, such as `events_by_name` as `on "events" ("event", "seq")`. First drops what an earlier attempt has left of it. */
  protected addIndex(name: string, definition: string, kind: 'index' | 'unique index' = 'index'): void {
    this.dropIndex(name)
    this.addSql(`create ${kind} concurrently "${name}" ${definition};`)
  }

  protected dropIndex(name: string): void {
    this.addSql(`drop index concurrently if exists "${name}";`)
  }
}
