import { Roster } from '@roster/sdk'
import { EXAMPLE_SECRET } from './examples.ts'
import type { Service } from './service.ts'

type Options = Partial<ConstructorParameters<typeof Roster>[0]>

/** Has a service listen on a free port, and gives clients of it: administrators, unless they bring a credential. */
export async function clientsOf({ app }: Service): Promise<(options?: Options) => Roster> {
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  return (options = {}) => {
    const hasCredential = 'apiKey' in options || 'accessToken' in options
    return new Roster({ baseUrl, logLevel: 'off', ...(!hasCredential && { apiKey: EXAMPLE_SECRET }), ...options })
  }
}
