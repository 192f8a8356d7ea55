import { basename, dirname } from 'node:path/posix'
import { offeredBy } from './entries.ts'

/** A step of a request: the name of its function, and the file that defines it. */
interface Step {
  file: string
  name: string
  /** Names of the following steps. */
  next: readonly string[]
}

/** The steps of a request through the packages, in order. The doc comment of each definition describes the step. */
const STEPS: readonly Step[] = [
  {
    file: 'packages/gateway/src/server/early.ts',
    name: 'handleEarly',
    next: ['serveRest', 'serveRpc', 'serveRealtime'],
  },
  { file: 'packages/gateway/src/rest/rest.ts', name: 'serveRest', next: ['requestContext'] },
  { file: 'packages/gateway/src/rpc/rpc.ts', name: 'serveRpc', next: ['requestContext'] },
  { file: 'packages/gateway/src/realtime/serve.ts', name: 'serveRealtime', next: ['requestContext'] },
  { file: 'packages/gateway/src/context/request-context.ts', name: 'requestContext', next: ['authenticator'] },
  { file: 'packages/gateway/src/auth/credentials.ts', name: 'authenticator', next: ['performerOf'] },
  { file: 'packages/core/src/operation/performer.ts', name: 'performerOf', next: ['orders'] },
  { file: 'packages/api/src/orders/orders.ts', name: 'orders', next: ['Transaction'] },
  { file: 'packages/core/src/data/transaction.ts', name: 'Transaction', next: ['successOf', 'startSequencer'] },
  { file: 'packages/gateway/src/rest/success.ts', name: 'successOf', next: [] },
  { file: 'packages/core/src/event-log/sequencer.ts', name: 'startSequencer', next: ['Feed'] },
  { file: 'packages/core/src/event-log/feed.ts', name: 'Feed', next: ['Deliverer', 'serveStreams'] },
  { file: 'packages/gateway/src/realtime/sse.ts', name: 'serveStreams', next: [] },
  { file: 'packages/gateway/src/webhooks/deliverer.ts', name: 'Deliverer', next: [] },
]

/** Returns a diagram and a table of a request's steps, in Markdown. Throws when a step is not in its file, or has no doc comment. */
export function requestWay(): string {
  const arrows = STEPS.flatMap(({ name, next }) => next.map((one) => `  ${name} --> ${one}`))
  const nodes = STEPS.map(({ file, name }) => `  ${name}["<b>${name}</b><br/>${shortened(file)}"]`)
  const rows = STEPS.map((step) => `| \`${step.name}\` | \`${step.file}\` | ${toldOf(step)} |`)
  return [
    '```mermaid',
    'flowchart TD',
    ...nodes,
    ...arrows,
    '```',
    '',
    '| step | file | what it does |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

/** Returns the package, room and file of a path, such as `core/data/transaction.ts`. */
const shortened = (file: string) => `${file.split('/')[1]}/${basename(dirname(file))}/${basename(file)}`

/** Returns the first sentence of a step's doc comment. */
function toldOf({ file, name }: Step): string {
  const comment = offeredBy(file).find((one) => one.name === name)?.comment
  if (comment === undefined) throw new Error(`scripts/request-way.ts: ${file} has no ${name} with a doc comment.`)
  const text = comment.replaceAll(/^\s*\/?\*+\/?|\*\/$/gm, ' ').replaceAll(/\s+/g, ' ')
  return /^.*?[.](?=\s|$)/.exec(text.trim())![0]
}
