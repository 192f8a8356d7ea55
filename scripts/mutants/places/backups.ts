import { breaking, onServer } from '../mutant.ts'

const BACKUP = ['packages/core/src/backup/backup.test.ts']
const AT_ONCE = ['packages/core/src/backup/at-once.test.ts']
const VERIFY = ['packages/gateway/src/commands/verify.test.ts']
const CONTROL = ['packages/gateway/src/service/control.test.ts']
const ARCHIVE = ['packages/core/src/backup/archive.test.ts']
const OPEN = ['packages/gateway/src/commands/open.test.ts']
const PRIVATE = ['packages/core/src/data/private-directory.test.ts']
const MOVE = ['packages/gateway/src/commands/move.test.ts']
const DOCTOR = ['packages/gateway/src/commands/doctor.test.ts']
const RESTORE = ['packages/core/src/backup/restore.test.ts']
const DESTINATION = ['packages/core/src/backup/destination.test.ts']
const DRILL = ['test/e2e/backup.test.ts']

/** Mutants of backups, which copy a whole database, and of the checks that prevent a start on half a copy. */
export const backups = [
  ...breaking('packages/core/src/data/migrate.ts', AT_ONCE, {
    'a start that waited for a copy goes on where that broke off': ['    await look(database.query)\n', ''],
  }),
  ...onServer(
    breaking('packages/core/src/data/migrate.ts', AT_ONCE, {
      'two copies are made into one database at once': ['  database.alone(lockOf(database.name), run)', '  run()'],
    }),
  ),
  ...breaking('packages/gateway/src/commands/verify.ts', VERIFY, {
    'nobody is told how much is in a back-up': [
      "    for (const [table, { count }] of Object.entries(sums)) say(`  ${table}: ${count.toLocaleString('en')}`)\n",
      '',
    ],
    'a back-up of a later version is whole, and no more is said': ['    if (later)\n', '    if (false)\n'],
    "another program's back-up is taken for one of a later version": ['header.application === naming.slug && ', ''],
  }),
  ...breaking('packages/core/src/backup/destination.ts', BACKUP, {
    'a copy is written over what is there': ['if (!unfinished) await requireEmpty(query)', 'if (!unfinished) {}'],
    'a copy that broke off goes on although something has changed': [
      'unfinished.is_prepared && unfinished.source === source',
      'unfinished.is_prepared',
    ],
    'a copy is not compared with what was copied': ['found.sum === expected.sum', 'true'],
    'a restored log goes on in its epoch': ["'in another epoch': `''`", "'in another epoch': 'null'"],
    'a moved log begins another epoch': ["'in its epoch': 'null'", "'in its epoch': `''`"],
    'a service starts on half a copy': ['await noteUnfinished(query, source)', ''],
  }),
  ...breaking('packages/core/src/backup/destination.ts', DESTINATION, {
    'a copy gives numbers that are taken': [
      '  for (const table of tables) await continueNumbers(query, table)\n',
      '  void continueNumbers\n',
    ],
    'a copy gives its largest number twice': ['setval($1, max("${column}"))', 'setval($1, max("${column}"), false)'],
    'a copy keeps the leases of exports': ["['webhook_endpoints', 'exports']", "['webhook_endpoints']"],
    'a copy has triggers that do nothing': ['restore), ...triggers]', 'restore)]'],
    'a copy has references to nothing': ['[...keys.map(({ restore }) => restore), ...triggers]', 'triggers'],
    'triggers change what is copied': [
      '  for (const { name } of tables) await query({ text: `alter table "${name}" disable trigger user` })\n',
      '',
    ],
    'the materialized views of a copy are empty': ['  await refreshViews(query)\n', ''],
    'a database of views is empty': ["relkind in ('r', 'p', 'v', 'm')", "relkind in ('r', 'p')"],
  }),
  ...breaking('packages/core/src/backup/views.ts', DESTINATION, {
    'a view is refreshed before what it reads': ['order by oid', 'order by oid desc'],
    'nobody is told what to do with a view that cannot be refreshed': ['!isRefusal(cause)', 'cause'],
  }),
  ...breaking('packages/gateway/src/service/moved.ts', MOVE, {
    'where the records are now is lost with the power': [', flush: true', ''],
    'that they were moved is lost with the power': ['  syncDirectory(directory)\n', ''],
  }),
  ...breaking('packages/core/src/backup/destination.ts', RESTORE, {
    'checks that a copy which broke off has suspended stay so': ['restoring::jsonb || $1::jsonb', '$1::jsonb'],
  }),
  ...breaking('packages/core/src/backup/migrations.ts', RESTORE, {
    'an archive is restored into what is left of a later one': ['if (further !== undefined)', 'if (further === table)'],
  }),
  ...breaking('packages/core/src/backup/tables.ts', DESTINATION, {
    'what is computed is copied': [" and a.attgenerated = ''", ''],
    'what is in a part of a table is copied twice': [' and not c.relispartition', ''],
  }),
  ...breaking('packages/core/src/backup/rows.ts', BACKUP, {
    'the last row of a page is copied twice': ['(${listed(key)}) > (select', '(${listed(key)}) >= (select'],
  }),
  ...breaking('packages/core/src/backup/rows.ts', ['packages/core/src/backup/rows.test.ts'], {
    'a page is as long as its rows make it': [' where before < ${PAGE_LENGTH}', ''],
  }),
  ...breaking('packages/core/src/backup/archive.ts', BACKUP, {
    'what is written of an archive is left where the disk is full': [
      '    remove()\n    process.off',
      '    process.off',
    ],
    'others may read an archive': ['mode: 0o600', 'mode: 0o644'],
    'an archive is there before it is whole': ['createWriteStream(unfinished, {', 'createWriteStream(file, {'],
  }),
  ...breaking('packages/core/src/backup/restore.ts', BACKUP, {
    'an archive of another secret is restored': ['!areSealedWith(secrets, header.seal)', 'false'],
  }),
  ...breaking('packages/core/src/backup/archive.ts', ARCHIVE, {
    'an archive that is done loses its name with the power': ['    syncDirectory(dirname(file))\n', ''],
    'what is written of an archive is left where the process exits': ["  process.once('exit', remove)\n", ''],
    'what is compressed and no archive is told to be a damaged one': ['cause instanceof SyntaxError ||', ''],
    'what is no archive is told to be a damaged one': ["?.message === 'incorrect header check'", "?.message === ''"],
    'an archive is written over another one': ['if (existsSync(file)) throw', "if (file === '') throw"],
    'of two archives of one name the later one damages the other': [
      "`${unfinishedOf(file)}-${randomBytes(3).toString('hex')}`",
      'unfinishedOf(file)',
    ],
    'an archive takes a place that a look finds free': ['    await link(unfinished, file)', '    throw new Error()'],
    'an archive takes the place of one that was complete before, where there are no hard links': [
      '    requireFree(file)\n    await',
      '    await',
    ],
    'no archive is written where there are no hard links': [
      '    requireFree(file)\n    await rename(unfinished, file)',
      '    throw error',
    ],
    'an archive that does not say how it ends is whole': [
      "    if ('end' in found.data) return\n  }\n  throw damaged(file)",
      "    if ('end' in found.data) return\n  }",
    ],
  }),
  ...breaking('packages/core/src/backup/verify.ts', ARCHIVE, {
    'an archive whose rows were changed is whole': [
      'isDeepStrictEqual(totalsOf(summers), withRows(page.end))',
      'isDeepStrictEqual(page.end, withRows(page.end))',
    ],
  }),
  ...breaking('packages/core/src/backup/restore.ts', ARCHIVE, {
    'an archive of another application is restored': [
      'if (header.application !== database.name)',
      "if (header.application === '')",
    ],
  }),
  ...breaking('packages/core/src/backup/archive.ts', BACKUP, {
    'an archive says what else is run as a statement': ['name: z.string().refine(isNameable)', 'name: z.string()'],
  }),
  ...breaking('packages/core/src/backup/copied-tables.ts', BACKUP, {
    'what says how far a copy has come is copied too': ['[UNFINISHED, ...', '[...'],
  }),
  ...breaking('packages/gateway/src/commands/open.ts', OPEN, {
    'half a copy is backed up': [
      '    await requireFinished(database.query)\n    return database',
      '    return database',
    ],
    'half a copy is moved': ['migrate(database, ledgers, requireFinished)', 'migrate(database, ledgers)'],
  }),
  ...breaking('packages/core/src/data/data-directory.ts', PRIVATE, {
    'a start refuses what a back-up that was killed has left': ['isCopy(name) || ', ''],
    'a start refuses what the first one that was killed has left': ['  unfinishedOf(KEPT.cluster),\n', ''],
  }),
  ...breaking('packages/core/src/data/private-directory.ts', PRIVATE, {
    'a file in the place of a data directory is said to be of another user': ["why === 'EEXIST' || ", ''],
    "root writes into another user's database": ['owner !== writerIn(directory)', 'owner === writerIn(directory)'],
    'what is deleted meanwhile ends a start': ['    if (isGone(error)) return []\n', ''],
    'a start changes who may open the files of others': [' || found.isSymbolicLink()', ''],
  }),
  ...breaking('packages/core/src/data/migrate.ts', ['packages/core/src/data/migrate.test.ts'], {
    'what describes the types of a migration is taken for one': ['/(?<!\\.d)\\.[jt]s$/', '/\\.[jt]s$/'],
  }),
  ...breaking('packages/core/src/data/data-directory.ts', CONTROL, {
    'a start deletes directories of others': ['COPY = /^copy\\.unfinished-\\w{6}$/', 'COPY = /^copy/'],
  }),
  ...breaking('packages/gateway/src/service/control.ts', CONTROL, {
    'a start leaves what was cut off of a copy': ['(isCopy(name) && !isLocked(join(directory, name)))', 'false'],
    'a start deletes the copy that a command reads': [' && !isLocked(join(directory, name))', ''],
    'a copy outlives who asked for it': ['Promise.allSettled([copied, gone])', 'new Promise<void>(() => {})'],
  }),
  ...breaking('packages/core/src/backup/seal.ts', BACKUP, {
    'an archive of several secrets is restored with one of them': ['seals.every(', 'seals.some('],
  }),
  ...breaking('packages/core/src/crypto/secrets-in.ts', BACKUP, {
    'a back-up forgets what an old secret has sealed': ['unused.delete(secret)', 'undefined'],
    'a back-up is restored with secrets alone that nothing in it needs': [
      'others.filter((secret) => !unused.has(secret))',
      'others',
    ],
  }),
  ...onServer(
    breaking('packages/core/src/backup/destination.ts', DRILL, {
      'a copy keeps the leases of processes that are gone': [
        'set lease = null, leased_until = null',
        'set lease = lease',
      ],
    }),
  ),
  ...onServer(
    breaking('packages/gateway/src/service/moved.ts', DRILL, {
      'a place starts although its records were moved': ['if (existsSync(file))', 'if (!existsSync(directory))'],
    }),
  ),
  ...onServer(
    breaking('packages/gateway/src/commands/move.ts', MOVE, {
      'a move tells the password that is among the parameters of a URL': ["password: '', search: ''", "password: ''"],
      'a move tells the password of a URL': ["password: '', search: ''", "search: ''"],
    }),
  ),
  ...breaking('packages/core/src/backup/move.ts', BACKUP, {
    'a move that broke off begins each table after the last row of another': [
      'reached?.table === table.name ? reached.row : undefined',
      'reached?.row',
    ],
  }),
  ...breaking('packages/core/src/backup/restore.ts', RESTORE, {
    'a restore that broke off leaves out what follows': [
      '    if (reached && isThere && isLast(page, reached)) isThere = false\n',
      '',
    ],
    'a restore that broke off writes again what is there': ['isThere = reached !== undefined', 'isThere = false'],
    'a restore that broke off goes on with another archive of the same time': [
      '`${header.made_at} ${JSON.stringify(sums)}`',
      'header.made_at',
    ],
  }),
  ...breaking('packages/gateway/src/commands/examine-database.ts', DOCTOR, {
    'the doctor says of half a copy what it says of a database': ['    await requireFinished(database.query)\n', ''],
  }),
  ...onServer(
    breaking('packages/gateway/src/commands/examine-database.ts', DOCTOR, {
      'a clock that is off by a minute is as good as any': ['CLOCK_DIFFERENCE = 5', 'CLOCK_DIFFERENCE = 60'],
    }),
  ),
  ...breaking('packages/core/src/backup/rows.ts', ['packages/core/src/backup/rows.test.ts'], {
    'a row larger than a page is read for ever': [
      'Math.max(Math.floor((PAGE_LENGTH * rows.length) / length), 1)',
      'Math.floor((PAGE_LENGTH * rows.length) / length)',
    ],
  }),
  ...breaking('packages/core/src/data/private-directory.ts', ['packages/core/src/data/private-directory.test.ts'], {
    'the group of this process may open the data directory': ['OTHERS = 0o077', 'OTHERS = 0o007'],
  }),
  ...breaking('packages/gateway/src/service/control.ts', ['packages/gateway/src/service/control.test.ts'], {
    'an order names any place of the data directory': [
      '    if (!isCopy(name)) throw new Error(`${name} is no copy.`)\n',
      '',
    ],
  }),
  ...breaking('packages/core/src/crypto/sealed-places.ts', ['packages/core/src/crypto/sealed-places.test.ts'], {
    'whether a secret is needed is looked up in the first hundred texts alone': [
      'rows.length < BATCH ? undefined',
      'rows.length <= BATCH ? undefined',
    ],
  }),
  ...breaking('packages/core/src/backup/unfinished.ts', ['packages/core/src/backup/restore.test.ts'], {
    'a copy of another source goes on at the place of the former': [
      'is_prepared = false, "table" = null, row = null',
      'is_prepared = false',
    ],
  }),
]
