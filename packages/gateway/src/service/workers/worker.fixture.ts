/** A worker process that runs the commands of a test and of its supervisor. */
const url = 'http://localhost:3000'
const say = (message: object) => void process.send!(message)

const answers: Record<string, () => void> = {
  serve() {
    // The worker ignores `retire` until it serves.
    answers['retire'] = () => process.exit(0)
    say({ kind: 'running', url })
  },
  fail: () => process.exit(1),
  'make-first-key': () => say({ kind: 'first-key', firstKey: 'rk_first' }),
  'ignore all'() {
    process.on('SIGTERM', () => {})
    answers['retire'] = () => {}
    say({ kind: 'ignoring' })
  },
}

process.on('message', ({ kind }: { kind: string }) => answers[kind]?.())
