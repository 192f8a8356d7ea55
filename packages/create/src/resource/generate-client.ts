import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Refusal } from '../ending.ts'

/** Generates the client of the application in a folder, by the application's own script. Throws `Refusal` when that fails. */
export async function generateClient(folder: string): Promise<void> {
  const npm = spawn('npm run -s generate', { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], shell: true })
  const [code] = (await once(npm, 'close')) as [number | null]
  if (code !== 0) throw new Refusal('The resource was added, but its client was not written. Run npm run generate.')
}
