import type { EntitySchema, RequiredEntityData } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/sql'
import type { Announcement, Announcements, Topic } from './announcements.ts'
import type { Driver, Orm } from './driver.ts'
import type { Additions } from './group-commit.ts'
import { insertStatement, numberedBy, requireNotNumbered } from './insert.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { Statement } from './statement.ts'

type Row = Record<string, unknown>

/** The parts that a transaction works with. */
interface TransactionParts {
  driver: Driver
  /** Commits a change that only adds rows. */
  add: (additions: Additions) => Promise<void>
  announcements: Announcements
}

/**
 * A transaction: its changes are committed together, or none is. Each statement sees what others have committed before it, whatever the isolation level of the
 * session: who has waited for a lock relies on it.
 *
 * New rows are collected, and written by one statement at the commit. A change that only adds rows is therefore a single round trip, without BEGIN and COMMIT
 * around it, which it shares with other changes. A change that reads or locks records opens a transaction when it first does so.
 */
export class Transaction {
  readonly #driver: Driver
  readonly #add: TransactionParts['add']
  readonly #inserts = new Map<EntitySchema, Row[]>()
  readonly #announcements: Announcements
  readonly #announced: Announcement[] = []
  #em: Promise<SqlEntityManager> | undefined
  #parts = 0

  constructor({ driver, add, announcements }: TransactionParts) {
    this.#driver = driver
    this.#add = add
    this.#announcements = announcements
  }

  /** Whether the transaction has begun on the database. Reads must then go through it: outside, the embedded database would wait for its end. */
  get isOpen(): boolean {
    return this.#em !== undefined
  }

  /** Tracing of the transaction; undefined where nothing is traced. */
  get tracing(): Tracing | undefined {
    return this.#driver.tracing
  }

  /** MikroORM of the changed database. */
  get orm(): Orm {
    return this.#driver.orm
  }

  /** MikroORM's unit of work, inside the opened transaction: for records that are loaded and then changed. */
  entities(): Promise<SqlEntityManager> {
    this.#em ??= this.#begin()
    return this.#em
  }

  async #begin(): Promise<SqlEntityManager> {
    const em = this.#driver.orm.em.fork()
    await em.begin()
    return em
  }

  /** Runs a statement inside the opened transaction. */
  async query<R>(statement: Statement, values: readonly unknown[] = []): Promise<R[]> {
    return this.#driver.queryIn(await this.entities())<R>(statement, values)
  }

  /** Adds rows at the commit. Columns that a row leaves out are null. A column whose default the database computes always gets that default. */
  insert<E>(entity: EntitySchema<E>, ...rows: RequiredEntityData<E>[]): void {
    if (rows.length === 0) return
    const gathered = this.#inserts.get(entity as EntitySchema)
    if (gathered) gathered.push(...(rows as Row[]))
    else this.#inserts.set(entity as EntitySchema, rows)
  }

  /** Announces a message to this process as soon as the change is committed; never after a rollback. */
  announce<Message>(topic: Topic<Message>, message: Message): void {
    this.#announced.push({ topic, message })
  }

  /** Commits the change. Throws constraint violations. */
  async commit(): Promise<void> {
    if (this.#em) await this.#commitOpened(await this.#em)
    else if (this.#inserts.size > 0) await this.#add(this.#additions())
    for (const announcement of this.#announced) this.#announcements.tell(announcement)
  }

  /** Sends the rows gathered so far, inside the opened transaction. Throws constraint violations too. */
  async flush(): Promise<void> {
    const em = await this.entities()
    await em.flush()
    if (this.#inserts.size === 0) return
    const additions = this.#additions()
    this.#inserts.clear()
    await this.query(insertStatement(this.orm.getMetadata(), [...additions.keys()]), [...additions.values()])
  }

  /**
   * Runs a part of the change that may fail on its own, and may have such parts itself. When it fails, or the rows that it adds are refused, it is rolled back, and
   * its error is thrown. The transaction can go on, with the records that were loaded before as they were; a part must remove none of them.
   */
  async nested<Result>(part: () => Promise<Result>): Promise<Result> {
    const announced = this.#announced.length
    await this.flush()
    const em = await this.entities()
    const unit = em.getUnitOfWork()
    const before = new Set<object>(unit.getIdentityMap())
    const savepoint = `part_${++this.#parts}`
    await this.query({ text: `savepoint ${savepoint}` })
    try {
      const result = await part()
      await this.flush()
      return result
    } catch (error) {
      this.#inserts.clear()
      this.#announced.length = announced
      await this.query({ text: `rollback to savepoint ${savepoint}` })
      for (const stack of [unit.getPersistStack(), unit.getRemoveStack()]) stack.clear()
      for (const record of Array.from(unit.getIdentityMap()))
        if (before.has(record)) await em.refresh(record)
        else unit.unsetIdentity(record)
      throw error
    }
  }

  async #commitOpened(em: SqlEntityManager): Promise<void> {
    await this.flush()
    await em.commit()
  }

  /** Returns the gathered rows. Rows that the database numbers come last: an event takes its turn after the rows that it is about. */
  #additions(): Additions {
    const metadata = this.orm.getMetadata()
    const first: EntitySchema[] = []
    const last: EntitySchema[] = []
    for (const [entity, rows] of this.#inserts) {
      const numbered = numberedBy(metadata, entity)
      requireNotNumbered(numbered, entity, rows)
      if (numbered.length > 0) last.push(entity)
      else first.push(entity)
    }
    return new Map([...first, ...last].map((entity) => [entity, JSON.stringify(this.#inserts.get(entity))]))
  }

  /** Rolls back everything that was not committed. */
  async rollback(): Promise<void> {
    const em = await this.#em?.catch(() => undefined)
    if (em?.isInTransaction()) await em.rollback()
  }
}
