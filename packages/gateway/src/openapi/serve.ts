import { madeOnce } from '../http/made-once.ts'
import type { StaticText } from '../http/static-text.ts'
import type { DocumentOptions } from './document.ts'
import { referencePage, referencePolicy, referenceScript } from './reference.ts'

/** Returns the texts of the OpenAPI document at `/openapi.json` and `/openapi.yaml`, and of the API reference at `/docs`. */
export function documentTexts(options: DocumentOptions): StaticText[] {
  const page = referencePage(options.naming.title)
  // The code that builds the document is loaded at the first request for it.
  const writer = () => import('./document.ts')
  const document = madeOnce(async () => (await writer()).buildDocument(options))
  const policy = { 'content-security-policy': referencePolicy(options.baseUrl) }
  const lasting = { 'cache-control': 'public, max-age=3600' }

  return [
    { path: '/openapi.json', type: 'application/json', content: async () => JSON.stringify(await document()) },
    { path: '/openapi.yaml', type: 'application/yaml', content: async () => (await writer()).yamlOf(await document()) },
    { path: '/docs', type: 'text/html', content: async () => page, headers: policy },
    { path: '/docs/scalar.js', type: 'text/javascript', content: referenceScript, headers: lasting },
  ]
}
