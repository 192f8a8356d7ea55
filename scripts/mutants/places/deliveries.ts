import { breaking, type Mutant } from '../mutant.ts'

const HERE = 'packages/gateway/src/webhooks'
const CORE = 'packages/core/src/webhooks'
const SEND = [`${HERE}/send.test.ts`]
const ADDRESSES = [`${HERE}/addresses.test.ts`]
const STARTED = ['packages/gateway/src/service/deliveries.test.ts']
const ORDER = ['test/webhooks/order.test.ts']
const RECEIVERS = ['test/webhooks/receivers.test.ts']
const ENDPOINTS = [`${CORE}/endpoints.test.ts`]
const LISTED = [`${CORE}/deliveries.test.ts`]
const MESSAGE = ['test/webhooks/message.test.ts']
const RECOVERY = [`${CORE}/recover.test.ts`]
const QUEUE = [`${CORE}/queue.test.ts`]
const FAILING = [`${CORE}/failing.test.ts`]

/** Mutants of delivery attempts, and of their effects on endpoints. */
export const deliveries: Mutant[] = [
  ...breaking(`${HERE}/send.ts`, MESSAGE, {
    'the query of an address is left out': ['url.pathname + url.search', 'url.pathname'],
  }),
  ...breaking(`${HERE}/send.ts`, SEND, {
    'what went wrong is told at any length': ['.slice(0, 500)', ''],
    'what went wrong is told without its code': ['code && !text.includes(code)', 'code === text'],
    'what went wrong at the first of several addresses is not told': ['message || errors?.[0]?.message', 'message'],
  }),
  ...breaking(`${HERE}/deliverer.ts`, ORDER, {
    'what has become due again waits for the end of a batch': ['performance.now() - taken > BATCH_AGE', 'taken < 0'],
  }),
  ...breaking(`${HERE}/deliverer.ts`, STARTED, {
    'deliveries are kept for ever': ['(await queue.forget()) ? RETENTION.pause', '!queue ? RETENTION.pause'],
  }),
  ...breaking('packages/gateway/src/service/deliveries.ts', STARTED, {
    'whoever reads events is told of endpoints that are disabled': ['scopeFor.webhooks', 'scopeFor.events'],
    'nobody is told of an endpoint that is disabled': ['    messages.notify(', '    void ('],
  }),
  ...breaking(`${CORE}/queue.ts`, QUEUE, {
    'the endpoint comes first that somebody had last': [
      'w.leased_until nulls first',
      'w.leased_until desc nulls first',
    ],
  }),
  ...breaking(`${CORE}/endpoint-lease.queries.ts`, ORDER, {
    'what is asked for again during an attempt that fails waits for its repetition': [
      "${['status', 'failures', 'next_attempt_at'].map((column) => setWhen(`${AS_IT_WAS} and not made.has_moved`, column, `made.${column}`)).join(', ')}",
      'status = made.status, failures = made.failures, next_attempt_at = made.next_attempt_at',
    ],
  }),
  ...breaking(`${CORE}/endpoint-lease.queries.ts`, RECEIVERS, {
    'an endpoint that was disabled by request is disabled once more': [
      "        when w.status <> 'enabled' or w.deleted_at is not null or",
      '        when',
    ],
    'an endpoint is disabled by an answer from an address that it has left': [
      ' or w.url <> made.url then null',
      ' then null',
    ],
    'an endpoint that is disabled by its receiver has not changed': [
      'updated_at = case when made.ending is null then w.updated_at else made.time end',
      'updated_at = w.updated_at',
    ],
  }),
  ...breaking(`${CORE}/endpoint-lease.queries.ts`, FAILING, {
    'what failed at an address that its endpoint has left is not made at the new one': [
      ' and not made.has_moved`',
      '`',
    ],
    'a failure at an address that an endpoint has left counts for the new one': [
      'case when made.has_moved then w.failing_since else coalesce(w.failing_since, made.time) end',
      'coalesce(w.failing_since, made.time)',
    ],
  }),
  ...breaking(`${CORE}/endpoint.entity.ts`, ENDPOINTS, {
    'an endpoint with another secret has not changed': [
      'this.secret = sealed\n    this.updated_at = new Date(time).toISOString()\n',
      'this.secret = sealed\n',
    ],
    'the secret before the last is kept of an endpoint that is deleted': [
      ', previous_secret: null, previous_expires_at: null }\n    Object',
      ' }\n    Object',
    ],
    'what an endpoint was for is kept when it is deleted': ["url: '', description: null, secret", "url: '', secret"],
  }),
  ...breaking(`${CORE}/webhooks.ts`, ENDPOINTS, {
    'an endpoint cannot stay at an address that has become forbidden': [' && url !== target.url', ''],
  }),
  ...breaking('packages/core/src/contract/delivery-url.ts', ENDPOINTS, {
    'an address may hold a password without a user': [" || password !== ''", ''],
  }),
  ...breaking(`${HERE}/special-addresses.ts`, ADDRESSES, {
    'deliveries may go to what begins with 0': ["'0.0.0.0/8'", "'0.0.0.0/32'"],
    'deliveries may go to half of a shared network': ["'100.64.0.0/10'", "'100.64.0.0/11'"],
    'deliveries may go to half of what benchmarks use': ["'198.18.0.0/15'", "'198.18.0.0/16'"],
    'deliveries may go to half of all multicast addresses': ["'224.0.0.0/4'", "'224.0.0.0/5'"],
    'deliveries may go to what is near Teredo': ["'2001::/23'", "'2001::/32'"],
    'deliveries may not go to what is near documentation': ["'2001:db8::/32'", "'2001:db8::/31'"],
  }),
  ...breaking(`${CORE}/endpoint-lease.queries.ts`, MESSAGE, {
    'a delivery has any number of attempts': ['>= ${MAX_ATTEMPTS}', '>= ${MAX_ATTEMPTS * 10}'],
    'of too many attempts the newest are left out': ['then attempts - 0 else', 'then attempts - -1 else'],
  }),
  ...breaking(`${CORE}/endpoint-lease.queries.ts`, RECEIVERS, {
    'a failure enables an endpoint that was disabled meanwhile': [
      "made.ending is null then w.status else 'disabled'",
      "made.ending is null then 'enabled' else 'disabled'",
    ],
  }),
  ...breaking(`${CORE}/webhooks.ts`, ORDER, {
    'an endpoint that is deleted is delivered to for a while': [
      'target.delete(action.now)\n          action.transaction.announce(endpointChanged, target.id)\n',
      'target.delete(action.now)\n',
    ],
    'a new secret signs nothing for a while': [
      'action.time)\n          action.transaction.announce(endpointChanged, target.id)\n',
      'action.time)\n',
    ],
  }),
  ...breaking(`${CORE}/webhooks.ts`, LISTED, {
    'no delivery is listed as succeeded': ["status && status !== 'succeeded' ?", 'status ?'],
    'what has succeeded fails when an endpoint asks for less': [
      "endpoint_id = $1 and status = 'pending' and",
      'endpoint_id = $1 and',
    ],
  }),
  ...breaking(`${CORE}/recover.ts`, LISTED, {
    'what has failed at other endpoints is recovered too': ['where endpoint_id = $1 and', "where $1 <> '' and"],
  }),
  ...breaking(`${CORE}/queue.ts`, LISTED, {
    'the lag counts what waits for endpoints that are deleted': [
      "d.failures = 0 and w.status = 'enabled' and w.deleted_at is null`",
      "d.failures = 0 and w.status = 'enabled'`",
    ],
  }),
  ...breaking(`${CORE}/recover.ts`, LISTED, {
    'what an endpoint is not to be sent any more is recovered': [
      ' and d.event <> all($6::text[])',
      ' and $6::text[] is not null',
    ],
  }),
  ...breaking(`${CORE}/recover.ts`, RECOVERY, {
    'what has failed and is not asked for any more is not recovered': [
      "and d.status = 'failed' and",
      "and d.status = '' and",
    ],
    'a recovery is one transaction, however much it queues': ['const BATCH = 1_000', 'const BATCH = 100_000'],
    'a recovery ends with the first thousand events': ['read?.count === BATCH', 'read?.count === -1'],
    'a recovery answers what its last part has queued': ['progress.queued + (read?.queued ?? 0)', 'read?.queued ?? 0'],
    'a recovery ends with the first deliveries that failed': [
      "last?.created_at ?? since, last?.id ?? ''",
      "last ? began : since, last ? '~' : ''",
    ],
  }),
  ...breaking(`${CORE}/queue-up.ts`, RECOVERY, {
    'what has failed is recovered after all that was missed': ["and d.status = 'failed'\n", "and d.status = ''\n"],
  }),
  ...breaking(`${CORE}/queue-up.ts`, QUEUE, {
    'what is recovered has no attempt but those that are left': [
      "set status = 'pending', failures = 0,",
      "set status = 'pending',",
    ],
  }),
  ...breaking('packages/gateway/src/webhooks/send.ts', ['packages/gateway/src/webhooks/send.test.ts'], {
    'each delivery leaves a listener behind': ["signal.removeEventListener('abort', giveUp)", 'void signal'],
  }),
  ...breaking('packages/core/src/webhooks/endpoint-lease.ts', ['packages/core/src/webhooks/queue.test.ts'], {
    'deliveries that are being recorded hide those after them': ['limit: limit + made.size,', 'limit,'],
  }),
]
