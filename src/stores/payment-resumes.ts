import type { Db } from '../base/core/db.ts'
import { COLUMNS, paymentOf, type Payment, type Row } from './payment-rows.ts'

/** Tokens by which the kept answer of a payment is asked for once more. */
export interface PaymentResumes {
  /** By the hash of a resume token. */
  byResume(resume: string): Promise<Payment | null>
  /** True once: afterwards the token gives no answer. */
  redeem(resume: string): Promise<boolean>
  /** The token with this hash gives the answer. */
  setResume(proof: string, callId: string, resume: string): Promise<boolean>
}

export function createResumes(db: Db): PaymentResumes {
  return {
    async byResume(resume) {
      const row = await db.one<Row>(`select ${COLUMNS} from payments where resume = $1`, [resume])
      return row && paymentOf(row)
    },
    redeem: (resume) =>
      db.batch([
        {
          sql: 'update payments set resume = null where resume = $1',
          values: [resume],
          guard: true,
        },
      ]),
    setResume: (proof, callId, resume) =>
      db.batch([
        {
          sql: 'update payments set resume = $3 where proof = $1 and call_id = $2',
          values: [proof, callId, resume],
          guard: true,
        },
      ]),
  }
}
