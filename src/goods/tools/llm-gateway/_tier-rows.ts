import type { Dollars } from '../../../base/core/money.ts'
import type { TierName } from '../../../capabilities/llm/tiers.ts'

/** A price, and what it buys. */
export interface TierRow {
  /** Null: the caller names the model, and its tokens set the price. */
  readonly tier: TierName | null
  /** The least, where it hangs on the tokens. */
  readonly price: Dollars
  /** The end of the description of a tool. */
  readonly by: string
  /** Where it is not the name of the tier. */
  readonly title?: string
  /** Part of slugs and paths; empty for the tier that no path names. */
  readonly part: string
  /** What a buyer would call it, in two ways. */
  readonly words: readonly [string, string]
}

export const ROWS: readonly TierRow[] = [
  {
    tier: 'nano',
    part: 'nano',
    price: '$0.003',
    by: 'a small fast model, at a flat price',
    words: ['small fast model', 'nano model, small and cheap'],
  },
  {
    tier: 'auto',
    part: 'auto',
    price: '$0.010',
    by: 'the model that suits the task, at a flat price',
    words: ['model that suits the task by itself', 'auto choice of a model for the task'],
  },
  {
    tier: 'base',
    part: '',
    price: '$0.020',
    by: 'a mid-size model, at a flat price',
    words: ['mid-size model', 'base model of middle size'],
  },
  {
    tier: 'pro',
    part: 'pro',
    price: '$0.100',
    by: 'a frontier model, at a flat price',
    words: ['frontier model', 'pro tier with frontier reasoning'],
  },
  {
    tier: 'premium',
    part: 'premium',
    price: '$0.500',
    by: 'one of the largest models, at a flat price',
    words: ['one of the largest models', 'premium tier, largest and best model'],
  },
]
