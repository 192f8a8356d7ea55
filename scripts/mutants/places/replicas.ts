import { breaking, type Mutant, onServer } from '../mutant.ts'

const READS = ['test/faults/replica-reads.test.ts']

/** Mutants of reads from standbys, and of migrations that must not make other transactions wait. */
export const replicas: Mutant[] = [
  ...onServer([
    ...breaking('packages/core/src/replicas/replica.ts', READS, {
      'a replica answers before it has what was acknowledged': ['if (behind === 0) return', 'return'],
      'a replica that was promoted answers': ['if (!is_standby)', 'if (is_standby === undefined)'],
      'a replica of a server that was replaced answers': [
        'return is_related ? undefined :',
        'return true ? undefined :',
      ],
      'another database that comes to the address of a replica answers': [
        'if (answering.database !== database) throw new Error(FOREIGN)',
        '',
      ],
    }),
    ...breaking('packages/core/src/replicas/position.ts', ['packages/core/src/replicas/position.test.ts'], {
      'a replica need only have what the primary had at its start': [
        'else pg_current_wal_flush_lsn()',
        "else '0/1'::pg_lsn",
      ],
    }),
    ...breaking('packages/core/src/replicas/connections.ts', READS, {
      'who waits for a replica that is dead waits for ever': ['client.connection.stream.destroy()', 'void client'],
    }),
    ...breaking('packages/core/src/replicas/reads.ts', READS, {
      'what a replica ends is an error': [' && !hasLost(error)', ''],
      'a faulty statement is tried at the primary too': ['if (isRefusal(error) && !hasLost(error)) throw error', ''],
    }),
    ...breaking('packages/core/src/replicas/replicas.ts', READS, {
      'another database is a replica': ['found && found.database !== database', 'false'],
    }),
    ...breaking('packages/core/src/data/postgres-lock.ts', ['packages/core/src/data/postgres-lock.test.ts'], {
      'who makes indexes waits for its own lock': ['begin isolation level read committed', 'begin'],
      'a lock of an application keeps it from starting': ['(${CLASS}, ${lock})', '(${lock})'],
      'a lock stays with a connection of the pool': ['client.release(true)', 'client.release()'],
    }),
    ...breaking('packages/core/src/data/patient-migrator.ts', ['packages/core/src/data/patient-migrator.test.ts'], {
      'a migration that waits keeps everybody from the table': ['lock_timeout = ${LOCK_TIMEOUT}', 'lock_timeout = 0'],
    }),
  ]),
  ...breaking('packages/core/src/data/patient-migrator.ts', ['packages/core/src/data/patient-migrator.test.ts'], {
    'nobody is told which migration the database refuses': ['OF_STATEMENTS.test(code)', "OF_STATEMENTS.test('')"],
    'nobody is told which module has no migration': [
      'const isOfMigration = message === NO_CLASS ||',
      'const isOfMigration =',
    ],
    'why a migration failed is lost with the connection': [
      'which one it was.\n      return undefined',
      "which one it was.\n      throw new Error('Lost.')",
    ],
  }),
  ...breaking('packages/core/src/lists/rows.ts', ['packages/core/src/lists/together.test.ts'], {
    'lists are read from the primary alone': ['database.reads.query(statement', 'database.query(statement'],
  }),
  ...breaking('packages/core/src/exports/write-file.ts', ['packages/core/src/exports/worker-elsewhere.test.ts'], {
    'an export that a replica has ended is tried there again': ['failures === 0 &&', 'failures >= 0 &&'],
  }),
  ...breaking('packages/core/src/replicas/reads.ts', ['packages/core/src/replicas/reads.test.ts'], {
    'the first replica takes all reads': ['fit[turn++ % fit.length]!', 'fit[0]!'],
  }),
]
