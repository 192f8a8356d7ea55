import { breaking } from '../mutant.ts'

const CHANGES = ['test/breaking-changes.test.ts']
const PLAIN = ['packages/gateway/src/openapi/plain.test.ts']
const SECURITY = ['packages/gateway/src/openapi/security.test.ts']
const SOCKETS = ['packages/gateway/src/openapi/sockets.test.ts']
const HEADERS = ['packages/gateway/src/openapi/headers.test.ts']
const SERVE = ['packages/gateway/src/openapi/serve.test.ts']
const ERRORS = ['packages/gateway/src/pages/errors.test.ts']

/** Mutants of the OpenAPI document, its pages, and the judge of two documents, which says what breaks a client. */
export const documents = [
  ...breaking('packages/gateway/src/openapi/plain.ts', PLAIN, {
    'a plain procedure takes the place of an operation at its path': ['{ ...item, ...ours[path] }', '{ ...item }'],
    'an operation takes the place of a plain procedure at its path': [
      '...ours, ...Object.fromEntries(shared) }',
      '...ours }',
    ],
    'the document offers a ticket for a plain procedure': [
      '    if (operation.security) operation.security = plainSecurityOf(securitySchemes)\n',
      '    void [operation, plainSecurityOf]\n',
    ],
    'the document has a plain procedure answer with errors of its own': [', errorResponses: [] }', ' }'],
    'the document has no headers of a plain procedure': [
      'success.headers = headerRefs()',
      'void [success, headerRefs]',
    ],
  }),
  ...breaking('packages/gateway/src/openapi/security.ts', SECURITY, {
    'the document offers certificates that a service does not take': [
      'names.every((name) => name in schemes)',
      'names.some((name) => name in schemes)',
    ],
  }),
  ...breaking('packages/gateway/src/openapi/document.ts', SOCKETS, {
    'the document does not tell what becomes of plain HTTP': [
      "startsWith('https:') ? SECURE",
      "startsWith('ftp:') ? SECURE",
    ],
  }),
  ...breaking('packages/gateway/src/openapi/document.ts', ['packages/gateway/src/realtime/own-stream.test.ts'], {
    'sockets are documented as any stream': ['streams.filter(isOfLog)', 'streams.slice(0, 1)'],
  }),
  ...breaking('packages/gateway/src/openapi/sockets.ts', SOCKETS, {
    'the document does not name the channel of an owner': [
      '`\\`${channel}\\`, \\`${channel}.<user_id>\\`, `',
      '`\\`${channel}\\`, `',
    ],
  }),
  ...breaking('packages/gateway/src/openapi/shared-responses.ts', HEADERS, {
    'the document has every refusal announce the end of its operation': [', required: false }', ' }'],
  }),
  ...breaking('packages/gateway/src/openapi/reference.ts', SERVE, {
    'the reference reports to others': ['  telemetry: false,\n', ''],
    'the reference loads fonts of others': ['  withDefaultFonts: false,\n', ''],
    'the reference offers an assistant of others': ['  agent: { disabled: true },\n', ''],
    'the reference may be shown within a page of others': ['    "frame-ancestors \'none\'",\n', ''],
    'the reference may be based elsewhere': ['    "base-uri \'none\'",\n', ''],
    'the reference runs any script in its page': ["'sha256-${start}'", "'unsafe-inline' ${start}"],
    'the reference does not say of what it is': ['API reference · ${escaped(service)}', 'API reference'],
  }),
  ...breaking('packages/gateway/src/openapi/serve.ts', SERVE, {
    'the script of the reference is asked for with every page': ['public, max-age=3600', 'no-cache'],
  }),
  ...breaking('packages/gateway/src/pages/errors.ts', ERRORS, {
    'the page of an error shows no example': ['>${example}</pre>', '></pre>'],
    'the page of an error does not say its status': ['Status ${status} · code', 'Code'],
    'the list of errors does not say what they mean': ['<td>${title}</td>', '<td></td>'],
    'the list of errors does not say their statuses': ['<td class="soft">${status}</td>', '<td class="soft"></td>'],
  }),
  ...breaking('scripts/breaking-changes.ts', CHANGES, {
    'a new version of the same major may break everything': ['Number.parseInt(info.version)', 'info.version'],
    'nobody is told of a replacement that is gone': ["'put', ", ''],
    'nobody is told of what breaks receivers of events': [
      '    ...changesOfEach(eventsOf(before), eventsOf(after), eventChanges),\n',
      '',
    ],
    'nobody is told of what breaks who reads an event': [
      "  ...contentChanges(name, before.requestBody, after.requestBody, 'answer'),\n",
      '',
    ],
    'what stands beside a reference is left out': [
      'withoutReferences({ ...target, ...rest }',
      'withoutReferences({ ...target }',
    ],
    'the items of an answer are judged as those of a request': [
      'schemaChanges(`${at}[]`, before.items, after.items, side)',
      "schemaChanges(`${at}[]`, before.items, after.items, 'request')",
    ],
    'forms in another order break': ['(one, other) => one.length - other.length', '() => 0'],
    'one form of an answer stands for two of before': [
      "if (side === 'answer') left.splice(lists.indexOf(fewest), 1)",
      '',
    ],
    'a form of an answer that is as before stands for another one': ['is : unlike(is, was)', 'is : [...is]'],
  }),
  ...breaking('scripts/breaking-rules.ts', CHANGES, {
    'nobody is told that an answer of several forms can be null now': [
      '  if (anyOf) return anyOf.flatMap(typesOf)\n',
      '',
    ],
    'nobody is told that an answer can be of any type now': ['[type ?? TYPES]', '[type ?? []]'],
    'an answer that is never null any more breaks': [".filter(({ type }: Node) => type !== 'null')", ''],
    'nobody is told of another constant': ['(only === undefined ? some : [only])', 'some'],
    'nobody is told that a text has to be one of some now': [
      "without(values(before) ?? ['others'], values(after))",
      'without(values(before), values(after))',
    ],
    'nobody is told of a tighter bound that is excluded': ["'exclusiveMaximum', ", ''],
    'nobody is told of a higher bound that is excluded': ["'exclusiveMinimum', ", ''],
    'nobody is told that a text has to be shorter now': ["'maxLength', ", ''],
    'nobody is told that a text has to be longer now': ["'minLength', ", ''],
    'nobody is told that a list has to be shorter now': [", 'maxItems']", ']'],
    'nobody is told that a list has to be longer now': [", 'minItems']", ']'],
    'nobody is told of another format of a request': [
      "    replaced('pattern'),\n    replaced('format'),\n",
      "    replaced('pattern'),\n",
    ],
    'nobody is told that a request has fewer forms': ['    fewerForms,\n    otherDefault,\n', '    otherDefault,\n'],
    'nobody is told of another default': ['    fewerForms,\n    otherDefault,\n', '    fewerForms,\n'],
    'a default that is stated for the first time breaks': ['  was !== undefined &&\n  !isDeep', '  !isDeep'],
    'nobody is told that a body has no other members now': ['after.additionalProperties === false && ', 'false && '],
    'nobody is told that a credential goes with another one now': [
      'keys(needed).every((scheme) => scheme in given)',
      'keys(needed).some((scheme) => scheme in given)',
    ],
    'nobody is told that a credential is needed now': [
      '(security.length === 0 ? [{}] : security)',
      'security.filter((one) => keys(one).length > 0)',
    ],
    'nobody is told that an answer may lack a header now': [
      'without(required(before.headers), required(after.headers))',
      'without(required(after.headers), required(before.headers))',
    ],
    'nobody is told of a header of an event that is gone': ["removed('parameter', 'parameters'), removed", 'removed'],
    'nobody is told of a response to an event that is gone': [
      "[removed('parameter', 'parameters'), removed('response', 'responses')]",
      "[removed('parameter', 'parameters')]",
    ],
  }),
  ...breaking('packages/gateway/src/openapi/integers.ts', ['packages/gateway/src/openapi/integers.test.ts'], {
    'an example gets members that its schema refuses': ['if (!VALUES.has(keyword)) for', 'for'],
    'what is called as a keyword has no format': [
      'NAMED.has(keyword) ? Object.values(part as object) : [part]',
      '[part]',
    ],
  }),
]
