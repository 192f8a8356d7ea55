import { breaking, type Mutant } from '../mutant.ts'

/** Mutants of tRPC's protocol: single calls, batches and subscriptions. */
export const rpc: Mutant[] = [
  ...breaking('packages/gateway/src/rpc/rpc.ts', ['packages/gateway/src/rpc/rpc-stream.test.ts'], {
    'lines are sent before it is known what is left of a quota': ['await Promise.race(calls)', '{} as RpcResult'],
    'lines may be kept': [
      "reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')\n",
      "reply.type('application/json; charset=utf-8')\n",
    ],
  }),
  ...breaking('packages/gateway/src/rpc/rpc.ts', ['test/http/http2.test.ts'], {
    'HEAD of lines over HTTP/2 never ends': [
      "if (request.method !== 'HEAD') return reply.send(stream",
      'return reply.send(stream',
    ],
  }),
  ...breaking('packages/gateway/src/rpc/rpc.ts', ['packages/gateway/src/rpc/rpc.test.ts'], {
    'a batch says of all calls what one was refused with': [
      "code === 'rate-limited' || status === 401 || status === 405",
      "code !== '' || status !== 0",
    ],
    'a batch of nobody is refused without a challenge': ['|| status === 401 ', ''],
    'a batch by a wrong method is not told the right one': [' || status === 405', ''],
    'what a call answers may be kept': [
      "reply.code(status).header('cache-control', 'no-store').type",
      'reply.code(status).type',
    ],
  }),
  ...breaking('packages/gateway/src/rpc/rpc-method.ts', ['packages/gateway/src/rpc/rpc.test.ts'], {
    'a call by HEAD is by a wrong method': ["method === 'HEAD' ? 'GET' : method", 'method'],
    'a call by a wrong method is not told the right one': ['headers: { allow: ALLOW[expected] },', ''],
  }),
  ...breaking('packages/gateway/src/rpc/rpc.ts', ['packages/gateway/src/rpc/rpc-call.test.ts'], {
    'our own fault in a call is not logged': [
      'for (const { failure } of results) if (failure) logFailure(request, failure)',
      '',
    ],
    'our own fault in a call that is answered line by line is not logged': [
      'for (const call of calls) void call.then(({ failure }) => failure && logFailure(request, failure))',
      '',
    ],
  }),
  ...breaking('packages/gateway/src/rpc/rpc.ts', ['packages/gateway/src/http/rate-limit.test.ts'], {
    'a body of nobody is read whatever is left of the quota': ["failure.code === 'rate-limited'", 'failure === null'],
    'of several calls of nobody one is counted': ['let counted = 1;', 'let counted = 50;'],
    'of several procedures that are not there one is counted': [
      'originOf(request, reply), unknown)',
      'originOf(request, reply), 1)',
    ],
  }),
  ...breaking('packages/gateway/src/rpc/rpc.ts', ['packages/gateway/src/rpc/rpc-refusals.test.ts'], {
    'a batch of more than 50 counts against the address, whoever sends it': [
      '          await spendByCaller(gateway, originOf(request, reply))\n',
      '',
    ],
    'calls that cannot be read are refused before it is known who calls': [
      'rpcContext ? await refusalOf(error, rpcContext, request) : error',
      'error',
    ],
    'a batch that is more than the quota of an address is refused for want of a credential': [
      "isOurFault(problem) || problem.code === 'rate-limited'",
      'isOurFault(problem)',
    ],
    'of several calls that cannot be read one is counted': [
      'namesOf(request).map((name) => callerOf(name)(context, method, unread))',
      'namesOf(request).slice(0, 1).map((name) => callerOf(name)(context, method, unread))',
    ],
  }),
  ...breaking('packages/core/src/operation/flat-call.ts', ['packages/gateway/src/rpc/rpc-refusals.test.ts'], {
    'what is sent is read before it is known whether the caller has the scope': [
      '      requireScope(operation, principal)\n',
      '',
    ],
  }),
  ...breaking('packages/gateway/src/rpc/rpc-adapter.ts', ['packages/gateway/src/rpc/rpc-refusals.test.ts'], {
    'the input of a subscription is read before it is known who follows': [
      '  const admitted = await admittedTo(router, path, request, reply, gateway)\n  requireOurForm(request)\n  readCalls(request, names)\n',
      '  readCalls(request, names)\n  const admitted = await admittedTo(router, path, request, reply, gateway)\n  requireOurForm(request)\n',
    ],
  }),
  ...breaking('packages/gateway/src/rpc/rpc-stream.ts', ['packages/gateway/src/rpc/rpc-stream.test.ts'], {
    'lines wait for the call before': ['await Promise.race(open.values())', 'await [...open.values()][0]!'],
  }),
  ...breaking('packages/gateway/src/rpc/rpc-adapter.ts', ['packages/gateway/src/rpc/rpc-adapter.test.ts'], {
    'what tRPC refuses is free': ["if (isRefused && !reply.hasHeader('x-ratelimit-limit'))", 'if (!isRefused)'],
    'a form is left to tRPC': ['  if (!isOurs) throw wrongType(method, headers)\n', ''],
    'a refusal of tRPC keeps its own form': ['  if (refusal) throw refusal\n', ''],
    'a procedure of others does not name every method that it takes': [
      "if (allow !== null) response.headers.set('allow', ALLOW[allow])",
      'void allow',
    ],
    'HEAD of a procedure of others is what tRPC makes of it': [
      "request.method === 'HEAD' ? new",
      'request.method === null ? new',
    ],
  }),
  ...breaking('packages/gateway/src/rpc/rpc-adapter.ts', ['packages/gateway/src/rpc/rpc-subscription.test.ts'], {
    'a stream is refused within an answer of 200': [
      'if (!isOurFault(asProblem(error))) throw error',
      'void isOurFault(asProblem(error))',
    ],
    'a stream that is out of order is not come back to': [
      'if (!isOurFault(asProblem(error))) throw error',
      'throw error',
    ],
    'a stream is counted twice': ['Object.assign(context, { connect: () => connecting })', 'context'],
    'what tRPC refuses keeps its place': ['clientGone(reply)', 'undefined'],
  }),
  ...breaking('packages/gateway/src/rpc/rpc-call.ts', ['packages/gateway/src/rpc/rpc-call.test.ts'], {
    'an input that comes twice is a failure of the service': [
      "  if (typeof input !== 'string') throw new Problem('bad-request', 'The parameter input comes twice. Send it once.')\n  return parseJson(input)",
      '  return parseJson(input as string)',
    ],
  }),
]
