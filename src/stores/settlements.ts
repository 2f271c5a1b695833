import type { Db, Statement } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const settlementMigrations: readonly Migration[] = [
  {
    name: 'settlements-1',
    sql: [
      `create table settlement_transfers (network text not null, block bigint not null,
        log_index integer not null, tx text not null, payer text not null, payee text not null,
        value text not null, authorized integer not null, at bigint not null,
        primary key (network, block, log_index, tx))`,
      'create index settlement_transfers_at on settlement_transfers (network, at)',
      `create table settlement_blocks (network text not null, block bigint not null,
        hash text not null, at bigint not null, primary key (network, block))`,
      `create table settlement_wallets (network text not null, wallet text not null,
        since_block bigint not null, since bigint not null, primary key (network, wallet))`,
    ],
  },
  {
    name: 'settlements-2',
    sql: [
      'create index settlement_transfers_payee on settlement_transfers (payee, at)',
      'create index settlement_transfers_payer on settlement_transfers (payer, at)',
    ],
  },
  {
    name: 'settlements-3',
    sql: [
      `create table settlement_checks (network text not null, from_block bigint not null,
        block bigint not null, at bigint not null, second text not null, outcome text not null,
        missing integer not null, extra integer not null,
        primary key (network, from_block, block, at))`,
    ],
  },
]

/** A transfer of the token from or to a wallet that is watched. */
export interface TransferRow {
  readonly block: number
  readonly log_index: number
  readonly tx: string
  readonly payer: string
  readonly payee: string
  /** Base units, in digits. */
  readonly value: string
  /** 1: the log before it says that the payer signed for it. */
  readonly authorized: number
  /** When, in milliseconds. */
  readonly at: number
}

/** A block up to which the chain was read. */
export interface BlockRow {
  readonly block: number
  readonly hash: string
  readonly at: number
}

/** A chunk of blocks that a second provider was asked about, too. */
export interface CheckRow {
  readonly from_block: number
  readonly block: number
  readonly at: number
  /** Whom. */
  readonly second: string
  readonly outcome: 'agreed' | 'differed' | 'unanswered'
  /** Transfers that only the second provider has reported. */
  readonly missing: number
  /** Transfers that it has not reported. */
  readonly extra: number
}

/** Counts of the checks of a network, by result. */
export interface CheckSum extends Pick<CheckRow, 'outcome' | 'missing' | 'extra'> {
  readonly chunks: number
  readonly blocks: number
  readonly last_at: number
}

export interface WatchedWallet {
  readonly wallet: string
  readonly since_block: number
  readonly since: number
}

/** Blocks that are kept to detect reorganisations. */
const BLOCKS_KEPT = 200
const PER_BATCH = 200

export type SettlementStore = ReturnType<typeof createSettlementStore>

