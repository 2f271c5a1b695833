import { z } from 'zod'

/** Schemas of the messages that buyers sign on EVM networks. */

const NUMBER_END = 2n ** 256n

/** A number of at most 256 bits. */
export const Digits = z
  .string()
  .regex(/^\d{1,78}$/, { abort: true })
  .refine((digits) => BigInt(digits) < NUMBER_END)
const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

/** An EIP-3009 `transferWithAuthorization`, signed by the payer. */
export const Authorization = z.object({
  from: Address,
  to: Address,
  value: Digits,
  validAfter: Digits,
  validBefore: Digits,
  nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
})

/** A Permit2 transfer. Its witness names the receiver. */
export const Permit2 = z.object({
  from: Address,
  spender: Address,
  permitted: z.object({ token: Address, amount: Digits }),
  nonce: Digits,
  deadline: Digits,
  witness: z.object({ to: Address, facilitator: Address.optional(), validAfter: Digits }),
})
