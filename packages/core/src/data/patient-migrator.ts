import { setTimeout as wait } from 'node:timers/promises'
import { type Migration, MigrationRunner, Migrator } from '@mikro-orm/migrations'
import { MigrationFailed } from './migration-failed.ts'
import { TableInUse } from './table-in-use.ts'

/** How long a statement of a migration waits for a lock, in milliseconds. Statements of others that come later wait behind it. */
const LOCK_TIMEOUT = 500

/** Pause before the next attempt, in milliseconds, in which others have the table. */
const PAUSE = 2_000

/** Number of attempts, which take five minutes. */
const ATTEMPTS = 120

/** PostgreSQL's code for a lock that was not available in time. */
const LOCKED = '55P03'

/** PostgreSQL's code for a statement that was cut off, as by the time limit of a start. */
const CUT_OFF = '57014'

const TAKE_TIME = 'When it needs more time than a start has, run the command `migrate`, which has no time limit.'

/** MikroORM's message for a module that exports no class. */
const NO_CLASS = 'MigrationClass is not a constructor'

/** PostgreSQL's codes for faults of a statement, or of the records that it meets; not of connections, nor of a server that ends. */
const OF_STATEMENTS = /^(?!08|53|57P|58)[0-9P][0-9A-Z]{4}$/

/**
 * Runs migrations while others use the tables. A migration that waits for a lock makes all others wait behind it, so it is rolled back after half a second, and
 * tried again after a pause for the others. Throws `TableInUse` after five minutes of that, and `MigrationFailed` for a migration that the database refuses, or
 * whose module has no migration.
 */
export class PatientMigrator extends Migrator {
  protected override createRunner(): MigrationRunner {
    return new PatientRunner(this.driver, this.options, this.config)
  }

  /** Runs the pending migrations, and returns their names. `attempts` is the maximum number of attempts. */
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

  /**
   * Returns `MigrationFailed` with the first pending migration when a migration caused the error, and the database can still say which one is pending; else the
   * error itself.
   */
  async #told(error: unknown): Promise<unknown> {
    const { code = '', message } = error as { code?: string; message: string }
    const why = message === NO_CLASS ? 'its module has no class that extends `Migration`' : message
    const isOfMigration = message === NO_CLASS || OF_STATEMENTS.test(code)
    const name = isOfMigration ? await this.#failed() : undefined
    if (name === undefined) return error
    return new MigrationFailed(name, why, code === CUT_OFF ? TAKE_TIME : 'Mend it, and migrate again.', error)
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
  /**
   * Limits the wait of a transactional migration for locks. Another one waits without a limit: `create index concurrently` would be ended by it, and blocks no
   * others while it waits. Any other statement outside of a transaction may block them.
   */
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
