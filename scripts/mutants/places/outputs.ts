import { breaking, type Mutant } from '../mutant.ts'

const OUTPUT = ['serializer', 'serializer.random', 'in-form'].map(
  (name) => `packages/gateway/src/operations/${name}.test.ts`,
)

/** How outputs are written as their schemas say. */
export const outputs: Mutant[] = [
  ...breaking('packages/gateway/src/operations/shape.ts', OUTPUT, {
    'members that the contract does not name leave the service': [
      'if (!schema.additionalProperties) return withParts',
      'if (!schema.additionalProperties) return {} ?? withParts',
    ],
    'alternatives that cannot be told apart are written as one': [
      'if (isDeepStrictEqual(left, right)) return true',
      'if (left.type === right.type) return true',
    ],
    'a record of some names is written as nothing': [' || schema.patternProperties', ''],
    'what is said for documents decides what is written': [
      "unrepresentable: 'any', metadata, override",
      "unrepresentable: 'any', override",
    ],
  }),
  ...breaking('packages/gateway/src/operations/kept.ts', OUTPUT, {
    'members of another alternative leave the service': [
      'Object.keys(place.shape?.properties ?? {})',
      'Object.keys({})',
    ],
    'a kind of another alternative is taken for its own': ['  literal: isListed,', '  literal: () => isText,'],
    'an object is written as it says of itself': ['"typeof value.toJSON !== \'function\'"', "'true'"],
  }),
  ...breaking('packages/gateway/src/operations/serializer.ts', OUTPUT, {
    'the form of a driver is refused where the parser has to be called': [
      'const formed = inForm(output)',
      'const formed = output',
    ],
  }),
  ...breaking('packages/gateway/src/operations/in-form.ts', OUTPUT, {
    'a value is given to an alternative in another form, and not to the one that takes it': [
      '[...options, ...formed]',
      'formed',
    ],
    'a kind of another alternative is taken once the parser has refused a value': [
      'isEnum(schema) ? schema :',
      'false ? schema :',
    ],
  }),
  ...breaking('packages/gateway/src/operations/absence.ts', OUTPUT, {
    'a member with a default is left out': ['success && data?.member === undefined', 'success'],
  }),
  ...breaking('packages/gateway/src/operations/changes.ts', OUTPUT, {
    'what a function makes of a text is not written': ['return isCode(part) ?', 'return false ?'],
    'what a function makes of an object is not written': ['!FIXED.has(schema._zod.def.type) &&', 'false &&'],
  }),
  ...breaking('packages/core/src/data/number-of.ts', ['packages/core/src/data/number-of.test.ts'], {
    'the text of a number with decimals is none': ['DECIMAL.test(value))', 'String(number) === value)'],
    'a number that is not exact is written': ['Math.abs(number) <= Number.MAX_SAFE_INTEGER && ', ''],
  }),
]
