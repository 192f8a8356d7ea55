import { breaking, type Mutant } from '../mutant.ts'

const JSON_TESTS = ['packages/gateway/src/http/json.test.ts']
const BODY = ['packages/gateway/src/http/body.test.ts']
const OAUTH = ['packages/gateway/src/authorization-server/endpoints.test.ts']
const BROKEN = ['packages/gateway/src/server/broken-requests.test.ts']
const LIMIT = ['packages/gateway/src/http/rate-limit.test.ts']
const QUERY = ['packages/gateway/src/http/query.test.ts']
const OPENAPI_HEADERS = ['packages/gateway/src/openapi/headers.test.ts']
const CORS = ['packages/gateway/src/http/cors.test.ts']

/** Mutants of the gateway's HTTP: parsing requests and sending responses. */
export const http: Mutant[] = [
  ...breaking('packages/gateway/src/openapi/problems.ts', OPENAPI_HEADERS, {
    'the document does not tell that refusals are repeated under a key': [
      "if (problems.some(isReplayed)) own.push('Idempotent-Replayed')",
      '',
    ],
  }),
  ...breaking('packages/gateway/src/openapi/shared-responses.ts', OPENAPI_HEADERS, {
    'the document does not tell that refusals of an operation announce its end': [
      '(isDeprecated ? `Deprecated${name}` : name)',
      '(isDeprecated ? name : name)',
    ],
  }),
  ...breaking('packages/gateway/src/openapi/security.ts', ['packages/gateway/src/openapi/security.test.ts'], {
    'the document offers a ticket for what is no stream': ["name !== 'ticket' || isStream(operation)", 'true'],
  }),
  ...breaking('packages/core/src/contract/errors-of.ts', ['packages/core/src/contract/contract.test.ts'], {
    'the document does not tell that who holds less is refused what a key gave': [
      "['forbidden', 'idempotency-in-progress', ",
      "['idempotency-in-progress', ",
    ],
  }),
  ...breaking('packages/gateway/src/http/made-once.ts', ['packages/gateway/src/http/made-once.test.ts'], {
    'what has failed once fails until the restart': ['      made = undefined\n', ''],
  }),
  ...breaking('packages/gateway/src/server/overload.ts', ['packages/gateway/src/server/overload.test.ts'], {
    'what kept the event loop before it served turns requests away': ['isServed() && ', ''],
    'a single stall turns requests away': ['wasLate && isLate', 'isLate'],
    'a stall that is shorter than the limit counts as one without end': [
      'performance.now() - lastLook - CHECK_INTERVAL',
      'Infinity',
    ],
    'an event loop that stays behind turns nobody away': ['!eventLoop.isBehind() && ', ''],
  }),
  ...breaking('packages/gateway/src/server/limits.ts', ['packages/gateway/src/server/limits.test.ts'], {
    'a server of TLS has limits of its own': [
      'Object.assign(app.server, LIMITS, { keepAliveTimeout: app.initialConfig.keepAliveTimeout })',
      '',
    ],
    'the body of a request over HTTP/2 may take for ever': [
      'if (request.raw.httpVersionMajor === 2) limitArrival',
      'if (request.raw.httpVersionMajor === 3) limitArrival',
    ],
    'a request over HTTP/2 that is whole is cut off while it is answered': ['if (!isArriving(stream)) return', ''],
    'what nobody reads of a request over HTTP/2 keeps its stream': [
      'isArriving(stream) && stream.close()',
      'undefined',
    ],
  }),
  ...breaking('packages/gateway/src/server/limits.ts', ['test/http/raw.test.ts'], {
    'the last of many headers are not looked at': ['  maxHeadersCount: 0,\n', ''],
  }),
  ...breaking('packages/gateway/src/server/limits.ts', ['test/http/http2.test.ts'], {
    'many headers reset a stream': ['  maxHeaderListPairs: MAX_HEAD,\n', ''],
  }),
  ...breaking('packages/gateway/src/server/fastify-options.ts', ['packages/gateway/src/server/limits.test.ts'], {
    'a connection over HTTP/2 carries any number of requests': ['settings: SETTINGS, ', ''],
  }),
  ...breaking('packages/gateway/src/http/strict-json.ts', JSON_TESTS, {
    'JSON may be nested 33 deep': ['MAX_DEPTH = 32', 'MAX_DEPTH = 33'],
    'a member may stand twice': ['members !== countMemberSeparators(text)', 'members < 0'],
    '__proto__ may be a member': ["Object.hasOwn(value, '__proto__')", 'false'],
    'JSON need not be UTF-8': ['fatal: true', 'fatal: false'],
  }),
  ...breaking('packages/gateway/src/http/body.ts', BODY, {
    'a body may have two megabytes': ['BODY_LIMIT = 1_048_576', 'BODY_LIMIT = 2_097_152'],
  }),
  ...breaking('packages/gateway/src/http/body.ts', BODY, {
    'a coded body is read as it is': ["coding !== undefined && coding.toLowerCase() !== 'identity'", "coding === ''"],
    'identity in capitals is a coding': ['coding.toLowerCase()', 'coding'],
  }),
  ...breaking('packages/gateway/src/http/query.ts', QUERY, {
    'a parameter may come twice': ['if (Object.hasOwn(values, name)) faults', "if (name === '') faults"],
  }),
  ...breaking('packages/gateway/src/http/rate-limit.ts', LIMIT, {
    'a quota lasts two minutes': ['WINDOW = 60', 'WINDOW = 120'],
    'Retry-After says 0': ["'retry-after': String(wait)", "'retry-after': '0'"],
  }),
  ...breaking('packages/gateway/src/context/request-context.ts', LIMIT, {
    'reads and writes share a quota': ["method === 'GET' ? 'read' : 'write'", "method === 'GET' ? 'write' : 'write'"],
    'callers share a quota': [
      'const left = await gateway.limiter.spend(quota, principal.id)',
      "const left = await gateway.limiter.spend(quota, '')",
    ],
    'a credential can be tried without limit': [
      'else await spendAnonymously(gateway, origin)\n    return problem',
      'return problem',
    ],
    'who is known is refused for what others at its address ask for': [
      'if (principal) origin.reply',
      'if (!origin) origin.reply',
    ],
  }),
  ...breaking('packages/core/src/operation/procedure.ts', ['packages/core/src/operation/procedure.test.ts'], {
    'RPC shows members that the contract does not name': ['output?.parse(value)', 'value'],
  }),
  ...breaking('packages/core/src/operation/procedure.ts', ['test/realtime/outputs.test.ts'], {
    'a socket refuses a stored value that REST shows': ['const { shown = parsed } = ctx', 'const shown = parsed'],
  }),
  ...breaking('packages/gateway/src/http/cors.ts', CORS, {
    'any page may read answers': [
      'known.has(origin) || (isDevelopment && isOfThisMachine(origin))',
      'known.has(origin) || isOfThisMachine(origin)',
    ],
  }),
  ...breaking('packages/gateway/src/http/cors.ts', ['packages/gateway/src/http/methods.test.ts'], {
    'what names no origin is a preflight': ['headers.origin !== undefined && ', ''],
    'what names no method is a preflight': [" && headers['access-control-request-method'] !== undefined", ''],
  }),
  ...breaking('packages/gateway/src/http/page-origin.ts', CORS, {
    'a page of another host passes for a local one': ['(?::\\d{1,5})?$/', '/'],
  }),
  ...breaking('packages/gateway/src/http/https-only.ts', ['packages/gateway/src/http/https-only.test.ts'], {
    'a change over plain HTTP is taken': [
      'if (isSecure(request)) return undefined',
      "if (isSecure(request) || request.method === 'POST') return undefined",
    ],
    'https in capitals is led to https': ['protocol.toLowerCase() ===', 'protocol ==='],
  }),
  ...breaking('packages/core/src/contract/text-form.ts', ['packages/core/src/validation/invalid.test.ts'], {
    'an example of a form is told that the schema refuses': [
      'return example === undefined ||',
      'return source !== example ||',
    ],
    'what a schema says itself of a text is not told': ['hasOwnWords(issue) ? issue.message : ', ''],
    'who sends no date is told an expression of three lines': [
      '  if (told) return with',
      "  if (told && form.format === '') return with",
    ],
  }),
  ...breaking('packages/core/src/validation/validation.ts', ['packages/core/src/validation/invalid.test.ts'], {
    'a price that must be more than 0 must be at least 0': ["issue.inclusive === false ? 'more than' : ", ''],
    'a missing member of several forms is not required': [", 'invalid_union'])", '])'],
  }),
  ...breaking('packages/core/src/validation/fault.ts', ['packages/core/src/validation/invalid.test.ts'], {
    'a member without a name is told as the body': [
      "(pointer === undefined ? code === 'invalid-type' : pointer === '')",
      "pointer !== '*'",
    ],
  }),
  ...breaking('packages/gateway/src/server/respond-in-form.ts', OAUTH, {
    'a method that is used nowhere is a problem at the authorization server too': [
      '!gateway.hasProvider || !isOAuthPath(pathOf(request.url))',
      'gateway.baseUrl',
    ],
  }),
  ...breaking('packages/gateway/src/authorization-server/forms.ts', OAUTH, {
    'a form may be as large as any body': ['void (route.bodyLimit ??= LIMIT)', '{}'],
  }),
  ...breaking(
    'packages/gateway/src/server/fastify-options.ts',
    ['packages/gateway/src/http/forwarded-addresses.test.ts'],
    {
      'a caller says itself where it is': ['hop < trustProxy', 'hop <= trustProxy'],
    },
  ),
  ...breaking('packages/gateway/src/server/early.ts', ['packages/gateway/src/http/https-only.test.ts'], {
    'a credential that came in the clear is looked at': ['secure === undefined && (location', '(location'],
    'a preflight is answered in the clear': [
      'const secure = secureLocation(request, gateway)',
      'const secure = isPreflight(request) ? undefined : secureLocation(request, gateway)',
    ],
  }),
  ...breaking('packages/gateway/src/server/broken-requests.ts', ['test/http/raw.test.ts'], {
    'a broken HEAD is answered with a body': ["method === 'HEAD' ? '' : body", 'body'],
  }),
  ...breaking('packages/gateway/src/server/broken-requests.ts', BROKEN, {
    'a request whose body is broken is nobody any more': ['pendingAnswer(socket)?.req ?? known', 'known'],
    'what is no request is answered as if it was the request before it in its packet': [
      "error.code === 'HPE_INVALID_METHOD' ? startOfLine(error) : startOfHead(error)",
      'packetOf(error)',
    ],
    'a broken head is answered as if it was the head before it in its packet': [
      'before === -1 ? packet : packet.subarray(before + HEAD_END.length)',
      'packet',
    ],
    'a broken request behind a proxy is not told to stay with https': ['gateway.httpsOnly || ', ''],
    'others keep what a broken request was answered': ["    'cache-control': 'no-store',\n", ''],
    'a broken request is answered at no time': ['    date: new Date().toUTCString(),\n', ''],
    'a client that was refused keeps its connection for as long as it likes': [
      'setTimeout(() => socket.destroy(), CLOSING_TIME)',
      'setTimeout(() => {}, CLOSING_TIME)',
    ],
    'what is no request is answered before the requests that came before it': [
      'for (let before = answerBefore(socket); before;',
      'for (let before = answerBefore(socket); before && !before;',
    ],
    'a problem is written into an answer that has begun': [' || pendingAnswer(socket)?.headersSent', ''],
    'a request decides what comes after it in its packet': [
      'const start = startOfLine(error)',
      'const start = packetOf(error)',
    ],
    'what is no request is a problem at the authorization server too': [
      'gateway.hasProvider && ',
      "gateway.baseUrl === '' && ",
    ],
  }),
  ...breaking('packages/gateway/src/server/early.ts', ['packages/gateway/src/server/health.test.ts'], {
    'a page waits for a database that is away': ["quota === 'credential')", "quota !== 'none')"],
  }),
  ...breaking('packages/gateway/src/http/request-line.ts', ['test/http/http2.test.ts'], {
    'the target over HTTP/2 counts among the headers': ['if (name.charCodeAt(0) === COLON) continue', ''],
    'a request over HTTP/2 may name two hosts': [' ?? faultOfAuthority(headers)', ''],
    'a target over HTTP/2 may be of any characters': ['\\x24-\\x7e]', '\\x24-\\uffff]'],
  }),
  ...breaking('packages/gateway/src/http/socket-line.ts', ['test/http/raw.test.ts'], {
    'a long header is taken for a target': ['line.slice(0, KEPT) + line.slice(-KEPT)', 'line.slice(-KEPT)'],
  }),
  ...breaking('packages/gateway/src/context/request-context.ts', ['packages/gateway/src/http/rate-limit.test.ts'], {
    'HEAD of what is not there counts as a write': [
      "new Set(['GET', 'HEAD', 'OPTIONS'])",
      "new Set(['GET', 'OPTIONS'])",
    ],
  }),
  ...breaking('packages/gateway/src/http/request-line.ts', ['test/http/raw.test.ts'], {
    'the port of its scheme makes a host another one': [
      'name.endsWith(port) ?',
      'name.endsWith(port) && port === host ?',
    ],
    'a body in a coding that is not known is read as it is': [
      "if (!isCoding(headers['transfer-encoding']))",
      "if (!isCoding(headers['transfer-encoding']?.slice(-7)))",
    ],
    'a body in chunks over HTTP/1.0 is read': [
      "if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined) return faultyFraming()",
      '',
    ],
    'a path ends at a fragment': ['\\x22\\x24', '\\x22\\x23\\x24'],
    'a target and headers of their full size are too large together': [
      'MAX_TARGET + MAX_HEADERS + 1',
      'MAX_TARGET + MAX_HEADERS',
    ],
  }),
  ...breaking('packages/gateway/src/rest/rest.ts', ['packages/gateway/src/logs/security-log.test.ts'], {
    'what is refused under an idempotency key leaves no line': [
      '      if (!isReplay(reply)) logSecurity(operation, request, false)\n',
      '',
    ],
  }),
  ...breaking('packages/gateway/src/rest/success.ts', ['packages/gateway/src/rest/success.test.ts'], {
    'a list that goes away says so in no link': ["[links, announcement].filter(Boolean).join(', ')", 'links'],
    'a record with members of a page is one': ['hasPages ? pageLinks', 'operation ? pageLinks'],
  }),
  ...breaking('packages/core/src/contract/cursor-name.ts', ['packages/gateway/src/rest/success.test.ts'], {
    'a filter called after is the cursor of its list': ["['cursor', 'after']", "['after', 'cursor']"],
  }),
  ...breaking('packages/gateway/src/rest/respond-once.ts', ['packages/gateway/src/http/idempotency.test.ts'], {
    'a path that is spelt in another way has an effect of its own': [
      'filled(path, params as Record<string, string>)',
      'request.url',
    ],
  }),
  ...breaking('packages/gateway/src/http/idempotency.ts', ['packages/gateway/src/http/idempotency.test.ts'], {
    'two lines of an idempotency key are one key': [' && !isRepeated(request)', ''],
    'an idempotency key may have any characters': ['KEY = /^[\\x20-\\x7e]{1,255}$/', 'KEY = /^.{1,255}$/'],
  }),
  ...breaking('packages/gateway/src/http/idempotency.ts', ['packages/gateway/src/http/idempotency.refusals.test.ts'], {
    'a body over the limit is read to its end for its key': ['if (left < 0) return OVER_LIMIT', ''],
  }),
  ...breaking('packages/gateway/src/http/connection-headers.ts', ['test/http/http2.test.ts'], {
    'what is said of a connection of HTTP/1.1 is sent over HTTP/2': ['reply.removeHeader(name)', ''],
    'what tRPC says of a connection of HTTP/1.1 is sent over HTTP/2': [
      'if (payload instanceof Response) payload.headers.delete(name)',
      '',
    ],
  }),
  ...breaking('packages/gateway/src/http/http-date.ts', ['packages/gateway/src/http/http-date.test.ts'], {
    'a day that no month has is one of the next': [
      'new Date(parsed).getUTCDate() === Number(day)',
      '!Number.isNaN(parsed)',
    ],
    'a leap second is none': ["header.replace(':60 ', ':59 ')", 'header'],
  }),
  ...breaking('packages/core/src/validation/fault.ts', ['packages/core/src/validation/invalid.test.ts'], {
    'a pointer escapes its own escapes': [
      ".replaceAll('~', '~0').replaceAll('/', '~1')",
      ".replaceAll('/', '~1').replaceAll('~', '~0')",
    ],
  }),
  ...breaking('packages/core/src/validation/validation.ts', ['packages/core/src/validation/invalid.test.ts'], {
    'a member of the wrong type is told by each of its rules': [
      "issues.filter((issue) => issue.code === 'invalid_type' || !wrongType.has(placeOf(issue)))",
      'issues',
    ],
  }),
  ...breaking('packages/gateway/src/http/request-line.ts', ['packages/gateway/src/http/host.test.ts'], {
    'a target on another port than the host is taken': ['port, named) ===', "port, named).split(':')[0] ==="],
  }),
]
