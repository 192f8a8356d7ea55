import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { npm } from './npm.ts'
import { fileOf, type Package } from './packages.ts'

/** npm's bill of materials for a tree of packages, as CycloneDX 1.5. */
interface Bill {
  metadata: { component: Record<string, unknown> }
  components: { 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * Writes the bill of materials (CycloneDX) of each package that is due, from the lock file: all packages that it needs to run, without
 * development dependencies. `packages` are all packages of the repository.
 */
export async function billsOfMaterials(
  root: string,
  packages: readonly Package[],
  due: readonly Package[],
  into: string,
): Promise<void> {
  // Asked to omit development dependencies, npm also omits packages that are needed for both development and running.
  const whole: Bill = JSON.parse(await npm(root, 'sbom', '--package-lock-only', '--sbom-format=cyclonedx'))
  const ours = new Map(packages.map((each) => [refOf(each), each]))
  const dependencies = whole.dependencies.map(({ ref, dependsOn }) => ({
    ref,
    dependsOn: dependsOn.filter((other) => runsWith(ours.get(ref), other)),
  }))
  for (const each of due) {
    const bill = JSON.stringify(about(each, { ...whole, dependencies }), undefined, 2)
    await writeFile(join(into, `${fileOf(each)}.cdx.json`), bill)
  }
}

const refOf = ({ name, version }: Package): string => `${name}@${version}`

/** Whether a package needs another one to run. Always true for third-party packages, which npm installs without development dependencies. */
function runsWith(each: Package | undefined, ref: string): boolean {
  const name = ref.slice(0, ref.lastIndexOf('@'))
  return !each || [each.dependencies, each.optionalDependencies].some((needed) => needed && name in needed)
}

/** Returns the part of the repository's bill that is about one package and the packages that it depends on, also indirectly. */
function about(each: Package, { metadata, components, dependencies, ...bill }: Bill): Bill {
  const { name, version, description, license, bin } = each
  const reached = reachedFrom(refOf(each), dependencies)
  const component = {
    'bom-ref': refOf(each),
    type: bin ? 'application' : 'library',
    name,
    version,
    description,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ license: { id: license } }],
  }
  return {
    ...bill,
    metadata: { ...metadata, component },
    components: components.filter(({ 'bom-ref': ref }) => ref !== refOf(each) && reached.has(ref)),
    dependencies: dependencies.filter(({ ref }) => reached.has(ref)),
  }
}

function reachedFrom(ref: string, dependencies: Bill['dependencies']): Set<string> {
  const next = new Map(dependencies.map(({ ref: from, dependsOn }) => [from, dependsOn]))
  const reached = new Set([ref])
  for (const each of reached) for (const other of next.get(each) ?? []) reached.add(other)
  return reached
}