export function createSettlementStore(db: Db, network: string) {
  const added = (row: TransferRow): Statement => ({
    sql: `insert into settlement_transfers values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (network, block, log_index, tx) do nothing`,
    values: [
      network,
      row.block,
      row.log_index,
      row.tx,
      row.payer,
      row.payee,
      row.value,
      row.authorized,
      row.at,
    ],
  })
  return {
    /** The last block that was read; null before the first. */
    last: () =>
      db.one<BlockRow>(
        'select block, hash, at from settlement_blocks where network = $1 order by block desc limit 1',
        [network],
      ),
    first: () =>
      db.one<BlockRow>(
        'select block, hash, at from settlement_blocks where network = $1 order by block limit 1',
        [network],
      ),
    /** Those before a block, the latest first. */
    before: (block: number) =>
      db.all<BlockRow>(
        `select block, hash, at from settlement_blocks where network = $1 and block < $2
          order by block desc`,
        [network, block],
      ),
    /** What was read up to a block. The block is kept last, so that a crash reads it again. */
    async read(rows: readonly TransferRow[], upTo: BlockRow) {
      for (let at = 0; at < rows.length; at += PER_BATCH)
        await db.batch(rows.slice(at, at + PER_BATCH).map(added), 'soon')
      await db.batch(
        [
          {
            sql: `insert into settlement_blocks values ($1, $2, $3, $4)
            on conflict (network, block) do update set hash = excluded.hash, at = excluded.at`,
            values: [network, upTo.block, upTo.hash, upTo.at],
          },
          {
            sql: `delete from settlement_blocks where network = $1 and block > (
              select min(block) from settlement_blocks where network = $1)
            and block not in (select block from settlement_blocks where network = $1
              order by block desc limit ${BLOCKS_KEPT})`,
            values: [network],
          },
        ],
        'soon',
      )
    },
    async checked(check: CheckRow) {
      const { from_block, block, at, second, outcome, missing, extra } = check
      const sql = `insert into settlement_checks values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (network, from_block, block, at) do nothing`
      const values = [network, from_block, block, at, second, outcome, missing, extra]
      await db.batch([{ sql, values }], 'soon')
    },
    async checks(): Promise<readonly CheckSum[]> {
      const rows = await db.all<CheckSum>(
        `select outcome, count(*) as chunks, sum(block - from_block + 1) as blocks,
            sum(missing) as missing, sum(extra) as extra, max(at) as last_at
          from settlement_checks where network = $1 group by outcome order by outcome`,
        [network],
      )
      return rows.map(({ outcome, ...sums }) => ({
        outcome,
        chunks: Number(sums.chunks),
        blocks: Number(sums.blocks),
        missing: Number(sums.missing),
        extra: Number(sums.extra),
        last_at: Number(sums.last_at),
      }))
    },
    /** Deletes everything after a block: the chain was reorganised there. */
    async forgetAfter(block: number) {
      await db.batch([
        {
          sql: 'delete from settlement_checks where network = $1 and block > $2',
          values: [network, block],
        },
        {
          sql: 'delete from settlement_transfers where network = $1 and block > $2',
          values: [network, block],
        },
        {
          sql: 'delete from settlement_blocks where network = $1 and block > $2',
          values: [network, block],
        },
      ])
    },
    async forgetBefore(at: number) {
      const tables = ['settlement_transfers', 'settlement_checks']
      const values = [network, at]
      const forgotten = tables.map((table) => ({
        sql: `delete from ${table} where network = $1 and at < $2`,
        values,
      }))
      await db.batch(forgotten, 'soon')
    },
    /** From now on; those that are watched already stay as they are. */
    async watch(wallets: readonly string[], from: BlockRow) {
      for (let at = 0; at < wallets.length; at += PER_BATCH)
        await db.batch(
          wallets.slice(at, at + PER_BATCH).map((wallet) => ({
            sql: `insert into settlement_wallets values ($1, $2, $3, $4)
              on conflict (network, wallet) do nothing`,
            values: [network, wallet, from.block, from.at],
          })),
          'soon',
        )
    },
    watched: () =>
      db.all<WatchedWallet>(
        'select wallet, since_block, since from settlement_wallets where network = $1',
        [network],
      ),
    /** In the order of the chain, in pages. */
    transfers: (after: TransferRow | undefined, most: number) =>
      db.all<TransferRow>(
        `select block, log_index, tx, payer, payee, value, authorized, at
          from settlement_transfers where network = $1 and (block, log_index) > ($2, $3)
          order by block, log_index limit $4`,
        [network, after?.block ?? -1, after?.log_index ?? -1, most],
      ),
  }
}

/** The newest transfers from and to one wallet on any network, in the order of the chain. */
export async function transfersOf(
  db: Db,
  wallet: string,
  most: number,
): Promise<readonly TransferRow[]> {
  const rows = await db.all<TransferRow>(
    `select block, log_index, tx, payer, payee, value, authorized, at from settlement_transfers
      where payee = $1 or payer = $1 order by at desc, block desc, log_index desc limit $2`,
    [wallet, most],
  )
  return rows.toReversed()
}

/** Since when a wallet has been watched, in milliseconds; null where it is not. */
export async function watchedSince(db: Db, wallet: string): Promise<number | null> {
  const sql = 'select min(since) as since from settlement_wallets where wallet = $1'
  const row = await db.one<{ since: number | null }>(sql, [wallet])
  return row?.since === null || row?.since === undefined ? null : Number(row.since)
}

/** The time of the newest block up to which a chain was read; null where none was. */
export async function chainReadUpTo(db: Db): Promise<number | null> {
  const row = await db.one<{ at: number | null }>('select max(at) as at from settlement_blocks')
  return row?.at === null || row?.at === undefined ? null : Number(row.at)
}
