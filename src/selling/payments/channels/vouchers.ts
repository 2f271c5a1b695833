import { signerOf } from '../../../outside/chains/evm/eip3009.ts'
import { channelIdOf, voucherDigest } from '../../../outside/chains/evm/escrow.ts'
import type { ReadChannelPayment } from './payload.ts'
import { channelFault, type ChannelCode } from './terms.ts'

/** What is wrong with a voucher itself; null where its payer has signed it for that channel. */
export function voucherFlaw(
  { voucher, named, config }: ReadChannelPayment,
  chainId: number,
): ChannelCode | null {
  if (channelIdOf(chainId, config) !== named) return 'channel_id_mismatch'
  const digest = voucherDigest(chainId, named, BigInt(voucher.max))
  const isSigned = signerOf(digest, voucher.signature) === config.payerAuthorizer.toLowerCase()
  return isSigned ? null : 'voucher_signature'
}

/** Before anything is told of a channel, its payer is known. */
export function assertSigned(read: ReadChannelPayment, chainId: number): void {
  const flaw = voucherFlaw(read, chainId)
  if (flaw) throw channelFault(flaw)
}
