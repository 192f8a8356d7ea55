import { expect, test, vi } from 'vitest'
import { documentReader } from './client-documents.ts'

test('after what documents are read with could not be opened, it is opened again for the next one', async () => {
  const open = vi.fn<Parameters<typeof documentReader>[0]>().mockRejectedValue(new Error('EMFILE: too many open files'))
  const read = documentReader(open)
  for (const address of ['https://one.example/client.json', 'https://two.example/client.json'])
    await expect(read(address, AbortSignal.timeout(1_000))).rejects.toThrow('could not be read')
  expect(open).toHaveBeenCalledTimes(2)
})
