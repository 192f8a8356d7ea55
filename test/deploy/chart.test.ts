import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { application } from '@roster/api'
import { readSettings } from '@roster/gateway'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { textOf } from '../../scripts/imports.ts'
import { faultsBySchema, faultsByType, type Manifest } from '../support/kubernetes.ts'
import { isMissing, run } from '../support/live.ts'
import { SHARED_SECRET } from '../support/process.ts'

const CHART = fileURLToPath(new URL('../../deploy/helm/roster', import.meta.url))

const REQUIRED = { publicUrl: 'https://api.example.com', existingSecret: 'roster' }
const EVERYTHING = {
  ...REQUIRED,
  'image.digest': `sha256:${'0'.repeat(64)}`,
  'settings.LOG_LEVEL': 'warn',
  'settings.ROSTER_WORKERS': '2',
  'imagePullSecrets[0].name': 'registry',
  'podAnnotations.team': 'people',
  'podLabels.team': 'people',
  'nodeSelector.disk': 'ssd',
  'tolerations[0].operator': 'Exists',
  'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].key':
    'metadata.name',
  'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].operator':
    'In',
  'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].values[0]':
    'one',
  'autoscaling.enabled': 'true',
  'ingress.enabled': 'true',
  'ingress.className': 'nginx',
  'ingress.annotations.team': 'people',
  'ingress.tlsSecret': 'certificate',
  'networkPolicy.enabled': 'true',
  'networkPolicy.from[0].namespaceSelector.matchLabels.name': 'ingress',
  'networkPolicy.metricsFrom[0].namespaceSelector.matchLabels.name': 'monitoring',
  'serviceMonitor.enabled': 'true',
  'serviceMonitor.labels.release': 'prometheus',
  'prometheusRule.enabled': 'true',
  'prometheusRule.labels.release': 'prometheus',
}

