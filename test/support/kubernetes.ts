import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A Kubernetes object in a manifest. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> }
  spec: any
}

/** Returns the module with the JSON schema and the type of a kind of object, as published by Kubernetes or the Prometheus operator. */
const moduleOf = ({ apiVersion }: Manifest): string =>
  apiVersion.startsWith('monitoring.coreos.com/')
    ? `@kubernetes-models/prometheus-operator/${apiVersion}`
    : `kubernetes-models/${apiVersion}`

/** Returns the faults of manifests by the JSON schemas of their kinds, a line each. */
export async function faultsBySchema(manifests: readonly Manifest[]): Promise<string[]> {
  const faults: string[] = []
  for (const manifest of manifests) {
    const { [manifest.kind]: Model } = await import(moduleOf(manifest))
    try {
      new Model(manifest).validate()
    } catch (error) {
      faults.push(`${manifest.kind} ${manifest.metadata.name}: ${(error as Error).message}`)
    }
  }
  return faults
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the type errors of manifests. Types also refuse unknown members, which the schemas of Kubernetes accept. */
export async function faultsByType(manifests: readonly Manifest[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'roster-manifests-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const lines = manifests.flatMap((manifest, index) => [
    `import type { I${manifest.kind} as Kind${index} } from '${moduleOf(manifest)}'`,
    `export const manifest${index}: Kind${index} = ${JSON.stringify(manifest, undefined, 2)}`,
  ])
  await writeFile(join(folder, 'manifests.ts'), lines.join('\n'))
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const args = [
    tsc,
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    'manifests.ts',
  ]
  const told = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_error, output, errors) => resolve(output + errors))
  })
  await rm(folder, { recursive: true })
  return told
}
