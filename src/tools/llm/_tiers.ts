import type { Dollars } from '../../core/money.ts'
import type { TierName } from '../../llm/tiers.ts'

/** A flat price, and what it buys. */
export interface TierRow {
  readonly tier: TierName
  readonly price: Dollars
  /** What ends the description of a tool. */
  readonly by: string
  /** Part of slugs and paths; empty for the tier that no path names. */
  readonly part: string
  /** What a buyer would call it, in two ways. */
  readonly words: readonly [string, string]
}

export const TIER_ROWS: readonly TierRow[] = [
  {
    tier: 'nano',
    part: 'nano',
    price: '$0.003',
    by: 'a small fast model',
    words: ['small fast model', 'nano model, small and cheap'],
  },
  {
    tier: 'auto',
    part: 'auto',
    price: '$0.010',
    by: 'the model that suits the task',
    words: ['model that suits the task by itself', 'auto choice of a model for the task'],
  },
  {
    tier: 'base',
    part: '',
    price: '$0.020',
    by: 'a mid-size model',
    words: ['mid-size model', 'base model of middle size'],
  },
  {
    tier: 'pro',
    part: 'pro',
    price: '$0.100',
    by: 'a frontier model',
    words: ['frontier model', 'pro tier with frontier reasoning'],
  },
  {
    tier: 'premium',
    part: 'premium',
    price: '$0.500',
    by: 'one of the largest models',
    words: ['one of the largest models', 'premium tier, largest and best model'],
  },
]

/** `v1-chat-nano` and `/v1/nano/chat/completions`; `v1-chat` and `/v1/chat/completions`. */
export const slugOf = (wire: string, { part }: TierRow): string =>
  part === '' ? `v1-${wire}` : `v1-${wire}-${part}`

export const placeOf = ({ part }: TierRow): `/v1${string}` => (part === '' ? '/v1' : `/v1/${part}`)

/** How long the models of the slowest tier may think, and how long they may talk. */
export const LIMITS = { firstEventMs: 170_000, idleMs: 130_000, totalMs: 900_000 } as const

/** Pictures within messages are most of it. */
export const BODY_BYTES_MAX = 8 * 1024 * 1024

/** The questions of a tool: the name of its wire, and what it buys there. */
export const asksOf = (wire: string, { words }: TierRow): readonly [string, string] => [
  `${wire} by a ${words[0]}`,
  `${wire}, ${words[1]}`,
]
