/**
 * Publishes the packages of this repository: `npm run release`, in a pipeline that npm trusts, at the commit of the tag. `--dry-run` does
 * everything except publishing. Versions that were published before are skipped. Afterwards release/ has the packages, the SHA-256 of each,
 * and the bill of materials of each, as CycloneDX.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { billsOfMaterials } from './release/bill-of-materials.ts'
import { withChecksums } from './release/checksums.ts'
import { isPublished, pack, publish } from './release/npm.ts'
import { type Package, packagesOf } from './release/packages.ts'
import { attests, faultsOf } from './release/readiness.ts'

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
const root = process.cwd()
const folder = join(root, 'release')
const say = (line: string) => void process.stdout.write(`${line}\n`)

const packages = await packagesOf(root)
const faults = await faultsOf(root, packages, process.env)
if (faults.length > 0) {
  process.stderr.write(`Nothing is published:\n${faults.map((fault) => `  ${fault}`).join('\n')}\n`)
  process.exit(1)
}
const due: Package[] = []
for (const each of packages) {
  if (await isPublished(root, each)) say(`${each.name} ${each.version} is there already.`)
  else due.push(each)
}
await rm(folder, { recursive: true, force: true })
await mkdir(folder)
for (const each of due) await pack(root, each, folder)
await billsOfMaterials(root, packages, due, folder)
await withChecksums(folder)

const provenance = attests(process.env)
if (!provenance) say('Without provenance: this is no pipeline that could prove where the packages come from.')
for (const each of due) {
  if (!values['dry-run']) await publish(root, each, folder, provenance)
  say(`${each.name} ${each.version} ${values['dry-run'] ? 'would be' : 'is'} published.`)
}
