import type { Db, Statement } from '../base/core/db.ts'
import { rowOf } from '../base/core/transaction.ts'
import {
  channelOf,
  COLUMNS,
  type Channel,
  type NewChannel,
  type Row,
  type SeenChannel,
} from './channel-rows.ts'
import type { Migration } from './database/migrate.ts'

export const channelMigrations: readonly Migration[] = [
  {
    name: 'channels-1',
    sql: [
      `create table channels (
        id text primary key, network text not null, payer text not null, authorizer text not null,
        config text not null, balance bigint not null, claimed bigint not null,
        charged bigint not null, credit bigint not null, signed bigint not null, signature text,
        withdraw_at bigint not null, refund_nonce bigint not null, proven bigint not null,
        holder text, held_until bigint not null, unclaimed_since bigint not null,
        seen bigint not null, fresh_until bigint not null, refunded bigint not null,
        created bigint not null, updated bigint not null)`,
      'create index channels_payer on channels (payer)',
      'create index channels_unclaimed on channels (unclaimed_since) where unclaimed_since > 0',
      'create index channels_fresh on channels (fresh_until)',
      `create table channel_scans (
        network text primary key, block bigint not null, at bigint not null)`,
    ],
  },
]

export interface Reservation {
  readonly id: string
  /** Names the call. */
  readonly holder: string
  /** What must have been charged before. */
  readonly base: number
  readonly until: number
}

/** A voucher that is in the books once this is committed. */
export interface Charge {
  readonly id: string
  readonly holder: string
  readonly base: number
  /** What its payer is told that the call costs. */
  readonly charge: number
  /** What the call costs beyond that, taken from the credit of the channel. */
  readonly fromCredit: number
  readonly signed: number
  readonly signature: string
}

/** Names the holder of a channel that waits for a corrected voucher. */
export const NEXT_VOUCHER = 'next voucher'

/** Payment channels: one row each, in which a sale is charged within its own transaction. */
export interface ChannelStore {
  find(id: string): Promise<Channel | null>
  of(payer: string): Promise<readonly Channel[]>
  /** Adds a channel, or refreshes what the chain says of a known one. */
  see(channel: NewChannel, seen: SeenChannel, at: number): Promise<boolean>
  /** The same within another transaction; `freshUntil`: it is read again and again until then. */
  seeing(id: string, seen: SeenChannel, at: number, freshUntil?: number): Statement
  /**
   * Takes the channel for one call. Null if another call holds it, if something else was charged
   * before, or if the payer withdraws. With `room`, the sum that the channel must hold, as seen
   * since `since` by itself or by a scan of its network.
   */
  reserve(
    reservation: Reservation,
    now: number,
    room?: { readonly max: number; readonly since: number },
  ): Promise<Channel | null>
  /** Keeps the channel for a corrected voucher, unless a call holds it. */
  await(id: string, until: number, now: number): Promise<boolean>
  /** Never shortens it; false if it is held no more. */
  extend(id: string, holder: string, until: number): Promise<boolean>
  release(id: string, holder: string): Promise<boolean>
  /** Charges a call and frees the channel; guards of the transaction of its sale. */
  charging(charge: Charge, now: number): readonly Statement[]
  /** Gives back a part of a charge. */
  crediting(id: string, amount: number): Statement
  /** The wallet of its payer has signed a deposit here. */
  proving(id: string): Statement
  /** Notes a refund that the chain has, and frees the channel. */
  refunded(id: string, holder: string, isWhole: boolean, now: number): readonly Statement[]
  /** Channels of a network with something to claim, whose money is at risk first. */
  unclaimed(network: string, limit: number): Promise<readonly Channel[]>
  /** Known channels among these, and those that are still read again and again. */
  toRead(network: string, ids: readonly string[], now: number): Promise<readonly Channel[]>
  /** The last block up to which events were read, and when; null before the first time. */
  scan(network: string): Promise<{ readonly block: number; readonly at: number } | null>
  scanned(network: string, block: number, at: number): Promise<boolean>
  /** Drops channels that never held anything. */
  forget(before: number): Promise<boolean>
}

const seeing: ChannelStore['seeing'] = (id, seen, at, freshUntil = 0) => ({
  sql: `update channels set balance = $2, claimed = $3, withdraw_at = $4, refund_nonce = $5,
      seen = $6, fresh_until = case when fresh_until < $7 then $7 else fresh_until end,
      charged = case when charged < $3 then $3 else charged end,
      unclaimed_since = case when charged - credit <= $3 then 0 else unclaimed_since end
    where id = $1 and seen <= $6`,
  values: [id, seen.balance, seen.claimed, seen.withdrawAt, seen.refundNonce, at, freshUntil],
  row: id,
})

