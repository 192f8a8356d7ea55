import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { npm } from './npm.ts'
import { fileOf, type Package } from './packages.ts'

/** What npm tells of a tree of packages, in the form of CycloneDX 1.5. */
interface Bill {
  metadata: { component: Record<string, unknown> }
  components: { 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** Writes what a package and all that it depends on consist of (CycloneDX), by the lock file. What it is developed with is not in it. */
export async function billOfMaterials(root: string, each: Package, into: string): Promise<void> {
  const what = ['--package-lock-only', '--omit=dev', `--workspace=${each.folder}`, '--sbom-format=cyclonedx']
  const bill: Bill = JSON.parse(await npm(root, 'sbom', ...what))
  await writeFile(join(into, `${fileOf(each)}.cdx.json`), JSON.stringify(about(each, bill), undefined, 2))
}

/** npm tells of the repository; this is about one package of it, and what that reaches. */
function about({ name, version, description, license, bin }: Package, bill: Bill): Bill {
  const ref = `${name}@${version}`
  const component = {
    'bom-ref': ref,
    type: bin ? 'application' : 'library',
    name,
    version,
    description,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ license: { id: license } }],
  }
  const reached = reachedFrom(ref, bill.dependencies)
  return {
    ...bill,
    metadata: { ...bill.metadata, component },
    components: bill.components.filter((part) => part['bom-ref'] !== ref && reached.has(part['bom-ref'])),
    dependencies: bill.dependencies.filter(({ ref: from }) => reached.has(from)),
  }
}

function reachedFrom(ref: string, dependencies: Bill['dependencies']): Set<string> {
  const next = new Map(dependencies.map(({ ref: from, dependsOn }) => [from, dependsOn]))
  const reached = new Set([ref])
  for (const each of reached) for (const other of next.get(each) ?? []) reached.add(other)
  return reached
}
