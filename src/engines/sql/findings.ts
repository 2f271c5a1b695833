import type { StatementReview } from './postgres-review.ts'
import type { RiskId, Severity } from './risks.ts'

/** What the reviews of all dialects are made of. */

export interface Policy {
  readonly allow: readonly string[]
  readonly allowMultiStatement: boolean
  readonly maxRows?: number | undefined
}

/** Found in the text, before where it stands was counted. */
export interface Finding {
  readonly id: RiskId
  readonly at: number | null
  readonly severity?: Severity
}

export interface DialectReview {
  readonly statements: readonly StatementReview[]
  readonly findings: readonly Finding[]
  readonly analyzer: string
}

export interface SqlFlaw {
  readonly message: string
  /** In UTF-16 code units; null where the parser does not tell. */
  readonly at: number | null
}
