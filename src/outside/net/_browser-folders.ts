import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Fault } from '../../base/core/fault.ts'

/** Where a browser may write: a cache for later browsers, and a folder that is deleted with it. */
export interface Folders {
  readonly cache: string
  readonly scratch: string
  drop(): Promise<void>
}

const SCRATCH = 'browser-of-'

export async function createFolders(parent = tmpdir()): Promise<Folders> {
  const cache = await privateFolder(join(parent, `farebox-${process.getuid?.() ?? 'user'}`))
  await dropOrphans(cache)
  const scratch = await mkdtemp(join(cache, `${SCRATCH}${process.pid}-`))
  return {
    cache,
    scratch,
    drop: () => rm(scratch, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/**
 * The files in it are executed, and its name is easy to guess in a folder that everybody may write
 * to. So the folder must belong to this user.
 */
async function privateFolder(path: string): Promise<string> {
  await mkdir(path, { mode: 0o700, recursive: true })
  const found = await lstat(path)
  const isOurs = process.getuid === undefined || found.uid === process.getuid()
  const isPrivate = process.platform === 'win32' || (found.mode & 0o077) === 0
  if (found.isDirectory() && isOurs && isPrivate) return path
  throw new Fault(
    'not_configured',
    `${path} may be written to by others: remove it, or set TMPDIR to a folder of your own.`,
  )
}

/** A process that was killed leaves its folder behind. */
async function dropOrphans(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const owner = /^browser-of-(\d+)-/.exec(name)?.[1]
    if (owner === undefined || isAlive(Number(owner))) continue
    await rm(join(cache, name), { recursive: true, force: true }).catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM'
  }
}
