import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import { escaped } from '../pages/html.ts'

/** URLs of the page's script and document, relative to the page. */
const SCRIPT = 'docs/scalar.js'
const DOCUMENT = 'openapi.json'

/** Settings of Scalar, with everything off that would call other hosts: fonts, telemetry, proxy, assistant and the hosted client. */
const SETTINGS = {
  url: DOCUMENT,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  authentication: { preferredSecurityScheme: 'apiKey' },
  modelsSectionLabel: 'Schemas',
  orderSchemaPropertiesBy: 'preserve',
  showOperationId: true,
  customCss: 'a[href*="scalar.com"] { display: none }',
}

const START = `Scalar.createApiReference('#app', ${JSON.stringify(SETTINGS)})`

/** Returns the API reference of a service: a page that renders the document in the browser. */
export const referencePage = (service: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · ${escaped(service)}</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="app"></div>
<noscript>The API reference needs JavaScript. The same is in <a href="openapi.yaml">openapi.yaml</a>.</noscript>
<script src="${SCRIPT}"></script>
<script>${START}</script>
</body>
</html>
`

/** Returns the page's content security policy: the page may load and call only this service. Its requests to the service at `baseUrl` pass. */
export function referencePolicy(baseUrl: string): string {
  const start = createHash('sha256').update(START).digest('base64')
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${start}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Returns Scalar's script. Its package gives it only through its Fastify plugin. */
export async function referenceScript(): Promise<string> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(apiReference, { configuration: { url: DOCUMENT } })
  const { payload } = await app.inject('/reference/js/scalar.js')
  return payload
}
