import { breaking } from '../mutant.ts'

const CHANGES = ['test/breaking-changes.test.ts']

/** Mutants of the judge of two OpenAPI documents, which says what breaks a client. */
export const documents = [
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
]
