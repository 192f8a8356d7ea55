import fs, { fstatSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { onTestFinished, vi } from 'vitest'

const restore = () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
}

/**
 * Returns the inode numbers of the files and directories that this process brings to the disk from now on, until the test ends. `sync` takes the place of what
 * does so. Default: nothing.
 */
export async function synced(sync: () => void = () => {}): Promise<number[]> {
  const numbers: number[] = []
  const one = await open(tmpdir())
  const files = Object.getPrototypeOf(one) as typeof one
  await one.close()
  vi.spyOn(files, 'sync').mockImplementation(async function (this: typeof one) {
    numbers.push((await this.stat()).ino)
    sync()
  })
  for (const name of ['fdatasyncSync', 'fsyncSync'] as const)
    vi.spyOn(fs, name).mockImplementation((file) => {
      numbers.push(fstatSync(file).ino)
      sync()
    })
  syncBuiltinESMExports()
  onTestFinished(restore)
  return numbers
}
