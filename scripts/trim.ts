import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run trim`: removes from `node_modules` what nothing here reads, about 500 MB. With `--
 * image` also types, the pinned Node and what only development needs: an image has a Node of its
 * own. `npm ci` brings all of it back.
 */
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

/** Node runs no TypeScript below `node_modules`. */
const UNREAD_IN_IMAGES = ['**/*.{ts,mts,cts,tsx,md}', 'node-{linux,darwin,win}-*', 'node-bin-*']

const isImage = process.argv.includes('image')
const paths = [...UNREAD, ...(isImage ? UNREAD_IN_IMAGES : [])].flatMap((pattern) =>
  globSync(pattern, { cwd: ROOT }),
)
for (const path of [...paths, ...(isImage ? onlyForDevelopment() : [])])
  rmSync(join(ROOT, path), { recursive: true, force: true })

/**
 * npm keeps what development shares with an optional wish of another package, such as a compiler.
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
