import { breaking, type Mutant } from '../mutant.ts'

const CONDITIONAL = ['packages/gateway/src/http/conditional.test.ts']
const RANGES = ['packages/gateway/src/http/ranges.test.ts']

/** Mutants of what readers ask for: HEAD, media types, conditions and ranges. */
export const reads: Mutant[] = [
  ...breaking('packages/gateway/src/http/methods.ts', ['packages/gateway/src/http/methods.test.ts'], {
    'a 304 to HEAD says that nothing is there': ['name !== HOOK_OF_HEAD', "name !== ''"],
    'HEAD skips the hooks of its route': ['name !== HOOK_OF_HEAD', 'name === HOOK_OF_HEAD'],
  }),
  ...breaking('packages/gateway/src/server/health.ts', ['test/http/headers.test.ts'], {
    'an intermediary may go on saying that the service is ready': ["'cache-control': 'no-store', ", ''],
  }),
  ...breaking(
    'packages/gateway/src/authorization-server/read-conditions.ts',
    ['packages/gateway/src/http/methods.test.ts'],
    {
      'who reads the keys is not told to ask again': [
        "ctx.set({ etag, 'cache-control': 'no-cache' })",
        'ctx.set({ etag })',
      ],
    },
  ),
  ...breaking('packages/gateway/src/http/negotiation.ts', ['packages/core/src/exports/download.test.ts'], {
    'a file is refused to who names the parameters of its type': [
      'requireOneOf([contentType], accept!, contentType)',
      "requireOneOf([contentType.split(';')[0]!], accept!, contentType)",
    ],
  }),
  ...breaking('packages/gateway/src/http/response.ts', CONDITIONAL, {
    'an answer 304 has every header of what it does not send': [
      "sendNotModified(reply, etag, headers['cache-control'])",
      "sendNotModified(reply.headers(headers), etag, headers['cache-control'])",
    ],
    'an answer 412 has the validators of what it does not send': [
      'if (isNotModified(',
      "reply.header('etag', etag)\n      if (isNotModified(",
    ],
  }),
  ...breaking('packages/gateway/src/http/conditional.ts', CONDITIONAL, {
    'a weak tag matches in If-Match': [
      'matches(ifMatch, validators.etag, strong)',
      'matches(ifMatch, validators.etag, weak)',
    ],
    'a weak tag does not match in If-None-Match': [
      'matches(ifNoneMatch, validators.etag, weak)',
      'matches(ifNoneMatch, validators.etag, strong)',
    ],
    'what changed in the very second of If-Unmodified-Since fails': [
      'modified > unmodifiedSince',
      'modified >= unmodifiedSince',
    ],
    'what changed in the very second of If-Modified-Since is sent again': [
      'modified <= modifiedSince',
      'modified < modifiedSince',
    ],
  }),
  ...breaking('packages/gateway/src/http/changed-at.ts', CONDITIONAL, {
    'a record that changes without saying when has a date': [
      'const { updated_at: changed } =',
      'const { created_at: changed } =',
    ],
  }),
  ...breaking('packages/gateway/src/http/changed-at.ts', ['packages/gateway/src/http/changed-at.test.ts'], {
    'a record of any text has a date': ['INSTANT.test(text) && ', ''],
    'a record of a day that no month has has a date': [' && !Number.isNaN(Date.parse(text))', ''],
  }),
  ...breaking('packages/gateway/src/http/conditional.ts', ['packages/core/src/exports/download.test.ts'], {
    'a range counts for another file': [
      'return date !== undefined && date === seconds(validators.lastModified)',
      'return true',
    ],
  }),
  ...breaking('packages/gateway/src/http/preconditions.ts', CONDITIONAL, {
    'of the tags of If-Match only the last may be of a coded answer': ['(?="\\s*(?:,|$))/g', '(?="\\s*$)/g'],
    'who has a coded answer writes where the record must be another': [", ...plain('if-none-match') }", ' }'],
  }),
  ...breaking('packages/gateway/src/http/entity-tag.ts', CONDITIONAL, {
    'a tag is the same in every coding': ["coding === 'identity' ?", 'coding ?'],
  }),
  ...breaking('packages/gateway/src/rest/rest.ts', ['packages/gateway/src/http/methods.test.ts'], {
    'HEAD is not taken where GET is': ["if (reader) byMethod.set('HEAD', reader)", ''],
  }),
  ...breaking('packages/gateway/src/http/ranges.ts', RANGES, {
    'the last byte of a range is left out': ['Number(last) + 1, size', 'Number(last), size'],
    'a range that begins at the end is served': ['start < size ?', 'start <= size ?'],
    'the last bytes are one too many': ['size - length, 0', 'size - length - 1, 0'],
  }),
]
