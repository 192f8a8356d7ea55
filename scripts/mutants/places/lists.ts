import { breaking, type Mutant } from '../mutant.ts'

const CURSOR = ['packages/core/src/lists/cursor.test.ts']
const CURSORS = ['packages/core/src/lists/cursors.test.ts']
const PARAMETERS = ['packages/core/src/lists/parameters.test.ts']
const PAGES = ['packages/core/src/lists/sorting.test.ts']
const TOGETHER = ['packages/core/src/lists/together.test.ts']

/** Mutants of pages, cursors, filters and signing. */
export const lists: Mutant[] = [
  ...breaking('packages/core/src/data/conditions.ts', ['packages/core/src/data/conditions.test.ts'], {
    'who asks for what is not so is given everything': ['given === undefined ? this', '!given ? this'],
  }),
  ...breaking('packages/core/src/lists/made-by.ts', ['test/sdk/twins.test.ts'], {
    'what a user has made by its keys is not found with the user': [
      'union all select "id" from "api_keys" where "user_id" = ${id}',
      '',
    ],
  }),
  ...breaking('packages/core/src/data/folding.ts', ['packages/core/src/data/search.test.ts'], {
    'a search of marks alone finds everything': [
      "words.size > 0 || query.trim() === '' ? [...words] : [query]",
      '[...words]',
    ],
  }),
  ...breaking('packages/core/src/lists/cursor.ts', CURSOR, {
    'a cursor never expires': ['expiry < walk.time', 'false'],
    'a cursor works in any list': ['binding !== walk.binding', 'false'],
  }),
  ...breaking('packages/core/src/crypto/signer.ts', CURSOR, {
    'a signed text may be changed': ['timingSafeEqual(given, mac(content, key))', 'mac(content, key)'],
    'a signed text can be written in several ways': ["|| bytes.toString('base64url') !== signed", ''],
  }),
  ...breaking('packages/core/src/crypto/service-secrets.ts', CURSOR, {
    'a text signed for one purpose passes for another': ["'', purpose, 32", "'', '', 32"],
  }),
  ...breaking('packages/core/src/lists/list.ts', CURSORS, {
    'a cursor of one caller works for another': ['action.principal.id, ', ''],
    'a walk goes on after its last page': ['rows.length > input.limit', 'rows.length >= input.limit'],
  }),
  ...breaking('packages/core/src/lists/list.ts', PAGES, {
    'page 1 is the second page': ['(page - 1) * input.limit', 'page * input.limit'],
    'the last page is not counted': ['Math.ceil(total', 'Math.floor(total'],
    'a page behind the last says that there is nothing': [
      'rows.length < stretch.limit && (rows.length > 0 || stretch.offset === 0)',
      'rows.length < stretch.limit',
    ],
  }),
  ...breaking('packages/core/src/lists/list.ts', PARAMETERS, {
    'page and cursor are taken together': ['input.page !== undefined && input.cursor !== undefined', 'false'],
    'fields leaves out the identifier': ['new Set([key, ...fields', 'new Set([...fields'],
  }),
  ...breaking('packages/core/src/lists/selection.ts', CURSORS, {
    'a walk repeats the last record of each page': ["order === 'asc' ? '>' : '<'", "order === 'asc' ? '>=' : '<='"],
  }),
  ...breaking('packages/core/src/lists/selection.ts', PAGES, {
    'the order of ties is not the order of the list': [
      '${quoted(sort)} ${order}, "${key}" ${order}`',
      '${quoted(sort)} ${order}, "${key}"`',
    ],
  }),
  ...breaking('packages/core/src/data/quoted.ts', ['packages/core/src/lists/selection.test.ts'], {
    'the name of an order may be more SQL': [`column.replaceAll('"', '""')`, 'column'],
  }),
  ...breaking('packages/core/src/lists/rows.ts', ['packages/core/src/lists/cursors.test.ts'], {
    'a search by cursor begins anew with each page': ['if (!after) return where', 'return where'],
  }),
  ...breaking('packages/core/src/data/pglite-dialect.ts', ['packages/core/src/data/pglite-dialect.test.ts'], {
    'arrays of a type that was made since the start are no arrays': ['  Array.isArray(value)\n', '  false\n'],
    'quotes in such arrays end their values': ['String.raw`\\$&`', '"$&"'],
  }),
  ...breaking('packages/core/src/lists/rows-after.ts', ['packages/core/src/lists/rows-after.test.ts'], {
    'numbers are in the order of their texts': [
      'array(select ${quoted(column)} from "${table}") else ${array}',
      'array(select ${quoted(column)}::text from "${table}") else ${array}',
    ],
    'a stretch is given to whoever asks for another one': ['stretches[Number(nth) - 1]', 'stretches[0]'],
    'a table is taken for the positions': ["POSITION = '#position'", "POSITION = 'position'"],
    'a statement that fails fails all who list': ['const found = read(part)', 'const found = read(positions)'],
    'the column that tells stretches apart is shown': ['{ [NTH]: nth, ...row } of rows', 'row of rows'],
    'lists of others are read with the restrictions of the first': ['JSON.stringify([text, values])', 'text'],
    'one statement reads any number of stretches': ['const TOGETHER = 16', 'const TOGETHER = 1_000'],
    'the next sixteen stretches are the first again': ['nth * TOGETHER, (nth + 1)', '0 * TOGETHER, (0 + 1)'],
    'each stretch is read by a statement of its own': ['const TOGETHER = 16', 'const TOGETHER = 1'],
  }),
  ...breaking('packages/core/src/lists/rows.ts', ['packages/core/src/lists/rows.test.ts'], {
    'rare matches far down a list are not found': [
      'return near.length === limit ? near :',
      'return near.length < limit + 1 ? near :',
    ],
  }),
  ...breaking('packages/core/src/lists/rows.ts', TOGETHER, {
    'a list is given to whoever lists the same for somebody else': [
      'JSON.stringify([statement.text, values])',
      'statement.text',
    ],
  }),
  ...breaking('packages/core/src/data/sharing.ts', ['packages/core/src/data/sharing.test.ts'], {
    'a read is run before others can join it': ['turnOver().then(run)', 'run()'],
  }),
  ...breaking('packages/core/src/data/per-turn.ts', ['packages/core/src/data/sharing.test.ts'], {
    'a read joins one that began before it': ['    setImmediate(() => turns.delete(source))\n', ''],
    'equal reads have a run each': ['if (known !== undefined) return known', ''],
  }),
  ...breaking('packages/core/src/data/prepared.ts', ['packages/core/src/data/prepared.test.ts'], {
    'one name is given to two texts': ['statement ${statements.size + 1}', 'statement'],
    'a text gets a new name each time': ['if (known) return known', ''],
  }),
  ...breaking('packages/core/src/contract/lists.ts', PARAMETERS, {
    'a page may have 101 records': ['const MAX_LIMIT = 100', 'const MAX_LIMIT = 101'],
  }),
  ...breaking('packages/core/src/contract/lists.ts', ['packages/core/src/contract/lists.test.ts'], {
    'what `fields` leaves out is answered with its default': [
      'withoutDefault(record.shape[name] as z.ZodType)',
      'record.shape[name]',
    ],
    'the example of `fields` has no member of its record': ['`${key},${another}`', '`${key},created_at`'],
    'a record that holds one declared later has no list': [
      'z.core.util.rawShape(record._zod.def) ?? record.shape',
      'record.shape',
    ],
  }),
  ...breaking('packages/core/src/contract/defaults.ts', ['packages/core/src/contract/lists.test.ts'], {
    'a default that is deep in a member is answered where `fields` leaves it out': [
      "schema._zod.optin === 'defaulted' ? z.nonoptional(schema) : schema",
      'schema',
    ],
  }),
  ...breaking('packages/core/src/contract/defaults.ts', ['packages/core/src/operation/procedure.test.ts'], {
    'a list lacks what takes the place of members without `.default()`': [
      'const read = () => member.',
      "const read = () => member._zod.optin === 'defaulted' && member.",
    ],
  }),
  ...breaking('packages/core/src/operation/completed.ts', ['packages/core/src/operation/procedure.test.ts'], {
    'a list without `fields` answers no defaults': ['names?.has(name) ?? true', 'names?.has(name) ?? false'],
    'a list puts a default in the place of what `fields` leaves out': ['names?.has(name) ?? true', 'true'],
  }),
  ...breaking('packages/core/src/lists/list.ts', ['packages/core/src/lists/cursors.test.ts'], {
    'a cursor of one list works in another': ['[listing.operation, action', '[action'],
  }),
  ...breaking('packages/core/src/lists/list.ts', ['packages/core/src/lists/list.test.ts'], {
    'a list has the columns alone that its records show': [
      "[...new Set([...listing.columns, sort, listing.key ?? 'id'])]",
      'listing.columns',
    ],
  }),
  ...breaking('packages/core/src/data/search.ts', ['packages/core/src/data/search.test.ts'], {
    'a backslash in a search matches anything after it': ['word.replace(/[\\\\%_]/g,', 'word.replace(/[%_]/g,'],
  }),
  ...breaking('packages/core/src/lists/page-links.ts', ['packages/core/src/lists/page-links.test.ts'], {
    'a page beyond the last leads back to another one that is empty': [
      'String(Math.min(page - 1, last))',
      'String(page - 1)',
    ],
  }),
]