export function createChannelStore(db: Db): ChannelStore {
  const some = async (sql: string, values: readonly (string | number)[]) =>
    (await db.all<Row>(`select ${COLUMNS} from channels ${sql}`, values)).map(channelOf)

  return {
    find: async (id) => (await some('where id = $1', [id]))[0] ?? null,
    of: (payer) => some('where payer = $1 order by created desc limit 100', [payer]),
    see: ({ id, network, payer, authorizer, config }, seen, at) =>
      db.batch([
        {
          sql: `insert into channels values ($1, $2, $3, $4, $5, $6, $7, $7, 0, 0, null, $8, $9, 0,
              null, 0, 0, $10, 0, 0, $10, $10) on conflict (id) do nothing`,
          values: [
            id,
            network,
            payer,
            authorizer,
            config,
            seen.balance,
            seen.claimed,
            seen.withdrawAt,
            seen.refundNonce,
            at,
          ],
        },
        seeing(id, seen, at),
      ]),
    seeing,
    async reserve({ id, holder, base, until }, now, room) {
      const enough = room
        ? `and balance >= $6 and (seen >= $7 or exists
            (select 1 from channel_scans where channel_scans.network = channels.network and at >= $7))`
        : ''
      const script = () =>
        rowOf<Row>(
          `update channels set holder = $2, held_until = $4, updated = $5
            where id = $1 and charged = $3 and withdraw_at = 0
            and (holder is null or held_until <= $5 or holder = '${NEXT_VOUCHER}') ${enough}
            returning ${COLUMNS}`,
          [id, holder, base, until, now, ...(room ? [room.max, room.since] : [])],
        )
      const row = await db.run(script, undefined, 'soon')
      return row && channelOf(row)
    },
    await: (id, until, now) =>
      db.batch(
        [
          {
            sql: `update channels set holder = '${NEXT_VOUCHER}', held_until = $2
              where id = $1 and (holder is null or held_until <= $3)`,
            values: [id, until, now],
            guard: true,
          },
        ],
        'soon',
      ),
    extend: (id, holder, until) =>
      db.batch([
        {
          sql: `update channels
            set held_until = case when held_until < $3 then $3 else held_until end
            where id = $1 and holder = $2`,
          values: [id, holder, until],
          guard: true,
        },
      ]),
    release: (id, holder) => db.batch([{ ...freeing(id, holder), guard: true }], 'soon'),
    charging: ({ id, holder, base, charge, fromCredit, signed, signature }, now) => [
      {
        sql: `update channels set charged = charged + $4, credit = credit - $5, signed = $6,
            signature = $7, updated = $8, holder = null, held_until = 0,
            unclaimed_since = case when unclaimed_since = 0 and $4 > 0 then $8 else unclaimed_since end
          where id = $1 and holder = $2 and charged = $3 and credit >= $5`,
        values: [id, holder, base, charge, fromCredit, signed, signature, now],
        guard: true,
        row: id,
      },
    ],
    crediting: (id, amount) => ({
      sql: 'update channels set credit = credit + $2 where id = $1 and charged - credit >= $2',
      values: [id, amount],
      guard: true,
      row: id,
    }),
    proving: (id) => ({
      sql: 'update channels set proven = 1 where id = $1 and proven = 0',
      values: [id],
      row: id,
    }),
    refunded: (id, holder, isWhole, now) => [
      ...(isWhole
        ? [
            {
              sql: `update channels set credit = 0, refunded = $3,
                  charged = case when charged - credit < claimed then claimed else charged - credit end
                where id = $1 and holder = $2`,
              values: [id, holder, now],
            },
          ]
        : [
            {
              sql: 'update channels set refunded = $3 where id = $1 and holder = $2',
              values: [id, holder, now],
            },
          ]),
      freeing(id, holder),
    ],
    unclaimed: (network, limit) =>
      some(
        `where unclaimed_since > 0 and network = $1 and charged - credit > claimed and signature is not null
          order by case when withdraw_at > 0 then 0 else 1 end, charged - credit - claimed desc limit $2`,
        [network, limit],
      ),
    async toRead(network, ids, now) {
      const known: Channel[] = []
      for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
        const part = ids.slice(at, at + IDS_AT_ONCE)
        const places = part.map((_, index) => `$${index + 2}`).join(', ')
        known.push(...(await some(`where network = $1 and id in (${places})`, [network, ...part])))
      }
      const fresh = await some('where fresh_until > $2 and network = $1 limit 500', [network, now])
      return [...new Map([...known, ...fresh].map((one) => [one.id, one])).values()]
    },
    scan: (network) => db.one('select block, at from channel_scans where network = $1', [network]),
    scanned: (network, block, at) =>
      db.batch([
        {
          sql: `insert into channel_scans values ($1, $2, $3)
            on conflict (network) do update set block = excluded.block, at = excluded.at`,
          values: [network, block, at],
        },
      ]),
    forget: (before) =>
      db.batch([
        {
          sql: `delete from channels where balance = 0 and claimed = 0 and charged = 0
            and holder is null and updated < $1`,
          values: [before],
        },
      ]),
  }
}

const IDS_AT_ONCE = 200

const freeing = (id: string, holder: string): Statement => ({
  sql: 'update channels set holder = null, held_until = 0 where id = $1 and holder = $2',
  values: [id, holder],
  row: id,
})
