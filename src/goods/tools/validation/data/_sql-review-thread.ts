import type { Policy } from '../../../../engines/sql/findings.ts'
import { reviewSql, type Review } from '../../../../engines/sql/review.ts'
import type { Dialect } from '../../../../engines/sql/tokens.ts'

/** Parsers take long for long statements. */
export async function work(input: {
  readonly dialect: Dialect
  readonly sql: string
  readonly policy: Policy
}): Promise<Review> {
  return reviewSql(input.dialect, input.sql, input.policy)
}
