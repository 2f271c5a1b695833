import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run trim` removes from `node_modules` what nothing here reads, about 500 MB. As `npm run
 * trim -- image` it also removes types, the pinned Node and what only development needs: an image
 * has a Node of its own. `npm ci` brings all of it back.
 */
const USAGE = 'usage: npm run trim [-- image]\n'
const ROOT = fileURLToPath(new URL('../node_modules/', import.meta.url))

/**
 * Files of packages that come in several builds, of which one is loaded; paths below
 * `node_modules`.
 */
const UNREAD = [
  '**/*.map',
  'node-*/include',
  // The prebuilt binary is loaded, and only that of this machine.
  'better-sqlite3/deps',
  `better-sqlite3/prebuilds/!(${process.platform}-${process.arch})*`,
  'docx/dist/*.{cjs,iife.js,umd.cjs}',
  'gpt-tokenizer/{cjs,src}',
  'node-sql-parser/umd',
  // Only its tables of characters are read; `unpdf` brings the reader.
  'pdfjs-dist/{build,image_decoders,legacy,web}',
  'sql.js/dist/*{-asm,-debug,worker.}*',
  'sql.js/dist/*.zip',
  // Of the engine of OCR, the builds for models of two kinds; ours is of one.
  'tesseract.js-core/tesseract-core?(-simd|-relaxedsimd).*',
  // Outlines and flags; the file of countries lies beside the folder.
  'world-countries/data',
]

/** Node runs no TypeScript from `node_modules`, so an image needs none there. */
const UNREAD_IN_IMAGES = ['**/*.{ts,mts,cts,tsx,md}', 'node-{linux,darwin,win}-*', 'node-bin-*']

const asked = process.argv.slice(2)
if (asked.includes('--help')) process.stdout.write(USAGE)
else if (asked.some((word) => word !== 'image')) {
  process.stderr.write(USAGE)
  process.exitCode = 1
} else trim(asked.includes('image'))

function trim(isImage: boolean): void {
  const paths = [...UNREAD, ...(isImage ? UNREAD_IN_IMAGES : [])].flatMap((pattern) =>
    globSync(pattern, { cwd: ROOT }),
  )
  const all = [...paths, ...(isImage ? onlyForDevelopment() : [])]
  for (const path of all) rmSync(join(ROOT, path), { recursive: true, force: true })
  process.stdout.write(`Removed from node_modules: ${all.length}. \`npm ci\` brings it back.\n`)
}

/**
 * npm keeps packages that only development uses here, if another package names them as optional,
 * such as a compiler.
 */
function onlyForDevelopment(): readonly string[] {
  const list = join(ROOT, '.package-lock.json')
  if (!existsSync(list)) return []
  const { packages } = JSON.parse(readFileSync(list, 'utf8')) as {
    packages: Readonly<Record<string, { readonly dev?: true; readonly devOptional?: true }>>
  }
  return Object.entries(packages)
    .filter(([, { dev, devOptional }]) => dev === true || devOptional === true)
    .map(([path]) => path.replace(/^node_modules\//, ''))
}
