import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { textOf } from '../../scripts/imports.ts'
import { isMissing, run } from '../support/live.ts'
import { metricsIn, metricsServed } from '../support/metrics.ts'

const FOLDER = fileURLToPath(new URL('../../deploy/', import.meta.url))
const RULES = 'deploy/prometheus/rules.yaml'
const DASHBOARD = 'deploy/grafana/roster.json'

interface Rule {
  alert: string
  expr: string
  annotations: { summary: string; runbook: string }
}
const rules: Rule[] = parse(textOf(RULES)).groups.flatMap((group: { rules: Rule[] }) => group.rules)
const panels: { title: string; targets: { expr: string }[] }[] = JSON.parse(textOf(DASHBOARD)).panels

test.each([
  [RULES, rules.map(({ expr }) => expr)],
  [DASHBOARD, panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))],
])('every metric that %s asks for is served', async (_file, expressions) => {
  const named = metricsIn(expressions.join('\n'))
  expect(named.length).toBeGreaterThan(5)
  const served = await metricsServed()
  expect(named.filter((name) => !served.has(name))).toEqual([])
})

test('the dashboard shows every metric that is measured of the service itself', async () => {
  const shown = new Set(metricsIn(textOf(DASHBOARD)))
  const own = [...(await metricsServed())].filter((name) => !/^(?:nodejs|process)_/.test(name))
  expect(own.length).toBeGreaterThan(8)
  expect(own.filter((name) => !shown.has(name))).toEqual([])
})

test('every alert is tried, and names a heading that says what to do', () => {
  const tried = textOf('deploy/prometheus/rules.test.yaml')
  expect(rules.filter(({ alert }) => !tried.includes(`alertname: ${alert}\n        exp_alerts`))).toEqual([])
  const leadsNowhere = rules.filter(({ annotations: { runbook } }) => {
    const [page, anchor] = runbook.split('#')
    return (
      anchor !== undefined &&
      !textOf(page!)
        .toLowerCase()
        .includes(`\n## ${anchor.replaceAll('-', ' ')}\n`)
    )
  })
  expect(leadsNowhere).toEqual([])
})

describe.skipIf(isMissing('promtool', 'PROMTOOL'))('promtool', () => {
  test.each([
    ['check', 'rules', 'rules.yaml'],
    ['test', 'rules', 'rules.test.yaml'],
  ] as const)('%s %s accepts %s', async (...[verb, what, file]) => {
    const { code, output, errors } = await run(['promtool', verb, what, join(FOLDER, 'prometheus', file)])
    expect([code, output + errors]).toEqual([0, expect.stringContaining('SUCCESS')])
  })
})
