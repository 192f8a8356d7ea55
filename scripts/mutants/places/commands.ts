import { breaking, onServer } from '../mutant.ts'

const DOCTOR = ['packages/gateway/src/commands/doctor.test.ts']
const SERVERS = ['packages/gateway/src/commands/doctor.servers.test.ts']
const MIGRATE = ['packages/gateway/src/commands/migrate.test.ts']
const MOVE = ['packages/gateway/src/commands/move.test.ts']
const OPEN = ['packages/gateway/src/commands/open.test.ts']
const CLUSTER = ['packages/core/src/data/embedded-cluster.test.ts']
const PATIENT = ['packages/core/src/data/patient-migrator.test.ts']

/** Mutants of the commands of operators, and of how they open a database and leave it. */
export const commands = [
  ...breaking('packages/gateway/src/commands/doctor.ts', DOCTOR, {
    'the doctor keeps a database open': ['    await database.close()', '    await Promise.resolve()'],
    'a single fault is none': ['if (faults > 0)', 'if (faults > 1)'],
  }),
  ...breaking(
    'packages/gateway/src/commands/administrator-key.ts',
    ['packages/gateway/src/commands/administrator-key.test.ts'],
    {
      'a shell takes more than the secret': [
        'process.stdout.write(`${newSecret',
        'process.stdout.write(`Key: ${newSecret',
      ],
    },
  ),
  ...breaking('packages/gateway/src/commands/examine-database.ts', DOCTOR, {
    'migrations that the next start takes are to be mended': [
      '? [fine(`${missing} The next start',
      '? [fault(`${missing} The next start',
    ],
  }),
  ...breaking('packages/gateway/src/commands/examine-tls.ts', DOCTOR, {
    'a certificate that is not good yet is good': ['Date.parse(validFrom) > Date.now()', 'Date.parse(validFrom) < 0'],
  }),
  ...breaking('packages/gateway/src/commands/examine-broker.ts', SERVERS, {
    'a broker that keeps no events is fine': ['      await jetstreamManager(connection)\n', ''],
  }),
  ...breaking('packages/gateway/src/commands/examine-redis.ts', SERVERS, {
    'Redis that counts nothing is fine': ['    await requireCounting(client, application.naming)\n', ''],
  }),
  ...onServer(
    breaking('packages/gateway/src/commands/examine-database.ts', SERVERS, {
      'the doctor says nothing of a pooler': ["if (database.pooling === 'none') return []", 'return []'],
    }),
  ),
  ...breaking('packages/gateway/src/commands/migrate.ts', MIGRATE, {
    'part of a copy is migrated': ['application.ledgers, requireFinished)', 'application.ledgers)'],
    'the command leaves the database to nobody': ['      await database.close()', ''],
  }),
  ...onServer(
    breaking('packages/gateway/src/commands/migrate.ts', MIGRATE, {
      'a migration has a minute': [', { statementTimeout: 0 })', ')'],
    }),
  ),
  ...breaking('packages/gateway/src/service/schema-behind.ts', MIGRATE, {
    'one migration fewer is to be taken than there is': ['more.length + 1', 'more.length'],
  }),
  ...breaking('packages/gateway/src/commands/open.ts', OPEN, {
    'the copy of a running database is left behind': [
      '        await database.close()\n        copy.remove()',
      '        await database.close()',
    ],
    'a move makes the database that it is to move': [
      '  if (existsSync(join(DATA_DIR, KEPT.cluster))) return\n',
      '  if (DATA_DIR) return\n',
    ],
    'a move that is refused keeps its directory from others': [
      'migrate(database, ledgers, requireFinished)\n    return database\n  } catch (error) {\n    return endBy(error, () => database.close())',
      'migrate(database, ledgers, requireFinished)\n    return database\n  } catch (error) {\n    throw error',
    ],
    'a move leaves out the migrations that are to be taken': [
      'await migrate(database, ledgers, requireFinished)',
      'await requireFinished(database.query)',
    ],
  }),
  ...breaking('packages/gateway/src/settings/settings.ts', MOVE, {
    'a command is refused for a setting that it does not read': ['called)).filter(isAsked))', 'called)))'],
  }),
  ...breaking('packages/gateway/src/service/health-check.ts', ['packages/gateway/src/service/health-check.test.ts'], {
    'a service that says nothing is asked for ever': ["    asked.on('timeout', () => asked.destroy())\n", ''],
  }),
  ...breaking('packages/gateway/src/commands/open.ts', MOVE, {
    'what others go on with is moved again': ['    requireNotMoved(settings.DATA_DIR)\n', ''],
  }),
  ...breaking('packages/core/src/data/pglite.ts', OPEN, {
    'a database that is closed keeps its directory from others': ['        lock?.release()\n      },', '      },'],
  }),
  ...breaking('packages/core/src/data/directory-lock.ts', CLUSTER, {
    'others may open the lock of a directory': ['    chmodSync(path, 0o600)\n', ''],
  }),
  ...breaking('packages/gateway/src/service/database.ts', MOVE, {
    'a start goes on with what was moved while it waited': [
      '    requireNotMoved(directory)\n    return database',
      '    return database',
    ],
  }),
  ...breaking('packages/core/src/data/patient-migrator.ts', PATIENT, {
    'a migration that takes long is to be mended': ['code === CUT_OFF ? TAKE_TIME : ', ''],
    'the last migration is told to have failed': [
      'return (await this.#pending())[0]',
      'return (await this.#pending()).at(-1)',
    ],
  }),
  ...onServer(
    breaking('packages/core/src/data/patient-migrator.ts', PATIENT, {
      'a migration is tried once more than it may': ['if (left === 1)', 'if (left === 0)'],
    }),
  ),
]
