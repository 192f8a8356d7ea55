import { Roster } from '@roster/sdk'
import { API_KEY } from '../../harness/request.ts'
import { serveCalls } from './caller.ts'

let client: Roster | undefined
const at = (baseUrl: string) => (client ??= new Roster({ baseUrl, apiKey: API_KEY }))

serveCalls({
  get: (baseUrl) => at(baseUrl).users.get('usr_1'),
  async walk(baseUrl) {
    let records = 0
    for await (const user of at(baseUrl).users.list()) records += user.id ? 1 : 0
    return records
  },
})
