import { hash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire, getCompileCacheDir } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { forgetOrigins } from '../../base/core/lean-schema.ts'
import { packSpec, type Pack } from '../../base/core/pack.ts'
import { shapesOf } from '../../base/core/shape.ts'
import { unitNameOf } from '../../base/core/source-file.ts'
import { nameTool, type Shapes, type Tool, type ToolSpec } from '../../base/core/tool.ts'
import { inSlices, type Sliced } from '../../engines/search/slices.ts'
import { keep, revive, type JsonWithHoles } from './json-with-holes.ts'
import { loadedOf, PACK_FAMILY, unitsOf, type Loaded, type Unit, type Units } from './load.ts'

/** Where the sources are, which other files they depend on, and where their tools are kept. */
export interface Keeping {
  readonly sources: string
  readonly others: readonly string[]
  /** Absent where nothing can be kept. */
  readonly folder: string | undefined
}

/** The sources of this service, kept where the engine keeps what it has compiled of them. */
export const ownKeeping = (): Keeping => ({
  sources: fileURLToPath(new URL('../../', import.meta.url)),
  // The second is that of the folder in which the packed service is installed.
  others: ['../../../package-lock.json', '../../../../.package-lock.json'].map((file) =>
    fileURLToPath(new URL(file, import.meta.url)),
  ),
  folder: getCompileCacheDir(),
})

export interface KeptCatalog {
  readonly loaded: Promise<Loaded>
  /** Writes what the next start reads, unless this one has read it. */
  keep(): Promise<void>
}

/** What is kept of a file, and by slug the schemas of what is in it as JSON text. */
interface KeptUnit {
  readonly path: string
  readonly exported: JsonWithHoles
  readonly shapes: Readonly<Record<string, string>>
}

type KeptUnits = { readonly [Folder in keyof Units]: readonly KeptUnit[] }

const NAME = /^catalog-[0-9a-f]{64}\.json$/

/**
 * All that is sold, as an earlier start of the same sources has kept it: each file is loaded
 * when it is first called. Where nothing is kept, all files are loaded now.
 */
export function loadKept({ sources, others, folder }: Keeping): KeptCatalog {
  const name = folder && `catalog-${marksOf(sources, others)}.json`
  const reading = folder && name ? readKept(join(folder, name)) : Promise.resolve(null)
  const units = reading.then((kept) => (kept ? revivedAll(sources, kept) : unitsOf(sources)))
  const loaded = units.then((found) => loadedOf(sources, found))
  return {
    loaded,
    async keep() {
      if (!folder || !name || (await reading)) return
      const kept = await inSlices(keptOf(sources, await units, await loaded))
      await replace(folder, name, JSON.stringify(kept))
    },
  }
}

/**
 * Writes the file in one step, because other processes read the same folder, and removes the file
 * before it.
 */
async function replace(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const written = join(folder, `${name}.${process.pid}`)
  await writeFile(written, text)
  await rename(written, join(folder, name))
  const before = (await readdir(folder)).filter((other) => NAME.test(other) && other !== name)
  await Promise.all(before.map((other) => rm(join(folder, other), { force: true })))
}

/**
 * A hash over all files that a definition may depend on, which are the sources and their packages:
 * each by its name, size and times of change. The system sets one of these times at every change,
 * and no program can set it.
 */
function marksOf(sources: string, others: readonly string[]): string {
  const entries = readdirSync(sources, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
  const marks = [...files.toSorted(), ...others].map((path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return [path, found?.ino, found?.size, found?.mtimeMs, found?.ctimeMs].join(' ')
  })
  return hash('sha256', marks.join('\n'))
}

/** A file that cannot be read is made again. */
async function readKept(file: string): Promise<KeptUnits | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as KeptUnits
  } catch {
    return null
  }
}

/** All packs, also those of the operator, share the schema of their answer: it stays whole. */
function revivedAll(sources: string, { tools, packs, reports }: KeptUnits): Units {
  const revived = (change: (exported: object) => unknown) => (unit: KeptUnit) =>
    revivedUnit(sources, unit, change)
  return {
    tools: tools.map(revived(lightened)),
    packs: packs.map(revived((pack) => pack)),
    reports: reports.map(revived(lightened)),
  }
}

function revivedUnit(
  sources: string,
  { path, exported, shapes }: KeptUnit,
  change: (exported: object) => unknown,
): Unit {
  const file = join(sources, path)
  const load = (): unknown => {
    const loaded = createRequire(import.meta.url)(file) as { readonly default: object }
    return change(loaded.default)
  }
  return {
    path: file,
    exported: revive(exported, load),
    shapesOf: (slug) => JSON.parse(shapes[slug] ?? '') as Shapes,
  }
}

function* keptOf(sources: string, units: Units, { tools, packs }: Loaded): Sliced<KeptUnits> {
  const byFile = Map.groupBy(tools, ({ file }) => file)
  const madeIn = (path: string) => byFile.get(pathToFileURL(path).href) ?? []
  return {
    tools: yield* keptUnits(sources, units.tools, madeIn),
    reports: yield* keptUnits(sources, units.reports, madeIn),
    packs: yield* keptUnits(sources, units.packs, (path) => {
      const pack = packs?.[unitNameOf(path)]
      return pack ? [packAlone(unitNameOf(path), pack)] : []
    }),
  }
}

/** What its schemas are read from: they do not hang on the tools behind it. */
const packAlone = (slug: string, pack: Pack): Tool =>
  nameTool(packSpec(pack, { slug, parts: [], leftOut: [] }), PACK_FAMILY, slug)

/**
 * The schemas of its tools, without what they were made from: half of what they hold. Only JSON
 * Schema needs that, and it is kept already.
 */
function lightened(exported: object): unknown {
  const specs = ('run' in exported ? [exported] : Object.values(exported)) as Partial<ToolSpec>[]
  for (const { input, output } of specs) {
    if (input) forgetOrigins(input)
    if (output) forgetOrigins(output)
  }
  return exported
}

function* keptUnits(
  sources: string,
  units: readonly Unit[],
  madeIn: (path: string) => readonly Tool[],
): Sliced<readonly KeptUnit[]> {
  const kept: KeptUnit[] = []
  for (const { path, exported } of units) {
    const shapes: Record<string, string> = {}
    for (const tool of madeIn(path)) {
      shapes[tool.slug] = JSON.stringify(shapesOf(tool))
      yield
    }
    kept.push({ path: relative(sources, path), exported: keep(exported), shapes })
  }
  return kept
}
