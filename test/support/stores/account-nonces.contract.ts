import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAccountNonceStore } from '../../../src/stores/account-nonces.ts'
import { atOnce } from '../calls.ts'
import { useDatabase, type Engine } from '../engines.ts'

export function accountNoncesContract(engine: Engine): void {
  const db = useDatabase(engine)

  /** Two replicas that hold the key of one account. */
  function replicas() {
    const clock = { ms: 1_700_000_000_000 }
    const account = randomUUID()
    const stores = [0, 1].map(() => createAccountNonceStore(db(), () => clock.ms))
    return {
      clock,
      take: async (by: number, floor: number | null = null) => stores[by % 2]!.take(account, floor),
      releaseNonce: async (by: number, nonce: number) =>
        stores[by % 2]!.releaseNonce(account, nonce),
    }
  }

  test('no two replicas take one nonce, and none is left out', async () => {
    const { take } = replicas()
    expect(await take(0, 7)).toBe(7)
    const taken = await atOnce(20, (at) => take(at))
    expect(taken.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => 8 + at))
  })

  test('a nonce that was given back is the next, unless a later one was taken', async () => {
    const { take, releaseNonce } = replicas()
    const nonce = await take(0, 3)
    await releaseNonce(0, nonce)
    expect(await take(1)).toBe(3)
    await take(0)
    await releaseNonce(1, 3)
    expect(await take(0)).toBe(5)
  })

  test('the chain raises a count that is too low, and not one that is in use', async () => {
    const { take } = replicas()
    await take(0, 3)
    expect(await take(1, 10)).toBe(10)
    expect(await take(0, 4)).toBe(11)
  })

  test('the chain replaces a count that was idle for half a minute', async () => {
    const { clock, take } = replicas()
    await take(0, 100)
    clock.ms += 31_000
    expect(await take(1, 40)).toBe(40)
    clock.ms += 31_000
    expect(await take(0)).toBe(41)
  })
}
