import { spawnSync } from 'node:child_process'
import { createLogger } from './logger.ts'

/** A process that runs the commands of a test, and has a log. */
const logger = createLogger('info')

const commands: Record<string, (count: number) => void> = {
  log(count) {
    for (let nth = 1; nth <= count; nth++) logger.info({ nth, padding: '.'.repeat(1_000) }, 'Answered')
  },
  share: () => void spawnSync(process.execPath, ['-e', ''], { stdio: 'inherit' }),
  end: () => process.exit(0),
  loseAndEnd() {
    logger.info({ padding: '.'.repeat(17 * 1_048_576) }, 'More than waits at most')
    process.exit(0)
  },
}

process.on('message', ([name, count]: [string, number]) => {
  commands[name]?.(count)
  process.send!(name)
})
