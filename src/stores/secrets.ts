import { randomBytes } from 'node:crypto'
import type { Db } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const secretMigrations: readonly Migration[] = [
  { name: 'secrets-1', sql: ['create table secrets (name text primary key, value text not null)'] },
]

/** A secret that the service generated: the same for every replica and after every restart. */
export async function ownSecret(db: Db, name: string): Promise<string> {
  await db.batch([
    {
      sql: 'insert into secrets values ($1, $2) on conflict (name) do nothing',
      values: [name, randomBytes(32).toString('hex')],
    },
  ])
  const row = await db.one<{ value: string }>('select value from secrets where name = $1', [name])
  if (!row) throw new Error(`the secret ${name} vanished`)
  return row.value
}
