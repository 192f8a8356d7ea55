import { z } from 'zod'

/**
 * Returns what a schema refuses in its own examples, in a few words; undefined if it accepts them. For `output`, an example is a value that the schema's codecs
 * write.
 */
export function exampleFault(schema: z.core.$ZodType, io: 'input' | 'output'): string | undefined {
  const { examples = [] } = (z.globalRegistry.get(schema) ?? {}) as { examples?: readonly unknown[] }
  return examples.flatMap((example) => faultsIn(schema, example, io))[0]
}

function faultsIn(schema: z.core.$ZodType, example: unknown, io: 'input' | 'output'): string[] {
  const { issues = [] } = checked(schema, example, io)?.error ?? {}
  return issues.map(({ path, message }) => [...path.map(String), message].join(': '))
}

/** Checks an example. Returns undefined if only code could check it: a transform cannot be reversed. */
function checked(schema: z.core.$ZodType, example: unknown, io: 'input' | 'output') {
  try {
    return io === 'input' ? z.core.safeParse(schema, example) : z.core.safeEncode(schema, example)
  } catch (error) {
    if (error instanceof z.core.$ZodEncodeError || error instanceof z.core.$ZodAsyncError) return undefined
    throw error
  }
}
