import { breaking, type Mutant } from '../mutant.ts'

const MOCK = ['packages/sdk/src/testing/mock.test.ts']
const MOCKED_WEBHOOKS = ['packages/sdk/src/testing/webhooks.test.ts']
const DERIVED = ['test/sdk/derived.test.ts']
const REFUSALS = ['packages/sdk/src/testing/refusals.test.ts']
const OTHERS_PATHS = ['test/sdk/others-paths.test.ts']
const OTHERS_ANSWERS = ['test/sdk/others-answers.test.ts']
const ENDS = ['packages/sdk/src/testing/ends.test.ts']
const TOKEN = ['packages/sdk/src/testing/token-endpoint.test.ts']
const TWINS = ['test/sdk/twins.test.ts']

/** Mutants of the mock, which users' tests call in place of the service. */
export const mock: Mutant[] = [
  ...breaking('packages/sdk/src/testing/stream.ts', ['packages/sdk/src/testing/realtime.test.ts'], {
    'a stream of the mock that nothing is for stays where it began': ['end === last', 'end !== undefined'],
  }),
  ...breaking('packages/sdk/src/testing/body.ts', TWINS, {
    'to the mock identity in capitals is a coding': ['coding.toLowerCase()', 'coding'],
  }),
  ...breaking('packages/sdk/src/testing/accept.ts', TWINS, {
    'the mock refuses a file to who names the parameters of its type': [
      'requireOneOf([contentType], accept, contentType)',
      "requireOneOf([contentType.split(';')[0]!], accept, contentType)",
    ],
  }),
  ...breaking('packages/sdk/src/testing/authorize.ts', REFUSALS, {
    'the mock asks for no scope': [
      "scope !== 'any' && scope !== 'none' && !principal.scopes.has(scope)",
      "scope === 'any' && !principal.scopes.has(scope)",
    ],
  }),
  ...breaking('packages/sdk/src/testing/perform.ts', REFUSALS, {
    'the mock overwrites an obsolete version': ['  requireVersion(members, target)\n  const', '  const'],
  }),
  ...breaking('packages/sdk/src/testing/perform.ts', TWINS, {
    'the mock lets the key of a deleted user go on reading': [
      '  requirePresent(call.principal, call)\n  return',
      '  return',
    ],
  }),
  ...breaking('packages/sdk/src/testing/effects.ts', OTHERS_ANSWERS, {
    'the mock answers what no contract declares': ['if (open || many !== undefined)', 'if (open || many !== null)'],
    'the mock leaves out what any answer may have': ['if (open || many !== undefined)', 'if (many !== undefined)'],
  }),
  ...breaking('packages/sdk/src/testing/scalars.ts', ['test/sdk/mock-schemas.test.ts'], {
    'the mock says otherwise than the service what a number must be': [
      'must be more than ${above}',
      'must be at least ${above}',
    ],
    'the mock says otherwise than the service what a text must be': ['[...(fault ?? ([', '[...(fault && (['],
  }),
  ...breaking('packages/sdk/src/testing/selection.ts', TWINS, {
    'the mock finds what a key has made with nobody else': [' || holderOf(value.id) === name', ''],
  }),
  ...breaking('packages/sdk/src/testing/idempotency.ts', REFUSALS, {
    'the mock takes another body under a key': [
      "if (known.fingerprint !== fingerprint) throw new Problem('idempotency-key-reused')",
      '',
    ],
  }),
  ...breaking('packages/sdk/src/testing/effects.ts', DERIVED, {
    'the mock keeps the version of what changes': ["before['version'] + 1", "before['version']"],
    'the mock makes a record that lacks a member': ['!(name in whole) && !optional.includes(name)', 'name in members'],
    'the mock does what it was not told how': ['if (!rule) throw untold', 'if (!record) throw untold'],
    'the mock tells nobody of a change': [
      '  if (event === undefined) return\n  const { owner',
      '  if (effect) return\n  const { owner',
    ],
    'the mock makes all records under one identifier': ['??= state.newIdentifier(of, identifying, time)', '??= of'],
  }),
  ...breaking('packages/sdk/src/testing/socket-session.ts', ['test/sdk/sockets.test.ts'], {
    'a mocked socket says nothing to what has no type': [
      "typeof type !== 'string' || !Object.hasOwn(SOCKET_MESSAGES, type)",
      "!Object.hasOwn(SOCKET_MESSAGES, String(type)) || typeof type !== 'string'",
    ],
  }),
  ...breaking('packages/sdk/src/testing/lookup.ts', DERIVED, {
    'the mock has never had what was deleted': ['gone && tombstone &&', '!gone && tombstone &&'],
  }),
  ...breaking('packages/sdk/src/testing/selection.ts', DERIVED, {
    'the mock lists by no member': ['wanted.every(', 'wanted.some(() => true) || wanted.every('],
    'the mock passes over a parameter that it does not know': ['strange !== undefined && !rule', 'strange === of'],
  }),
  ...breaking('packages/sdk/src/testing/place.ts', OTHERS_PATHS, {
    'the mock gives what is in a record the identifier of that': [
      'members.includes(name) && name !== key',
      'members.includes(name) || name !== key',
    ],
  }),
  ...breaking('packages/sdk/src/testing/lookup.ts', OTHERS_PATHS, {
    'the mock finds a record by the last of the parameters that name it': [
      'every(([member, name]) => isSame(record[member], input[name]))',
      'every(([member]) => member in record)',
    ],
    'the mock finds what is in a record in every other': [
      'isHere && (!isHidden || isSame',
      'isHere && (!isHidden || !isSame',
    ],
  }),
  ...breaking('packages/core/src/contract/effect.ts', OTHERS_PATHS, {
    'the mock lists what is below a record where that is read': ["return listedIn(output) && 'list'", "return 'list'"],
    'the mock looks for records that nothing identifies': ['if (!(key in record.shape)) return undefined', ''],
  }),
  ...breaking('packages/core/src/contract/effect.ts', OTHERS_ANSWERS, {
    'the mock makes records of a search': [
      "return type === 'array' && isObject(element!)",
      "return type !== 'boolean'",
    ],
  }),
  ...breaking('packages/core/src/contract/effect-events.ts', OTHERS_ANSWERS, {
    'the mock tells of a record by the event of another': [
      '!all.some((each) => isOf(each, event))',
      '!own.includes(event)',
    ],
  }),
  ...breaking('packages/sdk/src/testing/effects.ts', OTHERS_ANSWERS, {
    'the mock writes what an action has made over its record': [
      'return !other && isSame(given[key], record[key])',
      'return true',
    ],
    'the mock keeps what a replacement does not have': [
      "else if (effect.kind === 'replace') drop",
      "else if (effect.kind === 'act') drop",
    ],
    'a list of the mock shows what its contract does not have': ['shown(action, effect, record)) }', 'record) }'],
  }),
  ...breaking('packages/sdk/src/testing/perform.ts', OTHERS_ANSWERS, {
    'the mock holds a condition against what it keeps': ['await run(action, load?.(action))', 'load?.(action)'],
  }),
  ...breaking('packages/sdk/src/testing/lookup.ts', MOCK, {
    'the mock shows a viewer everybody': ['owner === undefined ||', "owner !== '' ||"],
  }),
  ...breaking('packages/sdk/src/testing/effects.ts', ['test/template.test.ts'], {
    'the mock forgets the password that an account is made with': [
      "    if (effect.sets === 'password') keepPassword(action, action.state.accountOf(record))\n",
      '',
    ],
    'the mock gives a new account a password without asking for its power': [
      'isOfUser ? access.powerOfUser(account) : access.powerOfRecord(account)',
      'access.powerOfRecord(account)',
    ],
  }),
  ...breaking('packages/sdk/src/testing/tickets.ts', REFUSALS, {
    'the mock takes a ticket twice': ['  state.tickets.delete(ticket)\n', ''],
  }),
  ...breaking('packages/sdk/src/testing/tickets.ts', ENDS, {
    'a ticket outlives its credential in the mock': [
      'currentPrincipal(state, known.principal, time)',
      'known.principal',
    ],
  }),
  ...breaking('packages/sdk/src/testing/quotas.ts', ENDS, {
    'a quota of the mock lasts until the clock that was set back is where it was': ['time >= known.since && ', ''],
  }),
  ...breaking('packages/sdk/src/testing/mock.ts', ['test/sdk/others-records.test.ts'], {
    'an error of the mock is told as a connection that breaks, to clients of its fetch': [
      'throw shown(error)',
      'throw error',
    ],
  }),
  ...breaking('packages/sdk/src/testing/mock.ts', ['packages/sdk/src/testing/faults.test.ts'], {
    'a request of the mock takes effect although it was aborted before its turn': [
      'signal?.throwIfAborted()',
      'signal',
    ],
  }),
  ...breaking('packages/sdk/src/testing/quotas.ts', REFUSALS, {
    'the mock never runs out of quota': ['used.count <= limit', 'used.count >= 0'],
  }),
  ...breaking('packages/sdk/src/testing/validate.ts', ['test/sdk/defaults.test.ts'], {
    'what a test changes in a record is a default of later bodies': [
      'structuredClone(schema.default)',
      'schema.default',
    ],
    'what a test changes in a record is a default of later bodies before they are checked': [
      'structuredClone(schema.prefault)',
      'schema.prefault',
    ],
    'what a test changes in a record takes the place of what is faulty': ['structuredClone(fallback)', 'fallback'],
  }),
  ...breaking('packages/sdk/src/testing/effects.ts', ['test/sdk/defaults.test.ts'], {
    'what a test changes in a record is a default of later records': ['...structuredClone(defaults)', '...defaults'],
    'what a test changes in a record is a default of replacements': [
      'structuredClone(defaults[name])',
      'defaults[name]',
    ],
  }),
  ...breaking('packages/sdk/src/msw.ts', ['test/sdk/msw.test.ts'], {
    'an error of the mock is told as a connection that breaks': [
      'error instanceof LostConnection',
      'error instanceof TypeError',
    ],
    'a path is no base of handlers': [', (globalThis as { location?: { href: string } }).location?.href', ''],
  }),
  ...breaking('packages/sdk/src/testing/faults.ts', MOCK, {
    'the mock fails more often than it was told to': ['--failure.left === 0', '--failure.left < 0'],
  }),
  ...breaking('packages/sdk/src/testing/perform.ts', DERIVED, {
    'the mock holds a condition against what nobody reads': ['...defaultsOf(reader.parameters, checks), ', ''],
  }),
  ...breaking('packages/sdk/src/testing/courier.ts', ['packages/sdk/src/testing/receivers.test.ts'], {
    'a mock delivers nothing more after what is no error': ['= Object(error) as', '= error as'],
  }),
  ...breaking('packages/sdk/src/testing/courier.ts', ['packages/sdk/src/testing/attempts.test.ts'], {
    'a mock waits for a body that its test has cloned': ['discard(response.body)', 'await response.body?.cancel()'],
    'what is queued again during an attempt is not delivered again': [
      'const isAsItWas = state.underWay.delete(delivery.id)',
      'const isAsItWas = true',
    ],
  }),
  ...breaking('packages/sdk/src/testing/courier.ts', MOCKED_WEBHOOKS, {
    'a mock waits a minute for a receiver': ['time: 15_000', 'time: 60_000'],
    'the mock takes a 410 of a receiver for a failure': [
      "if (status === 410) disable(state, endpoint, 'gone', time)\n    else if",
      'if',
    ],
  }),
  ...breaking('packages/sdk/src/testing/resources/password.ts', TWINS, {
    'a password of the mock is another from another keyboard': ["text.normalize('NFKC')", 'text'],
  }),
  ...breaking('packages/sdk/src/testing/query.ts', TWINS, {
    'the mock takes what every object has for parameters': [
      'Object.hasOwn(members, name) ? members[name] : undefined',
      'members[name]',
    ],
  }),
  ...breaking('packages/sdk/src/testing/state.ts', ['test/sdk/others-records.test.ts'], {
    'the mock gives the number of a deleted record again': ['...[...this.deletedFrom(table).keys()].map(Number)', ''],
  }),
  ...breaking('packages/sdk/src/testing/token-endpoint.ts', TWINS, {
    'the mock gives a token for several resources': ['others.length === 0 && named === baseUrl)', 'named === baseUrl)'],
    'the mock lets an agent that names no scope change records': [
      '(await spec.agents!()).scopes',
      '((await spec.agents!()) && access.scopeNames)',
    ],
    'the mock takes an empty secret for a wrong one': [
      'if (authorization && !secret)',
      'if (authorization && secret === id)',
    ],
  }),
  ...breaking('packages/sdk/src/testing/serve.ts', TWINS, {
    'the mock counts what is at no path against an address': ['= callerOf(this', '= undefined && callerOf(this'],
  }),
  ...breaking('packages/sdk/src/testing/rules.ts', TWINS, {
    'the mock counts the units of UTF-16 of a text': ['Array.from(text)', 'text'],
  }),
  ...breaking('packages/sdk/src/testing/destinations.ts', TWINS, {
    'the mock looks at the first address of localhost alone': ['others.length === 0)', 'others.length < known.length)'],
  }),
  ...breaking('packages/sdk/src/testing/token-endpoint.ts', TWINS, {
    'the mock takes a parameter of a request for a token twice': ['more.length > 0', 'more.length > 5'],
    'the mock takes a client for another': ['if (named && named !== id)', "if (named === '')"],
    'the mock reads any body as a form': ['.toLowerCase() !== FORM', ".toLowerCase() === ''"],
    'the mock reads a form of any size': ['bytes.length > LIMIT * 1_024', 'bytes.length > Infinity'],
    'the mock counts no requests for tokens': ['  count(place', '  void (place'],
    'the mock tells of problems with tokens as elsewhere': ['/^\\/(oauth\\/)?token$/', '/^\\/oauth\\/token$/'],
  }),
  ...breaking('packages/sdk/src/testing/token-endpoint.ts', TOKEN, {
    'the mock answers a proof of DPoP with a token that is not bound': ["request.headers['dpop']", 'false'],
  }),
  ...breaking('packages/sdk/src/testing/resources/exports.ts', TWINS, {
    'exports of all count towards how many one maker may have in the mock': [
      'exportOwners.get(id)?.created_by === principal.id',
      'exportOwners.has(id)',
    ],
    'who sees all records sees all exports of the mock': [
      'return access.mayDoEverything(principal) || created_by === principal.id',
      'return access.mayDoEverything(principal) || created_by !== undefined',
    ],
    'an export of the mock is there at the moment of its end': [
      'Date.parse(made.expires_at) > action.time ? null',
      'Date.parse(made.expires_at) >= action.time ? null',
    ],
  }),
  ...breaking('packages/sdk/src/testing/resources/oauth-clients.ts', TWINS, {
    'who rotates a secret of the mock is not noted': [
      '      state.proofHolders.set(client.client_id, principal.scopes)\n      client.updated_at',
      '      client.updated_at',
    ],
    'a secret of the mock goes on with what its holder does not hold': [
      'if (usesSecret(after)) state.clientSecrets.delete(client_id)',
      'if (usesSecret(after)) return',
    ],
    'who names a certificate to the mock again is not noted': ["input['jwks'] || ", ''],
    'a setting of a client stays where it is to be none': ['value !== undefined)', 'value != null)'],
  }),
  ...breaking('packages/sdk/src/testing/resources/session.ts', TWINS, {
    'who is suspended signs in to the mock': ["user?.status === 'active' && isPasswordOf", 'user && isPasswordOf'],
  }),
  ...breaking('packages/sdk/src/testing/resources/webhook-endpoints.ts', TWINS, {
    'the mock recovers what failed before the moment that is asked for': [
      "status === 'failed' && Date.parse(created_at) >= since && !isWithheld",
      "status === 'failed' && !isWithheld",
    ],
  }),
]
