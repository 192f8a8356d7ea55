import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { run } from '../../packages/generator/src/command/run.ts'

const pathOf = (file: string) => fileURLToPath(new URL(`../../examples/library/${file}`, import.meta.url))

test('its client is what its contract says', async () => {
  const out = pathOf('client')
  const ending = await run(['--application', pathOf('application.ts'), '--out', out, '--check'])
  expect(ending).toEqual({ status: 0, text: `${out} is what the contract says.\n` })
})
