import { breaking, type Mutant } from '../mutant.ts'

const HERE = 'packages/generator/src'
const CREATE = 'packages/create/src'
const LIBRARY = [`${HERE}/library.test.ts`]
const NAMES = [`${HERE}/client/names.test.ts`]
const PATHS = [`${HERE}/client/path-type.test.ts`]
const LISTS = [`${HERE}/client/list.test.ts`]
const RUN = [`${HERE}/command/run.test.ts`]
const NUMBERS = ['test/sdk/mock-schemas.test.ts']
const IDS = [`${HERE}/mock/mock-ids.test.ts`]
const TEXTS = [`${HERE}/mock/string-rules.test.ts`]
const PREFIX = [`${CREATE}/resource/prefix.test.ts`]
const APPLICATION = `${CREATE}/application/create-application.test.ts`
const ENDING = [`${CREATE}/ending.test.ts`]

/** Mutants of the generator of clients, and of the command that makes applications. */
export const generator: Mutant[] = [
  ...breaking(`${HERE}/client/documentation.ts`, LIBRARY, {
    'an example leaves out the query that must be given': ['[...path, ...body, ...required]', '[...path, ...body]'],
  }),
  ...breaking(`${HERE}/package/readme.ts`, LIBRARY, {
    'a README does not say what is deprecated': ["${deprecated ? ' (deprecated)' : ''}", ''],
    'a README names a variable in small letters': ['name.toUpperCase()', 'name'],
  }),
  ...breaking(`${HERE}/client/method.ts`, PATHS, {
    'a client is no code where a member that it reads by is a word of the language': [
      '(variableOf(id) === id ? id : `${id}: ${variableOf(id)}`)',
      'id',
    ],
  }),
  ...breaking(`${HERE}/client/operation.ts`, PATHS, {
    'what is replaced is waited for': ["method !== 'POST' || ", ''],
    'two methods have one name': [
      '  if (all.some((other) => methodName(other) === waitingName(methodName(operation)))) return undefined\n',
      '',
    ],
  }),
  ...breaking(`${HERE}/client/operation.ts`, LISTS, {
    'a method for pages does not send its body': [" || operation.method !== 'GET'", ''],
    'a method for pages sends a cursor that its operation does not take': [
      'cursorNameOf(Object.fromEntries(query))',
      "names.has('after') ? 'after' : 'cursor'",
    ],
  }),
  ...breaking(`${HERE}/schema/records.ts`, NAMES, {
    'the second schema of a name has the type of the first': [
      'withoutComments(known.text) !== withoutComments(text)',
      "known.text === ''",
    ],
    'what holds something that is sent otherwise has the type of what is received': [
      ' || [...namesUsedIn(text)].some((other) => names.has(other))',
      '',
    ],
  }),
  ...breaking(`${HERE}/text/words.ts`, NAMES, {
    'a description ends its comment': [".replaceAll('*/', String.raw`*\\/`)", ''],
  }),
  ...breaking(`${HERE}/text/words.ts`, RUN, {
    'a package is called after two words of its application': [
      'lowerFirst(name).replaceAll(/[A-Z]/g',
      'lowerFirst(name).replace(/[A-Z]/',
    ],
  }),
  ...breaking(`${HERE}/command/load.ts`, RUN, {
    'a client has the scope of its package in requests': ["packageName.replace(/^@.*\\//, '')", 'packageName'],
  }),
  ...breaking(`${HERE}/mock/mock-ids.ts`, IDS, {
    'identifiers of a mock begin at a number that their schema refuses': ['Math.floor(above) + 1', 'Math.floor(above)'],
    'the mock has no identifiers for what is called id': ['/(?:^|_)id$/.test(key) || ', ''],
  }),
  ...breaking(`${HERE}/mock/mock-number.ts`, NUMBERS, {
    'the last lower bound of a number counts in the mock': ['Math.max(schema[name] ?? -Infinity, value)', 'value'],
    'the last upper bound of a number counts in the mock': ['Math.min(schema[name] ?? Infinity, value)', 'value'],
    'a number of the mock has more bits than 32': ['int32: [-(2 ** 31), 2 ** 31 - 1]', 'int32: [-(2 ** 31), 2 ** 31]'],
    'the last divisor of a number counts in the mock': [
      '[...(schema.multiples ?? []), divisor(value, place)]',
      '[divisor(value, place)]',
    ],
  }),
  ...breaking(`${HERE}/mock/mock-string.ts`, TEXTS, {
    'the mock leaves out a rule that is added to a known text': ['checksIn(before) < checksIn(schema) || ', ''],
    'the mock leaves out the pattern of what was added to a known text': [
      'isExtended(schema) ? ',
      'isOutdated(schema) ? ',
    ],
    'the mock makes an instant of what only looks like one': [
      " && checksOf(def).some(({ check }) => check === 'overwrite')",
      '',
    ],
  }),
  ...breaking(`${HERE}/mock/string-rules.ts`, TEXTS, {
    'the mock takes currencies alone for three capitals': ['takes.every((text) => isTaken(schema, text))', 'true'],
    'the mock keeps spaces between long words': ['Math.max(minLength - 2, 1)', '5'],
  }),
  ...breaking(`${CREATE}/template.ts`, [APPLICATION], {
    'an application begins with the client of another': [
      "['client', 'node_modules', 'dist']",
      "['node_modules', 'dist']",
    ],
  }),
  ...breaking(`${CREATE}/resource/prefix.ts`, PREFIX, {
    'identifiers of two resources begin alike where one names its prefix in examples': [
      'newId|idSchema|exampleId',
      'newId|idSchema',
    ],
    'identifiers of two resources begin alike where every beginning is taken': ['?? `${letters}0`', '?? letters'],
  }),
  ...breaking(`${CREATE}/ending.ts`, ENDING, {
    'what is refused ends as what is done': ['    process.exitCode = 1\n', ''],
    'a fault of a command is taken for a refusal': ['error instanceof Refusal', 'error instanceof Error'],
  }),
  ...breaking(`${CREATE}/files.ts`, [APPLICATION], {
    'a file in the place of a folder is a fault of the command': [
      "    if (error.code === 'ENOTDIR') throw new Refusal(`${folder} is no folder. Choose another name.`)\n",
      '',
    ],
  }),
  ...breaking(`${CREATE}/application/create-application.ts`, [APPLICATION], {
    'a repository without files is no place for an application': [
      "new Set(['.git', '.DS_Store'])",
      "new Set(['.DS_Store'])",
    ],
    'an application is written below the scope of its name': ['if (scope !== undefined)', "if (scope === '')"],
  }),
  ...breaking(`${CREATE}/add-resource.ts`, [`${CREATE}/add-resource.test.ts`], {
    'nobody is told what was added where the client is not written': [
      '  say(await addResource(process.cwd(), process.argv.slice(2)))\n  await generateClient(process.cwd())',
      '  const told = await addResource(process.cwd(), process.argv.slice(2))\n  await generateClient(process.cwd())\n  say(told)',
    ],
  }),
  ...breaking(`${CREATE}/resource/generate-client.ts`, [`${CREATE}/resource/generate-client.test.ts`], {
    'nobody is told of a client that is not written': ['if (code !== 0) throw', 'if (code === null) throw'],
  }),
  ...breaking(`${HERE}/command/load.ts`, [`${HERE}/command/run.test.ts`], {
    'an application in two words has no client': ['[module.name, module.naming?.product]', '[module.name]'],
  }),
  ...breaking(`${HERE}/client/names.ts`, NAMES, {
    'a resource takes the file of the client': [
      'CLIENT_MODULES.map(moduleOf).includes(moduleOf(resource.name))',
      'CLIENT_MODULES.includes(resource.name)',
    ],
  }),
]
