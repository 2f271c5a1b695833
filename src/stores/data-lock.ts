import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'

/**
 * Held by the one process that uses a data folder; the system gives it up when that process dies.
 */
export interface DataLock {
  release(): void
}

const isBusy = (thrown: unknown): boolean =>
  String((thrown as { code?: unknown }).code).startsWith('SQLITE_BUSY')

/** Takes the folder for this process; null where another one has it. */
export async function lockData(dataDir: string): Promise<DataLock | null> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = new Database(join(dataDir, 'farebox.lock'), { timeout: 0 })
  try {
    lock.pragma('journal_mode = memory')
    lock.exec('begin exclusive')
  } catch (thrown) {
    lock.close()
    if (isBusy(thrown)) return null
    throw thrown
  }
  await writeFile(pidFile(dataDir), `${process.pid}\n`, { mode: 0o600 })
  return { release: () => void lock.close() }
}

/** What an operator is told whose data folder is in use. */
export async function lockedBy(dataDir: string): Promise<string> {
  const pid = await readFile(pidFile(dataDir), 'utf8').catch(() => '')
  const who = pid.trim() ? `process ${pid.trim()}` : 'another process'
  return `DATA_DIR: ${resolve(dataDir)} is used by ${who}. Stop it, or set DATA_DIR to another folder.`
}

const pidFile = (dataDir: string): string => join(dataDir, 'farebox.pid')
