import { breaking, type Mutant } from '../mutant.ts'

const ACCESS = ['packages/core/src/definition/access-rules.test.ts']
const AGENTS = ['packages/core/src/definition/agent-rules.test.ts']
const PATHS = ['packages/core/src/definition/path-rules.test.ts']
const SCHEMAS = ['packages/core/src/definition/schema-rules.test.ts']
const PARTS = ['packages/core/src/definition/require-parts.test.ts']
const IDS = ['packages/core/src/definition/schema-id-rules.test.ts']
const DESCRIBED = ['packages/core/src/definition/described.test.ts']
const RULES = ['packages/core/src/definition/rules.test.ts']

/** Mutants of the rules that an application's definition must meet. */
export const definitions: Mutant[] = [
  ...breaking('packages/core/src/definition/query-rules.ts', ['packages/core/src/definition/query-rules.test.ts'], {
    'a parameter has the name of that for API keys, which no operation gets': [
      "  api_key: 'which is the key of the caller',\n",
      '',
    ],
    'a list may be in the order of no column at all': ['!(member in members!) && !known.has(member)', "member === ''"],
    'a list is in the order of no column that it does not show': [' && !known.has(member)', ''],
    'a list is in the order of no column that its entity calls otherwise': ['concat(fieldName, ', 'concat('],
    'a list is in the order of no column of the core': [
      '[...Object.values(own), ...Object.values(core)]',
      'Object.values(own)',
    ],
  }),
  ...breaking('packages/core/src/definition/query-rules.ts', ['packages/core/src/definition/query-rules.test.ts'], {
    'a list may be in any order that callers name': ["!shape['sort']._zod.values", "shape['sort'] === shape['']"],
  }),
  ...breaking('packages/core/src/definition/member-rules.ts', ['packages/core/src/definition/member-rules.test.ts'], {
    'a member may have the name of what every object has': ['INHERITED.has(member)', "member === ''"],
    'a member of an output may have the name of what every object has': [
      '[parameters, body, output]',
      '[parameters, body]',
    ],
  }),
  ...breaking('packages/core/src/definition/stream-rules.ts', ['packages/core/src/definition/stream-rules.test.ts'], {
    'a stream may require where to go on': [" && shape['after'].safeParse(undefined).success", ''],
    'a stream may take a credential as its parameter': ["'ticket' in shape", 'shape === undefined'],
  }),
  ...breaking('packages/core/src/definition/account-rules.ts', RULES, {
    'what nobody has is the owner of an account': ['!Object.hasOwn(shape, member)', 'false'],
  }),
  ...breaking('packages/core/src/definition/schema-rules.ts', ['packages/core/src/definition/export-rules.test.ts'], {
    'exports have a filter that no request can send': [
      '...Object.entries(exported.kinds)',
      '...Object.entries<never>({})',
    ],
  }),
  ...breaking(
    'packages/core/src/definition/operation-rules.ts',
    ['packages/core/src/definition/operation-rules.test.ts'],
    {
      'an operation ends on a day that does not exist': [
        " && new Date(text).toISOString().startsWith(text.replace('Z', ''))",
        '',
      ],
    },
  ),
  ...breaking('packages/core/src/definition/text-rules.ts', ['packages/core/src/definition/text-rules.test.ts'], {
    'nobody is told what has a check that nothing waits for': [
      'return error instanceof z.core.$ZodAsyncError',
      'return error === schema',
    ],
  }),
  ...breaking('packages/core/src/definition/access-rules.ts', ACCESS, {
    'an application in which nobody may do everything starts': ['access.administrators.length > 0', 'true'],
    'a scope of an application may mean what one of OpenID Connect means': [
      'new Set([...UNSCOPED, ...OPENID_SCOPES])',
      'new Set(UNSCOPED)',
    ],
    'a scope of an application may mean any credential': [
      'new Set([...UNSCOPED, ...OPENID_SCOPES])',
      'new Set(OPENID_SCOPES)',
    ],
    'the scope for the records of others may be one that nobody can hold': [
      '[...new Set([scope, scopeForOthers])]',
      '[scope]',
    ],
  }),
  ...breaking('packages/core/src/definition/path-rules.ts', PATHS, {
    'two operations are on one path when their parameters have other names': ['${unnamed(path)}', '${path}'],
    'an application may have the base path of the pages of the gateway': ["TAKEN.has(path.split('/')[1]!)", 'false'],
    'a base path is outside itself by a prefix': [
      '!path.startsWith(`${definition.basePath}/`)',
      '!path.startsWith(definition.basePath)',
    ],
  }),
  ...breaking('packages/core/src/definition/event-rules.ts', RULES, {
    'an application has an event of the core': [
      'const all = contracts(definition)',
      'const all = contractsIn(definition.own)',
    ],
  }),
  ...breaking('packages/core/src/definition/error-rules.ts', RULES, {
    'an application has an error with a code of the core': [
      "...coreErrors.map((kind) => [kind, 'the core'] as const), ",
      '',
    ],
  }),
  ...breaking('packages/core/src/definition/table-rules.ts', RULES, {
    'an application keeps its records in a table of the core': [
      "...ofCore.map((entity) => ({ by: 'the core', entity })),",
      '',
    ],
  }),
  ...breaking('packages/core/src/definition/schema-parts.ts', SCHEMAS, {
    'a schema that has itself as a part is walked for ever': ['if (seen.has(schema)) return', ''],
    'what is sent before it is changed is not looked at': [
      "definitionOf(before).type === 'transform' ? out : before",
      'out',
    ],
  }),
  ...breaking('packages/core/src/definition/agent-rules.ts', AGENTS, {
    'two tools for agents may have one name': ['({ agent }) => agent.name,', '({ name }) => name,'],
    'the name of a tool is one that clients cut': ['{0,59}$/', '{0,60}$/'],
    'a tool takes more of what an agent can keep in mind than it may': [
      ' || textOf(agent.description).length > MAX_DESCRIPTION',
      '',
    ],
    'what GET takes away cannot be told to agents': ["(agent.readOnly ?? method === 'GET')", "method === 'GET'"],
    'a stream is a tool that no agent can call': [
      'return streams.concat(Object.values(rest))',
      'return Object.values(rest) as typeof streams',
    ],
    'a list is a tool that no agent can go on with': [" || !('cursor' in parameters.shape)", ''],
  }),
  ...breaking('packages/core/src/definition/access-rules.ts', ACCESS, {
    'keys that name no role may do everything': ['lesser === undefined', 'true'],
  }),
  ...breaking('packages/core/src/definition/path-rules.ts', PATHS, {
    'what is made may be where nobody can read it': [
      'location !== undefined && !patterns.some((one) => one.test(unnamed(location)))',
      'false',
    ],
  }),
  ...breaking('packages/core/src/definition/require-parts.ts', PARTS, {
    'accounts have no identifier': ["'id' in (definitionOf(part).shape ?? {})", "'shape' in definitionOf(part)"],
  }),
  ...breaking('packages/core/src/definition/schema-id-rules.ts', IDS, {
    'what a schema becomes is not looked at': [', parts, ALL)', ', parts)'],
    'two schemas have one id': [
      'schemaIds(definition),\n    ({ id }) => id,',
      'schemaIds(definition),\n    ({ by, id }) => by + id,',
    ],
    'a schema has the id of a body in documents': ['.filter(({ body }) => body)', '.filter(() => false)'],
    'a schema has the id of an event in documents': [
      '...Array.from(events, ',
      '...Array.from<string, Identified>([], ',
    ],
    'a schema has an id that no document can refer to': ['!COMPONENT.test(id)', 'false'],
  }),
  ...breaking('packages/core/src/contract/resource.ts', DESCRIBED, {
    'a download hides the procedure of its name': [", 'rest', 'files'] as const)\n", ", 'rest'] as const)\n"],
  }),
  ...breaking('packages/core/src/operation/performer.ts', DESCRIBED, {
    'a version is compared with that of no record': [
      "if (load || !isVersion(body?.shape['version'])) return",
      'return',
    ],
  }),
]
