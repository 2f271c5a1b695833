import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import Database from 'better-sqlite3'

/**
 * The lock of the one process that uses a data folder. The system releases it when that process
 * dies.
 */
export interface DataLock {
  release(): void
}

const isBusy = (thrown: unknown): boolean =>
  String((thrown as { code?: unknown }).code).startsWith('SQLITE_BUSY')

/** A process that was just stopped releases its lock within this time. */
const WAIT_MS_MAX = 3_000
const EVERY_MS = 50

/**
 * Makes a folder that only its owner reads, and those that lead to it; false where it is there
 * already. The recursive `mkdir` of Node never ends in a file system such as /proc.
 */
export async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 })
    return true
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return false
    const parent = dirname(resolve(path))
    if (code !== 'ENOENT' || !(await makeFolder(parent))) throw thrown
    await mkdir(path, { mode: 0o700 })
    return true
  }
}

/** Locks the folder for this process; null when another process holds the lock. */
export async function lockData(dataDir: string): Promise<DataLock | null> {
  await makeFolder(dataDir)
  for (let waitedMs = 0; waitedMs <= WAIT_MS_MAX; waitedMs += EVERY_MS) {
    const lock = tryLock(join(dataDir, 'farebox.lock'))
    if (lock) {
      await writeFile(pidFile(dataDir), `${process.pid}\n`, { mode: 0o600 })
      return lock
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
  return null
}

function tryLock(path: string): DataLock | null {
  const lock = new Database(path, { timeout: 0 })
  try {
    lock.pragma('journal_mode = memory')
    lock.exec('begin exclusive')
    return { release: () => void lock.close() }
  } catch (thrown) {
    lock.close()
    if (isBusy(thrown)) return null
    throw thrown
  }
}

/** The message for an operator whose data folder is in use. */
export async function lockedBy(dataDir: string): Promise<string> {
  const pid = await readFile(pidFile(dataDir), 'utf8').catch(() => '')
  const who = pid.trim() ? `process ${pid.trim()}` : 'another process'
  return `DATA_DIR: ${resolve(dataDir)} is used by ${who}. Stop it, or set DATA_DIR to another folder.`
}

const pidFile = (dataDir: string): string => join(dataDir, 'farebox.pid')
