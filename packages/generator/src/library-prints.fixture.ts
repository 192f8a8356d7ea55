import { exampleId } from '@roster/core/contract'
import { z } from 'zod'

export const bookId = z.string().meta({ description: 'Identifier of the book.', examples: [exampleId('boo')] })

export const print = z
  .object({
    id: z.string().meta({ description: 'Identifier of the print.', examples: [exampleId('pri')] }),
    book_id: bookId,
    status: z.enum(['printing', 'printed']).meta({ description: 'How far it is.' }),
    progress: z.object({ done: z.int(), all: z.int() }).meta({ examples: [{ done: 1, all: 2 }] }),
  })
  .meta({ id: 'Print', description: 'A copy that is printed.' })

export const binding = z
  .object({
    id: z.string().meta({ description: 'Identifier of the binding.', examples: [exampleId('bin')] }),
    status: z.enum(['binding', 'bound']).meta({ description: 'How far it is.' }),
  })
  .meta({ id: 'Binding', description: 'A book that is bound.' })
