import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  decodePaymentRequiredHeader,
  decodePaymentResponseHeader,
  decodePaymentSignatureHeader,
} from '@x402/core/http'
import { expect, onTestFinished } from 'vitest'
import type { Log } from '../../src/service/ops/log.ts'
import type { Eip3009 } from '../../src/outside/chains/evm/eip3009.ts'
import type { Buyer } from './buyer.ts'
import { call, type CallAnswer } from './calls.ts'
import { startChain, type ChainChoices, type TestChain } from './chain.ts'
import { createFixtures, type Fixtures } from './fixture-tools.ts'
import { openTestService, type TestService } from './service.ts'

type Headers = Readonly<Record<string, string>>

export const PRICE = 1_000n

/** A service that is paid on a chain of its own, and remembers all that it has said. */
export interface Shop {
  readonly chain: TestChain
  readonly fixtures: Fixtures
  readonly service: () => TestService
  /** Signs for a call of a fixture tool. */
  pay(buyer: Buyer, slug: string, body?: unknown): Promise<Headers>
  /** Whatever it hears, it is nothing that a library or a node has said. */
  send(slug: string, headers: Headers, body?: unknown): Promise<CallAnswer>
  sendTo(service: Address, path: string, headers: Headers, body: unknown): Promise<CallAnswer>
  /** Stops the service, and opens another over its data when something is done there. */
  reopen<T>(options: ShopOptions, between: (dataDir: string) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface Address {
  readonly url: string
}

export interface ShopOptions {
  readonly settings?: Readonly<Record<string, string>>
  readonly log?: Log
  now?(): number
}

export async function openShop(
  choices: ChainChoices = {},
  options: ShopOptions = {},
): Promise<Shop> {
  const chain = resumedAfterTests(await startChain(choices))
  const dataDir = await mkdtemp(join(tmpdir(), 'farebox-shop-'))
  const fixtures = createFixtures()
  const open = ({ settings, ...rest }: ShopOptions) =>
    openTestService({
      ...rest,
      tools: fixtures.tools,
      settings: { DATA_DIR: dataDir, ...chain.settings, ...settings },
    })
  let service = await open(options).catch(async (thrown: unknown) => {
    await chain.stop()
    throw thrown
  })

  const sendTo = createSendTo()
  return {
    chain,
    fixtures,
    send: (slug, headers, body = {}) => sendTo(service, `/api/${slug}`, headers, body),
    sendTo,
    service: () => service,
    pay: (buyer, slug, body = {}) => buyer.payFor(service, `/api/${slug}`, { body }),
    async reopen(changed, between) {
      await service.stop()
      try {
        return await between(dataDir)
      } finally {
        service = await open(changed)
      }
    },
    async close() {
      await service.stop()
      await chain.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A test that fails while its chain is paused leaves the next one a chain that works. */
function resumedAfterTests(chain: TestChain): TestChain {
  let isPaused = false
  async function resume(): Promise<void> {
    isPaused = false
    await chain.resume()
  }
  return {
    ...chain,
    resume,
    async pause() {
      isPaused = true
      await chain.pause()
      onTestFinished(async () => {
        if (isPaused) await resume()
      })
    },
  }
}

/** As a buyer does that keeps the token of a "settlement unknown", and sends it with a repeat. */
function createSendTo(): Shop['sendTo'] {
  const tokens = new Map<string, string>()
  return async (to, path, headers, body) => {
    const name = JSON.stringify([path, body, headers])
    const token = tokens.get(name)
    const resuming = token === undefined ? {} : { 'x-resume-token': token }
    const answer = await call(to, path, { body, headers: { ...headers, ...resuming } })
    expectNothingLeaks(answer, to.url)
    const { 'x-resume-token': told } = answer.headers
    if (told !== undefined) {
      tokens.set(name, String(told))
      expect(answer.body['resumeToken']).toBe(told)
    }
    return answer
  }
}

export const receiptOf = ({ headers }: CallAnswer) =>
  decodePaymentResponseHeader(String(headers['payment-response']))

/** The transfer that a payment has signed. */
export function signedIn(headers: Headers) {
  const { payload } = decodePaymentSignatureHeader(String(headers['payment-signature']))
  return payload as unknown as { readonly authorization: Eip3009; readonly signature: string }
}

/** Nothing that a library or a node has said reaches a buyer. */
function expectNothingLeaks({ status, headers, text }: CallAnswer, ownUrl: string): void {
  if (status < 400) return
  const required = headers['payment-required']
  const response = headers['payment-response']
  const told = [
    text,
    JSON.stringify({ ...headers, 'payment-required': '', 'payment-response': '' }),
    required ? JSON.stringify(decodePaymentRequiredHeader(String(required))) : '',
    response ? JSON.stringify(decodePaymentResponseHeader(String(response))) : '',
  ].join('\n')
  const strange = told
    .replaceAll('https://json-schema.org/draft/2020-12/schema', '')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, (url) => (new URL(url).origin === ownUrl ? '' : url))
    .match(/\bviem\b|https?:\/\/[^"]*|0x[0-9a-f]{65,}|rpc\.example|stack|revert(?!ed)/i)
  expect(strange, told).toBeNull()
}
