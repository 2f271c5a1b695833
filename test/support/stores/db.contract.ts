import { describe, expect, test } from 'vitest'
import type { Commit, Transaction, SqlValue, Statement } from '../../../src/base/core/db.ts'
import { commitWith, writesOnly } from '../../../src/base/core/transaction.ts'
import { openDb } from '../../../src/stores/open.ts'
import { atOnce } from '../calls.ts'
import { useDatabase, type Engine } from '../engines.ts'

const insert = (id: string, amount: SqlValue = 0): Statement => ({
  sql: 'insert into things values ($1, $2)',
  values: [id, amount],
})

const found = (id: string): Statement => ({
  sql: 'select id, amount from things where id = $1',
  values: [id],
})

const asks = (id: string): Statement => ({ ...found(id), guard: true })

const refused: Statement = {
  sql: 'update things set amount = 1 where id = $1',
  values: ['nobody'],
  guard: true,
}

function fail(): never {
  throw new Error('no')
}

export function dbContract(engine: Engine): void {
  const db = useDatabase(engine)

  async function freshThings(): Promise<void> {
    await db().batch([
      { sql: 'drop table if exists things', values: [] },
      { sql: 'create table things (id text primary key, amount bigint)', values: [] },
    ])
  }

  const ids = async (): Promise<string[]> =>
    (await db().all<{ id: string }>('select id from things order by id')).map(({ id }) => id)

  describe('a batch', () => {
    test('is all there when it answers true', async () => {
      await freshThings()
      expect(await db().batch([insert('a'), insert('b')])).toBe(true)
      expect(await ids()).toEqual(['a', 'b'])
    })

    test('is not there at all when a guard refuses, whatever its place', async () => {
      await freshThings()
      expect(await db().batch([refused, insert('after')])).toBe(false)
      expect(await db().batch([insert('before'), refused])).toBe(false)
      expect(await db().batch([refused])).toBe(false)
      expect(await ids()).toEqual([])
    })

    test('is refused by its first guard that says no, whatever would have come after', async () => {
      await freshThings()
      const nonsense = { sql: 'nonsense', values: [] }
      expect(await db().batch([insert('a'), refused, insert('a'), nonsense])).toBe(false)
      expect(await ids()).toEqual([])
    })

    test('may be guarded by a question that finds nothing', async () => {
      await freshThings()
      expect(await db().batch([asks('a'), insert('b')])).toBe(false)
      expect(await db().batch([insert('a'), asks('a')])).toBe(true)
      expect(await ids()).toEqual(['a'])
    })

    test('goes on past a statement that changes nothing and is no guard', async () => {
      await freshThings()
      const { sql, values } = refused
      expect(await db().batch([{ sql, values }, insert('a')])).toBe(true)
      expect(await ids()).toEqual(['a'])
    })

    test('is not there at all when a statement fails', async () => {
      await freshThings()
      await expect(db().batch([insert('a'), insert('a')])).rejects.toThrow()
      await expect(db().batch([insert('b'), { sql: 'nonsense', values: [] }])).rejects.toThrow()
      expect(await ids()).toEqual([])
    })

    test('stands by itself among many that begin together', async () => {
      await freshThings()
      await db().batch([insert('taken')])
      const outcomes = await Promise.allSettled([
        db().batch([insert('a')]),
        db().batch([insert('b'), refused]),
        db().batch([insert('c'), insert('taken')]),
        db().batch([insert('d'), { sql: 'nonsense', values: [] }]),
        db().batch([insert('e')]),
      ])
      expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
        true,
        false,
        'failed',
        'failed',
        true,
      ])
      expect(await ids()).toEqual(['a', 'e', 'taken'])
    })

    test('adds up when many change one row at once', async () => {
      await freshThings()
      await db().batch([insert('a')])
      const more = { sql: 'update things set amount = amount + 1 where id = $1', values: ['a'] }
      await Promise.all(Array.from({ length: 40 }, () => db().batch([more])))
      expect(await db().one('select amount from things')).toEqual({ amount: 40 })
    })
  })

  describe('a script', () => {
    test('is handed the rows of what it asks, and answers what it makes of them', async () => {
      await freshThings()
      await db().batch([insert('a', 5)])
      const answer = await db().run(function* () {
        const [before] = yield [found('a'), found('nobody')]
        const changed = { sql: 'update things set amount = 7 where id = $1 returning amount' }
        const [after] = yield [{ ...changed, values: ['a'] }]
        return { before, after }
      })
      expect(answer).toEqual({ before: [{ id: 'a', amount: 5 }], after: [{ amount: 7 }] })
      expect(await db().one('select amount from things')).toEqual({ amount: 7 })
    })

    test('answers null, and leaves nothing, when a guard says no', async () => {
      await freshThings()
      const answer = await db().run(function* () {
        yield [insert('a')]
        yield [insert('b'), refused]
        return 'done'
      })
      expect(answer).toBeNull()
      expect(await ids()).toEqual([])
    })

    test('leaves nothing when it throws, and throws what it threw', async () => {
      await freshThings()
      const full = new Error('no room')
      const thrown = db().run(function* (): Transaction<string> {
        const [rows = []] = yield [found('a')]
        yield [insert('a')]
        if (rows.length === 0) throw full
        return 'done'
      })
      await expect(thrown).rejects.toBe(full)
      expect(await ids()).toEqual([])
    })

    test('leaves nothing when a statement of it fails', async () => {
      await freshThings()
      const twice = db().run(function* () {
        yield [insert('a')]
        yield [insert('a')]
      })
      await expect(twice).rejects.toThrow()
      expect(await ids()).toEqual([])
    })

    test('ends with what it does last, all or nothing', async () => {
      await freshThings()
      const ends = (...writes: Statement[]) =>
        db().run(function* () {
          yield [found('a')]
          return commitWith('done', writes)
        })
      expect(await ends(insert('a'), insert('b'))).toBe('done')
      expect(await ends(insert('c'), refused, insert('d'))).toBeNull()
      await expect(ends(insert('e'), insert('a'))).rejects.toThrow()
      expect(await db().run(() => writesOnly([insert('f')]))).toBe(true)
      expect(await ids()).toEqual(['a', 'b', 'f'])
    })

    test('overlaps no other of its lockKey, whichever replica runs it', async () => {
      const place = await engine.place()
      const replicas = await Promise.all([openDb(place), openDb(place)])
      const table = 'create table things (id text primary key, amount bigint)'
      await replicas[0].batch([{ sql: table, values: [] }, insert('a')])
      function* increment(): Transaction<Commit<void>> {
        const [[before] = []] = yield [found('a')]
        const { amount } = before as { amount: number }
        const sql = 'update things set amount = $1'
        return commitWith(undefined, [{ sql, values: [amount + 1] }])
      }
      await atOnce(60, (at) => replicas[at % 2]!.run(increment, 'lockKey'))
      expect(await replicas[1].one('select amount from things')).toEqual({ amount: 60 })
      await Promise.all(replicas.map((replica) => replica.close()))
      await place.remove()
    })

    test('stands by itself among scripts and batches that begin together', async () => {
      await freshThings()
      const writes = (id: string, ends: () => unknown) =>
        db().run(function* () {
          yield [insert(id)]
          return ends()
        })
      const outcomes = await Promise.allSettled([
        writes('a', () => 1),
        writes('b', fail),
        db().batch([insert('c'), refused]),
        writes('d', () => 2),
      ])
      expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
        1,
        'failed',
        false,
        2,
      ])
      expect(await ids()).toEqual(['a', 'd'])
    })
  })

  describe('values', () => {
    test('numbers come back as the numbers they were', async () => {
      await freshThings()
      const numbers = [0, 1, -1, 2 ** 31, 1_700_000_000_000, Number.MAX_SAFE_INTEGER]
      await db().batch(numbers.map((number) => insert(`n${number}`, number)))
      const rows = await db().all<{ amount: number }>('select amount from things')
      expect(new Set(rows.map(({ amount }) => amount))).toEqual(new Set(numbers))
    })

    test('text is never read as SQL, null is null, and no row is null', async () => {
      await freshThings()
      const odd = `o'clock"; drop table things -- $1 é 漢 🎈`
      await db().batch([insert(odd, null)])
      const found = await db().one('select id, amount from things where id = $1', [odd])
      expect(found).toEqual({ id: odd, amount: null })
      expect(await db().one('select id from things where id = $1', ['other'])).toBeNull()
    })
  })

  test('what a batch wrote is there for whoever opens the database next', async () => {
    const place = await engine.place()
    const before = await openDb(place)
    await before.batch([{ sql: 'create table things (id text, amount bigint)', values: [] }])
    await before.batch([insert('kept', 7)])
    await before.close()
    const after = await openDb(place)
    expect(await after.all('select id, amount from things')).toEqual([{ id: 'kept', amount: 7 }])
    await after.close()
    await place.remove()
  })

  test.runIf(engine.name === 'SQLite')('is written ahead', async () => {
    expect(await db().one('pragma journal_mode')).toEqual({ journal_mode: 'wal' })
  })
}