describe.skipIf(isMissing('helm', 'HELM'))('the Helm chart', () => {
  const set = (values: Record<string, string>) =>
    Object.entries(values).map(([name, value]) => `--set=${name}=${value}`)
  const helm = (...args: string[]) => run(['helm', ...args])

  async function manifests(values: Record<string, string>): Promise<Manifest[]> {
    const { output, errors } = await helm('template', 'try', CHART, ...set(values))
    if (!output) throw new Error(errors)
    return parseAllDocuments(output).map((document) => document.toJS())
  }
  const one = async (kind: string, values: Record<string, string>) =>
    (await manifests(values)).find((manifest) => manifest.kind === kind)!

  test.each([
    ['what is required', REQUIRED],
    ['everything', EVERYTHING],
  ])('is accepted by helm lint, by the schemas of Kubernetes and by their types, with %s', async (_what, values) => {
    const { code, output } = await helm('lint', '--strict', CHART, ...set(values))
    expect([code, output]).toEqual([0, expect.stringContaining('0 chart(s) failed')])
    const rendered = await manifests(values)
    expect(rendered.length).toBeGreaterThan(3)
    expect(await faultsBySchema(rendered)).toEqual([])
    expect(await faultsByType(rendered)).toBe('')
  })

  test('makes each kind of object where it is asked for, and what serves otherwise', async () => {
    const kinds = (of: Manifest[]) => of.map(({ kind }) => kind).toSorted()
    const always = ['Deployment', 'Job', 'PodDisruptionBudget', 'Service']
    expect(kinds(await manifests(REQUIRED))).toEqual(always)
    const asked = ['HorizontalPodAutoscaler', 'Ingress', 'NetworkPolicy', 'PrometheusRule', 'Service', 'ServiceMonitor']
    expect(kinds(await manifests(EVERYTHING))).toEqual([...always, ...asked].toSorted())
  })

  test.each(['Deployment', 'Job'])(
    'the pods of its %s run as nobody, without rights, on files that cannot be written',
    async (kind) => {
      const { spec } = (await one(kind, REQUIRED)).spec.template
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
          },
        ],
      })
    },
  )

  test('migrates before anything is replaced, and never at a start', async () => {
    const { metadata, spec } = await one('Job', REQUIRED)
    expect(metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' })
    expect(spec.template.spec.containers[0].args).toEqual(['migrate'])
    const [serving] = (await one('Deployment', REQUIRED)).spec.template.spec.containers
    expect(serving.args).toBeUndefined()
    expect(serving.env).toContainEqual({ name: 'ROSTER_MIGRATE', value: 'off' })
  })

  test.each(['Deployment', 'Job'])(
    'the settings of its %s can be used with those of the Secret, and are known',
    async (kind) => {
      const [{ env, envFrom }] = (await one(kind, EVERYTHING)).spec.template.spec.containers
      expect(envFrom).toEqual([{ secretRef: { name: 'roster' } }])
      const told = Object.fromEntries(env.map(({ name, value }: Record<string, string>) => [name, value]))
      const secret = { DATABASE_URL: 'postgres://roster:…@db/roster', ROSTER_SECRET: SHARED_SECRET }
      expect(Object.keys(told).filter((name) => name in secret)).toEqual(['DATABASE_URL'])
      expect(readSettings(application.naming, { NODE_ENV: 'production', ...told, ...secret })).toMatchObject({
        MIGRATE: 'off',
        METRICS_PORT: 9464,
        WORKERS: 2,
        unknown: [],
      })
    },
  )

  test.each(['Deployment', 'Job'])('no pod of its %s starts without a DATABASE_URL in the Secret', async (kind) => {
    const [{ env }] = (await one(kind, REQUIRED)).spec.template.spec.containers
    const secretKeyRef = { name: 'roster', key: 'DATABASE_URL' }
    expect(env).toContainEqual({ name: 'DATABASE_URL', valueFrom: { secretKeyRef } })
  })

  test('its Ingress is of the host alone, whatever the port of publicUrl', async () => {
    const { spec } = await one('Ingress', { ...EVERYTHING, publicUrl: 'https://api.example.com:8443' })
    expect([spec.rules[0].host, spec.tls[0].hosts]).toEqual(['api.example.com', ['api.example.com']])
  })

  test('numbers stay what they are, however large', async () => {
    const numbers = {
      OTEL_METRIC_EXPORT_INTERVAL: 3_600_000,
      OTEL_TRACES_SAMPLER_ARG: 0.25,
      PORT_NAME: '007',
      DEBUG: true,
    }
    const json = `--set-json=settings=${JSON.stringify(numbers)}`
    const deadline = '--set-json=migration={"activeDeadlineSeconds":2000000}'
    const { output } = await helm('template', 'try', CHART, ...set(REQUIRED), json, deadline)
    const job: Manifest = parseAllDocuments(output)
      .map((document) => document.toJS())
      .find(({ kind }) => kind === 'Job')
    const [{ env }] = job.spec.template.spec.containers
    const told = Object.fromEntries(env.map(({ name, value }: Record<string, string>) => [name, value]))
    expect(told).toMatchObject({
      OTEL_METRIC_EXPORT_INTERVAL: '3600000',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      PORT_NAME: '007',
      DEBUG: 'true',
    })
    expect(job.spec.activeDeadlineSeconds).toBe(2_000_000)
  })

  test('pods are asked whether they live and whether they are ready, and stop in peace', async () => {
    const { spec } = (await one('Deployment', REQUIRED)).spec.template
    const [{ livenessProbe, readinessProbe, startupProbe, ports, lifecycle }] = spec.containers
    expect(ports.find(({ name }: { name: string }) => name === 'http').containerPort).toBe(3000)
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)).toEqual([
      { path: '/livez', port: 'http' },
      { path: '/livez', port: 'http' },
      { path: '/readyz', port: 'http' },
    ])
    // A stop takes ten seconds at most.
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(lifecycle.preStop.sleep.seconds + 10)
  })

  test('services, monitors, policies and budgets find the pods that serve, and no others', async () => {
    const rendered = await manifests(EVERYTHING)
    const labels = (kind: string) =>
      rendered.find((manifest) => manifest.kind === kind)!.spec.template.metadata.labels as Record<string, string>
    const selectors = rendered.flatMap(({ kind, spec }) => {
      if (kind === 'Service') return [spec.selector]
      if (kind === 'NetworkPolicy') return [spec.podSelector.matchLabels]
      return kind === 'PodDisruptionBudget' || kind === 'Deployment' ? [spec.selector.matchLabels] : []
    }) as Record<string, string>[]
    expect(selectors.length).toBe(5)
    const finds = (selector: Record<string, string>, kind: string) =>
      Object.entries(selector).every(([name, value]) => labels(kind)[name] === value)
    expect(selectors.map((selector) => [finds(selector, 'Deployment'), finds(selector, 'Job')])).toEqual(
      selectors.map(() => [true, false]),
    )
    const monitored = rendered.find(({ kind }) => kind === 'ServiceMonitor')!.spec
    const services = rendered.filter(
      ({ kind, metadata }) =>
        kind === 'Service' &&
        Object.entries(monitored.selector.matchLabels).every(([name, value]) => metadata.labels[name] === value),
    )
    expect(services.map(({ metadata }) => metadata.name)).toEqual(['try-roster-metrics'])
    // The job that the alerts name.
    expect(services[0]!.metadata.labels[monitored.jobLabel]).toBe('roster')
  })

  test('has the alerts that there are', async () => {
    expect((await one('PrometheusRule', EVERYTHING)).spec).toEqual(parse(textOf('deploy/prometheus/rules.yaml')))
  })

  test.each([
    [{ existingSecret: 'roster' }, 'Set publicUrl to the address that callers use, such as https://api.example.com.'],
    [{ publicUrl: 'https://api.example.com' }, 'Set existingSecret to the name of a Secret with DATABASE_URL'],
    [{ ...REQUIRED, publicUrl: 'http://api.example.com' }, "at '/publicUrl'"],
    [{ ...REQUIRED, 'settings.PORT': '8080' }, "invalid propertyName 'PORT'"],
    [{ ...REQUIRED, 'networkPolicy.enabled': 'true' }, 'Set networkPolicy.from to who may reach the pods'],
    [{ ...REQUIRED, replica: '3' }, "additional properties 'replica' not allowed"],
  ])('refuses %j, and says why', async (values, why) => {
    const { code, errors } = await helm('template', 'try', CHART, ...set(values))
    expect([code, errors]).toEqual([1, expect.stringContaining(why)])
  })

  test('is of the version of the packages', () => {
    const { version, appVersion } = parse(textOf(join('deploy/helm/roster', 'Chart.yaml')))
    const { version: ours } = JSON.parse(textOf('packages/api/package.json'))
    expect([version, appVersion]).toEqual([ours, ours])
  })
})
