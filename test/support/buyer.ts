import { hash } from 'node:crypto'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client } from '@x402/core/client'
import {
  decodePaymentRequiredHeader,
  decodePaymentSignatureHeader,
  encodePaymentSignatureHeader,
} from '@x402/core/http'
import type { PaymentPayload, PaymentRequired } from '@x402/core/types'
import { privateKeyToAccount } from 'viem/accounts'
import { call, type Call } from './calls.ts'

type Headers = Readonly<Record<string, string>>

/** Test accounts of every anvil that the sandbox funds. */
export const BUYER_KEYS = [
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
] as const

export interface Buyer {
  readonly address: `0x${string}`
  sign(required: PaymentRequired): Promise<Headers>
  /** Asks for the price of a call, and signs what the 402 asks for. */
  payFor(service: { readonly url: string }, path: string, asked?: Call): Promise<Headers>
}

/**
 * A wallet, and the stock x402 client with its own defaults. Where another address holds the money,
 * it is a contract that the key signs for.
 */
export function createBuyer(
  key: `0x${string}` = BUYER_KEYS[0],
  address: `0x${string}` | null = null,
): Buyer {
  const signer = privateKeyToAccount(key)
  const account = { ...signer, address: address ?? signer.address }
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
  const sign = async (required: PaymentRequired): Promise<Headers> =>
    signed(await client.createPaymentPayload(required))
  return {
    address: account.address,
    sign,
    async payFor(service, path, asked) {
      const { headers } = await call(service, path, asked)
      return sign(decodePaymentRequiredHeader(String(headers['payment-required'])))
    },
  }
}

const signed = (payload: PaymentPayload): Headers => ({
  'payment-signature': encodePaymentSignatureHeader(payload),
})

/** The same payment with something about it changed, under the old signature. */
export function tampered(headers: Headers, change: (payload: TamperedPayload) => void): Headers {
  const payload = decodePaymentSignatureHeader(String(headers['payment-signature']))
  const copy = structuredClone(payload)
  change(copy as unknown as TamperedPayload)
  return signed(copy)
}

export interface TamperedPayload {
  x402Version: number
  payload: { authorization: Record<string, string>; signature: string }
  accepted: Record<string, unknown>
  resource?: { url: string }
}

/** The same payment without what it says it is for, which no signature covers. */
export const unnamed = (headers: Headers): Headers =>
  tampered(headers, (payload) => {
    delete payload.resource
  })

export const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` })

/** Does the work that a tool asks for. */
export async function workFor(service: { readonly url: string }, slug: string): Promise<Headers> {
  const { body } = await call(service, `/api/pow/challenge?slug=${slug}`)
  return solved(body as unknown as Puzzle)
}

export interface Puzzle {
  readonly challenge: string
  readonly difficulty: number
  readonly token: string
}

export const solved = (puzzle: Puzzle): Headers =>
  solution(puzzle, (nonce) => isSolvedBy(puzzle, nonce))

/** A nonce that is not enough work. */
export const unsolved = (puzzle: Puzzle): Headers =>
  solution(puzzle, (nonce) => !isSolvedBy(puzzle, nonce))

function solution({ token }: Puzzle, fits: (nonce: number) => boolean): Headers {
  let nonce = 0
  while (!fits(nonce)) nonce += 1
  return { 'x-pow-solution': `${token}:${nonce}` }
}

function isSolvedBy({ challenge, difficulty }: Puzzle, nonce: number): boolean {
  const digest = BigInt(`0x${hash('sha256', `${challenge}:${nonce}`)}`)
  return digest >> BigInt(256 - difficulty) === 0n
}
