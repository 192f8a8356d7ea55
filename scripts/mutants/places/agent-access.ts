import { breaking, type Mutant } from '../mutant.ts'

const TOKENS = ['packages/gateway/src/authorization-server/agents.test.ts']
const DOCUMENTS = ['packages/gateway/src/authorization-server/client-documents.test.ts']
const STEP_UP = ['packages/gateway/src/mcp/step-up.test.ts']
const QUESTIONS = ['packages/gateway/src/mcp/confirmation.test.ts']
const ACTORS = ['packages/core/src/events/actors.test.ts']

/** Mutants of agents' access: which clients may call as an agent, the checks of their calls, and the questions to users. */
export const agentAccess: Mutant[] = [
  ...breaking('packages/gateway/src/authorization-server/resources.ts', TOKENS, {
    'a token is given for two resources at once': [' || !isAlone(ctx, resource)', ''],
    'an agent whose client names no scope may do all': [
      'isForAgents ? agents.scopes.reading : access.scopeNames',
      'access.scopeNames',
    ],
  }),
  ...breaking('packages/gateway/src/authorization-server/resources.ts', DOCUMENTS, {
    'a client that nobody has registered gets tokens for the API': [
      '      if (isFromDocument(client) && !isForAgents) throw new errors.InvalidTarget()\n',
      '',
    ],
  }),
  ...breaking('packages/gateway/src/authorization-server/consent.ts', TOKENS, {
    'who allows reading alone leaves what was allowed before': [
      "    if (decision === 'read') await endFormer(step, holder)\n",
      '',
    ],
    'who allows reading alone allows all': [
      "decision === 'read' ? await askOnly(step, readingOf(step, asked)) : asked",
      'asked',
    ],
  }),
  ...breaking('packages/gateway/src/authorization-server/consent.ts', DOCUMENTS, {
    'a client that nobody has registered is let in without a word': [
      '  if (isFromDocument(step.client)) return false\n',
      '',
    ],
  }),
  ...breaking('packages/gateway/src/service/callers.ts', ['packages/gateway/src/service/callers.test.ts'], {
    'documents of clients are read from this machine by everybody': [
      'isOfThisMachine(new URL(baseUrl).origin) ?',
      'baseUrl ?',
    ],
  }),
  ...breaking('packages/gateway/src/authorization-server/client-documents.ts', DOCUMENTS, {
    'a document of any size is read': ['if (size > LIMIT) throw', 'if (size < 0) throw'],
    'a document gives its client any grant': [
      'grant_types.filter((type) => GRANT_TYPES.includes(type))',
      'grant_types',
    ],
    'an agent calls itself what no client may be called': [
      " && (member !== 'client_name' || NAME",
      " && (member === 'client_name' || NAME",
    ],
    'a bad document is asked for again and again': ['    recent.set(address, answer)\n', ''],
  }),
  ...breaking('packages/gateway/src/authorization-server/documented-clients.ts', DOCUMENTS, {
    'a client that nobody has registered waits in an app': ['/^https?:\\/\\//.test(address)', 'address.length > 0'],
    'one document is that of several clients': [' && new URL(address).href === address', ''],
    'an address is longer than a token can carry': ['address.length <= LONGEST', 'address.length > 0'],
  }),
  ...breaking('packages/gateway/src/authorization-server/scopes.ts', DOCUMENTS, {
    'the document of a client says which scopes it may have': [
      "isFromDocument(client) ? [...access.scopeNames, ...OPENID_SCOPES] : scopesIn(client['allowed_scopes'])",
      "scopesIn(client['allowed_scopes'])",
    ],
  }),
  ...breaking('packages/gateway/src/mcp/step-up.ts', STEP_UP, {
    'who may not cancel a task is not told what to ask for': ["  'tasks/cancel': 'taskId',\n", ''],
    'who may not read a resource is not told what to ask for': ["'resources/read': 'uri'", "'resources/list': 'uri'"],
    'who cannot get a scope is sent for it': ['|| !mayGet(context, principal, missing)', ''],
    'a client is told of no scope that it lacks': ['missing.length === 0 || ', 'missing.length > 0 || '],
  }),
  ...breaking('packages/gateway/src/mcp/step-up.ts', ['packages/gateway/src/mcp/serve.test.ts'], {
    'the holder of a token that is bound to a key is sent for one that is not': [
      "${scheme ?? 'Bearer'} error",
      'Bearer error',
    ],
  }),
  ...breaking('packages/gateway/src/mcp/tool-log.ts', STEP_UP, {
    'the security log does not tell which client has called': ['principal.credential.client_id : null', 'null : null'],
    'the security log does not tell for whom an agent has called': ['principal?.user_id ?? null', 'null'],
  }),
  ...breaking('packages/gateway/src/mcp/general-tools.ts', QUESTIONS, {
    'people are asked about a call that is refused anyway': [
      'callInput.safeParse(given).data ?? {}',
      '(given ?? {}) as { operation?: string; input?: unknown }',
    ],
  }),
  ...breaking('packages/gateway/src/mcp/confirmation.ts', QUESTIONS, {
    'an answer to one question is one to any': ['  if (about !== expected) throw badState()\n', ''],
    'an answer counts for ever': ['if (!kept || kept.expires < now)', 'if (!kept)'],
    'an answer is too late after a minute': ['const LIFETIME = 10 * 60 * 1_000', 'const LIFETIME = 60 * 1_000'],
    'an answer about one operation is one about another': ['operation.name, input ?? null]', 'input ?? null]'],
    'a client is asked by a form that it cannot show': [
      ' && (elicitation.form !== undefined || elicitation.url === undefined)',
      '',
    ],
    'an agent hides the question behind a long text': ['const SHOWN = 200', 'const SHOWN = 200_000'],
    'an answer to one client is one to another': [
      "credential?.type === 'access_token' ? credential.client_id : null",
      'credential === undefined',
    ],
    'who says nothing agrees': ["action === 'accept' ?", "action !== 'decline' ?"],
    'an agent writes a part of the question': ["text.replaceAll(/[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+/gu, ' ')", 'text'],
  }),
  ...breaking('packages/gateway/src/mcp/confirmed-call.ts', QUESTIONS, {
    'what is agreed to once is done twice': [', confirmedKey: confirmed.key', ''],
    'what was not done is told as done without a question': [
      '  if (result.isError) return { result, ...called }\n',
      '',
    ],
    'nobody is told that nobody was asked': [
      'sayingSo(await tool.call({ ...call, confirmation }))',
      'tool.call({ ...call, confirmation })',
    ],
  }),
  ...breaking('packages/gateway/src/auth/token-claims.ts', ACTORS, {
    'an agent acts in the name of its user alone': ['isOfAgents && { agent_id: data.client_id }', 'isOfAgents && {}'],
  }),
]
