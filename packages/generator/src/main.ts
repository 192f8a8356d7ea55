/** Writes the client of an application: `roster-generate --help`. */
import { run } from './command/run.ts'

const { status, text } = await run(process.argv.slice(2))
const stream = status === 0 ? process.stdout : process.stderr
stream.write(text)
process.exitCode = status
