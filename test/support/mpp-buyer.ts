import { Challenge } from 'mppx'
import { evm, Mppx, stripe, tempo } from 'mppx/client'
import { createClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { tempo as tempoChain } from 'viem/tempo/chains'
import type { Sandbox } from '../../src/service/sandbox/sandbox.ts'
import { BUYER_KEYS } from './buyer.ts'
import { call, type Call, type CallAnswer } from './calls.ts'

type Headers = Readonly<Record<string, string>>

/** What the stock client pays with. */
export type PayingMethod =
  | ReturnType<typeof evm.charge>
  | ReturnType<typeof tempo.charge>
  | ReturnType<typeof stripe.charge>

/** The method `evm` of the stock client, as its documentation shows it. */
export const evmMethod = ({ network }: Pick<Sandbox, 'network'>, key = BUYER_KEYS[0] as Key) =>
  evm.charge({
    account: privateKeyToAccount(key),
    networks: [network.chainId],
    currencies: [evm.assets.baseSepolia.USDC],
  })

/** The method `tempo` of the stock client, led to the sandbox instead of the real chain. */
export function tempoMethod(rpcUrl: string | null, key = BUYER_KEYS[0] as Key) {
  const rpcUrls = { default: { http: [String(rpcUrl)] } }
  const client = createClient({ chain: { ...tempoChain, rpcUrls }, transport: http() })
  return tempo.charge({ account: privateKeyToAccount(key), getClient: async () => client })
}

/** The method `stripe` of the stock client, with a token that somebody else has made. */
export const cardMethod = (token: string) =>
  stripe.charge({ createToken: async () => token, paymentMethod: 'pm_card_visa' })

type Key = `0x${string}`

/** `fetch` as the stock client pays with it. */
export const payingWith = (...methods: readonly PayingMethod[]) =>
  Mppx.create({ polyfill: false, methods: [...methods] as never }).fetch as typeof fetch

/** The challenges of a 402, as the stock client reads them. */
export const challengesOf = ({ headers }: Pick<CallAnswer, 'headers'>) =>
  Challenge.fromHeadersList(
    new Headers({ 'www-authenticate': String(headers['www-authenticate']) }),
  )

/** What the stock client sends for the first challenge of its kind. */
export async function credentialFor(method: PayingMethod, heard: Pick<CallAnswer, 'headers'>) {
  const challenge = challengesOf(heard).find((each) => each.method === method.name)
  if (!challenge) throw new Error(`${method.name} is not offered`)
  const credential = await method.createCredential({ challenge, context: {} } as never)
  return { authorization: String(credential) }
}

/** Asks for the price of a call, and signs what the 402 asks for. */
export const payBy =
  (method: PayingMethod) =>
  async (service: { readonly url: string }, path: string, asked?: Call): Promise<Headers> =>
    credentialFor(method, await call(service, path, asked))

export interface Wire {
  challenge: Record<string, string>
  payload: Record<string, unknown>
  source?: string
}

/** The same credential with something about it changed, under the old signature. */
export function tamperedMpp(headers: Headers, change: (wire: Wire) => void): Headers {
  const wire = wireOf(headers)
  change(wire)
  return { authorization: `Payment ${base64url(wire)}` }
}

export const wireOf = ({ authorization = '' }: Headers): Wire =>
  readBase64url(authorization.slice('Payment '.length)) as Wire

export const base64url = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url')

export const readBase64url = (text: string): unknown =>
  JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))

/** The receipt of an answer. */
export const receiptOf = ({ headers }: Pick<CallAnswer, 'headers'>) =>
  readBase64url(String(headers['payment-receipt'])) as Readonly<Record<string, string>>

/** How often each status was heard, such as `1 of 200, 19 of 409`. */
export function statusesOf(heard: readonly Pick<CallAnswer, 'status'>[]): string {
  const counts = Map.groupBy(heard, ({ status }) => status)
  const told = [...counts].toSorted(([a], [b]) => a - b)
  return told.map(([status, each]) => `${each.length} of ${status}`).join(', ')
}
