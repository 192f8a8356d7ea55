import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** An object of Kubernetes, as a manifest has it. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> }
  spec: any
}

/** The package that has what Kubernetes and the Prometheus operator publish of a kind of object: its JSON schema, and the type that follows. */
const moduleOf = ({ apiVersion }: Manifest): string =>
  apiVersion.startsWith('monitoring.coreos.com/')
    ? `@kubernetes-models/prometheus-operator/${apiVersion}`
    : `kubernetes-models/${apiVersion}`

/** What the schemas of the kinds say against manifests, a line each. */
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

/** What the types of the kinds say against manifests: members that there are not, which schemas of Kubernetes let pass. */
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
