import { expect, test } from 'vitest'
import { html } from './html.ts'

test('what a page quotes ends no element, and no attribute in either kind of quotes', () => {
  const text = `<&>"'`
  expect(html`<i title="${text}">${text}</i>`.source).toBe(
    '<i title="&lt;&amp;&gt;&quot;&#39;">&lt;&amp;&gt;&quot;&#39;</i>',
  )
})
