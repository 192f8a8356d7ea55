/** A worker that does what a test tells it, and as a worker what its supervisor does. */
const url = 'http://localhost:3000'
const say = (message: object) => void process.send!(message)

const answers: Record<string, () => void> = {
  serve() {
    // Before it serves it does not hear that it is to retire.
    answers['retire'] = () => process.exit(0)
    say({ kind: 'running', url })
  },
  fail: () => process.exit(1),
  'make-first-key': () => say({ kind: 'first-key', firstKey: 'rk_first' }),
  'ignore signals'() {
    process.on('SIGTERM', () => {})
    say({ kind: 'ignoring' })
  },
}

process.on('message', ({ kind }: { kind: string }) => answers[kind]?.())
