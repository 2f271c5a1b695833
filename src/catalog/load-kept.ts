import { hash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire, getCompileCacheDir } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { shapesOf } from '../core/shape.ts'
import type { Shapes, Tool } from '../core/tool.ts'
import { inSlices, type Sliced } from '../search/slices.ts'
import { keep, revive, type Kept } from './kept.ts'
import { toolsOf, unitsIn, withComposed, type Loaded, type Unit } from './load.ts'

/** Where the sources are, what else decides what they mean, and where their tools are kept. */
export interface Keeping {
  readonly sources: string
  readonly others: readonly string[]
  /** Absent where nothing can be kept. */
  readonly folder: string | undefined
}

/** The sources of this service, kept where the engine keeps what it has compiled of them. */
export const ownKeeping = (): Keeping => ({
  sources: fileURLToPath(new URL('..', import.meta.url)),
  // The second is that of the folder in which the packed service is installed.
  others: ['../../package-lock.json', '../../../.package-lock.json'].map((file) =>
    fileURLToPath(new URL(file, import.meta.url)),
  ),
  folder: getCompileCacheDir(),
})

export interface KeptCatalog {
  readonly loaded: Promise<Loaded>
  /** Writes what the next start reads, unless this one has read it. */
  keep(): Promise<void>
}

/** What is kept of a file with tools, and by slug the schemas of these tools as JSON text. */
interface KeptUnit {
  readonly path: string
  readonly exported: Kept
  readonly shapes: Readonly<Record<string, string>>
}

const NAME = /^catalog-[0-9a-f]{64}\.json$/

/**
 * All tools, as a former start of the same sources has kept them: the file of a tool is loaded when
 * it is first called. Where nothing is kept, all files are loaded now.
 */
export function loadKept({ sources, others, folder }: Keeping): KeptCatalog {
  const root = join(sources, 'tools')
  const name = folder && `catalog-${marksOf(sources, others)}.json`
  const reading = folder && name ? readKept(join(folder, name)) : Promise.resolve(null)
  const units = reading.then((kept) => kept?.map(revived(root)) ?? unitsIn(root))
  const loaded = units.then((found) => toolsOf(root, found))
  return {
    loaded: loaded.then(withComposed),
    async keep() {
      if (!folder || !name || (await reading)) return
      const { tools } = await loaded
      const kept = await inSlices(keptUnits(root, await units, tools))
      await replace(folder, name, JSON.stringify(kept))
    },
  }
}

/** Writes whole or not at all, for other processes read the same folder; the one before goes. */
async function replace(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const written = join(folder, `${name}.${process.pid}`)
  await writeFile(written, text)
  await rename(written, join(folder, name))
  const before = (await readdir(folder)).filter((other) => NAME.test(other) && other !== name)
  await Promise.all(before.map((other) => rm(join(folder, other), { force: true })))
}

/**
 * Of all that a definition may be made of, the sources and their packages: each by its name, size
 * and times of change. The system sets the last of these at every change, and nobody else can.
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

/** What cannot be read is made anew. */
async function readKept(file: string): Promise<readonly KeptUnit[] | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as readonly KeptUnit[]
  } catch {
    return null
  }
}

const revived =
  (root: string) =>
  ({ path, exported, shapes }: KeptUnit): Unit => {
    const file = join(root, path)
    const load = (): unknown =>
      (createRequire(import.meta.url)(file) as { readonly default: unknown }).default
    return {
      path: file,
      exported: revive(exported, load),
      shapesOf: (slug) => JSON.parse(shapes[slug] ?? '') as Shapes,
    }
  }

function* keptUnits(
  root: string,
  units: readonly Unit[],
  tools: readonly Tool[],
): Sliced<readonly KeptUnit[]> {
  const byFile = Map.groupBy(tools, ({ file }) => file)
  const kept: KeptUnit[] = []
  for (const { path, exported } of units) {
    const shapes: Record<string, string> = {}
    for (const tool of byFile.get(pathToFileURL(path).href) ?? []) {
      shapes[tool.slug] = JSON.stringify(shapesOf(tool))
      yield
    }
    kept.push({ path: relative(root, path), exported: keep(exported), shapes })
  }
  return kept
}
