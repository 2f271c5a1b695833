import type { Db, Statement } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const modelUsageMigrations: readonly Migration[] = [
  {
    name: 'model-usage-1',
    sql: [
      `create table model_usage (
        call_id text primary key, at bigint not null, model text not null, provider text not null,
        input bigint not null, output bigint not null, cached bigint not null,
        thinking bigint not null)`,
      'create index model_usage_at on model_usage (at)',
    ],
  },
]

/** The tokens that a provider has reported for one call, sold or not. */
export interface ModelUse {
  readonly callId: string
  readonly at: number
  readonly model: string
  readonly provider: string
  readonly input: number
  readonly output: number
  readonly cached: number
  readonly thinking: number
}

export interface ModelUsageStore {
  add(uses: readonly ModelUse[]): Promise<void>
  /** Removes some of the rows before a time; whether more are left. */
  forget(before: number): Promise<boolean>
  /** What a wallet has bought of each model since a time, the most calls first. */
  ofPayer(payer: string, since: number): Promise<readonly ModelTotals[]>
}

export interface ModelTotals {
  readonly model: string
  readonly calls: number
  readonly input: number
  readonly output: number
  /** Micro-dollars. */
  readonly paid: number
}

const FORGOTTEN_AT_ONCE = 1_000
/** Older sales of a wallet are not read, so that a long history does not make a call slow. */
const SALES_MAX = 20_000

export const createModelUsageStore = (db: Db): ModelUsageStore => ({
  async add(uses) {
    // It moves no money, so a power failure may take the last moment of it.
    await db.batch(uses.map(added), 'soon')
  },
  async forget(before) {
    const old = 'select call_id from model_usage where at < $1 order by at limit $2'
    const gone = `delete from model_usage where call_id in (${old})`
    await db.batch([{ sql: gone, values: [before, FORGOTTEN_AT_ONCE] }])
    const more = 'select call_id from model_usage where at < $1 order by at limit 1'
    return (await db.one(more, [before])) !== null
  },
  async ofPayer(payer, since) {
    const sql = `select model_usage.model as model, count(*) as calls,
        sum(model_usage.input) as input, sum(model_usage.output) as output,
        sum(sales.amount) as paid
      from (select call_id, amount from sales where payer = $1 and at >= $2
        order by at desc limit ${SALES_MAX}) as sales
      join model_usage on model_usage.call_id = sales.call_id
      group by model_usage.model order by calls desc, model_usage.model`
    const rows = await db.all<ModelTotals>(sql, [payer, since])
    return rows.map(({ model, ...sums }) => ({
      model,
      calls: Number(sums.calls),
      input: Number(sums.input),
      output: Number(sums.output),
      paid: Number(sums.paid),
    }))
  },
})

const added = (use: ModelUse): Statement => ({
  sql: 'insert into model_usage values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing',
  values: [
    use.callId,
    use.at,
    use.model,
    use.provider,
    use.input,
    use.output,
    use.cached,
    use.thinking,
  ],
})
