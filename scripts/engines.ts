import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { createCatalog } from '../src/selling/catalog/catalog.ts'
import { loadAll } from '../src/selling/catalog/load.ts'
import {
  commandFor,
  ENGINES,
  missingEngine,
  type EngineName,
} from '../src/base/core/optional-engines.ts'
import { isInstalled } from '../src/selling/catalog/installed-engines.ts'
import { installCommand } from './_engine-install.ts'

/**
 * `npm run engines`: lists the optional packages of tools, and which of them are installed. With
 * names, or with `all`, it installs them; a running instance uses them after a restart.
 */
const PACKAGE = findPackageJSON('..', import.meta.url) ?? ''
const ROOT = dirname(PACKAGE)
const ALL = Object.keys(ENGINES) as EngineName[]
const USAGE = `usage: npm run engines [-- all | ${ALL.join(' | ')} ...]\n`

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => name !== 'all' && !Object.hasOwn(ENGINES, name))
if (asked.includes('--help')) process.stdout.write(USAGE)
else if (unknown.length > 0) {
  process.stderr.write(`There is no engine called ${unknown.join(' or ')}.\n${USAGE}`)
  process.exitCode = 1
} else if (asked.length === 0) await list()
else await add(asked.includes('all') ? ALL : (asked as EngineName[]))

async function list(): Promise<void> {
  const { tools } = createCatalog(await loadAll(), { isInstalled: () => false })
  for (const name of ALL) {
    const waiting = tools.filter(({ unavailable }) => unavailable?.includes(missingEngine(name)))
    const state = isInstalled(name) ? 'installed' : `missing: ${commandFor(name)}`
    process.stdout.write(
      `${name.padEnd(13)} ${ENGINES[name].title} (tools: ${waiting.length}). ${state}\n`,
    )
  }
}

async function add(names: readonly EngineName[]): Promise<void> {
  const wanted = names.filter((name) => !isInstalled(name))
  if (wanted.length === 0) return void process.stdout.write('All of these are installed.\n')
  const { peerDependencies } = JSON.parse(await readFile(PACKAGE, 'utf8')) as {
    peerDependencies: Readonly<Record<string, string>>
  }
  const packages = wanted.flatMap((name): readonly string[] => ENGINES[name].packages)
  const inPlace = (name: string): boolean => existsSync(join(ROOT, 'node_modules', name))
  const clone = existsSync(join(ROOT, 'package-lock.json'))
  const command = installCommand({ packages, versions: peerDependencies, inPlace, clone })
  process.stdout.write(`npm ${command.join(' ')}\n`)
  // As a package, the engines belong to the project around it, which its owner changes.
  if (!clone) return void process.stdout.write('Run this in the folder of your project.\n')
  const { status } = spawnSync('npm', command, { cwd: ROOT, stdio: 'inherit' })
  process.exitCode = status ?? 1
}
