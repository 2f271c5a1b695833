import { signerOf, transferDigest } from '../../../outside/chains/evm/eip3009.ts'
import { NETWORKS, type PayableEvmNetwork } from '../../../outside/chains/networks.ts'
import { permitDigest } from '../../../outside/chains/evm/permit2.ts'
import { avmPaymentOf } from '../../../outside/chains/avm/group.ts'
import { isSignedByKey, type Ed25519Signature } from '../../../engines/onchain/ed25519.ts'
import type { Facilitators } from './facilitator.ts'
import { transactionIn, type ReadPayload } from './payload.ts'
import { readStellarPayment } from './stellar/transaction.ts'
import { readSvmTransaction } from '../../../outside/chains/svm/transaction.ts'

/**
 * Whether the payer that a payment names has signed it. For a plain key the signature is checked, a
 * contract is asked on its chain, and no facilitator is trusted.
 */
export async function isSignedByPayer(
  read: ReadPayload,
  { agrees }: Pick<Facilitators, 'agrees'>,
): Promise<boolean> {
  const network = NETWORKS.find(({ id }) => id === read.network)
  if (!network) return false
  if (network.family !== 'evm') {
    const signed = SIGNED[network.family](read)
    return signed !== null && isSignedByKey(signed)
  }
  const digest = digestOf(network, read)
  if (!digest || !read.from) return false
  const signature = String(read.payload.payload['signature'])
  if (signerOf(digest, signature) === read.from) return true
  return agrees(network.id, { wallet: read.from, digest, signature })
}

function digestOf(
  network: PayableEvmNetwork,
  { eip3009, permit2 }: ReadPayload,
): Uint8Array | null {
  if (eip3009) return transferDigest(network, eip3009)
  return permit2 && permitDigest(network.chainId, permit2)
}

type Reading = (read: ReadPayload) => Ed25519Signature | null

const SIGNED: Readonly<Record<'svm' | 'avm' | 'stellar', Reading>> = {
  svm: (read) => readSvmTransaction(transactionIn(read.payload))?.signed ?? null,
  avm: ({ payload }) => avmPaymentOf(payload.payload)?.signed ?? null,
  stellar: (read) => readStellarPayment(transactionIn(read.payload))?.signed ?? null,
}
