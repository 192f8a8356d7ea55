import { breaking, type Mutant } from '../mutant.ts'

const PLAIN = ['packages/gateway/src/mcp/plain-call.test.ts']
const CALLS = ['packages/gateway/src/mcp/mcp.test.ts']
const REQUESTS = ['packages/gateway/src/mcp/serve.test.ts']
const RESOURCES = ['packages/gateway/src/mcp/resources.test.ts']
const TASKS = ['packages/gateway/src/mcp/tasks.test.ts']
const MOCK = ['test/sdk/agents.test.ts']
const STREAMS = ['packages/gateway/src/mcp/listen.test.ts']
const LOG = ['packages/gateway/src/mcp/listen.broken.test.ts']
const PROTOCOL = ['packages/gateway/src/mcp/protocol.test.ts']
const BRIDGE = ['packages/gateway/src/mcp/bridge.test.ts']
const SEARCH = ['packages/core/src/contract/agent-search.test.ts']

/** Mutants of the Model Context Protocol: what agents get, and what they do not get. */
export const agents: Mutant[] = [
  ...breaking('packages/gateway/src/mcp/perform.ts', ['packages/gateway/src/mcp/mcp.test.ts'], {
    'an agent is told of a cursor that it has not sent': ['  requireNoPage(operation, input)\n', ''],
  }),
  ...breaking('packages/core/src/contract/agent-operation.ts', ['packages/core/src/contract/agent-operation.test.ts'], {
    'an agent is not told that an operation goes away': ['[text, ...endOf(operation)].join', '[text].join'],
  }),
  ...breaking('packages/gateway/src/mcp/plain-call.ts', PLAIN, {
    'a header that names another tool is not compared with the call': ["    headers['mcp-name'] === name &&\n", ''],
    'the answer to a question is taken for a plain call': [
      '  if (!Object.keys(params).every((member) => MEMBERS.has(member))) return undefined\n',
      '',
    ],
  }),
  ...breaking('packages/gateway/src/mcp/serve.ts', REQUESTS, {
    'agents are known after their body is read alone': [
      '        requirePresent(await request.agentContext.identify())\n',
      '',
    ],
  }),
  ...breaking('packages/gateway/src/mcp/serve.ts', ['packages/gateway/src/mcp/stop.test.ts'], {
    'a stop ends the calls that are in flight': ["addHook('onClose'", "addHook('preClose'"],
  }),
  ...breaking('packages/gateway/src/mcp/agent-server.ts', ['packages/gateway/src/mcp/agent-server.test.ts'], {
    'a bad parameter is a fault of our own': ['      requireGood(method, request)\n', ''],
    'a list begins anew at a cursor that it never gave': [
      "LIST.test(method) && request.params?.['cursor']",
      "method === ''",
    ],
  }),
  ...breaking('packages/sdk/src/testing/agents/answer.ts', MOCK, {
    'a mock lets any page call': ["  requireListedPage(request.headers['origin'], exchange)\n", ''],
  }),
  ...breaking('packages/sdk/src/testing/agents/message.ts', MOCK, {
    'a mock takes any parameters': ['  if (!fault) return\n', '  if (fault || !fault) return\n'],
  }),
  ...breaking('packages/gateway/src/mcp/answer.ts', REQUESTS, {
    'a call that its quota ends is counted again as a read': ['if (!counting.isCounted()) ', ''],
  }),
  ...breaking('packages/gateway/src/mcp/serve.ts', ['packages/gateway/src/authorization-server/agents.test.ts'], {
    'agents get tickets, which open what their tokens do not': [
      'all.filter(({ operation }) => isForAgents(operation))',
      'all.filter(({ operation }) => isForAgents(operation) || operation)',
    ],
  }),
  ...breaking('packages/gateway/src/mcp/general-tools.ts', ['packages/gateway/src/mcp/mcp.test.ts'], {
    'a call that comes to no operation leaves no line': ["if (!('operation' in called)) ", 'if (false as boolean) '],
  }),
  ...breaking('packages/gateway/src/mcp/general-tools.ts', CALLS, {
    'a key of the client does not count for what is called by its name': [
      'idempotency_key = call.idempotencyKey }',
      'idempotency_key }',
    ],
  }),
  ...breaking('packages/gateway/src/mcp/general-tools.ts', REQUESTS, {
    'operations are searched without end': [
      "const principal = await call.context.admit({ method: 'GET' })",
      'const principal = await call.context.identify()',
    ],
  }),
  ...breaking('packages/gateway/src/mcp/perform.ts', CALLS, {
    'what a call has done is told again where its answer is': ['if (!isRepeated) context.tell', 'context.tell'],
    'operations share the keys of a client': ['path: operation.name, ...once', "path: 'tool', ...once"],
  }),
  ...breaking('packages/gateway/src/mcp/perform.ts', ['packages/gateway/src/mcp/perform.test.ts'], {
    'nobody is told what broke in a call of an agent': [
      'if (isOurFault(problem)) log',
      'if (!isOurFault(problem)) log',
    ],
  }),
  ...breaking('packages/gateway/src/mcp/current-record.ts', ['packages/gateway/src/mcp/current-record.test.ts'], {
    'a conflict shows no record whose path has another name for it': ['input[from[nth]!]', 'input[name]'],
  }),
  ...breaking('packages/gateway/src/mcp/protocol.ts', PROTOCOL, {
    'a client is told to follow what nobody tells of': [
      'areFollowed ? { subscribe: true } : {}',
      '{ subscribe: true }',
    ],
    'lists of resources are asked for again and again': [
      "'resources/list': LISTED, 'resources/templates/list': LISTED",
      '',
    ],
  }),
  ...breaking('packages/gateway/src/mcp/answer.ts', REQUESTS, {
    'others keep what an agent was answered': [
      "reply.header('cache-control', 'no-store').type('application/json",
      "reply.type('application/json",
    ],
  }),
  ...breaking('packages/gateway/src/mcp/serve.ts', REQUESTS, {
    'agents at one address share a quota': ["config: { quota: 'caller' }", 'config: {}'],
    'what an agent asks for by another method counts against its address': [
      "respondToOthersAt(app, MCP_PATH, new Set(['POST']), (request, reply) =>",
      "respondToOthersAt(app, `${MCP_PATH}/else`, new Set(['POST']), (request, reply) =>",
    ],
  }),
  ...breaking('packages/gateway/src/mcp/tool-span.ts', ['packages/gateway/src/telemetry/traces.test.ts'], {
    'a call is of a trace that is none': [' || !parseTraceparent(traceparent)', ''],
  }),
  ...breaking('packages/gateway/src/mcp/bridged-service.ts', BRIDGE, {
    'messages over a bridge do not say which revision was agreed on': [
      '    if (protocolVersion !== undefined) this.#transport.setProtocolVersion(protocolVersion)\n',
      '',
    ],
    'an agent waits for the answer of a connection that broke': [
      'const onRequestStreamEnd = () => this.#refuse(id, BROKEN)',
      'const onRequestStreamEnd = () => void BROKEN',
    ],
  }),
  ...breaking('packages/core/src/contract/agent-search.ts', SEARCH, {
    'a search fills what an agent can keep in mind': ['const MOST = 5', 'const MOST = 50'],
    'what is said of an operation weighs more than its name': [
      'name: 4, summary: 2, description: 1',
      'name: 1, summary: 2, description: 4',
    ],
    'what is said of an operation is not searched': [
      'name: 4, summary: 2, description: 1',
      'name: 4, summary: 2, description: 0',
    ],
    'a name of several words is found as a whole alone': [".replaceAll(/(?<=\\p{Ll})(?=\\p{Lu})/gu, ' ')", ''],
    'a word in the plural is another word': ["word.length > 3 ? word.replace(/s$/, '') : word", 'word'],
  }),
  ...breaking('packages/gateway/src/mcp/lines.ts', ['packages/gateway/src/mcp/bridge.test.ts'], {
    'a separator of lines in a text ends the message of an agent': ["text.split('\\n')", 'text.split(/[\\n\\u2028]/)'],
  }),
  ...breaking('packages/gateway/src/service/agent-callers.ts', REQUESTS, {
    'a token for the API is one for agents': ['  audience: address,\n', "  audience: address.replace(MCP_PATH, ''),\n"],
  }),
  ...breaking('packages/gateway/src/mcp/perform.ts', CALLS, {
    'a refusal is kept for a call without a key': [
      'if (once.isDerived || isVersionConflict(result.problem))',
      'if (isVersionConflict(result.problem))',
    ],
    'a conflict is kept under its key': [
      'if (once.isDerived || isVersionConflict(result.problem))',
      'if (once.isDerived)',
    ],
  }),
  ...breaking('packages/gateway/src/mcp/idempotency.ts', CALLS, {
    'what is kept of a call tells its input by a hash': ['signer.sign(call.key)', 'call.key'],
  }),
  ...breaking('packages/gateway/src/mcp/current-record.ts', CALLS, {
    'a conflict shows a record to those who may not read it': [
      'reader.perform(context, principal, ',
      'reader.perform(context, { ...principal, scopes: new Set(context.access.scopeNames) }, ',
    ],
  }),
  ...breaking('packages/gateway/src/mcp/resource.ts', RESOURCES, {
    'a longer URI is that of the record in it': [
      'if (given.length !== segments.length)',
      'if (given.length < segments.length)',
    ],
    'a resource of another application is ours': ['if (!uri.startsWith(root)) return undefined\n', ''],
    'a list is a record': [" && !('limit' in shape)", ''],
    'a URI is read as it is written': ['return decodeURIComponent(text)', 'return text'],
  }),
  ...breaking('packages/gateway/src/mcp/read-resource.ts', RESOURCES, {
    'what is refused to a reader is read as empty': ['if (problem) throw', 'if (problem && 0) throw'],
    'a missing record has an error of its own': ['[400, 404, 410]', '[400, 410]'],
  }),
  ...breaking('packages/gateway/src/mcp/resources.ts', RESOURCES, {
    'a URI has a scheme that is none': ["slug.replaceAll('_', '-')", 'slug'],
    'an agent is told of a resource what is said to people': ['agent?.description ?? description', 'description'],
  }),
  ...breaking('packages/gateway/src/mcp/listen.ts', LOG, {
    'an agent that reads too slowly is written to without end': ['        this.#connection.requireRoom()\n', ''],
    'changes are read for an agent that takes nothing': ['        await this.#connection.drained()\n', ''],
    'changes are lost where the log goes on without an agent': ['      for (const uri of this.#uris) tell(uri)\n', ''],
    'an agent that reads too slowly is not counted': ['connections.counters.slowReaders++', 'reply.raw.destroy()'],
    'a record that has changed several times is named as often': [
      'return new Set(seen.flatMap((entry) => resources.changedBy(entry)).filter((uri) => this.#uris.has(uri)))',
      'return seen.flatMap((entry) => resources.changedBy(entry)).filter((uri) => this.#uris.has(uri)) as never',
    ],
  }),
  ...breaking('packages/gateway/src/mcp/listen.ts', STREAMS, {
    'a proxy holds back what an agent is to be told': [", 'x-accel-buffering': 'no'", ''],

    'agents are told of every event': ['channels.maySee(this.#connection.principal, entry)', 'channels !== undefined'],
    'what nobody tells of is followed': ['asked.filter((uri) => resources.isFollowed(uri))', 'asked'],
    'a stream of nothing stays open, outside of every limit': [
      'return new Set(asked.filter((uri) => resources.isFollowed(uri)))',
      'return asked.some((uri) => resources.isFollowed(uri)) ? new Set(asked) : undefined',
    ],
    'any number of records is followed': ['if (asked.length > MAX_URIS) throw tooMany()\n', ''],
    'a stream of an agent outlasts its credential': [
      'whenAborted(connection.signal, () => void protocol.close())\n',
      '',
    ],
  }),
  ...breaking('packages/gateway/src/mcp/tasks.ts', TASKS, {
    'any record is a task': ['if (!found || !begun) throw', 'if (!found) throw'],
    'work that failed is done': ["told.state === 'done' ? result", "told.state !== 'working' ? result"],
    'what is done already is a task': [" || told.state !== 'working') return", ') return'],
  }),
  ...breaking('packages/gateway/src/mcp/serve-tasks.ts', TASKS, {
    'a task is told to clients that do not know what that is': [' && TASKS in declared.extensions', ''],
    'a task that is not there is cancelled': ['      await find(given, context)\n', ''],
    'who does not know tasks asks for one': [
      'if (!takesTasks(context.mcpReq)) throw',
      'if (!takesTasks(context.mcpReq) && 0) throw',
    ],
  }),
  ...breaking('packages/gateway/src/mcp/resources.ts', STREAMS, {
    'an order is known by its own identifier': ['{ ...data, [', '{ ['],
  }),
]
