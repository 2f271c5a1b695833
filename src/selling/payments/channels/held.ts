import type { Hex } from 'viem'
import { z } from 'zod'
import type { ChannelDeposit } from './deposits.ts'

const Digits = z.string().regex(/^\d{1,78}$/)

/** What is stored of a payment by channel, so that any process can settle it. */
export const Held = z.object({
  network: z.string(),
  id: z.string(),
  holder: z.string(),
  base: z.int(),
  /** What the call costs, in base units. */
  cost: z.int(),
  credit: z.int(),
  channel: z.object({
    balance: z.int(),
    claimed: z.int(),
    withdrawAt: z.int(),
    refundNonce: z.int(),
  }),
  payer: z.string(),
  max: z.int(),
  signature: z.string(),
  deposit: z
    .object({
      config: z.object({
        payer: z.string(),
        payerAuthorizer: z.string(),
        receiver: z.string(),
        receiverAuthorizer: z.string(),
        token: z.string(),
        withdrawDelay: z.int(),
        salt: z.string(),
      }),
      amount: Digits,
      validAfter: Digits,
      validBefore: Digits,
      salt: Digits,
      signature: z.string(),
    })
    .nullable(),
})

export type HeldChannel = z.output<typeof Held>

/** A deposit as it is stored. */
export const heldDeposit = ({ config, deposit }: ChannelDeposit): HeldChannel['deposit'] => ({
  config,
  amount: String(deposit.amount),
  validAfter: String(deposit.validAfter),
  validBefore: String(deposit.validBefore),
  salt: String(deposit.salt),
  signature: deposit.signature,
})

/** The deposit of a stored payment, as it is sent to the chain. */
export function depositIn({ id, deposit }: HeldChannel): ChannelDeposit | null {
  if (!deposit) return null
  const { config, amount, validAfter, validBefore, salt, signature } = deposit
  return {
    id,
    config,
    deposit: {
      amount: BigInt(amount),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      salt: BigInt(salt),
      signature: signature as Hex,
    },
  }
}
