import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run build`: `dist/`, for the package, because Node strips no types below `node_modules`.
 * Each file is one file there, with its types blanked out: lines and folders stay what they are.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(ROOT, 'dist')
/** Browsers are sent these with their types blanked out, by `src/front/pages/assets.ts`. */
const OF_PAGES = join(ROOT, 'src/front/pages/web')
/** Any string that is a path of a file beside this one, as imports and `new URL` have it. */
const PATH = /(['"])(\.{1,2}\/[\w./-]+)\.ts\1/g

const files = globSync(['src/**/*.*', 'scripts/*.ts'], { cwd: ROOT })
  .filter((file) => !/\.(test|test-d)\.ts$/.test(file))
  .map((file) => join(ROOT, file))
const code = new Set(files.filter((file) => file.endsWith('.ts') && !file.startsWith(OF_PAGES)))

/** `src/a.ts` becomes `dist/a.ts`, and `scripts/a.ts` becomes `dist/scripts/a.ts`. */
const placeOf = (file: string): string => join(DIST, relative(ROOT, file).replace(/^src\//, ''))

/** Paths of other files of ours lead to where those are now, and end in `.js`. */
const led = (text: string, file: string): string =>
  text.replaceAll(PATH, (whole, quote: string, path: string) => {
    const named = resolve(dirname(file), `${path}.ts`)
    if (!code.has(named)) return whole
    const to = relative(dirname(placeOf(file)), placeOf(named)).replace(/\.ts$/, '.js')
    return `${quote}${to.startsWith('.') ? to : `./${to}`}${quote}`
  })

async function write(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

async function build(file: string): Promise<void> {
  const place = placeOf(file)
  if (!code.has(file)) return write(place, await readFile(file))
  const script = stripTypeScriptTypes(await readFile(file, 'utf8'), { mode: 'strip' })
  await write(place.replace(/\.ts$/, '.js'), led(script.replaceAll(/[ \t]+$/gm, ''), file))
}

/** The types of what operators import, and of all that these are made of. */
async function declare(): Promise<number> {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('the types cannot be declared')
  const declared = globSync('**/*.d.ts', { cwd: DIST })
  for (const name of declared) {
    const file = join(ROOT, 'src', name.replace(/\.d\.ts$/, '.ts'))
    if (existsSync(file))
      await writeFile(join(DIST, name), led(await readFile(join(DIST, name), 'utf8'), file))
  }
  return declared.length
}

await rm(DIST, { recursive: true, force: true })
for (const file of files) await build(file)
const declared = await declare()
process.stdout.write(`dist: ${files.length} files, ${declared} with types\n`)
