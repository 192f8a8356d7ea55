import { breaking, onServer } from '../mutant.ts'

const SETTINGS = ['packages/gateway/src/settings/settings.test.ts']
const DEFAULTS = ['packages/gateway/src/settings/defaults.test.ts']
const TELEMETRY = ['packages/gateway/src/settings/telemetry.test.ts']
const DOCTOR = ['packages/gateway/src/commands/doctor.test.ts']
const COMMANDS = ['packages/gateway/src/commands/commands.test.ts']
const CERTIFICATES = ['packages/gateway/src/settings/certificate-files.test.ts']
const SECRETS = ['packages/gateway/src/service/secrets.test.ts']

/** Mutants of a service's settings, and of its errors when it cannot start. */
export const settings = [
  ...breaking(
    'packages/gateway/src/server/renewed-certificate.ts',
    ['packages/gateway/src/server/renewed-certificate.test.ts'],
    {
      'a certificate that is renewed during a start is served at its next renewal': [
        'let used = contentOf(served)',
        'let used = contentOf(read())',
      ],
      'a renewed certificate is served at the next start': ['    server.setSecureContext(found)\n', ''],
      'nobody is told that a renewed certificate is of no use': ['if (failures === 2) unusable(error)', ''],
      'a renewed certificate is served with the key of the one before': ['  createSecureContext(files)\n', ''],
      'a certificate is served whose chain is being written': ['|| !isSettled', ''],
      'authorities of callers are replaced by what cannot be read': [
        '  if (files.ca) certificatesIn(files.ca as Buffer)\n',
        '',
      ],
    },
  ),
  ...breaking('packages/gateway/src/settings/settings.ts', SETTINGS, {
    'the key of a local agent stops a service': ['const { API_KEY: _, ...read } = ', 'const read = '],
  }),
  ...breaking('packages/gateway/src/settings/schema.ts', SETTINGS, {
    'no token is for an audience that a file names': ['z.string().trim().min(1)', 'z.string().min(1)'],
  }),
  ...breaking('packages/gateway/src/commands/examine-tls.ts', ['packages/gateway/src/commands/doctor.test.ts'], {
    'a certificate of an address names nobody': ['isIP(host) ? certificate.checkIP(host) : ', ''],
  }),
  ...onServer(
    breaking('packages/gateway/src/commands/examine-database.ts', ['packages/gateway/src/commands/doctor.test.ts'], {
      'a user who may not make tables is told that all is well': [' && !(await mayMakeTables(database))', ' && false'],
    }),
  ),
  ...onServer(
    breaking('packages/core/src/data/session-settings.ts', ['packages/core/src/data/session-settings.test.ts'], {
      'times come as the database is set to write them': ["  DateStyle: 'ISO, MDY',\n", ''],
      'a database is set to keep snapshots, for which its own indexes wait': [
        "  default_transaction_isolation: 'read committed',\n",
        '',
      ],
    }),
  ),
  ...breaking('packages/core/src/data/unreachable.ts', ['packages/core/src/data/unreachable.test.ts'], {
    'a certificate that nobody vouches for is told as a server that is away': ['isUnverified(cause)', 'false'],
  }),
  ...breaking('packages/core/src/data/embedded-cluster.ts', ['packages/core/src/data/embedded-cluster.test.ts'], {
    'a database that does not start ends with a stack': [
      'throw new DirectoryUnusable(directory, cause)',
      'throw cause',
    ],
  }),
  ...breaking('packages/core/src/data/directory-lock.ts', ['packages/core/src/data/embedded-cluster.test.ts'], {
    'a full disk ends a start with a stack': ['throw new DirectoryUnusable(directory, error)', 'throw error'],
  }),
  ...breaking(
    'packages/gateway/src/commands/server-refusals.ts',
    ['packages/gateway/src/commands/server-refusals.test.ts'],
    { 'a start without rights ends with a stack': ['  42501: UNENTITLED,\n', ''] },
  ),
  ...breaking('packages/gateway/src/settings/rules.ts', CERTIFICATES, {
    'the key of another certificate is taken': ['isKeyOf(TLS_KEY, TLS_CERT)', 'true'],
  }),
  ...breaking('packages/gateway/src/settings/certificate-files.ts', CERTIFICATES, {
    'authorities that cannot be read are passed over': [
      'certificates!.map((certificate) => new X509Certificate(certificate))',
      'certificates',
    ],
    'authorities that are not whole are passed over': ['(?:-----END CERTIFICATE-----)?', '-----END CERTIFICATE-----'],
  }),
  ...breaking('packages/gateway/src/settings/schema.ts', DEFAULTS, {
    'a replica is read that is ten times as far behind as it says': ['.default(250)', '.default(2_500)'],
    'a replica is read that is further behind than it may be': ['wholeNumber(0, 10_000)', 'wholeNumber(0, 100_000)'],
    'a service listens elsewhere than it says': ['PORT: port.default(3_000)', 'PORT: port.default(8_080)'],
    'nobody may have a connection open': ['wholeNumber(1, 1_000_000)', 'wholeNumber(0, 1_000_000)'],
    'a log has more in it than it says': ["'silent']).default('info')", "'silent']).default('debug')"],
    'a first start makes no tables': ["MIGRATE: toggle.default('on')", "MIGRATE: toggle.default('off')"],
  }),
  ...breaking('packages/gateway/src/settings/settings.ts', DEFAULTS, {
    'an empty variable is a setting': [" && value !== ''", ''],
  }),
  ...breaking('packages/gateway/src/settings/rules.ts', DEFAULTS, {
    'processes on one database have a secret each': [
      "(NODE_ENV !== 'production' && DATABASE_URL === undefined)",
      "NODE_ENV !== 'production'",
    ],
    'another way leads to no database': ['DATABASE_DIRECT_URL === undefined || DATABASE_URL !== undefined', 'true'],
  }),
  ...breaking('packages/gateway/src/settings/formats.ts', DEFAULTS, {
    'a range of IPv6 may be longer than an address': ['(family === 4 ? 32 : 128)', '(family === 4 ? 32 : 999)'],
    'every address is a proxy': ['!/\\/0+$/.test(text)', 'text.length > 0'],
    'a hundred proxies are trusted': ['.regex(/^\\d{1,2}$/)', '.regex(/^\\d{1,3}$/)'],
  }),
  ...breaking('packages/gateway/src/settings/telemetry.ts', TELEMETRY, {
    'more than all traces are asked for': ['.min(0).max(1)', '.min(0)'],
    'a report of metrics is still sent when the next one is': [
      "Math.min(interval, read('OTEL_METRIC_EXPORT_TIMEOUT', count) ?? 30_000)",
      "read('OTEL_METRIC_EXPORT_TIMEOUT', count) ?? 30_000",
    ],
    'the protocol of all signals is that of each': [
      'read(`OTEL_EXPORTER_OTLP_${name}_PROTOCOL`, protocol) ?? commonProtocol',
      'commonProtocol ?? read(`OTEL_EXPORTER_OTLP_${name}_PROTOCOL`, protocol)',
    ],
    'spans are gathered as log records are': ["spans: batchBy(read, 'OTEL_BSP')", "spans: batchBy(read, 'OTEL_BLRP')"],
    'a queue is as long as what is sent at once': [
      'maxQueueSize: read(`${prefix}_MAX_QUEUE_SIZE`, count)',
      'maxQueueSize: read(`${prefix}_MAX_EXPORT_BATCH_SIZE`, count)',
    ],
  }),
  ...breaking('packages/gateway/src/commands/examine-tls.ts', DOCTOR, {
    'nobody is told that a certificate ends next week': ['const NOTICE = 14', 'const NOTICE = 5'],
    'a certificate that is over is a warning': ['if (days < 0) return fault', 'if (days < 0) return warning'],
  }),
  ...onServer(
    breaking('packages/gateway/src/redis/redis.ts', ['test/http/redis.test.ts'], {
      'a Redis that keeps silent holds up whoever comes after another': ['isOver || reconnect()', 'isOver'],
      'a user of Redis who may not hold connections counts': ["  redis.call('ZADD', KEYS[2], 0, 'trial')\n", ''],
      'a user of Redis who may not read what is left counts': [
        '  await client.multi().get(key).pTTL(key).exec()\n',
        '',
      ],
    }),
  ),
  ...breaking('packages/gateway/src/commands/examine-redis.ts', DOCTOR, {
    'nobody is told that workers count for themselves': ['return WORKERS === 1\n', 'return WORKERS > 0\n'],
  }),
  ...breaking('packages/gateway/src/commands/examine-database.ts', DOCTOR, {
    'nobody is told of another secret beside an embedded database': [': [schema, seal]', ': [schema]'],
  }),
  ...breaking('packages/gateway/src/commands/doctor.ts', DOCTOR, {
    'a service that runs is to be mended': ['return [fine(`A process has', 'return [fault(`A process has'],
  }),
  ...breaking('packages/gateway/src/commands/commands.ts', COMMANDS, {
    'who asks how to restore restores': ['  if (rest.some(isHelp)) return tell.say(helpOf(naming, [command]))\n', ''],
    'a word too many is passed over': [' && positionals.length <= most', ''],
  }),
  ...breaking('packages/gateway/src/commands/teller.ts', ['packages/gateway/src/commands/teller.test.ts'], {
    'a log is filled with how far a command is': ['> 10_000', '> 100'],
    'what was said on a terminal is written over': ['(shown && stream.isTTY ?', '(stream.isTTY ?'],
  }),
  ...breaking('packages/gateway/src/settings/rules.ts', SETTINGS, {
    'a proxy that nobody trusts counts as https': ['|| TRUST_PROXY\n', '|| TRUST_PROXY !== undefined\n'],
  }),
  ...breaking('packages/gateway/src/settings/formats.ts', SETTINGS, {
    'a space before the address of a database is part of it': ['  .trim()\n', ''],
    'links have characters that headers may not have': ['new URL(text).href.replace(', 'text.replace('],
    'Redis is asked for a database without a number': [" && /^(?:\\/\\d*)?$/.test(pathname ?? '')", ''],
    'options of an address take the place of our own': [" && !searchParams!.has('options')", ''],
    'credentials of an issuer are told to everybody': [" && `${url.username}${url.password}` === ''", ''],
    'a star is an origin that no browser sends': [" && !text.includes('*')", ''],
  }),
  ...breaking('packages/gateway/src/settings/secret-file.ts', SECRETS, {
    'a secret that was cut short seals and signs': ['secret.length >= SECRET_LENGTH', 'true'],
    'a secret is there before it is whole': ['const made = unfinishedOf(file)', 'const made = file'],
    'a secret loses its name with the power': ['  syncDirectory(dirname(file))\n', ''],
    'others may read a secret that follows one that was cut off': ['  rmSync(made, { force: true })\n', ''],
  }),
  ...breaking('packages/gateway/src/service/secrets.ts', SECRETS, {
    'a start makes another secret beside what is sealed': [' || (await holdsSealed(query))', ''],
  }),
  ...breaking('packages/gateway/src/service/start.ts', ['packages/gateway/src/service/host.test.ts'], {
    'a service in development is open to the network': [": '127.0.0.1')", ": '0.0.0.0')"],
  }),
  ...breaking('packages/gateway/src/service/start.ts', SECRETS, {
    'a start that finds no secret keeps its database': [
      'endBy(error, () => database.close())',
      'endBy(error, async () => {})',
    ],
  }),
  ...breaking('packages/gateway/src/service/end-by.ts', ['packages/gateway/src/service/end-by.test.ts'], {
    'what never closes hides why': ['setTimeout(late.resolve, PATIENCE)', 'undefined'],
    'what cannot be closed hides why': ['close().catch(() => {})', 'close()'],
  }),
  ...breaking('packages/gateway/src/commands/commands.ts', ['packages/gateway/src/commands/commands.test.ts'], {
    'what every object has is a command': ['Object.hasOwn(commands, name)', 'true'],
  }),
  ...breaking('packages/gateway/src/context/failure.ts', ['packages/gateway/src/context/failure.test.ts'], {
    'a header that cannot be sent goes with the problem': ['if (isUnsendable(error)) withdraw(request, reply)', ''],
  }),
  ...breaking('packages/core/src/crypto/reseal.ts', ['packages/core/src/crypto/reseal.test.ts'], {
    'what is replaced while it is sealed anew is lost': [' and t.${column} = change.before', ''],
  }),
  ...breaking('packages/core/src/crypto/reseal.ts', ['packages/core/src/crypto/reseal.test.ts'], {
    'what was sealed with an old secret later is not told as done': [
      'if (!isDone || sinceDone > 0) onDone',
      'if (!isDone) onDone',
    ],
  }),
  ...breaking('packages/gateway/src/settings/rules.ts', ['packages/gateway/src/settings/settings.test.ts'], {
    'metrics are served at the port of the service': ['METRICS_PORT === PORT ?', 'METRICS_PORT === -1 ?'],
  }),
]
