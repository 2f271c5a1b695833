import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Db } from '../base/core/db.ts'
import { allMigrations } from './all.ts'

/** The result of a check: good, a warning, or an error. */
export type HealthVerdict = readonly [level: 'ok' | 'warn' | 'WRONG', sentence: string]

const DISK_FREE_MIN_MB = 500
/** The type of the file system of processes, in which nothing can be made. */
const PROC = 0x9fa0

/** Whether the data folder exists, is private, and has room. */
export async function checkFolder(folder: string): Promise<readonly HealthVerdict[]> {
  if (!existsSync(folder)) {
    const parent = nearestFolder(folder)
    await access(parent, constants.W_OK)
    if ((await statfs(parent)).type === PROC)
      return [['WRONG', `${folder} cannot be made: ${parent} holds no files`]]
    return [['warn', `${folder} is not there yet; the start makes it`]]
  }
  if (!(await stat(folder)).isDirectory())
    return [['WRONG', `DATA_DIR: ${folder} is not a folder; set DATA_DIR to one`]]
  await access(folder, constants.W_OK)
  const { bavail, bsize } = await statfs(folder)
  const freeMb = Math.floor((bavail * bsize) / 1_048_576)
  const isOpen = ((await stat(folder)).mode & 0o077) !== 0
  const room: HealthVerdict =
    freeMb < DISK_FREE_MIN_MB
      ? ['WRONG', `${folder} has ${freeMb} MB left`]
      : ['ok', `${folder} can be written, ${freeMb} MB free`]
  if (!isOpen) return [room]
  return [['warn', `${folder} can be read by others on this machine; the start mends it`], room]
}

function nearestFolder(path: string): string {
  const parent = dirname(resolve(path))
  return existsSync(parent) ? parent : nearestFolder(parent)
}

/** Whether the database answers, and has all its tables. */
export async function checkDatabase(
  db: Db,
  { isCounted }: { readonly isCounted: boolean },
): Promise<readonly HealthVerdict[]> {
  const tables = await db.all<{ name: string }>('select name from migrations').catch(() => [])
  const applied = new Set(tables.map(({ name }) => name))
  const due = allMigrations.filter(({ name }) => !applied.has(name)).length
  // To count millions of rows would hold up the calls of a running instance.
  const asked = isCounted
    ? 'select count(*) as sales from sales'
    : 'select 1 as sales from sales limit 1'
  const row = await db
    .one<{ sales: number }>(asked)
    .catch((thrown: unknown) => (due > 0 ? null : Promise.reject(thrown)))
  const sales = isCounted ? `, ${Number(row?.sales ?? 0)} sales` : ''
  const answers = `the database answers: ${db.engine}${sales}`
  return [
    ['ok', answers],
    ...(due > 0
      ? [['warn', `the database lacks ${due} migrations; the start applies them`] as const]
      : []),
  ]
}
