import { ExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import { x402Client } from '@x402/core/client'
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentRequirements } from '@x402/core/types'
import { wrapFetchWithPayment } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
import { call } from './calls.ts'
import { keyOf, type TestChain } from './chain.ts'
import { letSpend } from './contracts/permit2.ts'

type Headers = Readonly<Record<string, string>>
type Scheme = 'exact' | 'upto'

/** A wallet that has let Permit2 spend its token, and the stock client of one scheme. */
export interface PermitBuyer {
  readonly address: `0x${string}`
  readonly fetch: typeof fetch
  payFor(service: { readonly url: string }, path: string, body: unknown): Promise<Headers>
}

export async function createPermitBuyer(
  chain: TestChain,
  name: string,
  scheme: Scheme = 'upto',
): Promise<PermitBuyer> {
  const { address } = await chain.wallet(name)
  await letSpend(chain.rpc, chain.network.asset, address)
  const account = privateKeyToAccount(keyOf(name))
  const signer = scheme === 'upto' ? new UptoEvmScheme(account) : new ExactEvmScheme(account)
  const client = new x402Client().register('eip155:*', signer)
  return {
    address,
    fetch: wrapFetchWithPayment(fetch, client),
    async payFor(service, path, body) {
      const { headers } = await call(service, path, { body })
      const required = decodePaymentRequiredHeader(String(headers['payment-required']))
      const accepts = required.accepts.map(throughPermit2)
      const payload = await client.createPaymentPayload({ ...required, accepts })
      return { 'payment-signature': encodePaymentSignatureHeader(payload) }
    },
  }
}

/** Asks the stock client for a permit, where the offer leaves it a choice. */
const throughPermit2 = (offer: PaymentRequirements): PaymentRequirements => ({
  ...offer,
  extra: { ...offer.extra, assetTransferMethod: 'permit2' },
})
