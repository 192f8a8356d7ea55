import { readFile } from 'node:fs/promises'
import type { Resource } from '@roster/core/contract'
import type { StaticText } from '../../http/static-text.ts'
import { prefixOf, type Site } from '../../naming/site.ts'
import { rendered } from '../../pages/page.ts'
import { scriptedPagePolicy } from '../../pages/policy.ts'
import { liveEventsPage } from './page.ts'
import { STYLE } from './style.ts'

const PAGE = '/docs/events'
const MODULES = ['main', 'dom', 'follow', 'frames', 'rows', 'service', 'webhooks'] as const
const [MAIN, ...OTHERS] = MODULES

/** Returns the page that shows the stream and sends test events, at `/docs/events`, and the modules of its script, below that path. */
export function liveEventsTexts(site: Site, resources: readonly Resource[]): StaticText[] {
  const prefix = prefixOf(site)
  const modules = [prefix + addressOf(MAIN), ...OTHERS.map((name) => prefix + addressOf(name))] as const
  const document = () => rendered(liveEventsPage({ ...site, resources, modules }), site.naming.title)
  const headers = { 'content-security-policy': scriptedPagePolicy(STYLE) }
  return [
    { path: PAGE, type: 'text/html', content: async () => document(), headers },
    ...MODULES.map((name) => ({ path: addressOf(name), type: 'text/javascript', content: () => moduleText(name) })),
  ]
}

const addressOf = (name: string) => `${PAGE}/${name}.js`

/** Returns the source of a module, which browsers run unchanged. */
const moduleText = (name: string) => readFile(new URL(`browser/${name}.js`, import.meta.url), 'utf8')
