import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'

const Extension = z.object({
  extension: z.string(),
  state: z.record(z.string(), z.unknown()).nullish(),
})

const Info = z.object({
  decimals: z.int().min(0),
  supply: z.string().regex(/^\d+$/),
  mintAuthority: z.string().nullish(),
  freezeAuthority: z.string().nullish(),
  extensions: z.array(Extension).nullish(),
})

/** An account in the parsed form of a node. */
export interface ParsedAccount {
  readonly context: { readonly slot: number }
  readonly value: {
    readonly owner: string
    readonly data:
      | readonly unknown[]
      | {
          readonly program: string
          readonly parsed: { readonly type: string; readonly info: unknown }
        }
  } | null
}

export interface Mint {
  readonly decimals: number
  readonly supply: bigint
  readonly mintAuthority: string | null
  readonly freezeAuthority: string | null
  readonly extensions: readonly z.output<typeof Extension>[]
  /** The program that owns its accounts. */
  readonly program: string
  readonly slot: number
}

/** Reads the mint of a token. Any other account is a fault of the field `mint`. */
export function mintOf({ value, context }: ParsedAccount): Mint {
  const data = value && 'program' in value.data ? value.data : null
  const isMint = data?.program.startsWith('spl-token') && data.parsed.type === 'mint'
  const info = isMint ? Info.safeParse(data?.parsed.info).data : undefined
  if (!value || !info) throw badInput('mint: is no token of Solana: its account is no mint.')
  return {
    decimals: info.decimals,
    supply: BigInt(info.supply),
    mintAuthority: info.mintAuthority ?? null,
    freezeAuthority: info.freezeAuthority ?? null,
    extensions: info.extensions ?? [],
    program: value.owner,
    slot: context.slot,
  }
}

export interface Holder {
  readonly account: string
  readonly amountBase: bigint
  readonly pct: number
}

const HUNDREDTHS = 10_000n

/** The largest accounts with their share. */
export const holdersOf = (
  largest: readonly { readonly address: string; readonly amount: string }[],
  supply: bigint,
): readonly Holder[] =>
  largest.map(({ address, amount }) => {
    const amountBase = BigInt(amount)
    const pct = supply === 0n ? 0 : Number((amountBase * HUNDREDTHS) / supply) / 100
    return { account: address, amountBase, pct }
  })

const TOP = 10

/** The share of the ten largest accounts together, in percent. */
export const topPct = (holders: readonly Holder[], supply: bigint): number => {
  const sum = holders.slice(0, TOP).reduce((total, { amountBase }) => total + amountBase, 0n)
  return supply === 0n ? 0 : Number((sum * HUNDREDTHS) / supply) / 100
}
