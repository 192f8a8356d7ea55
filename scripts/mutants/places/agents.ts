import { breaking, type Mutant } from '../mutant.ts'

const PLAIN = ['packages/gateway/src/mcp/plain-call.test.ts']

/** What programs that act for people are served. */
export const agents: Mutant[] = [
  ...breaking('packages/gateway/src/mcp/plain-call.ts', PLAIN, {
    'a header that names another tool is not compared with the call': ["    headers['mcp-name'] === name &&\n", ''],
    'the answer to a question is taken for a plain call': [
      '  if (!Object.keys(params).every((member) => MEMBERS.has(member))) return undefined\n',
      '',
    ],
  }),
]
