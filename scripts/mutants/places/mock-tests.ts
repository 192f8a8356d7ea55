import { breaking, type Mutant } from '../mutant.ts'

const HERE = 'packages/sdk/src/testing'
const FAULTS = [`${HERE}/faults.test.ts`]
const ENDS = [`${HERE}/ends.test.ts`]
const MOCK = [`${HERE}/mock.test.ts`]
const WEBHOOKS = [`${HERE}/webhooks.test.ts`]

/** Mutants of what users' tests do with a mock: faults, expiry by the clock, and requests. */
export const mockTests: Mutant[] = [
  ...breaking(`${HERE}/mock.ts`, FAULTS, {
    'what goes wrong does so after a reset as well': ['    this.faults.clear()\n', ''],
  }),
  ...breaking(`${HERE}/faults.ts`, FAULTS, {
    'a mock that is slow stays so': ['    this.#delay = 0\n    this.#failures', '    this.#failures'],
    'a connection that was to break breaks when nothing is to go wrong any more': [
      '    this.#failures = []\n    this.#drops = []\n',
      '    this.#failures = []\n',
    ],
    'a request that is aborted meanwhile has its effect': [
      "    signal?.addEventListener('abort', abort, { once: true })\n",
      '',
    ],
    'a request that was aborted before has its effect': ['    signal?.throwIfAborted()\n', ''],
    'a stream of the mock whose answer is lost stays open': ['      discard(response.body)\n', ''],
    'more of a body arrives than is told': ['bytes.slice(0, left)', 'bytes'],
    'a body that is short enough arrives whole': [
      '    flush: (controller) => controller.error(lostConnection()),\n',
      '',
    ],
    'a failure of the client is called one of the service': [
      "status >= 500 ? 'internal' : 'bad-request'",
      "'internal'",
    ],
  }),
  ...breaking(`${HERE}/mock.ts`, WEBHOOKS, {
    'what is emitted is delivered when somebody asks for it': [
      '    void this.deliverDue()\n    return made',
      '    return made',
    ],
    'what a request does is delivered when somebody asks for it': [
      '    } finally {\n      void this.deliverDue()\n    }',
      '    } finally {\n    }',
    ],
    'the first event of a name goes to a receiver': ['events.findLast(', 'events.find('],
    'a receiver is sent what the secret of the mock signs': [
      'time: this.#time(), secret })',
      'time: this.#time(), secret: this.webhookSecret })',
    ],
  }),
  ...breaking(`${HERE}/mock.ts`, MOCK, {
    'links of a mock have two slashes': [".replace(/\\/+$/, '')\n    this.#state", '\n    this.#state'],
    'a key acts as the first user of its role': [
      'user_id: user_id ?? this.#userIn(held)',
      'user_id: this.#userIn(held)',
    ],
    'a key acts as a user that is suspended': ["role === wanted && status === 'active'", 'role === wanted'],
    'an export takes no time': ['this.#options.exportTime ?? 0', '0'],
    'what is emitted is about nobody': ['whole, { subject, actor, time', 'whole, { subject: null, actor, time'],
  }),
  ...breaking(`${HERE}/mock.ts`, ['test/sdk/others-effects.test.ts'], {
    'a mock changes the records of a test': ['...structuredClone(some)', '...some'],
  }),
  ...breaking(`${HERE}/tickets.ts`, ENDS, {
    'a ticket of the mock can be used for ever': ['known && known.until > time', 'known'],
    'a ticket of the mock can be used for five minutes': ['LIFETIME = 30_000', 'LIFETIME = 300_000'],
  }),
  ...breaking(`${HERE}/credentials.ts`, ENDS, {
    'an access token of the mock can be used for ever': [
      'token && token.until > time && token.resource',
      'token && token.resource',
    ],
    'a key of the mock can be used after its end': [
      ' || (key.expires_at !== null && Date.parse(key.expires_at) <= time)',
      '',
    ],
    'a secret of the mock can be used when it has been replaced for a day': ['known.until <= time || ', ''],
    'the key of a suspended user goes on calling the mock': [
      "  if (user && user.status !== 'active') return undefined\n",
      '',
    ],
    'keys of the mock do not say when they were used': ['  if (key) key.last_used_at = toTheMinute(time)\n', ''],
  }),
  ...breaking(`${HERE}/quotas.ts`, ENDS, {
    'a quota of the mock that is used up stays so': ['time < known.since + WINDOW * 1_000', 'time >= known.since'],
    'reads use up what the mock has for writes': ['const id = `${name} ${subject}`', 'const id = subject'],
    'the quotas of the mock are those of all callers together': ['const id = `${name} ${subject}`', 'const id = name'],
  }),
  ...breaking(`${HERE}/idempotency.ts`, ENDS, {
    'an idempotency key of the mock is known for ever': ['known && known.time + lifetime >= time', 'known'],
    'callers of the mock share their idempotency keys': [
      'principal.type, principal.id, request.method',
      'request.method',
    ],
    'an idempotency key of the mock is that of every path': [', operation.path, parameters, key]', ', key]'],
  }),
  ...breaking(`${HERE}/pages.ts`, ENDS, {
    'a cursor of the mock is good for ever': ['if (expiry < action.time)', 'if (expiry < 0)'],
    'a cursor of the mock is good for whoever has it': [
      'operation.name, principal.id, Object',
      'operation.name, Object',
    ],
    'records of the mock have no identifier that was not asked for': ['new Set([key, ...fields', 'new Set([...fields'],
  }),
  ...breaking(`${HERE}/log.ts`, ENDS, {
    'the mock keeps events for ever': [
      'db.events.splice(0, kept === -1 ? db.events.length : kept)',
      'db.events.splice(0, 0)',
    ],
    'the mock keeps deliveries of events that it has forgotten': [
      'if (gone.size > 0) db.deliveries',
      'if (gone.size < 0) db.deliveries',
    ],
  }),
  ...breaking(`${HERE}/courier.ts`, WEBHOOKS, {
    'the mock takes a redirect for a success of a delivery': ['status < 300', 'status < 400'],
    'the mock disables an endpoint that succeeds now and then': ['      state.failingSince.delete(endpoint.id)\n', ''],
    'the mock keeps all attempts of a delivery': ['.slice(-MAX_ATTEMPTS)', ''],
    'the mock tries an address again that is gone': [
      'status === 410 ? null : nextAttemptAt(asked)',
      'nextAttemptAt(asked)',
    ],
  }),
  ...breaking(`${HERE}/deliveries.ts`, WEBHOOKS, {
    'the mock tests every endpoint at once': ["event !== TEST_EVENT && (events.includes('*')", "(events.includes('*')"],
    'the mock queues for endpoints that are disabled': ["endpoint.status === 'enabled' && asksFor", 'asksFor'],
    'the mock goes on with the schedule of a delivery that is made again': ['  failures.delete(delivery.id)\n', ''],
  }),
  ...breaking(`${HERE}/webhook-request.ts`, WEBHOOKS, {
    'deliveries of the mock follow redirects': ["redirect: 'manual'", "redirect: 'follow'"],
    'deliveries of the mock do not say that they are JSON': ["'content-type': 'application/json', ", ''],
    'deliveries of the mock do not say who sends them': ["'user-agent': `${product}-Webhooks/1.0`, ", ''],
  }),
  ...breaking(`${HERE}/courier.ts`, ['test/sdk/deliveries.test.ts'], {
    'the mock takes an answer from an address that was left for one of the new address': [
      '} else if (!hasMoved) {',
      '} else {',
    ],
  }),
  ...breaking(`${HERE}/resources/webhook-endpoints.ts`, WEBHOOKS, {
    'the mock disables an endpoint that was enabled again at its next failure': ["isChanged('status') || ", ''],
    'the mock disables an endpoint at another address at its first failure': [" || isChanged('url')", ''],
  }),
  ...breaking(`${HERE}/web-socket.ts`, [`${HERE}/realtime.test.ts`], {
    'a socket of the mock that is closed keeps its place': ['    opened?.leave()\n', ''],
  }),
  ...breaking(`${HERE}/resources/oauth-clients.ts`, ENDS, {
    'an access token of the mock outlives its client': [
      'if (principal.id === client.client_id) ',
      "if (principal.id === '') ",
    ],
    'a client of the mock takes the access tokens of all with it': ['if (principal.id === client.client_id) ', ''],
  }),
  ...breaking(`${HERE}/resources/webhook-endpoints.ts`, WEBHOOKS, {
    'deliveries of the mock are signed with every secret that there was': [
      'const [last] = state.signingSecrets.get(endpoint.id) ?? []\n      const previous = last ? [{ secret: last.secret, until: time + OVERLAP }] : []',
      'const previous = (state.signingSecrets.get(endpoint.id) ?? []).map(({ secret: one }) => ({ secret: one, until: time + OVERLAP }))',
    ],
  }),
]
