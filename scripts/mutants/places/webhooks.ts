import { breaking, type Mutant, onServer } from '../mutant.ts'

const SIGNATURE = ['packages/gateway/src/webhooks/signature.test.ts']
const FEED = ['packages/core/src/event-log/feed.test.ts']
const MESSAGE = ['test/webhooks/message.test.ts']
const ORDER = ['test/webhooks/order.test.ts']
const ENDLESS = ['test/webhooks/endless-answers.test.ts']
const RECEIVERS = ['test/webhooks/receivers.test.ts']
const SCHEDULE = ['packages/gateway/src/webhooks/schedule.test.ts']
const DESTINATIONS = ['packages/gateway/src/webhooks/destinations.test.ts']
const NAMES = ['packages/gateway/src/webhooks/names.test.ts']
const QUEUE = ['packages/core/src/webhooks/queue.test.ts']
const FAILING = ['packages/core/src/webhooks/failing.test.ts']
const DELIVERIES = ['packages/core/src/webhooks/deliveries.test.ts']
const RETENTION = ['packages/core/src/webhooks/delivery-retention.test.ts']
const ENDPOINTS = ['packages/core/src/webhooks/endpoints.test.ts']
const LEASES = ['packages/core/src/webhooks/end-leases.test.ts']
const START = ['packages/gateway/src/service/start.test.ts']
const OUTAGE = ['test/webhooks/outage.test.ts']

