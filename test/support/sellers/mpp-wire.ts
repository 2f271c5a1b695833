import { Challenge, Credential, Expires, Receipt } from 'mppx'
import { Mppx, Store, tempo } from 'mppx/server'
import { createClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { tempo as tempoChain } from 'viem/tempo/chains'
import { PATH_USD } from '../../../src/outside/chains/tempo/tokens.ts'
import { DEARER, type Wire } from './paid-seller.ts'

export interface MppSellerParts {
  readonly rpcUrl: string
  readonly payTo: `0x${string}`
  readonly units: bigint
  /** Its own account pays the fee of the chain. */
  readonly sponsorKey?: `0x${string}`
}

const SCOPE = '/paid'
const REALM = 'seller.example'
const METHOD = 'tempo'

/** A seller over MPP as the reference implementation makes one: its challenges, and its checks. */
export function mppSeller({ rpcUrl, payTo, units, sponsorKey }: MppSellerParts) {
  const chain = { ...tempoChain, rpcUrls: { default: { http: [rpcUrl] } } }
  const client = createClient({ chain, transport: http(rpcUrl) })
  const charge = tempo.charge({
    currency: PATH_USD.address as `0x${string}`,
    recipient: payTo,
    supportedModes: ['pull'],
    store: Store.memory(),
    getClient: async () => client,
    ...(sponsorKey && { feePayer: privateKeyToAccount(sponsorKey) }),
  } as never)
  const mppx = Mppx.create({ secretKey: 'k'.repeat(32), realm: REALM, methods: [charge] as never })
  const priced = (amount: bigint) => ({ amount: (Number(amount) / 1e6).toFixed(6) })
  const challenged = async (amount: bigint): Promise<never> =>
    (
      mppx as unknown as {
        readonly challenge: { readonly tempo: { charge(asked: unknown): Promise<never> } }
      }
    ).challenge[METHOD].charge({
      ...priced(amount),
      scope: SCOPE,
      expires: Expires.minutes(60),
    })

  const wire: Wire<string> = {
    carrier: 'authorization',
    async quote(manner) {
      const challenge = await challenged(manner === 'dearer' ? units * DEARER : units)
      return { 'www-authenticate': Challenge.serialize(challenge) }
    },
    payloadIn: (header) => String(Credential.extractPaymentScheme(header)),
    receiptOf: (reference) => ({
      'payment-receipt': Receipt.serialize(
        Receipt.from({
          method: METHOD,
          reference,
          status: 'success',
          timestamp: new Date().toISOString(),
        } as never),
      ),
    }),
  }
  return {
    wire,
    /** Checks all of a credential, and submits it; answers the transaction. */
    async settle(credential: string): Promise<string> {
      const options = { request: priced(units), scope: SCOPE, realm: REALM }
      const { reference } = await mppx.broadcastCredential(credential, options)
      return String(reference)
    },
  }
}
