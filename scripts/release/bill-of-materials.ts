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

/**
 * Writes what those packages consist of that are due, of all that a repository has: with all that they need to run, by the lock file (CycloneDX). What they are
 * developed with is not in it.
 */
export async function billsOfMaterials(
  root: string,
  packages: readonly Package[],
  due: readonly Package[],
  into: string,
): Promise<void> {
  // Without what development needs, npm also leaves out what running needs as well.
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

/** Whether one of our packages needs another one to run. Packages of others are installed without what they are developed with. */
function runsWith(each: Package | undefined, ref: string): boolean {
  const name = ref.slice(0, ref.lastIndexOf('@'))
  return !each || [each.dependencies, each.optionalDependencies].some((needed) => needed && name in needed)
}

/** npm tells of the repository; this is about one package of it, and what that reaches. */
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
