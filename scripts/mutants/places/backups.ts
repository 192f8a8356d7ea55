import { breaking, onServer } from '../mutant.ts'

const BACKUP = ['packages/core/src/backup/backup.test.ts']
const VERIFY = ['packages/gateway/src/commands/verify.test.ts']
const SECRETS = ['packages/gateway/src/service/secrets.test.ts']
const CONTROL = ['packages/gateway/src/service/control.test.ts']
const DRILL = ['test/e2e/backup.test.ts']

/** Everything in a database, copied, and what must not start on half of it. */
export const backups = [
  ...breaking('packages/gateway/src/commands/verify.ts', VERIFY, {
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
  ...breaking('packages/core/src/backup/rows.ts', BACKUP, {
    'the last row of a page is copied twice': ['(${listed(key)}) > (select', '(${listed(key)}) >= (select'],
  }),
  ...breaking('packages/core/src/backup/rows.ts', ['packages/core/src/backup/rows.test.ts'], {
    'a page is as long as its rows make it': [' where before < ${PAGE_LENGTH}', ''],
  }),
  ...breaking('packages/core/src/backup/archive.ts', BACKUP, {
    'others may read an archive': ['mode: 0o600', 'mode: 0o644'],
    'an archive is there before it is whole': ['createWriteStream(unfinished, {', 'createWriteStream(file, {'],
  }),
  ...breaking('packages/core/src/backup/restore.ts', BACKUP, {
    'an archive of another secret is restored': ['!isSealedWith(secrets, header.seal)', 'false'],
  }),
  ...breaking('packages/gateway/src/service/control.ts', CONTROL, {
    'a start deletes directories of others': ['COPY = /^copy\\.unfinished-\\w{6}$/', 'COPY = /^copy/'],
    'a start leaves what was cut off of a copy': [' || COPY.test(name)', ''],
  }),
  ...breaking('packages/gateway/src/settings/secret-file.ts', SECRETS, {
    'a secret that was cut short seals and signs': ['secret.length >= SECRET_LENGTH', 'true'],
    'a secret is there before it is whole': ['const unfinished = `${file}.unfinished`', 'const unfinished = file'],
    'others may read a secret that follows one that was cut off': ['  rmSync(unfinished, { force: true })\n', ''],
  }),
  ...breaking('packages/gateway/src/service/secrets.ts', SECRETS, {
    'a start makes another secret beside what is sealed': [' || (await holdsSealed(query))', ''],
  }),
  ...breaking('packages/gateway/src/service/start.ts', SECRETS, {
    'a start that finds no secret keeps its database': [
      'endBy(error, () => database.close())',
      'endBy(error, async () => {})',
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
]
