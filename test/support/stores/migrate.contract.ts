import { expect, test } from 'vitest'
import { openDb } from '../../../src/stores/open.ts'
import { allMigrations } from '../../../src/stores/all.ts'
import { migrate } from '../../../src/stores/database/migrate.ts'
import { useDatabase, type Engine } from '../engines.ts'

const NAMES = allMigrations.map(({ name }) => name)

export function migrateContract(engine: Engine): void {
  const db = useDatabase(engine)
  const applied = async (): Promise<string[]> =>
    (await db().all<{ name: string }>('select name from migrations')).map(({ name }) => name)

  test('no two steps share a name', () => {
    expect(new Set(NAMES).size).toBe(NAMES.length)
  })

  test('ten replicas that start at once bring one database to the present', async () => {
    const place = await engine.emptyPlace()
    const replicas = await Promise.all(Array.from({ length: 10 }, () => openDb(place)))
    const rows = await replicas[0]?.all<{ name: string }>('select name from migrations')
    expect(rows?.map(({ name }) => name).toSorted()).toEqual(NAMES.toSorted())
    await Promise.all(replicas.map((replica) => replica.close()))
    await place.remove()
  })

  test('what is there stays as it is', async () => {
    await db().batch([{ sql: `insert into secrets values ('kept', 'x')`, values: [] }])
    await migrate(db(), allMigrations, 1)
    expect((await applied()).toSorted()).toEqual(NAMES.toSorted())
    expect(await db().one('select value from secrets')).toEqual({ value: 'x' })
  })

  test('a later step is applied once, and never again', async () => {
    const step = { name: 'later-1', sql: ['create table later (at bigint)'] }
    await migrate(db(), [...allMigrations, step], 1)
    await migrate(db(), [...allMigrations, step], 2)
    const sql = 'select at from migrations where name = $1'
    expect(await db().one(sql, ['later-1'])).toEqual({ at: 1 })
  })

  test('a step that fails leaves nothing behind, and is tried again', async () => {
    const broken = { name: 'broken-1', sql: ['create table broken (at bigint)', 'nonsense'] }
    await expect(migrate(db(), [broken], 1)).rejects.toThrow()
    expect(await applied()).not.toContain('broken-1')
    await migrate(db(), [{ ...broken, sql: broken.sql.slice(0, 1) }], 1)
    expect(await db().all('select at from broken')).toEqual([])
  })
}
