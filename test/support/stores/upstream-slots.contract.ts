import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Db } from '../../../src/base/core/db.ts'
import { createUpstreamSlotStore } from '../../../src/stores/upstream-slots.ts'
import { atOnce } from '../calls.ts'
import { useDatabase, type Engine } from '../engines.ts'

const WAITING = { spacingMs: 1_000, waitMaxMs: 3_000 }

export function upstreamSlotsContract(engine: Engine): void {
  const db = useDatabase(engine)

  /** Two replicas, whose turns those of one party are. */
  function replicas() {
    const clock = { ms: 1_700_000_000_000 }
    const party = randomUUID()
    const stores = [0, 1].map(() => createUpstreamSlotStore(db(), () => clock.ms))
    return {
      clock,
      party,
      take: async (by: number) => stores[by % 2]!.take(party, WAITING),
      rest: async (by: number, forMs: number) => stores[by]!.rest(party, forMs),
    }
  }

  test('turns of replicas that ask at once are spaced', async () => {
    let by = 0
    const { take } = replicas()
    const taken = await atOnce(4, async () => take((by += 1)))
    expect(taken.map(({ forMs }) => forMs).toSorted((a, b) => a - b)).toEqual([
      0, 1_000, 2_000, 3_000,
    ])
  })

  test('a turn too far away is not taken, and time that passes is a turn', async () => {
    const { clock, take } = replicas()
    for (const by of [0, 1, 0, 1]) await take(by)
    expect(await take(0)).toEqual({ forMs: 4_000, isTaken: false })
    expect(await take(1)).toEqual({ forMs: 4_000, isTaken: false })
    clock.ms += 1_000
    expect(await take(1)).toEqual({ forMs: 3_000, isTaken: true })
    clock.ms += 60_000
    expect(await take(0)).toEqual({ forMs: 0, isTaken: true })
  })

  test('a turn begins when its row is held, not when it was asked for', async () => {
    const { clock, party, take } = replicas()
    const late: Db = {
      ...db(),
      run(...script) {
        clock.ms += 600
        return db().run(...script)
      },
    }
    const store = createUpstreamSlotStore(late, () => clock.ms)
    expect(await store.take(party, WAITING)).toEqual({ forMs: 0, isTaken: true })
    expect(await take(1)).toEqual({ forMs: 1_000, isTaken: true })
  })

  test('what one was told to wait, the other waits, and no less', async () => {
    const { take, rest } = replicas()
    await rest(0, 2_500)
    await rest(1, 100)
    expect(await take(1)).toEqual({ forMs: 2_500, isTaken: true })
    await rest(1, 90_000.5)
    expect(await take(0)).toEqual({ forMs: 90_001, isTaken: false })
  })
}
