import { breaking, onServer, type Mutant } from '../mutant.ts'

const CHANGES = ['packages/api/src/users/users.change.test.ts']
const KEYED = ['packages/gateway/src/http/idempotency.test.ts']
const GROUP = ['packages/core/src/data/group-commit.test.ts']
const CONCURRENT = ['test/concurrency.test.ts']

/** Mutants of the steps of every operation, of its transaction, and of idempotency keys. */
export const operation: Mutant[] = [
  ...breaking('packages/core/src/operation/performer.ts', ['packages/api/src/users/users.viewer.test.ts'], {
    'RPC asks for no scope': ['    requireScopes(operation, principal, scopes)\n', ''],
  }),
  ...breaking('packages/core/src/operation/performer.ts', ['packages/api/src/users/users.set-password.test.ts'], {
    'a body says whose record it is, where scopes depend on that': [
      'scopesFor(principal, rawBody, rawParameters)\n    requireScopes',
      'scopesFor(principal, rawParameters, rawBody)\n    requireScopes',
    ],
  }),
  ...breaking('packages/core/src/operation/performer.ts', ['test/library/replay.test.ts'], {
    'what is given again takes no scope that its input asked for': [
      '    context.asked?.push({ scopes',
      '    void ({ scopes',
    ],
  }),
  ...breaking('packages/core/src/operation/performer.ts', ['test/sdk/agents.test.ts'], {
    'a scope that a call takes twice is named twice': [
      '[...new Set([...own, ...scopes(joined(sent), principal)])]',
      '[...own, ...scopes(joined(sent), principal)]',
    ],
  }),
  ...breaking('packages/core/src/data/refusal.ts', ['packages/core/src/operation/trpc.test.ts'], {
    'a server that shuts down is a fault of the service': ['|57P)/', ')/'],
  }),
  ...breaking('packages/core/src/operation/trpc.ts', ['packages/core/src/operation/trpc.test.ts'], {
    'a server without a free connection is a fault of the service': ['|53...|', '|'],
    'a code that begins as a lost connection does is one': ['EAI_AGAIN)$/', 'EAI_AGAIN)/'],
    'a read that timed out is a fault of the service': ['|Query read timeout', ''],
    'what caused an error is not looked at': [' || isLostConnection(error.cause)', ''],
    'a problem that tRPC carries becomes another one': [
      '    if (error.cause instanceof Problem) return error.cause\n',
      '',
    ],
    'a refusal that tRPC has no code for is a fault of the service over RPC': [
      "status < 500 ? 'BAD_REQUEST' :",
      "status < 400 ? 'BAD_REQUEST' :",
    ],
    'what is gone is a conflict over RPC': ["410: 'NOT_FOUND'", "410: 'CONFLICT'"],
  }),
  ...breaking('packages/core/src/data/batch.ts', ['packages/core/src/data/batch.test.ts'], {
    'who waits for a read that fails waits for ever': ['call.reject(error)', 'void error'],
    'a read is given to who asked after it was made': ['    waiting = new Map()\n    try', '    try'],
    'of those who ask for the same only the last is answered': [
      'if (calls) calls.push({ resolve, reject })',
      'if (calls) waiting.set(key, [{ resolve, reject }])',
    ],
  }),
  ...breaking('packages/core/src/operation/sent-object.ts', ['packages/core/src/operation/procedure.test.ts'], {
    'a text is as many members as it has characters': [
      'isObject(sent) ? sent : {}',
      '({ ...(sent as Record<string, unknown>) })',
    ],
  }),
  ...breaking('packages/gateway/src/rest/plain-procedure.ts', ['packages/gateway/src/rest/plain-procedure.test.ts'], {
    'a plain procedure is given the characters of a text': [
      '    if (body !== undefined && !isObject(body)) return body\n',
      '',
    ],
  }),
  ...breaking('packages/core/src/operation/flat-call.ts', ['packages/core/src/operation/procedure.test.ts'], {
    'RPC reads an input before it knows who calls': [
      '    principal = await context.admit(operation)\n',
      "    if (typeof given === 'function') input = await given()\n    principal = await context.admit(operation)\n",
    ],
  }),
  ...breaking('packages/core/src/operation/performer.ts', CHANGES, {
    'an obsolete version is overwritten': ['    requireVersion(operation, body, target)\n', ''],
  }),
  ...breaking('packages/core/src/operation/performer.ts', ['packages/gateway/src/http/conditional.test.ts'], {
    'If-Match of a write is ignored': ['    context.precondition?.(target)\n', ''],
  }),
  ...breaking('packages/core/src/operation/performer.ts', ['packages/api/src/users/users.create.test.ts'], {
    'an operation does not wait for its commit': [
      'await transaction.commit()',
      'void transaction.commit().catch(() => undefined)',
    ],
    'a constraint that a caller breaks is our own fault': ['conflicts[broken]?.()', 'undefined'],
  }),
  ...breaking('packages/core/src/operation/performer.ts', ['packages/core/src/operation/procedure.test.ts'], {
    'a transaction that lost a race is not repeated': [
      'untilItEnds(() => commit(...commitment))',
      'commit(...commitment)',
    ],
    'what may take long is done within the transaction of a key': [
      'asSpan(call[0].database.tracing, () => effect(call, transaction, progress as Prepared))',
      'asSpan(call[0].database.tracing, async () => effect(call, transaction, await prepare?.(...call)))',
    ],
    'what may take long is done for a body that is refused': [' && body?.success !== false', ''],
    'an identifier with a NUL in it is our own fault': [
      "findable(validated(operation.parameters, rawParameters, 'parameters'))",
      "validated(operation.parameters, rawParameters, 'parameters')",
    ],
  }),
  ...breaking('packages/core/src/operation/no-nul.ts', ['packages/core/src/operation/no-nul.test.ts'], {
    'a NUL in a body is our own fault': ['faults.length > 0', 'false'],
    'a NUL of our own is the fault of a caller': ['faults.length > 0', 'true'],
  }),
  ...breaking('packages/core/src/operation/performer.ts', ['packages/gateway/src/http/body.test.ts'], {
    'what is sent where no body is taken is ignored': ['(sent === undefined ? undefined : NO_MEMBERS)', 'undefined'],
  }),
  ...breaking('packages/gateway/src/rest/rest.ts', ['packages/gateway/src/http/body.test.ts'], {
    'REST asks for the scope after it has read the body': ['    requireScope(operation, principal)\n', ''],
  }),
  ...breaking('packages/core/src/data/transaction.ts', ['packages/core/src/data/transaction-parts.test.ts'], {
    'rows from before a part that fails are lost': [
      'await this.flush()\n    const em = await this.entities()',
      'const em = await this.entities()',
    ],
    'what a refused part has added is committed': [
      '    } catch (error) {\n      this.#inserts.clear()',
      '    } catch (error) {',
    ],
  }),
  ...breaking('packages/core/src/data/transaction.ts', ['packages/core/src/data/transaction.test.ts'], {
    'what a refused part has announced is told': ['this.#announced.length = announced\n', ''],
    'what was taken back is announced': [
      '    if (this.#em) await this.#commitOpened(await this.#em)\n    else if (this.#inserts.size > 0) await this.#add(this.#additions())\n    for (const announcement of this.#announced) this.#announcements.tell(announcement)',
      '    for (const announcement of this.#announced) this.#announcements.tell(announcement)\n    if (this.#em) await this.#commitOpened(await this.#em)\n    else if (this.#inserts.size > 0) await this.#add(this.#additions())',
    ],
  }),
  ...onServer(
    breaking('packages/core/src/data/insert.ts', ['packages/core/src/data/transaction.test.ts'], {
      'an event takes its turn before the wait for what it tells of': [
        '[...bounds, ...afterOthers(others.length)]',
        'bounds',
      ],
    }),
  ),
  ...onServer(
    breaking('packages/core/src/data/transaction.ts', ['packages/core/src/data/transaction.test.ts'], {
      'events are added in the order in which they were gathered': [
        '[...first, ...last].map(',
        '[...this.#inserts.keys()].map(',
      ],
    }),
  ),
  ...breaking('packages/core/src/data/insert.ts', ['packages/core/src/data/transaction.test.ts'], {
    'a default stands in the place of what a row says': [
      '`coalesce(added."${fieldNames[0]}", ${defaultRaw})`',
      'defaultRaw',
    ],
    'a number that a row has of itself is left out without a word': [
      'rows.some((row) => row[name] !== undefined)',
      'rows.length < 0',
    ],
    'a row is added below what is deleted': [' and parent."deleted_at" is null', ''],
    'rows are added in any order': ['unique && ` order by ${unique}`', "unique && ''"],
  }),
  ...breaking('packages/core/src/data/committed.ts', ['packages/core/src/data/transaction-parts.test.ts'], {
    'a change that was rolled back at its commit is told as committed': ["command === 'COMMIT'", "command !== ''"],
  }),
  ...breaking('packages/core/src/data/transaction.ts', ['packages/core/src/data/transaction-parts.test.ts'], {
    'a part of a change is rolled back to its last part': ['`part_${++this.#parts}`', "'part'"],
    'rows of a part are refused after it': ['      await this.flush()\n      return result', '      return result'],
    'a record that was loaded before a part that failed is lost': [
      'await em.refresh(record)',
      'unit.unsetIdentity(record)',
    ],
  }),
  ...breaking('packages/core/src/data/database.ts', GROUP, {
    'changes that wait are no overload': [' + Math.ceil(add.waiting() / CHANGES)', ''],
  }),
  ...breaking('packages/core/src/data/group-commit.ts', GROUP, {
    'changes that wait are not counted': ['sum + group.waiting()', 'sum'],
    'a change fails for what another one of its group has done': ['members.length === 1 || !isOfData(error)', 'true'],
    'what breaks a constraint is tried again': ['isRefusal(error) && !isOfData(error)', 'isRefusal(error)'],
    'a change whose outcome is not known is made again': ['isRefusal(error) && !isOfData(error)', '!isOfData(error)'],
    'a large change is joined by others': ['> SIZE', '> 100 * SIZE'],
    'a group may have one change more': ['const MEMBERS = 100', 'const MEMBERS = 101'],
  }),
  ...onServer(
    breaking('packages/core/src/data/group-commit.ts', GROUP, {
      'a group that has waited for a lock counts as committed': [
        'if (maySucceedAlone(error)) return false',
        'if (maySucceedAlone(error)) return true',
      ],
      'a group waits for a lock without end': ['{ patience: PATIENCE }', '{}'],
    }),
  ),
  ...breaking('packages/core/src/data/refusal.ts', ['packages/core/src/data/refusal.test.ts'], {
    'a server that speaks another language refuses nothing': ['!isEnding(error)', "error.severity === 'ERROR'"],
    'an end of the connection that is told in another language is a refusal': [' || ENDING.test(code)', ''],
    'an error that ends the connection is taken for one of its statement': ['FINAL.has(severity) || ', ''],
  }),
  ...onServer(
    breaking('packages/core/src/data/postgres-dialect.ts', ['packages/core/src/data/transaction.test.ts'], {
      'who has waited for a lock reads what was before it': [
        "raw('begin isolation level read committed')",
        "raw('begin')",
      ],
    }),
  ),
  ...onServer(
    breaking('packages/core/src/data/postgres-dialect.ts', ['packages/gateway/src/telemetry/whole-way.test.ts'], {
      'the span of a transaction that begins has another name': ['begin isolation', 'start transaction isolation'],
    }),
  ),
  ...breaking('packages/api/src/orders/orders.ts', ['packages/api/src/orders/orders.create.test.ts'], {
    'an order whose number is taken by chance is a fault of the service': [
      ', orders_number_unique: () => new TakenByChance()',
      '',
    ],
  }),
  ...onServer(
    breaking('packages/core/src/data/lock.ts', CONCURRENT, {
      'a record is changed without its lock': ['LockMode.PESSIMISTIC_WRITE', 'LockMode.NONE'],
    }),
  ),
  ...onServer(
    breaking('packages/core/src/data/postgres-pool.ts', ['packages/core/src/data/postgres-plans.test.ts'], {
      'a connection is used for ever, with its plans': ['    maxLifetimeSeconds,\n    types', '    types'],
    }),
  ),
  ...breaking('packages/core/src/data/absence.ts', ['packages/api/src/users/users.delete.test.ts'], {
    'a deleted record answers 410 for 31 days': ['30 * 24', '31 * 24'],
  }),
  ...breaking('packages/core/src/operation/performer.ts', ['packages/core/src/api-keys/authenticate.test.ts'], {
    'the key of a deleted user reads on': ['    requirePresent(principal)\n    if (returned', '    if (returned'],
    'the key of a deleted user writes on': ["    if (operation.method !== 'GET') requirePresent(principal)\n", ''],
  }),
  ...breaking('packages/core/src/operation/file.ts', ['packages/core/src/api-keys/authenticate.test.ts'], {
    'the key of a deleted user downloads on': ['      requirePresent(principal)\n', ''],
  }),
  ...breaking('packages/core/src/idempotency/once.ts', ['packages/core/src/api-keys/authenticate.test.ts'], {
    'the key of a deleted user is given again what it was given': ['  requirePresent(principal)\n', ''],
  }),
  ...breaking('packages/core/src/idempotency/once.ts', ['packages/core/src/idempotency/once.test.ts'], {
    'a part of an effect is the response of its request': [
      "if ('output' in result && result.output instanceof Part) {",
      'if (false) {',
    ],
    'a part of an effect is not committed': [
      '      await transaction.commit()\n      return result.output\n',
      '      return result.output as Part<unknown>\n',
    ],
    'a failure of ours is kept under its key': ['problem.status >= 500 || ', ''],
    'a refusal of power is kept under its key': ['new Set([403, 429])', 'new Set([429])'],
    'a 429 is kept under its key': ['new Set([403, 429])', 'new Set([403])'],
  }),
  ...breaking(
    'packages/gateway/src/operations/plain-schema.ts',
    ['packages/gateway/src/operations/plain-schema.test.ts'],
    {
      'what JSON has not is taken for plain in a list': ['array: ({ element }) => [element!]', 'array: () => []'],
      'what JSON has not is taken for plain in an alternative': [
        'union: ({ options = [] }) => options',
        'union: () => []',
      ],
      'what JSON has not is taken for plain in further members': ['...(catchall ? [catchall] : [])', ''],
      'a schema that holds itself is never looked at': ['known.set(schema, false)', 'known.set(schema, true)'],
    },
  ),
  ...breaking('packages/core/src/idempotency/once.ts', KEYED, {
    'another body under a key gets the first answer': [
      '(stored.fingerprint ?? row.fingerprint) !== fingerprint',
      'row === null',
    ],
    'a key is forgotten at once': ['Date.parse(created_at) <= lifetime', 'Date.parse(created_at) < 0'],
  }),
  ...breaking('packages/core/src/idempotency/once.ts', ['packages/core/src/idempotency/once.test.ts'], {
    'the hash of a body can be read beside its answer': [
      "fingerprint: '', answer: sealed",
      'fingerprint, answer: sealed',
    ],
    'what an earlier version did is refused when it comes again': [
      'stored.fingerprint ?? row.fingerprint',
      'stored.fingerprint',
    ],
    'a key is kept for twice its time': ['<= lifetime', '<= 2 * lifetime'],
    'a key that is free again cannot be used': ['    if (row) await transaction.query(remove, [id])\n', ''],
    'an old key is deleted before the effect': [
      '    const asked: Power[]',
      '    if (row) await transaction.query(remove, [id])\n    const asked: Power[]',
    ],
  }),
  ...breaking('packages/core/src/idempotency/forget-keys.ts', ['packages/core/src/idempotency/forget-keys.test.ts'], {
    'a key is deleted while its answer is given again': ['time - LIFETIME', 'time + 1'],
  }),
  ...breaking('packages/gateway/src/service/expiry.ts', ['packages/gateway/src/service/expiry.test.ts'], {
    'idempotency keys are never deleted': ["    begin(forgetKeys, 'Expired idempotency keys were not deleted'),\n", ''],
  }),
  ...onServer(
    breaking('packages/core/src/idempotency/once.ts', KEYED, {
      'two requests with one key run at once': ['if (row?.is_free) return', 'if (row) return'],
    }),
  ),
  ...breaking('packages/core/src/operation/performer.ts', ['packages/core/src/operation/procedure.test.ts'], {
    'a broken constraint without a problem is a fault that names no mend': [
      'if (conflict) return conflict\n',
      'return conflict ?? error\n',
    ],
    'every fault of the database is said to be a broken constraint': ['if (broken === undefined) return error\n', ''],
  }),
]