/** Mutants of webhook deliveries, and of the addresses to which they may go. */
export const webhooks: Mutant[] = [
  ...breaking('packages/gateway/src/webhooks/signature.ts', SIGNATURE, {
    'a message is signed by one secret while two overlap': [
      'keys.map(signatureBy)',
      'keys.slice(0, 1).map(signatureBy)',
    ],
  }),
  ...breaking('packages/sdk/src/webhooks/sign.ts', SIGNATURE, {
    'the client signs by one secret while two overlap': [
      '(await macsBy(keys, content))',
      '(await macsBy(keys.slice(0, 1), content))',
    ],
  }),
  ...breaking('packages/core/src/webhooks/endpoint-lease.ts', MESSAGE, {
    'an old secret signs for ever': [' && time < Date.parse(end)', ''],
  }),
  ...breaking('packages/gateway/src/webhooks/schedule.ts', SCHEDULE, {
    'the second retry comes after 5 seconds too': ['5 * MINUTE,', '5 * SECOND,'],
    'pauses are exact, so that what failed together comes again together': ['const SPREAD = 0.2', 'const SPREAD = 0'],
    'Retry-After of a receiver is ignored': ['Math.max(planned, Math.min(retryAfter, time + LONGEST))', 'planned'],
    'what is no date puts off a delivery': ['httpDate(header)', 'Date.parse(header) / 1_000'],
    'a receiver that says a large number is not left alone': ['/^\\d+$/', '/^\\d{1,10}$/'],
    'a receiver can put off a delivery for a year': ['Math.min(retryAfter, time + LONGEST)', 'retryAfter'],
  }),
  ...breaking('packages/gateway/src/webhooks/names.ts', NAMES, {
    'slow names keep all threads where there are exceptions': ['last.then(() => lookUp(host))', 'lookUp(host)'],
    'any number of names wait for a slow one': ['if (waiting >= LONGEST_QUEUE) throw', 'if (waiting < 0) throw'],
    'a name that two wait for is asked for twice': ['    if (same) return same\n', ''],
    'the retries of a slow name hold up others': ['performance.now() - start < SLOW', 'start >= 0'],
    'a slow name is never asked for again': ['setTimeout(() => known.delete(host), HOLDS).unref()', 'void HOLDS'],
    'a host with addresses of one kind has none': [
      "four.status === 'rejected' && six.status === 'rejected'",
      "four.status === 'rejected'",
    ],
  }),
  ...breaking('packages/gateway/src/webhooks/deliverer.ts', RECEIVERS, {
    'a receiver may take a minute to answer': ['TIMEOUT = 15_000', 'TIMEOUT = 60_000'],
  }),
  ...breaking('packages/gateway/src/webhooks/send.ts', RECEIVERS, {
    'a refusal counts only when it is whole': ['if (this.#status >= 300) this', 'if (this.#status >= 600) this'],
    'a success counts before it is whole': ['if (this.#status >= 300) this', 'if (this.#status >= 200) this'],
    'the last line that says how long to wait counts': ['const [first] =', 'const [, first] ='],
  }),
  ...breaking('packages/gateway/src/webhooks/send.ts', ENDLESS, {
    'an answer is read up to 64 MiB': ['LONGEST_ANSWER = 64 * 1_024', 'LONGEST_ANSWER = 64 * 1_024 * 1_024'],
  }),
  ...breaking('packages/gateway/src/webhooks/bound-answers.ts', ENDLESS, {
    'what comes before or within an answer is read without end': ['read - start > MOST', 'read < start'],
    'an answer in small chunks is broken off': ['MOST = 1_024 * 1_024', 'MOST = 256 * 1_024'],
    'the answers of a connection have one bound together': ['      start = read\n', ''],
  }),
  ...breaking('packages/gateway/src/webhooks/attempt.ts', RECEIVERS, {
    'a secret that cannot be read keeps an endpoint at work without end': [
      '  try {\n    return lease.keys(time)\n  } catch {\n    return undefined\n  }\n',
      '  return lease.keys(time)\n',
    ],
    'a redirect counts as a success': ['status < 300', 'status < 400'],
    'a receiver that says 410 is asked again': ['if (status === GONE)', 'if (status === null && failures < 0)'],
  }),
  ...breaking('packages/core/src/webhooks/endpoint-lease.queries.ts', FAILING, {
    'an endpoint is disabled after 4 days of failures': ["interval '5 days'", "interval '4 days'"],
    'an endpoint is disabled after 6 days of failures': ["interval '5 days'", "interval '6 days'"],
    'a success does not end the days of failures': [', failing_since = null', ''],
  }),
  ...breaking('packages/core/src/webhooks/endpoint-lease.queries.ts', QUEUE, {
    'a success does not renew a lease': ['leased_until = now() + ${LEASE}, failing_since', 'failing_since'],
    'who has an endpoint that was changed goes on with it': [' and w.updated_at = asked.updated_at', ''],
  }),
  ...breaking('packages/core/src/webhooks/endpoint-lease.queries.ts', QUEUE, {
    'a retry is made before it is due': [' and next_attempt_at <= asked.time', ''],
  }),
  ...breaking('packages/core/src/webhooks/endpoint-lease.queries.ts', ORDER, {
    'deliveries are made in any order': ['    order by d.seq`', '    order by d.seq desc`'],
  }),
  ...breaking('packages/core/src/webhooks/endpoint-lease.queries.ts', QUEUE, {
    'who has lost an endpoint writes its failures down': [
      'w.id = made.endpoint and w.lease = made.lease',
      'w.id = made.endpoint',
    ],
    'who has lost an endpoint writes its successes down': [
      '(w.id, w.lease) in (select endpoint, lease from made)',
      'w.id in (select endpoint from made)',
    ],
  }),
  ...breaking('packages/core/src/webhooks/endpoint-lease.ts', QUEUE, {
    'an endpoint that was changed is delivered to as it was': ['if (!this.#isAsItWas(row)) this.end()', ''],
    'an attempt begins though the lease may end during it': ['!this.#isOver && this.#isFresh', '!this.#isOver'],
    'a claim whose answer took long is as good as new': [
      'this.#until = claimedAt',
      'this.#until = Math.max(claimedAt, performance.now())',
    ],
    'nothing is delivered while the database takes five seconds': ['claimed: 10_000', 'claimed: 5_000'],
    'an attempt begins ten seconds after a recorded success': ['renewed: 5_000', 'renewed: 10_000'],
  }),
  ...onServer([
    ...breaking('packages/core/src/webhooks/endpoint-lease.ts', QUEUE, {
      'what has succeeded is sent again until it is written down': ['!made.has(id)', 'true'],
    }),
    ...breaking('packages/core/src/webhooks/endpoint-lease.ts', ORDER, {
      'any number of deliveries is not written down': ['this.#unwritten.size >= UNWRITTEN || ', ''],
    }),
  ]),
  ...breaking('packages/gateway/src/webhooks/deliverer.ts', ORDER, {
    'an endpoint that this process has changed is delivered to as it was': [
      'if (lease.endpointId === id) lease.end()',
      'if (lease.endpointId === "") lease.end()',
    ],
  }),
  ...breaking('packages/core/src/event-log/feed.ts', FEED, {
    'an event is taken for another that had its place': ['entry?.id === id ? entry : undefined', 'entry'],
  }),
  ...breaking('packages/core/src/webhooks/endpoint-lease.ts', QUEUE, {
    'an endpoint is handed back before its successes are written down': [
      '    await this.written()\n    await this.answered(this.#queries.release',
      '    await this.answered(this.#queries.release',
    ],
  }),
  ...breaking('packages/core/src/webhooks/endpoint-lease.ts', QUEUE, {
    'a lease is given back whatever went wrong': ['if (!isRefusal(error)) this.#isCutOff', 'this.#isCutOff'],
  }),
  ...breaking('packages/core/src/webhooks/endpoint-lease.queries.ts', QUEUE, {
    'who has lost an endpoint ends the lease of who has it now': [
      'w.id = held.endpoint and w.lease = held.lease for update',
      'w.id = held.endpoint for update',
    ],
  }),
  ...breaking('packages/gateway/src/webhooks/deliverer.ts', OUTAGE, {
    'an endpoint waits for its lease to end after the database was lost': ['if (lease.isCutOff) ', 'if (false) '],
  }),
  ...breaking('packages/core/src/webhooks/queue.ts', QUEUE, {
    'an endpoint is taken from who delivers to it': [
      ' and (w.lease is null or w.leased_until < now() or (starts_with(w.lease, $5) and w.id <> all($6::text[])))',
      ' and $5::text is not null and $6::text[] is not null',
    ],
    'an endpoint is taken from who delivers to it in this process': [
      ' and w.id <> all($6::text[])',
      ' and $6::text[] is not null',
    ],
    'an endpoint is taken back from another process': ['starts_with(w.lease, $5)', '$5::text is not null'],
    'a claim does not wait for the one before it': [
      'this.#claiming.then(() => this.#claim(asked, time))',
      'this.#claim(asked, time)',
    ],
  }),
  ...breaking('packages/core/src/webhooks/queue-up.ts', RETENTION, {
    'the test of an endpoint that is deleted is never forgotten': [
      "where s.event = '${TEST_EVENT}'",
      "where w.deleted_at is null and s.event = '${TEST_EVENT}'",
    ],
  }),
  ...breaking('packages/core/src/webhooks/queue.ts', RETENTION, {
    'a delivery is forgotten before its event': [' and seq < (select kept_from from log)', ''],
  }),
  ...breaking('packages/core/src/webhooks/webhooks.ts', ['packages/gateway/src/http/idempotency.credentials.test.ts'], {
    'the secret of an endpoint for all is given again to who may read less': ['[...named, ...scopes]', 'named'],
  }),
  ...breaking('packages/core/src/realtime/realtime.ts', ['packages/gateway/src/http/idempotency.credentials.test.ts'], {
    'a ticket is given again to who may read less': [
      "          action.requirePower('This ticket', action.principal)\n",
      '',
    ],
  }),
  ...breaking('packages/core/src/webhooks/webhooks.ts', DELIVERIES, {
    'what an endpoint is not to be sent any more is tried again': [
      'await giveUp(action, target, withheldFrom(target, action, readers))',
      '',
    ],
    'what an endpoint is not to be sent any more is redelivered': ['withheld.includes(record.event)', 'false'],
  }),
  ...breaking('packages/core/src/webhooks/webhooks.ts', ['packages/core/src/webhooks/slow-names.test.ts'], {
    'an endpoint is locked while a name is looked up': [
      '        prepare: refusalOfUrl,\n        load: lockEndpoint,\n        async run(action, target, refusal) {\n',
      '        load: lockEndpoint,\n        async run(action, target) {\n          const refusal = await refusalOfUrl(action)\n',
    ],
    'an address that is forbidden is told before the endpoint is known to be there': [
      'return input.url === undefined ? undefined : webhooks.refusal(new URL(input.url))',
      'const refusal = input.url && (await webhooks.refusal(new URL(input.url)))\n  return requireReachable(refusal || undefined), undefined',
    ],
  }),
  ...breaking('packages/core/src/webhooks/webhooks.ts', DELIVERIES, {
    'a change of the events of an endpoint that is sent all looks at every waiting delivery': [
      'if (withheld.length > 0) await',
      'await',
    ],
    'a change of an endpoint looks at every waiting delivery': [
      'if (events !== undefined || url !== undefined)',
      'if (true)',
    ],
    'what waits at an endpoint that may not have it goes to a new address': [
      'if (events !== undefined || url !== undefined)',
      'if (events !== undefined)',
    ],
  }),
  ...breaking('packages/core/src/webhooks/queue-up.ts', DELIVERIES, {
    'an endpoint is sent events that it does not ask for': ["and w.events ?| array['${ALL_EVENTS}', ${event}]", ''],
    'events of unknown names are sent to whoever asks for all': [
      'else ${arrayOf(events.allScopes)} end end',
      'else array[]::text[] end end',
    ],
    'an endpoint for an event of a later version is not sent it by this one': [
      'case when w.events ? ${event} then',
      'case when false then',
    ],
    'a disabled endpoint is queued for': [
      "on w.status = 'enabled' and w.deleted_at is null",
      'on w.deleted_at is null',
    ],
    'the test of an endpoint that is disabled is never made': [
      "where s.event = '${TEST_EVENT}'",
      "where w.status = 'enabled' and s.event = '${TEST_EVENT}'",
    ],
  }),
  ...breaking('packages/gateway/src/webhooks/special-addresses.ts', DESTINATIONS, {
    'deliveries may go to the metadata of a cloud': ["  '169.254.0.0/16',\n", ''],
    'deliveries may go to half of a private network': ["'172.16.0.0/12'", "'172.16.0.0/13'"],
    'deliveries may go to mapped private addresses': ["'2000::/3'", "'::/0'"],
  }),
  ...breaking('packages/core/src/contract/delivery-url.ts', ENDPOINTS, {
    'the address of an endpoint is another than the one that is sent to': ['!WRITTEN_OUT.test(text) || ', ''],
    'deliveries may go to port 0': ["port === '0' ?", "port === '' && protocol === '' ?"],
  }),
  ...breaking('packages/gateway/src/webhooks/destinations.ts', DESTINATIONS, {
    'deliveries to public addresses may go over plain http': [
      "(protocol === 'https:' && isPublic(address))",
      'isPublic(address)',
    ],
    'one public address of a name is enough': ['addresses.every((address) =>', 'addresses.some((address) =>'],
  }),
  ...breaking('packages/gateway/src/webhooks/destinations.ts', DESTINATIONS, {
    'a name that is slow to resolve is said to need https': [
      'this.#hasExceptions ? NOT_RESOLVED',
      'false ? NOT_RESOLVED',
    ],
    'an address is not looked at again when it is dialled': [
      'return addresses.filter((address) => this.permits(protocol, address))',
      'return addresses',
    ],
  }),
  ...breaking('packages/gateway/src/webhooks/agent.ts', DESTINATIONS, {
    'an address without a name is dialled wherever it is': [
      'isIP(hostname) !== 0 && !destinations.permits(protocol, hostname)',
      'hostname === protocol',
    ],
  }),
  ...breaking('packages/core/src/exports/lease.ts', LEASES, {
    'a pause after a failure ends with a start': [
      "leased_until = null where lease is not null'",
      "leased_until = null'",
    ],
  }),
  ...breaking('packages/gateway/src/service/database.ts', START, {
    'a start waits for what a killed process has held': ['  if (!database.isShared) await endLeases(database)\n', ''],
  }),
  ...breaking('packages/core/src/webhooks/webhooks.ts', QUEUE, {
    'what is redelivered has no attempt but those that are left': [
      "set status = 'pending', failures = 0, next_attempt_at = $3",
      "set status = 'pending', next_attempt_at = $3",
    ],
  }),
  ...breaking('packages/core/src/webhooks/endpoint.entity.ts', FAILING, {
    'an endpoint that is enabled again is disabled by its first failure': ["different.includes('status') || ", ''],
    'an endpoint at another address is disabled by its first failure': [" || different.includes('url')", ''],
  }),
]
