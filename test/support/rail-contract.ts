import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProofClaims } from '../../src/selling/call/proof-claims.ts'
import { Fault } from '../../src/base/core/fault.ts'
import type { Authorization, Credential, Quote, Rail } from '../../src/selling/payments/rail.ts'
import { createPaymentStore } from '../../src/stores/payments.ts'
import { atOnce } from './calls.ts'
import { requestWith } from './requests.ts'
import { QUOTE, type Headers, type Stall } from './stalls.ts'

/** Something that must not pay: what is sent, and for what. */
export interface Refused {
  readonly headers: Headers
  readonly quote: Quote
}

export type Refusals = Readonly<Record<string, (stall: Stall) => Promise<Refused>>>

/** What is true of every rail. */
export function railContract(open: () => Promise<Stall>, refusals: Refusals): void {
  let stall: Stall

  beforeAll(async () => {
    stall = await open()
  })
  afterAll(() => stall.close())

  const claimed = (headers: Headers, rail = stall.rail): Credential => {
    const credential = rail.claim(requestWith(headers))
    if (!credential) throw new Error('not recognised')
    return credential
  }
  const paid = async (quote = QUOTE): Promise<Credential> => claimed(await stall.pay(quote))
  const present = async (credential: Credential, quote = QUOTE): Promise<Authorization> => {
    const good = stall.rail.inspect(credential, quote)
    return stall.rail.verify(credential, quote, good)
  }
  /** Settles and commits the sale, as a call does. */
  async function charge(authorization: Authorization, rail: Rail = stall.rail): Promise<boolean> {
    const settlement = await rail.settle(authorization)
    return settlement.state === 'settled' && stall.db.batch(settlement.entries)
  }
  /** What changes for the payer while something is done. */
  async function takenBy(act: () => Promise<unknown>): Promise<number> {
    const before = await stall.taken()
    await act()
    return (await stall.taken()) - before
  }
  const PRICE = () => stall.charge(QUOTE.amount)

  describe('a challenge', () => {
    test('is made of headers and of members of a JSON body', () => {
      const { headers, body, value } = stall.rail.challenge(QUOTE)
      expect(JSON.parse(JSON.stringify(value()))).toEqual(value())
      for (const [name, value] of headers) {
        expect(name).toMatch(/^[a-z-]+$/)
        expect(value).toMatch(/^[\x20-\x7e]+$/)
      }
      expect(JSON.parse(JSON.stringify(body))).toEqual(body)
    })

    test('is made without asking anybody', () => {
      expect(stall.cutOff.challenge(QUOTE).headers.map(([name]) => name)).toEqual(
        stall.rail.challenge(QUOTE).headers.map(([name]) => name),
      )
    })

    test('of a list price costs nothing to make again', () => {
      const listed = { tool: QUOTE.tool, amount: QUOTE.tool.price }
      expect(stall.rail.challenge(listed).body).toBe(stall.rail.challenge(listed).body)
    })
  })

  describe('a credential', () => {
    test('is recognised without asking anybody', async () => {
      const headers = await stall.pay(QUOTE)
      const credential = claimed(headers, stall.cutOff)
      expect(credential).toMatchObject({ rail: stall.rail.id, payer: expect.stringMatching(/./) })
      expect(() => stall.cutOff.inspect(credential, QUOTE)).not.toThrow()
      expect(await takenBy(async () => claimed(headers))).toBe(0)
    })

    test('is the same one when it is sent again', async () => {
      const headers = await stall.pay(QUOTE)
      const [one, again] = [claimed(headers), claimed(headers)]
      expect([again.proof, again.payer]).toEqual([one.proof, one.payer])
    })

    test('that pays once has a proof of its own, remembered as long as it is good', async () => {
      const [one, other] = [await paid(), await paid()]
      if (one.proof === null) return
      expect(other.proof).not.toBe(one.proof)
      expect(one.proofUntil).toBeGreaterThan(stall.clock.now())
    })

    test('comes in headers that the rail names, as its documents do', async () => {
      const { paymentHeaders = [], guide } = stall.rail
      const sent = Object.keys(await stall.pay(QUOTE)).map((name) => name.toLowerCase())
      // The pass of the connector is a value of this process, and no header.
      expect(sent.some((name) => paymentHeaders.includes(name))).toBe(paymentHeaders.length > 0)
      const documented = Object.values(guide?.parameters ?? {})
        .filter((parameter) => parameter['in'] === 'header')
        .map(({ name }) => String(name).toLowerCase())
      expect(paymentHeaders).toEqual(expect.arrayContaining(documented))
    })
    test('is not seen where there is none', () => {
      if (stall.rail.id === 'free') return
      expect(stall.rail.claim(requestWith({}))).toBeNull()
      expect(stall.rail.claim(requestWith({ authorization: 'Basic abc' }))).toBeNull()
    })
  })

  describe('a good payment', () => {
    test('verifies, and moves nothing', async () => {
      const credential = await paid()
      let authorization: Authorization | undefined
      const taken = await takenBy(async () => (authorization = await present(credential)))
      expect(taken).toBe(0)
      expect(authorization).toMatchObject({
        rail: stall.rail.id,
        payer: { rail: stall.rail.id, wallet: stall.wallet },
        amount: PRICE(),
        proof: credential.spentWhenPresented ? null : credential.proof,
      })
      await stall.rail.release(authorization!)
    })

    test('moves exactly its price when it is settled', async () => {
      const authorization = await present(await paid())
      expect(await takenBy(() => charge(authorization))).toBe(PRICE())
    })

    test('can wait in a database until it is settled', async () => {
      const authorization = await present(await paid())
      const kept = JSON.parse(JSON.stringify(authorization)) as Authorization
      expect(kept).toEqual(authorization)
      expect(await takenBy(() => charge(kept))).toBe(PRICE())
    })

    test('moves its price once, however often it is settled', async () => {
      const authorization = await present(await paid())
      const taken = await takenBy(async () => {
        await atOnce(3, () => charge(authorization))
        await charge(authorization)
      })
      expect(taken).toBe(PRICE())
    })

    test('moves nothing when it is released, and may pay again', async () => {
      const headers = await stall.pay(QUOTE)
      const first = await present(claimed(headers))
      expect(await takenBy(() => stall.rail.release(first))).toBe(0)
      const second = await present(claimed(headers))
      expect(await takenBy(() => charge(second))).toBe(PRICE())
    })

    test('leaves a receipt that can be told', async () => {
      const authorization = await present(await paid())
      const settlement = await stall.rail.settle(authorization)
      expect(settlement).toMatchObject({ state: 'settled' })
      const { receipt } = settlement
      if (receipt) {
        const [name, value] = receipt.header
        expect([name, value]).toEqual([name.toLowerCase(), expect.stringMatching(/^[\x20-\x7e]+$/)])
        expect(JSON.parse(Buffer.from(value, 'base64').toString())).toEqual(receipt.value)
      }
      if (settlement.state === 'settled') await stall.db.batch(settlement.entries)
    })

    test('that was never sent is settled by a second try, or is left alone', async () => {
      const authorization = await present(await paid())
      let state: string | undefined
      const taken = await takenBy(async () => {
        state = (await stall.rail.retry?.(authorization))?.state
      })
      expect(taken).toBe(state === 'settled' ? PRICE() : 0)
      if (state !== 'settled') await stall.rail.release(authorization)
    })

    test('that has moved its price moves no more by a second try', async () => {
      const authorization = await present(await paid())
      await charge(authorization)
      expect(await takenBy(async () => stall.rail.retry?.(authorization))).toBe(0)
    })

    test('is settled without a throw, though the world has gone', async () => {
      const authorization = await present(await paid())
      const { state } = await stall.cutOff.settle(authorization)
      expect(stall.rail.outside ? ['unknown'] : ['settled']).toContain(state)
      await stall.rail.release(authorization)
    })
  })

  test('a proof that has paid pays for nothing else', async () => {
    const credential = await paid()
    const { proof } = credential
    if (proof === null) return
    const payments = createPaymentStore(stall.db)
    const claims = createProofClaims({
      payments,
      now: stall.clock.now,
      resolve: async (payment) => payment,
    })
    const claimant = () => ({
      id: randomUUID(),
      tool: QUOTE.tool,
      credential,
      digest: async () => 'a question',
    })
    if (credential.spentWhenPresented) {
      expect(await claims.spend(claimant())).toBe(true)
      return expect(await claims.spend(claimant())).toBe(false)
    }
    const sale = { amount: 0, payer: null, network: null, reference: null, reply: null }
    await claims.take(claimant())
    await expect(claims.take(claimant())).rejects.toMatchObject({ code: 'in_progress' })
    await stall.db.batch([payments.settle(proof, sale, stall.clock.now())])
    await expect(claims.take(claimant())).rejects.toMatchObject({ code: 'payment_refused' })
  })

  describe.runIf(Object.keys(refusals).length > 0)('what does not pay', () => {
    test.each(Object.entries(refusals))('%s', async (_what, make) => {
      const { headers, quote } = await make(stall)
      const taken = await takenBy(async () => {
        const thrown = await present(claimed(headers), quote).then(
          () => null,
          (fault: unknown) => fault,
        )
        expect(thrown).toBeInstanceOf(Fault)
        expect([402, 422]).toContain((thrown as Fault).status)
        expect((thrown as Fault).message).not.toBe('')
      })
      expect(taken).toBe(0)
    })
  })

  test('what the manifest says of it can be told to everybody', async () => {
    const said = JSON.stringify(stall.rail.describe())
    for (const secret of Object.values(await stall.pay(QUOTE))) expect(said).not.toContain(secret)
  })
}
