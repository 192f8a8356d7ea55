import { setTimeout as wait } from 'node:timers/promises'
import { type Migration, MigrationRunner, Migrator } from '@mikro-orm/migrations'
import { MigrationFailed } from './migration-failed.ts'
import { TableInUse } from './table-in-use.ts'

/** How long a statement of a migration waits for a lock, in milliseconds: whoever comes after it waits behind it. */
const LOCK_TIMEOUT = 500

/** How long others have the table before the migration tries again, in milliseconds. */
const PAUSE = 2_000

/** How often it is tried: for five minutes. */
const ATTEMPTS = 120

/** PostgreSQL's code for a lock that was not to be had in time. */
const LOCKED = '55P03'

/** What MikroORM says of a module that exports no class. */
const NO_CLASS = 'MigrationClass is not a constructor'

/** PostgreSQL's codes for what is wrong with a statement, or with the records that it meets; not for connections, and a server that ends. */
const OF_STATEMENTS = /^(?!08|53|57P|58)[0-9P][0-9A-Z]{4}$/

/**
 * Takes migrations while others use the tables. One that has to wait for a lock, and would have everybody else wait behind it, is taken back after half a
 * second, and is tried again when the others had their turn. Throws `TableInUse` after five minutes of that, and `MigrationFailed` for one that the database
 * refuses, or whose module has no migration.
 */
export class PatientMigrator extends Migrator {
  protected override createRunner(): MigrationRunner {
    return new PatientRunner(this.driver, this.options, this.config)
  }

  /** Takes what is pending, and returns its names. `attempts` is how often it is tried. */
  async take(attempts = ATTEMPTS): Promise<string[]> {
    const names = await this.#pending()
    for (let left = attempts; ; left--) {
      try {
        await this.up()
        return names
      } catch (error) {
        if ((error as { code?: string }).code !== LOCKED) throw await this.#told(error)
        if (left === 1) throw new TableInUse((await this.#pending())[0]!, error)
        await wait(PAUSE)
      }
    }
  }

  /** The same error, unless it is that of a migration, the first that is still pending, and it can still be asked which one that is. */
  async #told(error: unknown): Promise<unknown> {
    const { code = '', message } = error as { code?: string; message: string }
    const why = message === NO_CLASS ? 'its module has no class that extends `Migration`' : message
    const isOfMigration = message === NO_CLASS || OF_STATEMENTS.test(code)
    const name = isOfMigration ? await this.#failed() : undefined
    return name === undefined ? error : new MigrationFailed(name, why, error)
  }

  async #failed(): Promise<string | undefined> {
    try {
      return (await this.#pending())[0]
    } catch {
      // Why it failed is more than which one it was.
      return undefined
    }
  }

  async #pending(): Promise<string[]> {
    const pending = await this.getPending()
    return pending.map(({ name }) => name)
  }
}

class PatientRunner extends MigrationRunner {
  /** Limits the wait of a transactional migration. Another, such as `create index concurrently`, keeps nobody out while it waits. */
  override async run(migration: Migration, ...rest: [method: 'up' | 'down', afterRun?: AfterRun]): Promise<void> {
    if (!migration.isTransactional()) return super.run(migration, ...rest)
    await this.driver.getConnection().transactional(async (transaction) => {
      await this.driver.execute(`set local lock_timeout = ${LOCK_TIMEOUT}`, [], 'run', transaction)
      this.setMasterMigration(transaction)
      try {
        await super.run(migration, ...rest)
      } finally {
        this.unsetMasterMigration()
      }
    })
  }
}

type AfterRun = Parameters<MigrationRunner['run']>[2]
