import { z } from 'zod'

/** The parts of answers that are read. Amounts are whole numbers of any size. */
const Hex = z.string().regex(/^0x[0-9a-f]*$/i)
const Quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt)
const Whole = Quantity.transform(Number)
const Hash = z.string().regex(/^0x[0-9a-f]{64}$/i)
const Address = z.string().regex(/^0x[0-9a-f]{40}$/i)

export const EvmBlock = z.object({
  number: Whole,
  hash: Hash,
  parentHash: Hash,
  timestamp: Whole,
  gasUsed: Quantity,
  gasLimit: Quantity,
  baseFeePerGas: Quantity.nullish(),
  miner: Address.nullish(),
  blobGasUsed: Quantity.nullish(),
  transactions: z.array(z.unknown()).default([]),
})
export type EvmBlock = z.output<typeof EvmBlock>

export const EvmLog = z.object({
  address: Address,
  topics: z.array(Hash),
  data: Hex,
  blockNumber: Whole,
  blockHash: Hash.nullish(),
  transactionHash: Hash,
  logIndex: Whole,
  removed: z.boolean().optional(),
})
export type EvmLog = z.output<typeof EvmLog>

export const EvmTransaction = z.object({
  hash: Hash,
  from: Address,
  to: Address.nullish(),
  input: Hex,
  value: Quantity,
  nonce: Whole,
  gas: Quantity,
  gasPrice: Quantity.nullish(),
  type: Hex.nullish(),
  blockNumber: Whole.nullish(),
  authorizationList: z.array(z.object({ address: Address }).loose()).nullish(),
})
export type EvmTransaction = z.output<typeof EvmTransaction>

export const EvmReceipt = z.object({
  transactionHash: Hash,
  blockHash: Hash,
  blockNumber: Whole,
  status: Whole.nullish(),
  gasUsed: Quantity,
  effectiveGasPrice: Quantity.nullish(),
  /** Data fee of a rollup on Ethereum, in wei. */
  l1Fee: Quantity.nullish(),
  contractAddress: Address.nullish(),
  from: Address,
  to: Address.nullish(),
  logs: z.array(EvmLog),
})
export type EvmReceipt = z.output<typeof EvmReceipt>

export { Hex as EvmHex, Quantity as EvmQuantity }
